// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/schema.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/time_text.h"
#include "core/sandbox/text_pattern.h"

namespace rollcall::sandbox {
namespace {

constexpr const char* kPreserve = "x-kubernetes-preserve-unknown-fields";
constexpr const char* kIntOrString = "x-kubernetes-int-or-string";

bool flag(const Json& schema, const char* name) {
    const auto at = schema.find(name);
    return at != schema.end() && at->is_boolean() && at->get<bool>();
}

const Json* member(const Json& schema, const char* name) {
    const auto at = schema.find(name);
    return at != schema.end() && !at->is_null() ? &*at : nullptr;
}

// A limit such as maxLength; a schema that holds anything but a number there has no limit.
std::optional<std::size_t> limit(const Json& schema, const char* name) {
    const Json* value = member(schema, name);
    if (!value || !value->is_number() || value->get<double>() < 0) return std::nullopt;
    return value->get<std::size_t>();
}

std::string child(const std::string& path, const std::string& key) { return path.empty() ? key : path + "." + key; }

// The schema of a property: named, or that of additional properties; nullptr when the field is unknown.
const Json* propertySchema(const Json& schema, const std::string& key) {
    if (const Json* properties = member(schema, "properties"); properties && properties->is_object()) {
        if (const auto at = properties->find(key); at != properties->end()) return &*at;
    }
    const Json* additional = member(schema, "additionalProperties");
    return additional && additional->is_object() ? additional : nullptr;
}

bool allowsAdditional(const Json& schema) {
    const Json* additional = member(schema, "additionalProperties");
    return additional && (additional->is_object() || (additional->is_boolean() && additional->get<bool>()));
}

void prune(Json& value, const Json& schema, const std::string& path, bool root, std::vector<std::string>& unknown) {
    if (value.is_array()) {
        const Json* items = member(schema, "items");
        for (std::size_t i = 0; items && i < value.size(); ++i) {
            prune(value[i], *items, path + "[" + std::to_string(i) + "]", false, unknown);
        }
        return;
    }
    if (!value.is_object()) return;
    root = root || flag(schema, "x-kubernetes-embedded-resource");
    for (auto at = value.begin(); at != value.end();) {
        const bool typeOrMeta = root && (at.key() == "apiVersion" || at.key() == "kind" || at.key() == "metadata");
        const Json* inner = typeOrMeta ? nullptr : propertySchema(schema, at.key());
        if (inner) prune(at.value(), *inner, child(path, at.key()), false, unknown);
        if (inner || typeOrMeta || flag(schema, kPreserve) || allowsAdditional(schema)) {
            ++at;
            continue;
        }
        unknown.push_back(child(path, at.key()));
        at = value.erase(at);
    }
}

/// Walks a value beside its schema and collects complaints.
class SchemaCheck {
public:
    explicit SchemaCheck(FieldErrors& errors) : m_errors(errors) {}

    void check(const Json& value, const Json& schema, const std::string& path) {
        if (value.is_null() && flag(schema, "nullable")) return;
        if (!checkType(value, schema, path)) return;
        checkEnum(value, schema, path);
        if (value.is_string()) checkText(value.get_ref<const std::string&>(), schema, path);
        if (value.is_number()) checkNumber(value, schema, path);
        if (value.is_array()) checkArray(value, schema, path);
        if (value.is_object()) checkObject(value, schema, path);
        checkCombinations(value, schema, path);
    }

private:
    static std::string typeOf(const Json& value) {
        switch (value.type()) {
            case Json::value_t::null: return "null";
            case Json::value_t::boolean: return "boolean";
            case Json::value_t::string: return "string";
            case Json::value_t::array: return "array";
            case Json::value_t::object: return "object";
            case Json::value_t::number_float: return "number";
            default: return "integer";
        }
    }

    static std::string shown(const Json& value) {
        return value.is_string() ? goQuote(value.get<std::string>()) : dump(value);
    }

    void complain(const std::string& path, const Json& value, const std::string& what) {
        m_errors.push_back(field::invalid(path, shown(value), path + " in body " + what));
    }

    bool checkType(const Json& value, const Json& schema, const std::string& path) {
        const std::string actual = typeOf(value);
        if (flag(schema, kIntOrString)) {
            if (actual == "integer" || actual == "string") return true;
            typeProblem(path, "integer,string", actual);
            return false;
        }
        const Json* type = member(schema, "type");
        if (!type || !type->is_string()) return true;
        const std::string wanted = type->get<std::string>();
        if (wanted == actual || (wanted == "number" && actual == "integer")) return true;
        // JSON Schema counts 1.0 among the integers.
        if (wanted == "integer" && actual == "number" && std::trunc(value.get<double>()) == value.get<double>()) return true;
        typeProblem(path, wanted, actual);
        return false;
    }

    void typeProblem(const std::string& path, const std::string& wanted, const std::string& actual) {
        m_errors.push_back(field::typeInvalid(
            path.empty() ? "<nil>" : path, goQuote(actual),
            path + " in body must be of type " + wanted + ": " + goQuote(actual)));
    }

    void checkEnum(const Json& value, const Json& schema, const std::string& path) {
        const Json* allowed = member(schema, "enum");
        if (!allowed || !allowed->is_array() || std::find(allowed->begin(), allowed->end(), value) != allowed->end()) {
            return;
        }
        std::vector<std::string> names;
        for (const Json& one : *allowed) names.push_back(one.is_string() ? one.get<std::string>() : dump(one));
        m_errors.push_back(field::notSupported(path, shown(value), names));
    }

    void checkText(const std::string& text, const Json& schema, const std::string& path) {
        const std::size_t length = utf8Length(text);
        if (const auto most = limit(schema, "maxLength"); most && length > *most) {
            m_errors.push_back(field::tooLong(path, *most));
        }
        if (const auto least = limit(schema, "minLength"); least && length < *least) {
            complain(path, text, "should be at least " + std::to_string(*least) + " chars long");
        }
        if (const Json* pattern = member(schema, "pattern"); pattern && pattern->is_string() && !matchesPattern(text, *pattern)) {
            complain(path, text, "should match '" + pattern->get<std::string>() + "'");
        }
        if (const Json* format = member(schema, "format"); format && *format == "date-time" && !parseRfc3339(text)) {
            m_errors.push_back(field::invalid(path, goQuote(text),
                                              path + " in body must be of type date-time: " + goQuote(text)));
        }
    }

    static bool matchesPattern(const std::string& text, const Json& pattern) {
        return textMatches(text, pattern.get_ref<const std::string&>());
    }

    void checkNumber(const Json& value, const Json& schema, const std::string& path) {
        const double number = value.get<double>();
        if (const Json* least = member(schema, "minimum"); least && least->is_number()) {
            const bool open = flag(schema, "exclusiveMinimum");
            if (number < least->get<double>() || (open && number == least->get<double>())) {
                complain(path, value, std::string("should be greater than ") + (open ? "" : "or equal to ") + dump(*least));
            }
        }
        if (const Json* most = member(schema, "maximum"); most && most->is_number()) {
            const bool open = flag(schema, "exclusiveMaximum");
            if (number > most->get<double>() || (open && number == most->get<double>())) {
                complain(path, value, std::string("should be less than ") + (open ? "" : "or equal to ") + dump(*most));
            }
        }
        if (const Json* step = member(schema, "multipleOf"); step && step->is_number() && step->get<double>() > 0) {
            if (std::fmod(number, step->get<double>()) != 0) complain(path, value, "should be a multiple of " + dump(*step));
        }
    }

    void checkArray(const Json& value, const Json& schema, const std::string& path) {
        if (const auto most = limit(schema, "maxItems"); most && value.size() > *most) {
            m_errors.push_back(field::tooMany(path, value.size(), *most));
        }
        if (const auto least = limit(schema, "minItems"); least && value.size() < *least) {
            complain(path, value.size(), "should have at least " + std::to_string(*least) + " items");
        }
        const Json* items = member(schema, "items");
        for (std::size_t i = 0; items && i < value.size(); ++i) {
            check(value[i], *items, path + "[" + std::to_string(i) + "]");
        }
        checkUnique(value, schema, path);
    }

    void checkUnique(const Json& value, const Json& schema, const std::string& path) {
        const Json* listType = member(schema, "x-kubernetes-list-type");
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

    void checkObject(const Json& value, const Json& schema, const std::string& path) {
        if (const auto most = limit(schema, "maxProperties"); most && value.size() > *most) {
            m_errors.push_back(field::tooMany(path, value.size(), *most));
        }
        if (const auto least = limit(schema, "minProperties"); least && value.size() < *least) {
            complain(path, value.size(), "should have at least " + std::to_string(*least) + " properties");
        }
        for (const auto& [key, inner] : value.items()) {
            if (const Json* property = propertySchema(schema, key)) check(inner, *property, child(path, key));
        }
        for (const std::string& key : stringsAt(schema, "required")) {
            if (!value.contains(key)) m_errors.push_back(field::required(child(path, key)));
        }
    }

    static bool fits(const Json& value, const Json& schema, const std::string& path) {
        FieldErrors errors;
        SchemaCheck(errors).check(value, schema, path);
        return errors.empty();
    }

    void checkCombinations(const Json& value, const Json& schema, const std::string& path) {
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
        if (const Json* no = member(schema, "not"); no && fits(value, *no, path)) {
            complain(path, value, "must not validate the schema (not)");
        }
    }

    FieldErrors& m_errors;
};

}  // namespace

void pruneUnknown(Json& object, const Json& schema, std::vector<std::string>& unknown) {
    if (schema.is_object()) prune(object, schema, {}, true, unknown);
}

void applyDefaults(Json& value, const Json& schema) {
    if (value.is_array()) {
        if (const Json* items = member(schema, "items")) {
            for (Json& item : value) applyDefaults(item, *items);
        }
        return;
    }
    if (!value.is_object() || !schema.is_object()) return;
    for (const auto& [key, property] : objectAt(schema, "properties").items()) {
        const bool missing = !value.contains(key) || (value[key].is_null() && !flag(property, "nullable"));
        if (const Json* otherwise = member(property, "default"); otherwise && missing) value[key] = *otherwise;
        if (value.contains(key)) applyDefaults(value[key], property);
    }
    if (const Json* additional = member(schema, "additionalProperties"); additional && additional->is_object()) {
        for (auto& [key, inner] : value.items()) applyDefaults(inner, *additional);
    }
}

void validateSchema(const Json& object, const Json& schema, FieldErrors& errors) {
    if (!schema.is_object()) return;
    Json content = object;
    content.erase("metadata");  // decoded and checked as ObjectMeta, whatever the schema says of it
    Json narrowed = schema;
    if (const auto properties = narrowed.find("properties"); properties != narrowed.end()) properties->erase("metadata");
    SchemaCheck(errors).check(content, narrowed, {});
}

namespace {

struct MetaField {
    const char* name;
    const char* type;  ///< as Go names it
    bool (*accepts)(const Json&);
};

bool isText(const Json& v) { return v.is_string(); }
bool isWhole(const Json& v) { return v.is_number_integer(); }
bool isList(const Json& v) { return v.is_array(); }
bool isTextList(const Json& v) { return v.is_array() && std::all_of(v.begin(), v.end(), isText); }
bool isTextMap(const Json& v) {
    return v.is_object() && std::all_of(v.begin(), v.end(), [](const Json& one) { return one.is_string() || one.is_null(); });
}
bool isTime(const Json& v) { return v.is_string() && parseRfc3339(v.get_ref<const std::string&>()).has_value(); }

constexpr MetaField kMetaFields[] = {
    {"annotations", "map[string]string", isTextMap}, {"creationTimestamp", "v1.Time", isTime},
    {"deletionGracePeriodSeconds", "int64", isWhole}, {"deletionTimestamp", "v1.Time", isTime},
    {"finalizers", "[]string", isTextList},          {"generateName", "string", isText},
    {"generation", "int64", isWhole},                {"labels", "map[string]string", isTextMap},
    {"managedFields", "[]v1.ManagedFieldsEntry", isList}, {"name", "string", isText},
    {"namespace", "string", isText},                 {"ownerReferences", "[]v1.OwnerReference", isList},
    {"resourceVersion", "string", isText},           {"selfLink", "string", isText},
    {"uid", "types.UID", isText},
};

const char* goKind(const Json& value) {
    if (value.is_array()) return "array";
    if (value.is_object()) return "object";
    if (value.is_boolean()) return "bool";
    return value.is_string() ? "string" : "number";
}

}  // namespace

std::string checkObjectMeta(Json& object, std::vector<std::string>& unknown) {
    const auto at = object.find("metadata");
    if (at == object.end() || at->is_null()) return {};
    if (!at->is_object()) {
        return std::string("json: cannot unmarshal ") + goKind(*at) + " into Go struct field .metadata of type v1.ObjectMeta";
    }
    Json& metadata = *at;
    for (auto one = metadata.begin(); one != metadata.end();) {
        const auto known = std::find_if(std::begin(kMetaFields), std::end(kMetaFields),
                                        [&](const MetaField& f) { return one.key() == f.name; });
        if (known == std::end(kMetaFields)) {
            unknown.push_back("metadata." + one.key());
            one = metadata.erase(one);
        } else if (one.value().is_null()) {
            one = metadata.erase(one);
        } else if (!known->accepts(one.value())) {
            return std::string("json: cannot unmarshal ") + goKind(one.value()) + " into Go struct field ObjectMeta.metadata." +
                   known->name + " of type " + known->type;
        } else {
            ++one;
        }
    }
    return {};
}

}  // namespace rollcall::sandbox
