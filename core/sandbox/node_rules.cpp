// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/builtin_resources.h"
#include "core/sandbox/human_time.h"
#include "core/sandbox/table.h"

namespace rollcall::sandbox {
namespace {

std::string readiness(const Json& node) {
    std::string text = "Unknown";
    for (const Json& condition : arrayAt(node, "status.conditions")) {
        if (textAt(condition, "type") == "Ready") text = textAt(condition, "status") == "True" ? "Ready" : "NotReady";
    }
    return boolAt(node, "spec.unschedulable") ? text + ",SchedulingDisabled" : text;
}

std::string roles(const Json& node) {
    constexpr std::string_view prefix = "node-role.kubernetes.io/";
    std::string text;
    for (const auto& [key, value] : objectAt(node, "metadata.labels").items()) {
        if (key.compare(0, prefix.size(), prefix) == 0) text += (text.empty() ? "" : ",") + key.substr(prefix.size());
    }
    return text.empty() ? "<none>" : text;
}

std::string address(const Json& node, const char* type) {
    for (const Json& one : arrayAt(node, "status.addresses")) {
        if (textAt(one, "type") == type) return textAt(one, "address");
    }
    return "<none>";
}

std::string orUnknown(std::string text) {
    return text.empty() ? "<unknown>" : text;
}

std::vector<Json> cells(const Json& node, WallTime now) {
    return {textAt(node, "metadata.name"),
            readiness(node),
            roles(node),
            ageOf(find(node, "metadata.creationTimestamp"), now),
            textAt(node, "status.nodeInfo.kubeletVersion"),
            address(node, "InternalIP"),
            address(node, "ExternalIP"),
            orUnknown(textAt(node, "status.nodeInfo.osImage")),
            orUnknown(textAt(node, "status.nodeInfo.kernelVersion")),
            orUnknown(textAt(node, "status.nodeInfo.containerRuntimeVersion"))};
}

}  // namespace

KindRules nodeRules() {
    KindRules rules;
    rules.prepareUpdate = [](Json& node, const Json& old) {
        if (old.contains("status")) node["status"] = old["status"];
    };
    rules.prepareStatus = [](Json& node, const Json& old) {
        if (old.contains("spec")) node["spec"] = old["spec"];
    };
    rules.fields = [](const Json& node) {
        return TextPairs{{"spec.unschedulable", boolAt(node, "spec.unschedulable") ? "true" : "false"}};
    };
    rules.cells = cells;
    return rules;
}

std::vector<TableColumn> nodeColumns() {
    return {nameColumn(),
            textColumn("Status", "The status of the node"),
            textColumn("Roles", "The roles of the node"),
            ageColumn(),
            textColumn("Version", "Kubelet Version reported by the node."),
            textColumn("Internal-IP", "List of internal/external IP addresses assigned to the node.", 1),
            textColumn("External-IP", "List of internal/external IP addresses assigned to the node.", 1),
            textColumn("OS-Image", "OS Image reported by the node from /etc/os-release.", 1),
            textColumn("Kernel-Version", "Kernel Version reported by the node from 'uname -r'.", 1),
            textColumn("Container-Runtime", "ContainerRuntime Version reported by the node through runtime remote API.",
                       1)};
}

}  // namespace rollcall::sandbox
