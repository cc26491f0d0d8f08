// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/sandbox/field_set.h"
#include "core/sandbox/patch.h"
#include "core/sandbox/schema_node.h"

namespace rollcall::sandbox {
namespace {

constexpr const char* kSelf = ".";

const Json* memberOf(const Json* object, const std::string& name) {
    if (!object || !object->is_object()) return nullptr;
    const auto at = object->find(name);
    return at == object->end() ? nullptr : &*at;
}

void add(FieldSet& set, const std::string& element, FieldSet below) {
    if (!below.empty()) set[element] = std::move(below);
}

}  // namespace

FieldShape FieldShape::field(const std::string& name) const {
    const Json* schema = m_schema && m_schema->is_object() ? propertySchema(*m_schema, name) : nullptr;
    return {m_descriptor, schema, m_path.empty() ? name : m_path + "." + name};
}

FieldShape FieldShape::item() const {
    return {m_descriptor, m_schema ? schemaMember(*m_schema, "items") : nullptr, m_path};
}

bool FieldShape::declares(const std::string& name) const {
    if (m_path.empty() && (name == "apiVersion" || name == "kind" || name == "metadata")) return true;
    if (m_path == "metadata" || !m_schema || !m_schema->is_object()) return m_path == "metadata";
    const Json* properties = schemaMember(*m_schema, "properties");
    return properties && properties->contains(name);
}

std::vector<std::string> FieldShape::listKeys() const {
    if (m_path == "metadata.finalizers") return {""};
    if (m_path == "metadata.ownerReferences") return {"uid"};
    if (!m_descriptor->custom) {
        // The keys of api/core/v1 where a strategic merge knows only the first of two.
        if (m_path.size() > 16 && m_path.compare(m_path.size() - 16, 16, "containers.ports") == 0)
            return {"containerPort", "protocol"};
        if (m_descriptor->kind == "Service" && m_path == "spec.ports") return {"port", "protocol"};
        const char* key = patchMergeKey(m_descriptor->kind, m_path);
        if (!key) return {};
        return {key};
    }
    if (!m_schema || !m_schema->is_object()) return {};
    const std::string type = textAt(*m_schema, "x-kubernetes-list-type");
    if (type == "set") return {""};
    std::vector<std::string> keys;
    if (type == "map") keys = stringsAt(*m_schema, "x-kubernetes-list-map-keys");
    return keys;
}

bool FieldShape::isWhole(const Json& value) const {
    if (value.is_object())
        return m_schema && m_schema->is_object() && textAt(*m_schema, "x-kubernetes-map-type") == "atomic";
    return !value.is_array() || listKeys().empty();
}

std::string FieldShape::elementOf(const Json& item, const std::vector<std::string>& keys) const {
    if (keys.size() == 1 && keys[0].empty()) return "v:" + dump(item);
    Json named = Json::object();
    for (const std::string& key : keys) {
        if (const Json* value = memberOf(&item, key)) {
            named[key] = *value;
        } else if (key == "protocol") {
            named[key] = "TCP";  // its default
        }
    }
    return "k:" + dump(named);
}

// typed/validate.go, in its words. Types that JSON does not tell apart are left to the schema's own validation.
std::string FieldShape::problemOf(const Json& value) const {
    if (!m_schema || !m_schema->is_object() || value.is_null()) return {};
    const std::string type = textAt(*m_schema, "type");
    const std::string got =
        "got &value.valueUnstructured{Value:" + (value.is_string() ? goQuote(value.get<std::string>()) : dump(value)) +
        "}";
    if (type == "string" && !value.is_string()) return "expected string, " + got;
    if (type == "boolean" && !value.is_boolean()) return "expected boolean, " + got;
    if ((type == "integer" || type == "number") && !value.is_number()) return "expected numeric (int or float), " + got;
    if (type == "object" && !value.is_object()) return "expected map, " + got;
    if (type == "array" && !value.is_array()) return "expected list, " + got;
    return {};
}

FieldSet FieldShape::fieldsOf(const Json& object, std::string* problem) const {
    FieldSet set = Json::object();
    collect(object, set, problem);
    set.erase(kSelf);
    return set;
}

void FieldShape::collect(const Json& value, FieldSet& set, std::string* problem) const {
    if (problem && problem->empty() && !m_path.empty()) {
        if (const std::string why = problemOf(value); !why.empty()) *problem = "." + m_path + ": " + why;
    }
    if (isWhole(value)) {
        set[kSelf] = Json::object();
    } else if (value.is_array()) {
        const std::vector<std::string> keys = listKeys();
        for (const Json& one : value) {
            FieldSet below = Json::object();
            item().collect(one, below, problem);
            below[kSelf] = Json::object();
            add(set, elementOf(one, keys), std::move(below));
        }
    } else {
        for (const auto& [name, inner] : value.items()) {
            const FieldShape shape = field(name);
            const bool open = !m_schema || !m_schema->is_object() || schemaFlag(*m_schema, kPreserveUnknown);
            if (problem && problem->empty() && !declares(name) && !shape.m_schema && !open) {
                *problem = (m_path.empty() ? "" : "." + m_path) + "." + name + ": field not declared in schema";
            }
            FieldSet below = Json::object();
            shape.collect(inner, below, problem);
            const bool bare = inner.is_null() || (inner.is_object() && inner.empty());
            const bool inMetadata = shape.m_path.compare(0, 8, "metadata") == 0;
            if (bare || (!declares(name) && !inMetadata)) below[kSelf] = Json::object();
            add(set, "f:" + name, std::move(below));
        }
    }
}

FieldChanges FieldShape::compare(const Json& before, const Json& after) const {
    FieldChanges changes;
    compareInto(&before, &after, changes.added, changes.modified, changes.removed);
    return changes;
}

void FieldShape::compareInto(const Json* before, const Json* after, FieldSet& added, FieldSet& modified,
                             FieldSet& removed) const {
    if (!before) added[kSelf] = Json::object();
    if (!after) removed[kSelf] = Json::object();
    if (before && after && *before == *after) return;
    const bool containers = (!before || before->is_structured()) && (!after || after->is_structured()) &&
                            (!before || !after || before->type() == after->type());
    if (!containers || isWhole(before ? *before : *after)) {
        if (before && after) modified[kSelf] = Json::object();
        return;
    }
    const auto descend = [&](const std::string& element, const FieldShape& shape, const Json* old, const Json* now) {
        FieldChanges below;
        shape.compareInto(old, now, below.added, below.modified, below.removed);
        add(added, element, std::move(below.added));
        add(modified, element, std::move(below.modified));
        add(removed, element, std::move(below.removed));
    };
    if ((before ? before : after)->is_object()) {
        Json names = Json::object();
        if (before) names.update(*before);
        if (after) names.update(*after);
        for (const auto& [name, unused] : names.items())
            descend("f:" + name, field(name), memberOf(before, name), memberOf(after, name));
        return;
    }
    const std::vector<std::string> keys = listKeys();
    std::map<std::string, std::pair<const Json*, const Json*>> items;
    for (std::size_t i = 0; before && i < before->size(); ++i)
        items[elementOf((*before)[i], keys)].first = &(*before)[i];
    for (std::size_t i = 0; after && i < after->size(); ++i) items[elementOf((*after)[i], keys)].second = &(*after)[i];
    for (const auto& [element, pair] : items) descend(element, item(), pair.first, pair.second);
}

Json FieldShape::merged(const Json& live, const Json& config) const {
    if (live.type() != config.type() || !config.is_structured() || isWhole(config)) return config;
    Json result = live;
    if (config.is_object()) {
        for (const auto& [name, value] : config.items()) {
            const auto at = result.find(name);
            result[name] = at == result.end() ? value : field(name).merged(*at, value);
        }
        return result;
    }
    const std::vector<std::string> keys = listKeys();
    for (const Json& one : config) {
        const std::string element = elementOf(one, keys);
        const auto at = std::find_if(result.begin(), result.end(),
                                     [&](const Json& other) { return elementOf(other, keys) == element; });
        if (at == result.end()) {
            result.push_back(one);
        } else {
            *at = item().merged(*at, one);
        }
    }
    return result;
}

void FieldShape::remove(Json& object, const FieldSet& set, const FieldSet& kept) const {
    static const FieldSet nothing = Json::object();
    const auto keptBelow = [&](const std::string& element) -> const FieldSet& {
        const auto at = kept.find(element);
        return at == kept.end() ? nothing : *at;
    };
    if (object.is_object()) {
        for (const auto& [element, below] : set.items()) {
            const std::string name = element.size() > 2 ? element.substr(2) : std::string();
            const auto at = object.find(name);
            if (element[0] != 'f' || at == object.end()) continue;
            const bool held = !keptBelow(element).empty();
            const bool structured = at->is_structured() && !at->empty();
            if (structured) field(name).remove(*at, below, keptBelow(element));
            const bool emptied = structured && at->empty();
            if (!held && (below.contains(kSelf) || emptied)) object.erase(name);
        }
    } else if (object.is_array()) {
        const std::vector<std::string> keys = listKeys();
        Json left = Json::array();
        for (Json& one : object) {
            const std::string element = elementOf(one, keys);
            const auto at = set.find(element);
            if (at != set.end()) {
                if (keptBelow(element).empty() && at->contains(kSelf)) continue;
                item().remove(one, *at, keptBelow(element));
            }
            left.push_back(std::move(one));
        }
        object = std::move(left);
    }
}

}  // namespace rollcall::sandbox
