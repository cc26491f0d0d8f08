// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/schema.h"

#include <algorithm>
#include <cmath>

#include "core/base/time_text.h"
#include "core/sandbox/schema_node.h"
#include "core/sandbox/text_pattern.h"

namespace rollcall::sandbox {
namespace {

/// Walks a value beside its schema and collects complaints.
class SchemaCheck {
public:
    /// `body` is the path of what the client sent as a body of its own: texts name fields from there on.
    SchemaCheck(FieldErrors& errors, std::string body) : m_errors(errors), m_body(std::move(body)) {}

    void check(const Json& value, const Json& schema, const std::string& path);

private:
    static std::string typeOf(const Json& value);

    static std::string shown(const Json& value);

    std::string inBody(const std::string& path) const;

    void complain(const std::string& path, const Json& value, const std::string& what);

    bool checkType(const Json& value, const Json& schema, const std::string& path);

    void typeProblem(const std::string& path, const std::string& wanted, const std::string& actual);

    void checkEnum(const Json& value, const Json& schema, const std::string& path);

    void checkText(const std::string& text, const Json& schema, const std::string& path);

    static bool matchesPattern(const std::string& text, const Json& pattern);

    void checkNumber(const Json& value, const Json& schema, const std::string& path);

    void checkArray(const Json& value, const Json& schema, const std::string& path);

    void checkUnique(const Json& value, const Json& schema, const std::string& path);

    void checkObject(const Json& value, const Json& schema, const std::string& path);

    static bool fits(const Json& value, const Json& schema, const std::string& path);

    void checkCombinations(const Json& value, const Json& schema, const std::string& path);

    FieldErrors& m_errors;
    std::string m_body;
};

void SchemaCheck::check(const Json& value, const Json& schema, const std::string& path) {
    if (value.is_null() && schemaFlag(schema, "nullable")) return;
    if (!checkType(value, schema, path)) return;
    checkEnum(value, schema, path);
    if (value.is_string()) checkText(value.get_ref<const std::string&>(), schema, path);
    if (value.is_number()) checkNumber(value, schema, path);
    if (value.is_array()) checkArray(value, schema, path);
    if (value.is_object()) checkObject(value, schema, path);
    checkCombinations(value, schema, path);
}

std::string SchemaCheck::typeOf(const Json& value) {
    switch (value.type()) {
        case Json::value_t::null:
            return "null";
        case Json::value_t::boolean:
            return "boolean";
        case Json::value_t::string:
            return "string";
        case Json::value_t::array:
            return "array";
        case Json::value_t::object:
            return "object";
        case Json::value_t::number_float:
            return "number";
        default:
            return "integer";
    }
}

std::string SchemaCheck::shown(const Json& value) {
    return value.is_string() ? goQuote(value.get<std::string>()) : dump(value);
}

std::string SchemaCheck::inBody(const std::string& path) const {
    const bool inside = !m_body.empty() && path.compare(0, m_body.size() + 1, m_body + ".") == 0;
    return (inside ? path.substr(m_body.size() + 1) : path) + " in body";
}

void SchemaCheck::complain(const std::string& path, const Json& value, const std::string& what) {
    m_errors.push_back(field::invalid(path, shown(value), inBody(path) + " " + what));
}

bool SchemaCheck::checkType(const Json& value, const Json& schema, const std::string& path) {
    const std::string actual = typeOf(value);
    if (schemaFlag(schema, kIntOrString)) {
        if (actual == "integer" || actual == "string") return true;
        typeProblem(path, "integer,string", actual);
        return false;
    }
    const Json* type = schemaMember(schema, "type");
    if (!type || !type->is_string()) return true;
    const std::string wanted = type->get<std::string>();
    if (wanted == actual || (wanted == "number" && actual == "integer")) return true;
    // JSON Schema counts 1.0 among the integers.
    if (wanted == "integer" && actual == "number" && std::trunc(value.get<double>()) == value.get<double>())
        return true;
    typeProblem(path, wanted, actual);
    return false;
}

void SchemaCheck::typeProblem(const std::string& path, const std::string& wanted, const std::string& actual) {
    m_errors.push_back(field::typeInvalid(path.empty() ? "<nil>" : path, goQuote(actual),
                                          inBody(path) + " must be of type " + wanted + ": " + goQuote(actual)));
}

void SchemaCheck::checkEnum(const Json& value, const Json& schema, const std::string& path) {
    const Json* allowed = schemaMember(schema, "enum");
    if (!allowed || !allowed->is_array() || std::find(allowed->begin(), allowed->end(), value) != allowed->end()) {
        return;
    }
    std::vector<std::string> names;
    for (const Json& one : *allowed) names.push_back(one.is_string() ? one.get<std::string>() : dump(one));
    m_errors.push_back(field::notSupported(path, shown(value), names));
}

void SchemaCheck::checkText(const std::string& text, const Json& schema, const std::string& path) {
    const std::size_t length = utf8Length(text);
    // The first that fails is the one that is reported.
    if (const auto most = schemaLimit(schema, "maxLength"); most && length > *most) {
        m_errors.push_back(field::tooLong(path, *most));
    } else if (const auto least = schemaLimit(schema, "minLength"); least && length < *least) {
        complain(path, text, "should be at least " + std::to_string(*least) + " chars long");
    } else if (const Json* pattern = schemaMember(schema, "pattern");
               pattern && pattern->is_string() && !matchesPattern(text, *pattern)) {
        complain(path, text, "should match '" + pattern->get<std::string>() + "'");
    }
    if (const Json* format = schemaMember(schema, "format"); format && *format == "date-time" && !parseRfc3339(text)) {
        m_errors.push_back(
            field::typeInvalid(path, goQuote(text), inBody(path) + " must be of type date-time: " + goQuote(text)));
    }
}

bool SchemaCheck::matchesPattern(const std::string& text, const Json& pattern) {
    return textMatches(text, pattern.get_ref<const std::string&>());
}

void SchemaCheck::checkNumber(const Json& value, const Json& schema, const std::string& path) {
    const double number = value.get<double>();
    if (const Json* least = schemaMember(schema, "minimum"); least && least->is_number()) {
        const bool open = schemaFlag(schema, "exclusiveMinimum");
        if (number < least->get<double>() || (open && number == least->get<double>())) {
            complain(path, value, std::string("should be greater than ") + (open ? "" : "or equal to ") + dump(*least));
        }
    }
    if (const Json* most = schemaMember(schema, "maximum"); most && most->is_number()) {
        const bool open = schemaFlag(schema, "exclusiveMaximum");
        if (number > most->get<double>() || (open && number == most->get<double>())) {
            complain(path, value, std::string("should be less than ") + (open ? "" : "or equal to ") + dump(*most));
        }
    }
    if (const Json* step = schemaMember(schema, "multipleOf"); step && step->is_number() && step->get<double>() > 0) {
        if (std::fmod(number, step->get<double>()) != 0)
            complain(path, value, "should be a multiple of " + dump(*step));
    }
}

void SchemaCheck::checkArray(const Json& value, const Json& schema, const std::string& path) {
    if (const auto most = schemaLimit(schema, "maxItems"); most && value.size() > *most) {
        m_errors.push_back(field::tooMany(path, value.size(), *most));
    }
    if (const auto least = schemaLimit(schema, "minItems"); least && value.size() < *least) {
        complain(path, value.size(), "should have at least " + std::to_string(*least) + " items");
    }
    const Json* items = schemaMember(schema, "items");
    for (std::size_t i = 0; items && i < value.size(); ++i) {
        check(value[i], *items, path + "[" + std::to_string(i) + "]");
    }
    checkUnique(value, schema, path);
}

void SchemaCheck::checkUnique(const Json& value, const Json& schema, const std::string& path) {
    const Json* listType = schemaMember(schema, "x-kubernetes-list-type");
    if (!listType || (*listType != "map" && *listType != "set")) return;
    std::vector<Json> seen;
    for (std::size_t i = 0; i < value.size(); ++i) {
        Json identity = value[i];
        if (*listType == "map") {
            identity = Json::object();
            for (const std::string& key : stringsAt(schema, "x-kubernetes-list-map-keys")) {
                if (value[i].is_object() && value[i].contains(key)) identity[key] = value[i][key];
            }
        }
        if (std::find(seen.begin(), seen.end(), identity) != seen.end()) {
            m_errors.push_back(field::duplicate(path + "[" + std::to_string(i) + "]", shown(identity)));
        }
        seen.push_back(std::move(identity));
    }
}

void SchemaCheck::checkObject(const Json& value, const Json& schema, const std::string& path) {
    if (const auto most = schemaLimit(schema, "maxProperties"); most && value.size() > *most) {
        m_errors.push_back(field::tooMany(path, value.size(), *most));
    }
    if (const auto least = schemaLimit(schema, "minProperties"); least && value.size() < *least) {
        complain(path, value.size(), "should have at least " + std::to_string(*least) + " properties");
    }
    for (const auto& [key, inner] : value.items()) {
        if (const Json* property = propertySchema(schema, key)) check(inner, *property, childPath(path, key));
    }
    for (const std::string& key : stringsAt(schema, "required")) {
        if (!value.contains(key)) m_errors.push_back(field::required(childPath(path, key)));
    }
}

bool SchemaCheck::fits(const Json& value, const Json& schema, const std::string& path) {
    FieldErrors errors;
    SchemaCheck(errors, {}).check(value, schema, path);
    return errors.empty();
}

void SchemaCheck::checkCombinations(const Json& value, const Json& schema, const std::string& path) {
    for (const Json& one : arrayAt(schema, "allOf")) check(value, one, path);
    const auto count = [&](const char* keyword) {
        const Json& all = arrayAt(schema, keyword);
        return std::count_if(all.begin(), all.end(), [&](const Json& one) { return fits(value, one, path); });
    };
    if (schema.contains("anyOf") && count("anyOf") == 0) {
        complain(path, value, "must validate at least one schema (anyOf)");
    }
    if (schema.contains("oneOf") && count("oneOf") != 1) {
        complain(path, value, "must validate one and only one schema (oneOf). Found none valid");
    }
    if (const Json* no = schemaMember(schema, "not"); no && fits(value, *no, path)) {
        complain(path, value, "must not validate the schema (not)");
    }
}

}  // namespace

void validateSchema(const Json& object, const Json& schema, FieldErrors& errors, const std::string& body) {
    if (!schema.is_object()) return;
    Json content = object;
    content.erase("metadata");  // decoded and checked as ObjectMeta, whatever the schema says of it
    Json narrowed = schema;
    if (const auto properties = narrowed.find("properties"); properties != narrowed.end())
        properties->erase("metadata");
    SchemaCheck(errors, body).check(content, narrowed, {});
}

}  // namespace rollcall::sandbox
