// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/schema.h"

#include "core/sandbox/schema_node.h"

namespace rollcall::sandbox {

bool schemaFlag(const Json& schema, const char* name) {
    const auto at = schema.find(name);
    return at != schema.end() && at->is_boolean() && at->get<bool>();
}

const Json* schemaMember(const Json& schema, const char* name) {
    const auto at = schema.find(name);
    return at != schema.end() && !at->is_null() ? &*at : nullptr;
}

std::optional<std::size_t> schemaLimit(const Json& schema, const char* name) {
    const Json* value = schemaMember(schema, name);
    if (!value || !value->is_number() || value->get<double>() < 0) return std::nullopt;
    return value->get<std::size_t>();
}

std::string childPath(const std::string& path, const std::string& key) {
    return path.empty() ? key : path + "." + key;
}

const Json* propertySchema(const Json& schema, const std::string& key) {
    if (const Json* properties = schemaMember(schema, "properties"); properties && properties->is_object()) {
        if (const auto at = properties->find(key); at != properties->end()) return &*at;
    }
    const Json* additional = schemaMember(schema, "additionalProperties");
    return additional && additional->is_object() ? additional : nullptr;
}

bool allowsAdditional(const Json& schema) {
    const Json* additional = schemaMember(schema, "additionalProperties");
    return additional && (additional->is_object() || (additional->is_boolean() && additional->get<bool>()));
}

namespace {

void prune(Json& value, const Json& schema, const std::string& path, bool root, std::vector<std::string>& unknown) {
    if (value.is_array()) {
        const Json* items = schemaMember(schema, "items");
        for (std::size_t i = 0; items && i < value.size(); ++i) {
            prune(value[i], *items, path + "[" + std::to_string(i) + "]", false, unknown);
        }
        return;
    }
    if (!value.is_object()) return;
    root = root || schemaFlag(schema, "x-kubernetes-embedded-resource");
    for (auto at = value.begin(); at != value.end();) {
        const bool typeOrMeta = root && (at.key() == "apiVersion" || at.key() == "kind" || at.key() == "metadata");
        const Json* inner = typeOrMeta ? nullptr : propertySchema(schema, at.key());
        if (inner && at.value().is_null() && !schemaFlag(*inner, "nullable")) {
            at = value.erase(at);  // says the same as leaving it out
            continue;
        }
        if (inner) prune(at.value(), *inner, childPath(path, at.key()), false, unknown);
        if (inner || typeOrMeta || schemaFlag(schema, kPreserveUnknown) || allowsAdditional(schema)) {
            ++at;
            continue;
        }
        unknown.push_back(childPath(path, at.key()));
        at = value.erase(at);
    }
}

}  // namespace

void pruneUnknown(Json& object, const Json& schema, std::vector<std::string>& unknown) {
    if (schema.is_object()) prune(object, schema, {}, true, unknown);
}

void applyDefaults(Json& value, const Json& schema) {
    if (value.is_array()) {
        if (const Json* items = schemaMember(schema, "items")) {
            for (Json& item : value) applyDefaults(item, *items);
        }
        return;
    }
    if (!value.is_object() || !schema.is_object()) return;
    for (const auto& [key, property] : objectAt(schema, "properties").items()) {
        const bool missing = !value.contains(key) || (value[key].is_null() && !schemaFlag(property, "nullable"));
        if (const Json* otherwise = schemaMember(property, "default"); otherwise && missing) value[key] = *otherwise;
        if (value.contains(key)) applyDefaults(value[key], property);
    }
    if (const Json* additional = schemaMember(schema, "additionalProperties"); additional && additional->is_object()) {
        for (auto& [key, inner] : value.items()) applyDefaults(inner, *additional);
    }
}

}  // namespace rollcall::sandbox
