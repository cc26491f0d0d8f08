// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/json_util.h"

#include <cstdio>

#include "core/sandbox/json_syntax.h"

namespace rollcall::sandbox {
namespace {

// Go stops at 10,000; ours is lower because writing a value out again recurses on the stack.
constexpr int kMaxDepth = 400;

bool tooDeep(std::string_view text) {
    int depth = 0;
    bool inString = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (inString) {
            if (c == '\\') {
                ++i;
            } else if (c == '"') {
                inString = false;
            }
        } else if (c == '"') {
            inString = true;
        } else if (c == '{' || c == '[') {
            if (++depth > kMaxDepth) return true;
        } else if (c == '}' || c == ']') {
            --depth;
        }
    }
    return false;
}

}  // namespace

std::optional<Json> parseJson(std::string_view text, std::string& error) {
    if (tooDeep(text)) {
        error = "exceeded max depth";
        return std::nullopt;
    }
    try {
        return Json::parse(text.begin(), text.end());
    } catch (const Json::exception&) {
        error = goSyntaxError(text);
        if (error.empty()) error = "invalid JSON";  // what only our parser minds, such as bad UTF-8
    }
    return std::nullopt;
}

std::string dump(const Json& value) {
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string dumpPretty(const Json& value) {
    return value.dump(2, ' ', false, Json::error_handler_t::replace);
}

const Json* find(const Json& root, std::string_view dottedPath) {
    const Json* at = &root;
    while (!dottedPath.empty()) {
        const std::size_t dot = dottedPath.find('.');
        const std::string_view key = dottedPath.substr(0, dot);
        if (!at->is_object()) return nullptr;
        const auto member = at->find(std::string(key));
        if (member == at->end()) return nullptr;
        at = &*member;
        if (dot == std::string_view::npos) break;
        dottedPath.remove_prefix(dot + 1);
    }
    return at;
}

std::string textAt(const Json& root, std::string_view dottedPath) {
    const Json* value = find(root, dottedPath);
    return value && value->is_string() ? value->get<std::string>() : std::string();
}

std::int64_t intAt(const Json& root, std::string_view dottedPath, std::int64_t otherwise) {
    const Json* value = find(root, dottedPath);
    return value && value->is_number_integer() ? value->get<std::int64_t>() : otherwise;
}

bool boolAt(const Json& root, std::string_view dottedPath, bool otherwise) {
    const Json* value = find(root, dottedPath);
    return value && value->is_boolean() ? value->get<bool>() : otherwise;
}

const Json& objectAt(const Json& root, std::string_view dottedPath) {
    static const Json empty = Json::object();
    const Json* value = find(root, dottedPath);
    return value && value->is_object() ? *value : empty;
}

const Json& arrayAt(const Json& root, std::string_view dottedPath) {
    static const Json empty = Json::array();
    const Json* value = find(root, dottedPath);
    return value && value->is_array() ? *value : empty;
}

std::vector<std::string> stringsAt(const Json& root, std::string_view dottedPath) {
    std::vector<std::string> texts;
    for (const Json& item : arrayAt(root, dottedPath)) {
        if (item.is_string()) texts.push_back(item.get<std::string>());
    }
    return texts;
}

Json& ensureObject(Json& parent, const std::string& key) {
    Json& member = parent[key];
    if (!member.is_object()) member = Json::object();
    return member;
}

std::string goQuote(std::string_view text) {
    std::string quoted = "\"";
    for (const char c : text) {
        switch (c) {
            case '"':
                quoted += "\\\"";
                break;
            case '\\':
                quoted += "\\\\";
                break;
            case '\n':
                quoted += "\\n";
                break;
            case '\r':
                quoted += "\\r";
                break;
            case '\t':
                quoted += "\\t";
                break;
            default:
                if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
                    char escape[8];
                    std::snprintf(escape, sizeof escape, "\\x%02x", static_cast<unsigned char>(c));
                    quoted += escape;
                } else {
                    quoted += c;
                }
        }
    }
    return quoted + '"';
}

}  // namespace rollcall::sandbox
