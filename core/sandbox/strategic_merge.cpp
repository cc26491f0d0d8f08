// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include "core/sandbox/patch.h"

namespace rollcall::sandbox {
namespace {

struct MergeKey {
    const char* kind;  // "" for every kind
    const char* path;
    const char* key;  // "" for a set of plain values
};

// The patchMergeKey tags of the API types (k8s.io/api), for the kinds served here.
constexpr MergeKey kMergeKeys[] = {
    {"", "metadata.ownerReferences", "uid"},
    {"", "metadata.finalizers", ""},
    {"Pod", "spec.volumes", "name"},
    {"Pod", "spec.containers", "name"},
    {"Pod", "spec.initContainers", "name"},
    {"Pod", "spec.ephemeralContainers", "name"},
    {"Pod", "spec.imagePullSecrets", "name"},
    {"Pod", "spec.hostAliases", "ip"},
    {"Pod", "spec.topologySpreadConstraints", "topologyKey"},
    {"Pod", "spec.containers.ports", "containerPort"},
    {"Pod", "spec.containers.env", "name"},
    {"Pod", "spec.containers.volumeMounts", "mountPath"},
    {"Pod", "spec.containers.volumeDevices", "devicePath"},
    {"Pod", "spec.initContainers.ports", "containerPort"},
    {"Pod", "spec.initContainers.env", "name"},
    {"Pod", "spec.initContainers.volumeMounts", "mountPath"},
    {"Pod", "status.conditions", "type"},
    {"Pod", "status.podIPs", "ip"},
    {"Pod", "status.hostIPs", "ip"},
    {"Node", "spec.podCIDRs", ""},
    {"Node", "status.conditions", "type"},
    {"Node", "status.addresses", "type"},
    {"Namespace", "status.conditions", "type"},
    {"Service", "spec.ports", "port"},
    {"ServiceAccount", "secrets", "name"},
    {"ServiceAccount", "imagePullSecrets", "name"},
};

constexpr std::string_view kDirective = "$patch";
constexpr std::string_view kRetainKeys = "$retainKeys";
constexpr std::string_view kElementOrder = "$setElementOrder/";
constexpr std::string_view kDeleteFromList = "$deleteFromPrimitiveList/";

bool startsWith(const std::string& text, std::string_view prefix) {
    return text.compare(0, prefix.size(), prefix) == 0;
}

bool contains(const Json& list, const Json& value) {
    return std::find(list.begin(), list.end(), value) != list.end();
}

std::string directiveOf(const Json& value) {
    const auto at = value.is_object() ? value.find(std::string(kDirective)) : value.end();
    return value.is_object() && at != value.end() && at->is_string() ? at->get<std::string>() : std::string();
}

// What a patch adds where nothing was: no nulls and no directives.
Json clean(const Json& value) {
    if (value.is_object()) {
        Json cleaned = Json::object();
        for (const auto& [key, member] : value.items()) {
            if (!member.is_null() && !startsWith(key, "$")) cleaned[key] = clean(member);
        }
        return cleaned;
    }
    if (!value.is_array()) return value;
    Json cleaned = Json::array();
    for (const Json& item : value) {
        if (directiveOf(item).empty()) cleaned.push_back(clean(item));
    }
    return cleaned;
}

// A map as Go's %v prints it.
std::string goMap(const Json& value) {
    if (!value.is_object()) return value.is_string() ? value.get<std::string>() : dump(value);
    std::string text;
    for (const auto& [key, member] : value.items()) text += (text.empty() ? "" : " ") + key + ":" + goMap(member);
    return "map[" + text + "]";
}

/// One application of one patch; remembers the first error.
class StrategicMerge {
public:
    explicit StrategicMerge(std::string kind) : m_kind(std::move(kind)) {}
    const std::string& error() const { return m_error; }

    Json mergeMap(const Json& original, const Json& patch, const std::string& path);

private:
    void fail(std::string error);

    static void retainKeys(Json& merged, const Json& patch);

    static void deleteValues(Json& merged, const std::string& list, const Json& values);

    void mergeMember(Json& merged, const std::string& key, const Json& value, const std::string& path);

    static Json mergeValues(Json merged, const Json& patch);

    static Json::iterator withKey(Json& list, const std::string& mergeKey, const Json& value);

    Json mergeObjects(Json merged, const Json& patch, const std::string& mergeKey, const std::string& path);

    // Listed items come in the order of the list; those that only the server has keep their place among the others.
    void order(Json& merged, const Json& original, const std::string& list, const Json& wanted,
               const std::string& path);

    static const Json& objectAtList(const Json& original, const std::string& list);

    std::string m_kind;
    std::string m_error;
};

Json StrategicMerge::mergeMap(const Json& original, const Json& patch, const std::string& path) {
    const std::string directive = directiveOf(patch);
    if (directive == "replace") return clean(patch);
    if (directive == "delete") return Json::object();
    if (!directive.empty() && directive != "merge") fail("unknown patch type " + goQuote(directive));
    Json merged = original.is_object() ? original : Json::object();
    retainKeys(merged, patch);
    for (const auto& [key, value] : patch.items()) {
        if (startsWith(key, kDeleteFromList)) deleteValues(merged, key.substr(kDeleteFromList.size()), value);
    }
    for (const auto& [key, value] : patch.items()) {
        if (!startsWith(key, "$")) mergeMember(merged, key, value, path.empty() ? key : path + "." + key);
    }
    for (const auto& [key, value] : patch.items()) {
        if (!startsWith(key, kElementOrder)) continue;
        const std::string list = key.substr(kElementOrder.size());
        order(merged, original, list, value, path.empty() ? list : path + "." + list);
    }
    return merged;
}

void StrategicMerge::fail(std::string error) {
    if (m_error.empty()) m_error = std::move(error);
}

void StrategicMerge::retainKeys(Json& merged, const Json& patch) {
    const auto keys = patch.find(std::string(kRetainKeys));
    if (keys == patch.end() || !keys->is_array()) return;
    for (auto member = merged.begin(); member != merged.end();) {
        member = contains(*keys, member.key()) ? std::next(member) : merged.erase(member);
    }
}

void StrategicMerge::deleteValues(Json& merged, const std::string& list, const Json& values) {
    const auto member = merged.find(list);
    if (member == merged.end() || !member->is_array() || !values.is_array()) return;
    Json kept = Json::array();
    for (const Json& item : *member) {
        if (!contains(values, item)) kept.push_back(item);
    }
    *member = std::move(kept);
}

void StrategicMerge::mergeMember(Json& merged, const std::string& key, const Json& value, const std::string& path) {
    const auto present = merged.find(key);
    if (value.is_null()) {
        if (present != merged.end()) merged.erase(present);
    } else if (value.is_object()) {
        if (present != merged.end() && present->is_object()) {
            *present = mergeMap(*present, value, path);
        } else if (directiveOf(value) != "delete") {
            merged[key] = clean(value);
        }
    } else if (value.is_array()) {
        const char* mergeKey = patchMergeKey(m_kind, path);
        const bool merges = mergeKey && present != merged.end() && present->is_array();
        merged[key] = !merges     ? clean(value)
                      : *mergeKey ? mergeObjects(*present, value, mergeKey, path)
                                  : mergeValues(*present, value);
    } else {
        merged[key] = value;
    }
}

Json StrategicMerge::mergeValues(Json merged, const Json& patch) {
    for (const Json& value : patch) {
        if (!contains(merged, value)) merged.push_back(value);
    }
    return merged;
}

Json::iterator StrategicMerge::withKey(Json& list, const std::string& mergeKey, const Json& value) {
    return std::find_if(list.begin(), list.end(), [&](const Json& item) {
        return item.is_object() && item.contains(mergeKey) && item[mergeKey] == value;
    });
}

Json StrategicMerge::mergeObjects(Json merged, const Json& patch, const std::string& mergeKey,
                                  const std::string& path) {
    for (const Json& item : patch) {
        if (directiveOf(item) == "replace" && !item.contains(mergeKey)) return clean(patch);
    }
    for (const Json& item : patch) {
        if (!item.is_object() || !item.contains(mergeKey)) {
            fail("map: " + goMap(item) + " does not contain declared merge key: " + mergeKey);
            return merged;
        }
        const auto present = withKey(merged, mergeKey, item[mergeKey]);
        if (directiveOf(item) == "delete") {
            if (present != merged.end()) merged.erase(present);
        } else if (present != merged.end()) {
            *present = mergeMap(*present, item, path);
        } else {
            merged.push_back(clean(item));
        }
    }
    return merged;
}

void StrategicMerge::order(Json& merged, const Json& original, const std::string& list, const Json& wanted,
                           const std::string& path) {
    const auto member = merged.find(list);
    const char* mergeKey = patchMergeKey(m_kind, path);
    if (member == merged.end() || !member->is_array() || !wanted.is_array() || !mergeKey) return;
    const auto identity = [&](const Json& item) {
        return *mergeKey && item.is_object() && item.contains(mergeKey) ? item[mergeKey] : item;
    };
    const auto position = [&](const Json& in, const Json& item) {
        const auto at =
            std::find_if(in.begin(), in.end(), [&](const Json& one) { return identity(one) == identity(item); });
        return at - in.begin();
    };
    Json listed = Json::array();
    for (const Json& name : wanted) {
        for (const Json& item : *member) {
            if (identity(item) == identity(name)) listed.push_back(item);
        }
    }
    const Json& before = objectAtList(original, list);
    Json ordered = Json::array();
    std::size_t next = 0;
    for (const Json& item : *member) {
        if (position(listed, item) != static_cast<std::ptrdiff_t>(listed.size())) continue;
        while (next < listed.size() && position(before, listed[next]) < position(before, item)) {
            ordered.push_back(listed[next++]);
        }
        ordered.push_back(item);
    }
    while (next < listed.size()) ordered.push_back(listed[next++]);
    *member = std::move(ordered);
}

const Json& StrategicMerge::objectAtList(const Json& original, const std::string& list) {
    static const Json empty = Json::array();
    const auto at = original.is_object() ? original.find(list) : original.end();
    return original.is_object() && at != original.end() && at->is_array() ? *at : empty;
}

}  // namespace

const char* patchMergeKey(const std::string& kind, const std::string& path) {
    for (const MergeKey& one : kMergeKeys) {
        if (path == one.path && (!*one.kind || kind == one.kind)) return one.key;
    }
    return nullptr;
}

Outcome<Json> applyStrategicMergePatch(const std::string& kind, const Json& target, const Json& patch) {
    StrategicMerge merge(kind);
    Json merged = merge.mergeMap(target, patch, {});
    if (!merge.error().empty()) return status::unnamedFailure(merge.error());
    return merged;
}

}  // namespace rollcall::sandbox
