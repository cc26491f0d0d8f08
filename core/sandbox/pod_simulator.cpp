// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/pod_simulator.h"

#include "core/base/time_text.h"

namespace rollcall::sandbox {
namespace {

constexpr const char* kNodes[] = {"node-a", "node-b"};

// FNV-1a: the same name takes the same time in every run.
std::uint32_t spread(const std::string& text) {
    std::uint32_t hash = 2166136261u;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
    return hash;
}

bool labelIsTrue(const Json& pod, const char* label) {
    return objectAt(pod, "metadata.labels").value(label, std::string()) == "true";
}

Json condition(const char* type, bool isTrue, const std::string& now, const char* reason = nullptr) {
    Json made = {
        {"type", type}, {"status", isTrue ? "True" : "False"}, {"lastProbeTime", nullptr}, {"lastTransitionTime", now}};
    if (reason) made["reason"] = reason;
    return made;
}

Json containerStatuses(const Json& pod, const Json& state, bool ready) {
    Json statuses = Json::array();
    for (const Json& container : arrayAt(pod, "spec.containers")) {
        const std::string name = textAt(container, "name"), image = textAt(container, "image");
        statuses.push_back({{"name", name},
                            {"image", image},
                            {"imageID", image + "@sandbox"},
                            {"containerID", "sandbox://" + textAt(pod, "metadata.uid") + "/" + name},
                            {"ready", ready},
                            {"started", ready},
                            {"restartCount", 0},
                            {"lastState", Json::object()},
                            {"state", state}});
    }
    return statuses;
}

}  // namespace

PodSimulator::PodSimulator(Registry& registry, std::shared_ptr<Clock> clock, Loop& loop)
    : m_registry(registry), m_clock(std::move(clock)), m_loop(loop) {
}

PodSimulator::Step PodSimulator::nextStep(const Json& pod) {
    const std::string phase = textAt(pod, "status.phase");
    const bool bound = !textAt(pod, "spec.nodeName").empty();
    if (find(pod, "metadata.deletionTimestamp")) return Step::Remove;
    if (phase == "Pending") return bound ? Step::Run : Step::Bind;
    if (phase == "Running" && bound && textAt(pod, "spec.restartPolicy") != "Always") return Step::Finish;
    const bool over = phase == "Succeeded" || phase == "Failed";
    return over && labelIsTrue(pod, kReplaceLabel) ? Step::Replace : Step::None;
}

Duration PodSimulator::delay(Step step, const std::string& name) const {
    using std::chrono::milliseconds;
    const std::uint32_t variety = spread(name);
    switch (step) {
        case Step::Bind:
            return milliseconds(300 + variety % 900);
        case Step::Run:
            return milliseconds(800 + variety % 1700);
        case Step::Finish:
            return milliseconds(20'000 + variety % 40'000);
        case Step::Replace:
            return milliseconds(10'000 + variety % 10'000);
        case Step::Remove:
            return milliseconds(500 + variety % 1000);
        case Step::None:
            break;
    }
    return Duration(0);
}

void PodSimulator::noticed(const std::string& storage, const StoreEvent& event) {
    if (storage != "pods") return;
    const std::string uid = event.object->uid;
    if (event.type == StoreEvent::Type::Deleted) {
        const auto known = m_plans.find(uid);
        if (known == m_plans.end()) return;
        m_loop.cancel(known->second.timer);
        m_plans.erase(known);
        return;
    }
    const Step step = nextStep(event.object->json());
    Plan& plan = m_plans[uid];
    if (plan.step == step) return;
    m_loop.cancel(plan.timer);
    plan.step = step;
    plan.timer = 0;
    if (step == Step::None) return;
    plan.timer = m_loop.after(
        delay(step, event.object->name),
        [this, uid, ns = event.object->ns, name = event.object->name, step, alive = std::weak_ptr<int>(m_alive)] {
            if (!alive.expired()) act(uid, ns, name, step);
        });
}

void PodSimulator::act(const std::string& uid, const std::string& ns, const std::string& name, Step step) {
    const auto plan = m_plans.find(uid);
    if (plan == m_plans.end() || plan->second.step != step) return;  // something else happened in the meantime
    plan->second = Plan();
    switch (step) {
        case Step::Bind:
            bind(ns, name);
            break;
        case Step::Run:
            run(ns, name);
            break;
        case Step::Finish:
            finish(ns, name);
            break;
        case Step::Replace:
            replace(ns, name);
            break;
        case Step::Remove: {
            DeleteOptions now;
            now.gracePeriodSeconds = 0;
            (void)m_registry.remove(*m_registry.catalog().ofStorage("pods"), ns, name, now);
            break;
        }
        case Step::None:
            break;
    }
}

void PodSimulator::startNow(const std::string& ns, const std::string& name) {
    bind(ns, name);
    run(ns, name);
}

void PodSimulator::setStatus(const std::string& ns, const std::string& name,
                             const std::function<void(Json& pod)>& change) {
    const DescriptorPtr pods = m_registry.catalog().ofStorage("pods");
    (void)m_registry.update(*pods, "status", ns, name, false, [&](const Json& old) -> Outcome<Json> {
        Json pod = old;
        change(pod);
        return pod;
    });
}

void PodSimulator::bind(const std::string& ns, const std::string& name) {
    const DescriptorPtr pods = m_registry.catalog().ofStorage("pods");
    const std::string now = formatRfc3339(m_registry.now());
    (void)m_registry.update(*pods, "binding", ns, name, false, [&](const Json& old) -> Outcome<Json> {
        Json pod = old;
        pod["spec"]["nodeName"] = kNodes[spread(name) % std::size(kNodes)];
        pod["status"]["conditions"] = Json::array({condition("PodScheduled", true, now)});
        return pod;
    });
}

void PodSimulator::run(const std::string& ns, const std::string& name) {
    const std::string now = formatRfc3339(m_registry.now());
    const std::string address = "10.244.0." + std::to_string(m_nextAddress);
    m_nextAddress = m_nextAddress % 250 + 4;
    setStatus(ns, name, [&](Json& pod) {
        Json& status = ensureObject(pod, "status");
        status["phase"] = "Running";
        status["startTime"] = now;
        status["hostIP"] = "192.0.2.10";
        status["hostIPs"] = Json::array({{{"ip", "192.0.2.10"}}});
        status["podIP"] = address;
        status["podIPs"] = Json::array({{{"ip", address}}});
        status["conditions"] =
            Json::array({condition("Initialized", true, now), condition("Ready", true, now),
                         condition("ContainersReady", true, now), condition("PodScheduled", true, now)});
        status["containerStatuses"] = containerStatuses(pod, {{"running", {{"startedAt", now}}}}, true);
    });
}

void PodSimulator::finish(const std::string& ns, const std::string& name) {
    const std::string now = formatRfc3339(m_registry.now());
    setStatus(ns, name, [&](Json& pod) {
        const bool failed = labelIsTrue(pod, kFailLabel);
        const Json over = {{"terminated",
                            {{"exitCode", failed ? 1 : 0},
                             {"reason", failed ? "Error" : "Completed"},
                             {"startedAt", textAt(pod, "status.startTime")},
                             {"finishedAt", now}}}};
        Json& status = ensureObject(pod, "status");
        const char* why = failed ? "PodFailed" : "PodCompleted";
        status["phase"] = failed ? "Failed" : "Succeeded";
        status["conditions"] = Json::array(
            {condition("Initialized", true, now, failed ? nullptr : why), condition("Ready", false, now, why),
             condition("ContainersReady", false, now, why), condition("PodScheduled", true, now)});
        status["containerStatuses"] = containerStatuses(pod, over, false);
    });
}

void PodSimulator::replace(const std::string& ns, const std::string& name) {
    const DescriptorPtr pods = m_registry.catalog().ofStorage("pods");
    const ObjectPtr present = m_registry.store().find("pods", StoredObject::objectKey(ns, name));
    if (!present) return;
    const Json old = present->json();
    Json next = {{"apiVersion", "v1"}, {"kind", "Pod"}, {"spec", objectAt(old, "spec")}};
    next["spec"].erase("nodeName");
    next["metadata"] = {{"generateName", textAt(old, "metadata.generateName")},
                        {"labels", objectAt(old, "metadata.labels")}};
    (void)m_registry.remove(*pods, ns, name);
    if (!textAt(old, "metadata.generateName").empty()) (void)m_registry.create(*pods, ns, std::move(next));
}

}  // namespace rollcall::sandbox
