// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/base/time_text.h"
#include "core/sandbox/builtin_resources.h"
#include "core/sandbox/human_time.h"
#include "core/sandbox/table.h"

namespace rollcall::sandbox {
namespace {

/// The rules by which a pod's containers become one word and one restart count
/// (pkg/printers/internalversion, printPod).
class PodSummary {
public:
    explicit PodSummary(const Json& pod) : m_pod(pod), m_status(objectAt(pod, "status")) {
        reason = textAt(m_status, "reason");
        if (reason.empty()) reason = textAt(m_status, "phase");
        if (!summarizeInit()) summarizeContainers();
        const std::string phase = textAt(m_status, "phase");
        if (!find(m_pod, "metadata.deletionTimestamp")) return;
        if (textAt(m_status, "reason") == "NodeLost") {
            reason = "Unknown";
        } else if (phase != "Succeeded" && phase != "Failed") {
            reason = "Terminating";
        }
    }

    std::string reason;
    std::int64_t ready = 0;
    std::int64_t restarts = 0;
    std::optional<WallTime> lastRestart;

private:
    void countRestarts(const Json& container);

    static std::string exitText(const Json& container);

    bool conditionTrue(const char* type) const;

    // True while an init container is still in the way.
    bool summarizeInit();

    void summarizeContainers();

    const Json& m_pod;
    const Json& m_status;
};

void PodSummary::countRestarts(const Json& container) {
    restarts += intAt(container, "restartCount");
    const auto finished = parseRfc3339(textAt(container, "lastState.terminated.finishedAt"));
    if (finished && (!lastRestart || *finished > *lastRestart)) lastRestart = finished;
}

std::string PodSummary::exitText(const Json& container) {
    const std::string why = textAt(container, "state.terminated.reason");
    if (!why.empty()) return why;
    const std::int64_t signal = intAt(container, "state.terminated.signal");
    return signal ? "Signal:" + std::to_string(signal)
                  : "ExitCode:" + std::to_string(intAt(container, "state.terminated.exitCode"));
}

bool PodSummary::conditionTrue(const char* type) const {
    const Json& conditions = arrayAt(m_status, "conditions");
    return std::any_of(conditions.begin(), conditions.end(),
                       [&](const Json& one) { return textAt(one, "type") == type && textAt(one, "status") == "True"; });
}

bool PodSummary::summarizeInit() {
    const Json& containers = arrayAt(m_status, "initContainerStatuses");
    for (std::size_t i = 0; i < containers.size(); ++i) {
        const Json& container = containers[i];
        countRestarts(container);
        const Json* terminated = find(container, "state.terminated");
        if (terminated && intAt(*terminated, "exitCode") == 0) continue;
        const std::string waiting = textAt(container, "state.waiting.reason");
        if (terminated) {
            reason = "Init:" + exitText(container);
        } else if (!waiting.empty() && waiting != "PodInitializing") {
            reason = "Init:" + waiting;
        } else {
            reason = "Init:" + std::to_string(i) + "/" + std::to_string(arrayAt(m_pod, "spec.initContainers").size());
        }
        return !conditionTrue("Initialized");
    }
    return false;
}

void PodSummary::summarizeContainers() {
    restarts = 0;
    bool running = false;
    const Json& containers = arrayAt(m_status, "containerStatuses");
    for (auto at = containers.rbegin(); at != containers.rend(); ++at) {
        const Json& container = *at;
        countRestarts(container);
        const std::string waiting = textAt(container, "state.waiting.reason");
        if (!waiting.empty()) {
            reason = waiting;
        } else if (find(container, "state.terminated")) {
            reason = exitText(container);
        } else if (boolAt(container, "ready") && find(container, "state.running")) {
            running = true;
            ++ready;
        }
    }
    if (reason == "Completed" && running) reason = conditionTrue("Ready") ? "Running" : "NotReady";
}

std::string orNone(const std::string& text) {
    return text.empty() ? "<none>" : text;
}

std::string readinessGates(const Json& pod) {
    const Json& gates = arrayAt(pod, "spec.readinessGates");
    if (gates.empty()) return "<none>";
    std::size_t met = 0;
    for (const Json& gate : gates) {
        for (const Json& condition : arrayAt(pod, "status.conditions")) {
            if (textAt(condition, "type") == textAt(gate, "conditionType"))
                met += textAt(condition, "status") == "True";
        }
    }
    return std::to_string(met) + "/" + std::to_string(gates.size());
}

}  // namespace

std::vector<Json> podCells(const Json& pod, WallTime now) {
    const PodSummary summary(pod);
    std::string restarts = std::to_string(summary.restarts);
    if (summary.restarts && summary.lastRestart) restarts += " (" + humanDuration(now - *summary.lastRestart) + " ago)";
    const std::size_t total = arrayAt(pod, "spec.containers").size();
    const Json& ips = arrayAt(pod, "status.podIPs");
    return {textAt(pod, "metadata.name"),
            std::to_string(summary.ready) + "/" + std::to_string(total),
            summary.reason,
            restarts,
            ageOf(find(pod, "metadata.creationTimestamp"), now),
            orNone(ips.empty() ? textAt(pod, "status.podIP") : textAt(ips[0], "ip")),
            orNone(textAt(pod, "spec.nodeName")),
            orNone(textAt(pod, "status.nominatedNodeName")),
            readinessGates(pod)};
}

std::vector<TableColumn> podColumns() {
    return {
        nameColumn(),
        textColumn("Ready", "The aggregate readiness state of this pod for accepting traffic."),
        textColumn("Status", "The aggregate status of the containers in this pod."),
        textColumn("Restarts",
                   "The number of times the containers in this pod have been restarted and when the last "
                   "container in this pod has restarted."),
        ageColumn(),
        textColumn("IP",
                   "podIP address allocated to the pod. Routable at least within the cluster. Empty if not yet "
                   "allocated.",
                   1),
        textColumn("Node", "NodeName indicates in which node this pod is scheduled.", 1),
        textColumn("Nominated Node", "nominatedNodeName is set only when this pod preempts other pods on the node.", 1),
        textColumn("Readiness Gates", "If specified, all readiness gates will be evaluated for pod readiness.", 1)};
}

}  // namespace rollcall::sandbox
