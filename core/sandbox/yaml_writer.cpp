// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/yaml_writer.h"

#include <yaml-cpp/yaml.h>

#include <cctype>
#include <charconv>
#include <optional>

namespace rollcall::sandbox {
namespace {

constexpr int kMaxDepth = 100;
constexpr std::size_t kMaxNodes = 100'000;  // aliases may repeat a small text without end

std::optional<Json> plainNumber(const std::string& text) {
    std::int64_t whole = 0;
    const char* end = text.data() + text.size();
    if (const auto r = std::from_chars(text.data(), end, whole); r.ec == std::errc() && r.ptr == end)
        return Json(whole);
    if (text.find_first_not_of("+-0123456789.eE") != std::string::npos) return std::nullopt;
    if (text.find_first_of("0123456789") == std::string::npos) return std::nullopt;
    double real = 0;
    if (const auto r = std::from_chars(text.data(), end, real); r.ec == std::errc() && r.ptr == end) return Json(real);
    return std::nullopt;
}

// The words of YAML 1.1 that sigs.k8s.io/yaml (go-yaml v2) knows.
std::optional<Json> plainWord(const std::string& text) {
    for (const char* word : {"", "~", "null", "Null", "NULL"}) {
        if (text == word) return Json(nullptr);
    }
    for (const char* word : {"true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON"}) {
        if (text == word) return Json(true);
    }
    for (const char* word : {"false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF"}) {
        if (text == word) return Json(false);
    }
    return std::nullopt;
}

Json scalar(const std::string& text, bool plain) {
    if (!plain) return text;
    if (auto word = plainWord(text)) return *word;
    if (auto number = plainNumber(text)) return *number;
    return text;
}

/// Copies a YAML tree; `problem` is set when it is too large.
struct Converter {
    std::string problem;
    std::size_t nodes = 0;

    Json convert(const YAML::Node& node, int depth) {
        if (++nodes > kMaxNodes || depth > kMaxDepth) problem = "yaml: document is too large or nests too deeply";
        if (!problem.empty()) return nullptr;
        switch (node.Type()) {
            case YAML::NodeType::Scalar:
                return scalar(node.Scalar(), node.Tag() != "!");
            case YAML::NodeType::Sequence: {
                Json list = Json::array();
                for (const YAML::Node& item : node) list.push_back(convert(item, depth + 1));
                return list;
            }
            case YAML::NodeType::Map: {
                Json map = Json::object();
                for (const auto& member : node) {
                    if (!member.first.IsScalar())
                        problem = "yaml: a key is no scalar";
                    else
                        map[member.first.Scalar()] = convert(member.second, depth + 1);
                }
                return map;
            }
            default:
                return nullptr;
        }
    }
};

bool needsQuotes(const std::string& text) {
    if (text.empty() || plainWord(text) || plainNumber(text)) return true;
    if (std::string_view("-?:,[]{}#&*!|>'\"%@` ").find(text.front()) != std::string_view::npos) return true;
    if (text.back() == ' ' || text.back() == ':') return true;
    if (text.find(": ") != std::string::npos || text.find(" #") != std::string::npos) return true;
    for (const char c : text) {
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) return true;
    }
    // Dates would be read as times.
    return text.size() >= 10 && std::isdigit(static_cast<unsigned char>(text[0])) && text[4] == '-' && text[7] == '-';
}

std::string scalarText(const Json& value) {
    if (!value.is_string()) return dump(value);
    const std::string& text = value.get_ref<const std::string&>();
    return needsQuotes(text) ? dump(value) : text;  // a JSON string is a double-quoted YAML scalar
}

void write(const Json& value, int indent, bool inList, std::string& out) {
    const std::string pad(static_cast<std::size_t>(indent), ' ');
    bool first = true;
    const auto begin = [&] {
        if (!(first && inList)) out += pad;
        first = false;
    };
    if (value.is_object() && !value.empty()) {
        for (const auto& [key, member] : value.items()) {
            begin();
            out += (needsQuotes(key) ? dump(Json(key)) : key) + ":";
            if (member.is_structured() && !member.empty()) {
                out += "\n";
                write(member, member.is_array() ? indent : indent + 2, false, out);
            } else {
                out += " " + scalarText(member) + "\n";
            }
        }
    } else if (value.is_array() && !value.empty()) {
        for (const Json& item : value) {
            begin();
            out += "- ";
            if (item.is_structured() && !item.empty())
                write(item, indent + 2, true, out);
            else
                out += scalarText(item) + "\n";
        }
    } else {
        out += scalarText(value) + "\n";
    }
}

}  // namespace

std::string toYaml(const Json& value) {
    std::string out;
    write(value, 0, false, out);
    return out;
}

Outcome<Json> fromYaml(const std::string& text) {
    try {
        Converter converter;
        Json json = converter.convert(YAML::Load(text), 0);
        if (!converter.problem.empty()) return status::badRequest(converter.problem);
        return json;
    } catch (const YAML::Exception& e) {
        return status::badRequest("yaml: line " + std::to_string(e.mark.line + 1) + ": " + e.msg);
    }
}

}  // namespace rollcall::sandbox
