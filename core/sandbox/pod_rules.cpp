// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/base/time_text.h"
#include "core/sandbox/api_names.h"
#include "core/sandbox/builtin_resources.h"

namespace rollcall::sandbox {
namespace {

constexpr std::int64_t kDefaultGraceSeconds = 30;  // core/v1 defaults: terminationGracePeriodSeconds

void setDefault(Json& object, const char* key, Json value) {
    if (!object.contains(key) || object[key].is_null()) object[key] = std::move(value);
}

// pkg/apis/core/v1/defaults.go: a tag of "latest", or none, is always pulled.
const char* pullPolicy(const std::string& image) {
    const std::size_t slash = image.rfind('/');
    const std::string last = slash == std::string::npos ? image : image.substr(slash + 1);
    if (last.find('@') != std::string::npos) return "IfNotPresent";
    const std::size_t colon = last.rfind(':');
    return colon == std::string::npos || last.substr(colon) == ":latest" ? "Always" : "IfNotPresent";
}

void defaultContainers(Json& spec, const char* list) {
    const auto containers = spec.find(list);
    if (containers == spec.end() || !containers->is_array()) return;
    for (Json& container : *containers) {
        if (!container.is_object()) continue;
        setDefault(container, "resources", Json::object());
        setDefault(container, "terminationMessagePath", "/dev/termination-log");
        setDefault(container, "terminationMessagePolicy", "File");
        setDefault(container, "imagePullPolicy", pullPolicy(textAt(container, "image")));
        if (const auto ports = container.find("ports"); ports != container.end() && ports->is_array()) {
            for (Json& port : *ports) {
                if (port.is_object()) setDefault(port, "protocol", "TCP");
            }
        }
    }
}

// Admission plugin DefaultTolerationSeconds.
void addToleration(Json& spec, const char* key) {
    Json& tolerations = spec["tolerations"];
    if (!tolerations.is_array()) tolerations = Json::array();
    for (const Json& one : tolerations) {
        if (textAt(one, "key") == key) return;
    }
    tolerations.push_back({{"key", key}, {"operator", "Exists"}, {"effect", "NoExecute"}, {"tolerationSeconds", 300}});
}

const char* qosClass(const Json& spec) {
    bool any = false, equal = true;
    for (const Json& container : arrayAt(spec, "containers")) {
        const Json& limits = objectAt(container, "resources.limits");
        const Json& requests = objectAt(container, "resources.requests");
        any = any || !limits.empty() || !requests.empty();
        const bool complete = limits.contains("cpu") && limits.contains("memory");
        equal = equal && complete && (requests.empty() || requests == limits);
    }
    return !any ? "BestEffort" : equal ? "Guaranteed" : "Burstable";
}

Json& defaultSpec(Json& pod) {
    Json& spec = ensureObject(pod, "spec");
    setDefault(spec, "restartPolicy", "Always");
    setDefault(spec, "terminationGracePeriodSeconds", kDefaultGraceSeconds);
    setDefault(spec, "dnsPolicy", "ClusterFirst");
    setDefault(spec, "securityContext", Json::object());
    setDefault(spec, "schedulerName", "default-scheduler");
    setDefault(spec, "priority", 0);
    setDefault(spec, "enableServiceLinks", true);
    setDefault(spec, "preemptionPolicy", "PreemptLowerPriority");
    defaultContainers(spec, "containers");
    defaultContainers(spec, "initContainers");
    addToleration(spec, "node.kubernetes.io/not-ready");
    addToleration(spec, "node.kubernetes.io/unreachable");
    return spec;
}

void prepareCreate(Json& pod, WallTime) {
    const Json& spec = defaultSpec(pod);
    pod["status"] = {{"phase", "Pending"}, {"qosClass", qosClass(spec)}};
}

void keep(Json& object, const Json& old, const char* key) {
    if (old.contains(key)) {
        object[key] = old[key];
    } else {
        object.erase(key);
    }
}

void prepareStatus(Json& pod, const Json& old) {
    keep(pod, old, "spec");
    Json& status = ensureObject(pod, "status");
    setDefault(status, "phase", textAt(old, "status.phase"));
    setDefault(status, "qosClass", textAt(old, "status.qosClass"));
    // Fields that are always written, even when they are empty (no omitempty in core/v1).
    if (status.contains("conditions") && status["conditions"].is_array()) {
        for (Json& condition : status["conditions"]) {
            if (!condition.is_object()) continue;
            setDefault(condition, "lastProbeTime", nullptr);
            setDefault(condition, "lastTransitionTime", nullptr);
        }
    }
    if (!status.contains("containerStatuses") || !status["containerStatuses"].is_array()) return;
    for (Json& container : status["containerStatuses"]) {
        if (!container.is_object()) continue;
        setDefault(container, "lastState", Json::object());
        setDefault(container, "state", Json::object());
        setDefault(container, "image", "");
        setDefault(container, "imageID", "");
        setDefault(container, "ready", false);
        setDefault(container, "restartCount", 0);
    }
}

void validateContainers(const Json& spec, FieldErrors& errors) {
    const Json& containers = arrayAt(spec, "containers");
    if (containers.empty()) errors.push_back(field::required("spec.containers"));
    std::vector<std::string> names;
    for (std::size_t i = 0; i < containers.size(); ++i) {
        const std::string path = "spec.containers[" + std::to_string(i) + "]";
        const std::string name = textAt(containers[i], "name");
        if (name.empty()) {
            errors.push_back(field::required(path + ".name"));
        } else if (const std::string problem = dns1123LabelProblem(name); !problem.empty()) {
            errors.push_back(field::invalid(path + ".name", goQuote(name), problem));
        } else if (std::find(names.begin(), names.end(), name) != names.end()) {
            errors.push_back(field::duplicate(path + ".name", goQuote(name)));
        }
        names.push_back(name);
        if (textAt(containers[i], "image").empty()) errors.push_back(field::required(path + ".image"));
    }
}

void validatePod(const Json& pod, const Json* old, FieldErrors& errors) {
    validateContainers(objectAt(pod, "spec"), errors);
    const std::string restart = textAt(pod, "spec.restartPolicy");
    if (restart != "Always" && restart != "OnFailure" && restart != "Never") {
        errors.push_back(field::notSupported("spec.restartPolicy", goQuote(restart), {"Always", "OnFailure", "Never"}));
    }
    if (old) checkPodUpdate(pod, *old, errors);
}

std::int64_t gracePeriod(const Json& pod, std::optional<std::int64_t> asked) {
    // registry/core/pod/strategy.go, CheckGracefulDelete: unbound and finished pods go at once.
    const std::string phase = textAt(pod, "status.phase");
    if (textAt(pod, "spec.nodeName").empty() || phase == "Succeeded" || phase == "Failed") return 0;
    const std::int64_t own = intAt(pod, "spec.terminationGracePeriodSeconds", kDefaultGraceSeconds);
    return std::max<std::int64_t>(0, asked.value_or(own));
}

TextPairs selectable(const Json& pod) {
    TextPairs fields;
    for (const char* path : {"spec.nodeName", "spec.restartPolicy", "spec.schedulerName", "spec.serviceAccountName",
                             "status.phase", "status.nominatedNodeName", "status.podIP"}) {
        fields.emplace_back(path, textAt(pod, path));
    }
    fields.emplace_back("spec.hostNetwork", boolAt(pod, "spec.hostNetwork") ? "true" : "false");
    return fields;
}

// What may change in a running pod, set to the old value so that the rest can be compared.
Json comparableSpec(const Json& pod, const Json& like) {
    Json spec = objectAt(pod, "spec");
    const Json& old = objectAt(like, "spec");
    for (const char* key : {"activeDeadlineSeconds", "tolerations", "terminationGracePeriodSeconds"})
        keep(spec, old, key);
    for (const char* list : {"containers", "initContainers"}) {
        if (!spec.contains(list) || !spec[list].is_array() || !old.contains(list)) continue;
        for (std::size_t i = 0; i < spec[list].size() && i < old[list].size(); ++i) {
            if (spec[list][i].is_object() && old[list][i].is_object()) keep(spec[list][i], old[list][i], "image");
        }
    }
    return spec;
}

}  // namespace

void checkPodUpdate(const Json& pod, const Json& old, FieldErrors& errors) {
    if (comparableSpec(pod, old) == objectAt(old, "spec")) return;
    errors.push_back(field::forbidden(
        "spec",
        "pod updates may not change fields other than `spec.containers[*].image`,"
        "`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to "
        "existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was "
        "previously negative)"));
}

KindRules podRules() {
    KindRules rules;
    rules.prepareCreate = prepareCreate;
    rules.prepareUpdate = [](Json& pod, const Json& old) {
        keep(pod, old, "status");
        Json& spec = defaultSpec(pod);
        // An update that leaves the binding out does not undo it.
        if (!spec.contains("nodeName") && find(old, "spec.nodeName")) spec["nodeName"] = old["spec"]["nodeName"];
    };
    rules.prepareStatus = prepareStatus;
    rules.validate = validatePod;
    rules.gracePeriod = gracePeriod;
    rules.fields = selectable;
    rules.cells = podCells;
    return rules;
}

}  // namespace rollcall::sandbox
