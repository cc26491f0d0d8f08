// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/struct_order.h"

#include <algorithm>
#include <map>
#include <set>

namespace rollcall::sandbox {
namespace {

using Ordered = nlohmann::ordered_json;
using Names = std::vector<std::string>;

// By the member that holds the object ("" for the document): apimachinery meta/v1/types.go and apidiscovery/v2.
const Names& orderIn(const std::string& member) {
    static const Names root = {"kind",
                               "apiVersion",
                               "groupVersion",
                               "name",
                               "metadata",
                               "status",
                               "message",
                               "reason",
                               "details",
                               "code",
                               "resources",
                               "groups",
                               "versions",
                               "preferredVersion",
                               "serverAddressByClientCIDRs",
                               "columnDefinitions",
                               "rows",
                               "items"};
    static const std::map<std::string, Names> orders = {
        {"details", {"name", "group", "kind", "uid", "causes", "retryAfterSeconds"}},
        {"causes", {"reason", "message", "field"}},
        {"resources",
         {"name", "singularName", "namespaced", "group", "version", "kind", "resource", "responseKind", "scope",
          "singularResource", "verbs", "shortNames", "categories", "subresources", "storageVersionHash"}},
        {"subresources", {"subresource", "responseKind", "acceptedTypes", "verbs"}},
        {"responseKind", {"group", "version", "kind"}},
        {"versions", {"groupVersion", "version", "resources", "freshness"}},
        {"preferredVersion", {"groupVersion", "version"}},
        {"serverAddressByClientCIDRs", {"clientCIDR", "serverAddress"}},
        {"columnDefinitions", {"name", "type", "format", "description", "priority"}},
        {"rows", {"cells", "conditions", "object"}},
        {"managedFields", {"manager", "operation", "apiVersion", "time", "fieldsType", "fieldsV1", "subresource"}},
        {"ownerReferences", {"apiVersion", "kind", "name", "uid", "controller", "blockOwnerDeletion"}},
        {"metadata",
         {"name", "generateName", "namespace", "selfLink", "uid", "resourceVersion", "continue", "remainingItemCount",
          "generation", "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds", "labels", "annotations",
          "ownerReferences", "finalizers", "managedFields"}}};
    const auto at = orders.find(member);
    return at == orders.end() ? root : at->second;
}

// Whole objects in a table's rows and the free-form members keep the order of their own encoder.
bool isFree(const std::string& member, const Json& value) {
    if (member == "labels" || member == "annotations" || member == "fieldsV1") return true;
    return member == "object" && textAt(value, "kind") != "PartialObjectMetadata";
}

Ordered plain(const Json& value) {
    return Ordered::parse(dump(value));
}

Ordered ordered(const std::string& member, const Json& value) {
    if (value.is_array()) {
        Ordered list = Ordered::array();
        for (const Json& one : value) list.push_back(ordered(member, one));
        return list;
    }
    if (!value.is_object() || isFree(member, value)) return plain(value);
    Ordered made = Ordered::object();
    const Names& names = orderIn(member);
    for (const std::string& name : names) {
        if (const auto at = value.find(name); at != value.end()) made[name] = ordered(name, *at);
    }
    for (const auto& [name, inner] : value.items()) {
        if (std::find(names.begin(), names.end(), name) == names.end()) made[name] = ordered(name, inner);
    }
    return made;
}

// Go's encoder writes these three as escapes; in JSON they stand inside strings alone.
std::string htmlSafe(const std::string& text) {
    std::string safe;
    safe.reserve(text.size());
    for (const char c : text) {
        if (c == '&') {
            safe += "\\u0026";
        } else if (c == '<') {
            safe += "\\u003c";
        } else if (c == '>') {
            safe += "\\u003e";
        } else {
            safe += c;
        }
    }
    return safe;
}

}  // namespace

std::string dumpStruct(const Json& document, bool pretty) {
    static const std::set<std::string> kinds = {"Status",   "APIVersions",           "APIResourceList",
                                                "APIGroup", "APIGroupList",          "APIGroupDiscoveryList",
                                                "Table",    "PartialObjectMetadata", "PartialObjectMetadataList"};
    if (!kinds.count(textAt(document, "kind"))) return pretty ? dumpPretty(document) : dump(document);
    return htmlSafe(ordered({}, document).dump(pretty ? 2 : -1, ' ', false, Ordered::error_handler_t::replace));
}

}  // namespace rollcall::sandbox
