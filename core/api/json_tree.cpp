// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/json_tree.h"

#include <set>

#include "core/api/json_reader.h"

namespace rollcall {

namespace {

simdjson::error_code fromJson(json::od::value& value, const YamlLimits& limits, int depth, YamlDocument& document,
                              YamlNode& out);

simdjson::error_code fieldsFromJson(json::od::value& value, const YamlLimits& limits, int depth, YamlDocument& document,
                                    YamlNode& out) {
    json::od::object object;
    if (const auto error = value.get_object().get(object)) return error;
    std::set<std::string> seen;
    for (auto item : object) {
        json::od::field field;
        if (const auto error = std::move(item).get(field)) return error;
        std::string_view key;
        if (const auto error = field.unescaped_key().get(key)) return error;
        YamlNode::Field made;
        made.key = key;
        json::od::value inner = field.value();
        if (const auto error = fromJson(inner, limits, depth + 1, document, made.value)) return error;
        if (!seen.insert(made.key).second) document.duplicates.emplace_back(made.key, 0);
        out.fields.push_back(std::move(made));
    }
    return simdjson::SUCCESS;
}

simdjson::error_code fromJson(json::od::value& value, const YamlLimits& limits, int depth, YamlDocument& document,
                              YamlNode& out) {
    if (depth >= limits.depth) return simdjson::DEPTH_ERROR;
    const char first = json::firstOf(value);
    if (first == '{') {
        out.kind = YamlNode::Kind::Map;
        return fieldsFromJson(value, limits, depth, document, out);
    }
    if (first == '[') {
        out.kind = YamlNode::Kind::List;
        json::od::array array;
        if (const auto error = value.get_array().get(array)) return error;
        for (auto element : array) {
            json::od::value inner;
            if (const auto error = std::move(element).get(inner)) return error;
            out.items.emplace_back();
            if (const auto error = fromJson(inner, limits, depth + 1, document, out.items.back())) return error;
        }
        return simdjson::SUCCESS;
    }
    if (first == '"') {
        out.kind = YamlNode::Kind::Scalar;
        out.quoted = true;
        std::string_view text;
        const auto error = value.get_string().get(text);
        out.text = text;
        return error;
    }
    bool null = false;
    if (first == 'n') return value.is_null().get(null);
    out.kind = YamlNode::Kind::Scalar;
    out.text = json::tokenOf(value);
    bool flag = false;
    double number = 0;
    return first == 't' || first == 'f' ? value.get_bool().get(flag) : value.get_double().get(number);
}

}  // namespace

bool readJsonTree(std::string_view text, const YamlLimits& limits, YamlDocument& document) {
    json::ScratchLease scratch;
    json::od::document source;
    json::od::value value;
    if (scratch->open(text, source) || source.get_value().get(value)) return false;
    return fromJson(value, limits, 0, document, document.root) == simdjson::SUCCESS && json::isAtEnd(source);
}

}  // namespace rollcall
