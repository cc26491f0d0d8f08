// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/openapi.h"
#include "core/sandbox/proto_wire.h"
#include "core/sandbox/yaml_writer.h"

namespace rollcall::sandbox {
namespace {

// Field numbers of gnostic's openapiv2/OpenAPIv2.proto (github.com/google/gnostic-models).
struct TextField {
    const char* name;
    int number;
};
constexpr TextField kSchemaTexts[] = {{"$ref", 1}, {"format", 2}, {"title", 3}, {"description", 4}, {"pattern", 13}};
constexpr TextField kSchemaNumbers[] = {{"maximum", 7}, {"minimum", 9}};
constexpr TextField kSchemaCounts[] = {{"maxLength", 11}, {"minLength", 12}, {"maxItems", 14}, {"minItems", 15}};

std::string schemaBytes(const Json& schema);

// NamedSchema and NamedAny: a name and a value.
std::string named(const std::string& name, const std::string& value) {
    ProtoWriter out;
    out.bytes(1, name);
    out.bytes(2, value);
    return out.text();
}

// Any: 2 is the value as YAML.
std::string anyBytes(const Json& value) {
    ProtoWriter out;
    out.bytes(2, toYaml(value));
    return out.text();
}

std::string propertiesBytes(const Json& properties) {
    ProtoWriter out;
    for (const auto& [name, schema] : properties.items()) out.bytes(1, named(name, schemaBytes(schema)));
    return out.text();
}

std::string wrapped(int field, const std::string& bytes) {
    ProtoWriter out;
    out.bytes(field, bytes);
    return out.text();
}

std::string schemaBytes(const Json& schema) {
    ProtoWriter out;
    if (!schema.is_object()) return out.text();
    for (const TextField& one : kSchemaTexts) {
        if (const std::string text = schema.contains(one.name) && schema[one.name].is_string()
                                         ? schema[one.name].get<std::string>()
                                         : std::string();
            !text.empty()) {
            out.bytes(one.number, text);
        }
    }
    for (const TextField& one : kSchemaNumbers) {
        if (schema.contains(one.name) && schema[one.name].is_number())
            out.fixed64(one.number, schema[one.name].get<double>());
    }
    for (const TextField& one : kSchemaCounts) {
        if (schema.contains(one.name) && schema[one.name].is_number_unsigned()) {
            out.varint(one.number, schema[one.name].get<std::uint64_t>());
        }
    }
    for (const std::string& name : stringsAt(schema, "required")) out.bytes(19, name);
    for (const Json& value : arrayAt(schema, "enum")) out.bytes(20, anyBytes(value));
    if (const Json* more = find(schema, "additionalProperties"); more && more->is_object()) {
        out.bytes(21, wrapped(1, schemaBytes(*more)));
    }
    if (const std::string type = textAt(schema, "type"); !type.empty()) out.bytes(22, wrapped(1, type));
    if (const Json* items = find(schema, "items")) out.bytes(23, wrapped(1, schemaBytes(*items)));
    for (const Json& one : arrayAt(schema, "allOf")) out.bytes(24, schemaBytes(one));
    if (const Json& properties = objectAt(schema, "properties"); !properties.empty())
        out.bytes(25, propertiesBytes(properties));
    for (const auto& [name, value] : schema.items()) {
        if (name.compare(0, 2, "x-") == 0) out.bytes(31, named(name, anyBytes(value)));
    }
    return out.text();
}

}  // namespace

std::string swaggerToProtobuf(const Json& document) {
    ProtoWriter info;
    info.bytes(1, textAt(document, "info.title"));
    info.bytes(2, textAt(document, "info.version"));
    ProtoWriter out;
    out.bytes(1, "2.0");
    out.bytes(2, info.text());
    out.bytes(8, {});  // paths
    out.bytes(9, propertiesBytes(objectAt(document, "definitions")));
    return out.text();
}

}  // namespace rollcall::sandbox
