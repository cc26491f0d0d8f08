// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/sandbox/builtin_schemas.h"
#include "core/sandbox/openapi.h"

namespace rollcall::sandbox {
namespace {

constexpr const char* kMetaPrefix = "io.k8s.apimachinery.pkg.apis.meta.v1.";
constexpr const char* kRefPrefix = "#/components/schemas/";

Json schemaRef(const std::string& name) {
    return {{"$ref", kRefPrefix + name}};
}

Json described(const char* description, const std::string& name) {
    return {{"description", description}, {"allOf", Json::array({schemaRef(name)})}};
}

Json gvk(const ResourceDescriptor& d, const std::string& kind) {
    return {{"group", d.group}, {"version", d.version}, {"kind", kind}};
}

void addTypeFields(Json& properties, const char* metaType, const char* metaDescription) {
    properties["apiVersion"] = {
        {"type", "string"},
        {"description",
         "APIVersion defines the versioned schema of this representation of an object. Servers should convert "
         "recognized "
         "schemas to the latest internal value, and may reject unrecognized values. More info: "
         "https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#resources"}};
    properties["kind"] = {
        {"type", "string"},
        {"description",
         "Kind is a string value representing the REST resource this object represents. Servers may infer this from "
         "the "
         "endpoint the client submits requests to. Cannot be updated. In CamelCase. More info: "
         "https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds"}};
    properties["metadata"] = described(metaDescription, kMetaPrefix + std::string(metaType));
}

Json kindSchema(const ResourceDescriptor& d) {
    Json schema = d.schema.is_object() ? d.schema : Json::object();
    schema["type"] = "object";
    addTypeFields(ensureObject(schema, "properties"), "ObjectMeta",
                  "Standard object's metadata. More info: "
                  "https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata");
    schema["x-kubernetes-group-version-kind"] = Json::array({gvk(d, d.kind)});
    return schema;
}

Json listSchema(const ResourceDescriptor& d) {
    Json schema = {{"description", d.listKind + " is a list of " + d.kind},
                   {"type", "object"},
                   {"required", Json::array({"items"})},
                   {"properties",
                    {{"items",
                      {{"type", "array"},
                       {"description", "List of " + d.plural + "."},
                       {"items", schemaRef(schemaName(d, d.kind))}}}}},
                   {"x-kubernetes-group-version-kind", Json::array({gvk(d, d.listKind)})}};
    addTypeFields(schema["properties"], "ListMeta",
                  "Standard list metadata. More info: "
                  "https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds");
    return schema;
}

Json parameter(const char* name, const char* in, const char* type = "string") {
    Json made = {{"name", name}, {"in", in}, {"schema", {{"type", type}, {"uniqueItems", true}}}};
    if (std::string_view(in) == "path") made["required"] = true;
    return made;
}

Json content(const std::string& schema, const std::vector<std::string>& types) {
    Json made = Json::object();
    for (const std::string& type : types) made[type] = {{"schema", schemaRef(schema)}};
    return made;
}

/// One operation of a path; `action` is Kubernetes' verb.
Json operation(const ResourceDescriptor& d, const std::string& action, const std::string& bodySchema,
               const std::string& resultSchema, std::initializer_list<const char*> parameters) {
    Json made = {
        {"x-kubernetes-action", action},
        {"x-kubernetes-group-version-kind", gvk(d, d.kind)},
        {"tags", Json::array({(d.group.empty() ? "core" : d.group.substr(0, d.group.find('.'))) + "_" + d.version})},
        {"description", action + " " + d.kind},
        {"parameters", Json::array()}};
    for (const char* name : parameters) {
        const std::string_view text = name;
        const bool number = text == "limit" || text == "timeoutSeconds" || text == "gracePeriodSeconds";
        const bool flag =
            text == "watch" || text == "allowWatchBookmarks" || text == "sendInitialEvents" || text == "force";
        made["parameters"].push_back(parameter(name, "query", number ? "integer" : flag ? "boolean" : "string"));
    }
    const std::vector<std::string> types = {"application/json", "application/yaml"};
    made["responses"] = {{"200", {{"description", "OK"}, {"content", content(resultSchema, types)}}},
                         {"401", {{"description", "Unauthorized"}}}};
    if (action == "patch") {
        std::vector<std::string> patches = {"application/json-patch+json", "application/merge-patch+json"};
        if (!d.custom) patches.push_back("application/strategic-merge-patch+json");
        made["requestBody"] = {{"content", content(std::string(kMetaPrefix) + "Patch", patches)}, {"required", true}};
    } else if (!bodySchema.empty()) {
        made["requestBody"] = {{"content", content(bodySchema, {"*/*"})}, {"required", action != "delete"}};
    }
    return made;
}

void addObjectVerbs(Json& path, const ResourceDescriptor& d, const std::vector<std::string>& verbs) {
    const std::string self = schemaName(d, d.kind);
    const auto has = [&](const char* verb) { return std::find(verbs.begin(), verbs.end(), verb) != verbs.end(); };
    if (has("get")) path["get"] = operation(d, "get", {}, self, {});
    if (has("update")) path["put"] = operation(d, "put", self, self, {"dryRun", "fieldManager", "fieldValidation"});
    if (has("patch"))
        path["patch"] = operation(d, "patch", {}, self, {"dryRun", "fieldManager", "fieldValidation", "force"});
    if (has("delete")) {
        path["delete"] =
            operation(d, "delete", std::string(kMetaPrefix) + "DeleteOptions", std::string(kMetaPrefix) + "Status",
                      {"dryRun", "gracePeriodSeconds", "propagationPolicy"});
    }
}

void addCollectionVerbs(Json& path, const ResourceDescriptor& d, bool writes) {
    const std::string self = schemaName(d, d.kind);
    if (d.hasVerb("list")) {
        path["get"] =
            operation(d, "list", {}, schemaName(d, d.listKind),
                      {"allowWatchBookmarks", "continue", "fieldSelector", "labelSelector", "limit", "resourceVersion",
                       "resourceVersionMatch", "sendInitialEvents", "timeoutSeconds", "watch"});
    }
    if (!writes) return;
    if (d.hasVerb("create"))
        path["post"] = operation(d, "post", self, self, {"dryRun", "fieldManager", "fieldValidation"});
    if (d.hasVerb("deletecollection")) {
        path["delete"] = operation(d, "deletecollection", std::string(kMetaPrefix) + "DeleteOptions",
                                   std::string(kMetaPrefix) + "Status", {"dryRun", "fieldSelector", "labelSelector"});
    }
}

void addPaths(Json& paths, const ResourceDescriptor& d) {
    const std::string root = (d.group.empty() ? "/api/" : "/apis/" + d.group + "/") + d.version;
    const std::string collection = root + (d.namespaced ? "/namespaces/{namespace}/" : "/") + d.plural;
    const auto withParameters = [&](Json path, bool named) {
        path["parameters"] = Json::array();
        if (named) path["parameters"].push_back(parameter("name", "path"));
        if (d.namespaced) path["parameters"].push_back(parameter("namespace", "path"));
        path["parameters"].push_back(parameter("pretty", "query"));
        return path;
    };
    Json many = Json::object(), one = Json::object();
    addCollectionVerbs(many, d, true);
    paths[collection] = withParameters(std::move(many), false);
    addObjectVerbs(one, d, d.verbs);
    if (!one.empty()) paths[collection + "/{name}"] = withParameters(std::move(one), true);
    for (const SubresourceInfo& sub : d.subresources) {
        if (sub.name != "status") continue;
        Json path = Json::object();
        addObjectVerbs(path, d, sub.verbs);
        paths[collection + "/{name}/status"] = withParameters(std::move(path), true);
    }
    if (d.namespaced && d.hasVerb("list")) {
        Json everywhere = Json::object();
        addCollectionVerbs(everywhere, d, false);
        paths[root + "/" + d.plural] = std::move(everywhere);
    }
}

// Swagger 2 keeps its schemas elsewhere and has no allOf beside a description of a reference.
Json toSwagger(const Json& schema) {
    if (schema.is_array()) {
        Json list = Json::array();
        for (const Json& item : schema) list.push_back(toSwagger(item));
        return list;
    }
    if (!schema.is_object()) return schema;
    Json made = Json::object();
    for (const auto& [key, value] : schema.items()) {
        if (key == "$ref" && value.is_string()) {
            made[key] = "#/definitions/" + value.get<std::string>().substr(std::string_view(kRefPrefix).size());
        } else if (key == "allOf" && value.is_array() && value.size() == 1 && value[0].contains("$ref")) {
            made.update(toSwagger(value[0]));
        } else if (key != "nullable") {
            made[key] = toSwagger(value);
        }
    }
    return made;
}

}  // namespace

std::string schemaName(const ResourceDescriptor& d, const std::string& kind) {
    if (d.custom) {
        // "bolingcavalry.k8s.io" becomes "io.k8s.bolingcavalry".
        std::string reversed, rest = d.group;
        for (;;) {
            const std::size_t dot = rest.rfind('.');
            reversed += rest.substr(dot == std::string::npos ? 0 : dot + 1) + ".";
            if (dot == std::string::npos) break;
            rest.resize(dot);
        }
        return reversed + d.version + "." + kind;
    }
    if (d.group == "apiextensions.k8s.io") return "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1." + kind;
    const std::string group = d.group.empty() ? "core" : d.group.substr(0, d.group.find('.'));
    return "io.k8s.api." + group + "." + d.version + "." + kind;
}

Json openApiDocument(const ResourceCatalog& catalog, const std::string& group, const std::string& version) {
    Json schemas = Json::object(), paths = Json::object();
    for (const auto& [name, schema] : metaSchemas().items()) schemas[kMetaPrefix + name] = schema;
    for (const DescriptorPtr& d : catalog.ofVersion(group, version)) {
        if (d->verbs.empty()) continue;
        schemas[schemaName(*d, d->kind)] = kindSchema(*d);
        if (d->hasVerb("list")) schemas[schemaName(*d, d->listKind)] = listSchema(*d);
        addPaths(paths, *d);
    }
    return {{"openapi", "3.0.0"},
            {"info", {{"title", "Rollcall sandbox"}, {"version", "v1.36.0"}}},
            {"paths", std::move(paths)},
            {"components", {{"schemas", std::move(schemas)}}}};
}

Json swaggerDefinitions(const ResourceCatalog& catalog) {
    Json definitions = Json::object();
    for (const auto& [name, schema] : metaSchemas().items()) definitions[kMetaPrefix + name] = toSwagger(schema);
    for (const DescriptorPtr& d : catalog.all()) {
        if (d->verbs.empty()) continue;
        definitions[schemaName(*d, d->kind)] = toSwagger(kindSchema(*d));
        if (d->hasVerb("list")) definitions[schemaName(*d, d->listKind)] = toSwagger(listSchema(*d));
    }
    return definitions;
}

}  // namespace rollcall::sandbox
