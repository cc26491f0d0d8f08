// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/field_set.h"

#include <functional>

namespace rollcall::sandbox {
namespace {

constexpr const char* kSelf = ".";

// "k:{"type":"Ready"}" reads [type="Ready"] in a message.
std::string shownElement(const std::string& element) {
    const std::string rest = element.substr(2);
    if (element[0] == 'f') return "." + rest;
    if (element[0] == 'v') return "[=" + rest + "]";
    std::string shown;
    const Json keys = Json::parse(rest, nullptr, false);
    if (!keys.is_object()) return "[" + rest + "]";
    for (const auto& [key, value] : keys.items()) shown += (shown.empty() ? "" : ",") + key + "=" + dump(value);
    return "[" + shown + "]";
}

void listPaths(const FieldSet& set, const std::string& prefix, std::vector<std::string>& paths) {
    for (const auto& [element, below] : set.items()) {
        if (element == kSelf) {
            paths.push_back(prefix);
        } else {
            listPaths(below, prefix + shownElement(element), paths);
        }
    }
}

}  // namespace

FieldSet fieldSetFromWire(const Json& fieldsV1) {
    FieldSet set = Json::object();
    if (!fieldsV1.is_object()) return set;
    if (fieldsV1.empty()) return {{kSelf, Json::object()}};
    for (const auto& [element, below] : fieldsV1.items()) {
        if (element == kSelf) {
            set[kSelf] = Json::object();
        } else if (element.size() > 2 && element[1] == ':') {
            set[element] = fieldSetFromWire(below);
        }
    }
    return set;
}

Json fieldSetToWire(const FieldSet& set) {
    Json wire = Json::object();
    if (set.size() == 1 && set.contains(kSelf)) return wire;
    for (const auto& [element, below] : set.items())
        wire[element] = element == kSelf ? Json::object() : fieldSetToWire(below);
    return wire;
}

FieldSet united(FieldSet a, const FieldSet& b) {
    for (const auto& [element, below] : b.items()) {
        if (a.contains(element)) {
            a[element] = united(std::move(a[element]), below);
        } else {
            a[element] = below;
        }
    }
    return a;
}

FieldSet without(const FieldSet& a, const FieldSet& b) {
    FieldSet left = Json::object();
    for (const auto& [element, below] : a.items()) {
        if (!b.contains(element)) {
            left[element] = below;
        } else if (element != kSelf) {
            if (FieldSet rest = without(below, b[element]); !rest.empty()) left[element] = std::move(rest);
        }
    }
    return left;
}

FieldSet common(const FieldSet& a, const FieldSet& b) {
    FieldSet both = Json::object();
    for (const auto& [element, below] : a.items()) {
        if (!b.contains(element)) continue;
        if (element == kSelf) {
            both[kSelf] = Json::object();
        } else if (FieldSet rest = common(below, b[element]); !rest.empty()) {
            both[element] = std::move(rest);
        }
    }
    return both;
}

std::vector<std::string> fieldPaths(const FieldSet& set) {
    std::vector<std::string> paths;
    listPaths(set, {}, paths);
    return paths;
}

}  // namespace rollcall::sandbox
