// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/resource.h"

#include "core/api/object_reader.h"
#include "core/api/text.h"

namespace rollcall {

std::string ResourceType::path(const std::string& ns, const std::string& name, const std::string& subresource) const {
    std::string out = group.empty() ? "/api" : "/apis";
    const auto add = [&out](const std::string& part) {
        if (!part.empty()) out += '/' + percentEncoded(part);
    };
    add(group);
    add(version);
    if (!ns.empty()) {
        out += "/namespaces";
        add(ns);
    }
    add(plural);
    add(name);
    add(subresource);
    return out;
}

const ResourceType& studentResource() {
    static const ResourceType type{"bolingcavalry.k8s.io", "v1", "students", "Student", &decodeStudent};
    return type;
}

const ResourceType& podResource() {
    static const ResourceType type{"", "v1", "pods", "Pod", &decodePod};
    return type;
}

const ResourceType& eventResource() {
    static const ResourceType type{"", "v1", "events", "Event", &decodeEvent};
    return type;
}

const ResourceType& eventV1Resource() {
    static const ResourceType type{"events.k8s.io", "v1", "events", "Event", &decodeEvent};
    return type;
}

const ResourceType& leaseResource() {
    static const ResourceType type{"coordination.k8s.io", "v1", "leases", "Lease", &decodeLease};
    return type;
}

}  // namespace rollcall
