// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/builtin_resources.h"
#include "core/sandbox/human_time.h"
#include "core/sandbox/table.h"

namespace rollcall::sandbox {
namespace {

void setDefault(Json& object, const char* key, Json value) {
    if (!object.contains(key) || object[key].is_null() || object[key] == "") object[key] = std::move(value);
}

// An address that depends on the uid alone, in the range that most clusters use for Services.
std::string clusterAddress(const Json& service) {
    std::uint32_t hash = 2166136261u;  // FNV-1a
    for (const char c : textAt(service, "metadata.uid")) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
    return "10.96." + std::to_string(hash % 250 + 1) + "." + std::to_string(hash / 251 % 250 + 1);
}

void defaultSpec(Json& service) {
    Json& spec = ensureObject(service, "spec");
    setDefault(spec, "type", "ClusterIP");
    setDefault(spec, "sessionAffinity", "None");
    setDefault(spec, "internalTrafficPolicy", "Cluster");
    setDefault(spec, "ipFamilyPolicy", "SingleStack");
    setDefault(spec, "ipFamilies", Json::array({"IPv4"}));
    if (spec["type"] != "ExternalName") {
        setDefault(spec, "clusterIP", clusterAddress(service));
        setDefault(spec, "clusterIPs", Json::array({spec["clusterIP"]}));
    }
    if (!spec.contains("ports") || !spec["ports"].is_array()) return;
    for (Json& port : spec["ports"]) {
        if (!port.is_object()) continue;
        setDefault(port, "protocol", "TCP");
        setDefault(port, "targetPort", port.value("port", Json(0)));
    }
}

std::string ports(const Json& service) {
    std::string text;
    for (const Json& port : arrayAt(service, "spec.ports")) {
        const std::int64_t node = intAt(port, "nodePort");
        text += (text.empty() ? "" : ",") + std::to_string(intAt(port, "port")) +
                (node ? ":" + std::to_string(node) : "") + "/" + textAt(port, "protocol");
    }
    return text.empty() ? "<none>" : text;
}

std::string selectorText(const Json& service) {
    std::string text;
    for (const auto& [key, value] : objectAt(service, "spec.selector").items()) {
        text += (text.empty() ? "" : ",") + key + "=" + (value.is_string() ? value.get<std::string>() : dump(value));
    }
    return text.empty() ? "<none>" : text;
}

std::vector<Json> cells(const Json& service, WallTime now) {
    const std::string type = textAt(service, "spec.type"), address = textAt(service, "spec.clusterIP");
    return {textAt(service, "metadata.name"),
            type,
            address.empty() ? "<none>" : address,
            type == "LoadBalancer"   ? "<pending>"
            : type == "ExternalName" ? textAt(service, "spec.externalName")
                                     : "<none>",
            ports(service),
            ageOf(find(service, "metadata.creationTimestamp"), now),
            selectorText(service)};
}

}  // namespace

KindRules serviceRules() {
    KindRules rules;
    rules.prepareCreate = [](Json& service, WallTime) {
        defaultSpec(service);
        service["status"] = {{"loadBalancer", Json::object()}};
    };
    rules.prepareUpdate = [](Json& service, const Json& old) {
        Json& spec = ensureObject(service, "spec");
        // The address stays with the Service.
        for (const char* key : {"clusterIP", "clusterIPs"}) {
            if (!spec.contains(key) && objectAt(old, "spec").contains(key)) spec[key] = old["spec"][key];
        }
        defaultSpec(service);
        service["status"] = objectAt(old, "status");
    };
    rules.prepareStatus = [](Json& service, const Json& old) { service["spec"] = objectAt(old, "spec"); };
    rules.validate = [](const Json& service, const Json* old, FieldErrors& errors) {
        const std::string type = textAt(service, "spec.type");
        if (arrayAt(service, "spec.ports").empty() && type != "ExternalName" &&
            textAt(service, "spec.clusterIP") != "None") {
            errors.push_back(field::required("spec.ports"));
        }
        if (old && textAt(*old, "spec.clusterIP") != textAt(service, "spec.clusterIP") && type != "ExternalName") {
            errors.push_back(field::invalid("spec.clusterIPs[0]", goQuote(textAt(service, "spec.clusterIP")),
                                            "may not change once set"));
        }
    };
    rules.cells = cells;
    return rules;
}

std::vector<TableColumn> serviceColumns() {
    return {nameColumn(),
            textColumn("Type", "How the Service is exposed."),
            textColumn("Cluster-IP", "Address of the Service inside the cluster."),
            textColumn("External-IP", "Addresses outside of the cluster."),
            textColumn("Port(s)", "The ports that are exposed by this service."),
            ageColumn(),
            textColumn("Selector", "Labels of the pods behind the Service.", 1)};
}

}  // namespace rollcall::sandbox
