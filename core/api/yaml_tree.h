// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace rollcall {

/// A YAML or JSON document as text: scalars keep their spelling (K11), nothing is turned into numbers, tags are ignored
/// (S6), aliases and merge keys are expanded (K18). Thread: plain data.
struct YamlNode {
    enum class Kind { Null, Scalar, Map, List };
    struct Field;

    Kind kind = Kind::Null;
    bool quoted = false;  ///< a scalar that can only be text
    int line = 0;         ///< 1-based; 0 = unknown (JSON)
    int column = 0;
    std::string text;
    std::vector<Field> fields;  ///< in file order, duplicates included
    std::vector<YamlNode> items;

    /// The last of its name, as kubectl takes it (K4); null when there is none.
    const YamlNode* find(std::string_view key) const;
    bool isMap() const { return kind == Kind::Map; }
    bool isList() const { return kind == Kind::List; }
    bool isScalar() const { return kind == Kind::Scalar; }
    bool isNull() const { return kind == Kind::Null; }
};

struct YamlNode::Field {
    std::string key;
    int line = 0;
    int column = 0;
    YamlNode value;
};

struct YamlDocument {
    YamlNode root;
    bool more = false;  ///< a second document follows, which was not read (K19)
    std::vector<std::pair<std::string, int>>
        duplicates;  ///< keys that occur twice in one map, with the line of the later one
};

/// Hostile input is stopped by these (K24): an alias bomb counts each copy.
struct YamlLimits {
    int depth = 100;
    std::size_t nodes = 1'000'000;
};

/// Text that starts with "{" is tried as JSON first, because yaml-cpp refuses surrogate pairs (K22).
/// Errors: Config, "line 3, column 5: …"; never quotes the text.
Result<YamlDocument> readYaml(std::string_view text, const YamlLimits& limits = {});

}  // namespace rollcall
