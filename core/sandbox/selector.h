// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/sandbox/api_status.h"

namespace rollcall::sandbox {

/// Labels of an object, and its selectable fields: few, sorted by nothing, searched by walking.
using TextPairs = std::vector<std::pair<std::string, std::string>>;

/// A label selector: =, ==, !=, in, notin, key, !key, gt, lt (apimachinery labels.Parse, with its error texts).
/// Thread: immutable after parse().
class LabelSelector {
public:
    static Outcome<LabelSelector> parse(std::string_view text);

    bool empty() const { return m_requirements.empty(); }
    bool matches(const TextPairs& labels) const;

private:
    friend class LabelSelectorParser;  // fills the requirements
    enum class Operator { In, NotIn, Exists, DoesNotExist, Greater, Less };
    struct Requirement {
        std::string key;
        Operator op = Operator::Exists;
        std::vector<std::string> values;
        bool matches(const std::string* value) const;
    };
    std::vector<Requirement> m_requirements;
};

/// A field selector: `field=value`, `field==value`, `field!=value`, joined by commas (apimachinery
/// fields.ParseSelector).
struct FieldSelector {
    struct Term {
        std::string field;
        std::string value;
        bool equal = true;
    };
    std::vector<Term> terms;

    static Outcome<FieldSelector> parse(std::string_view text);
    bool empty() const { return terms.empty(); }
    /// A field that the object lacks counts as "".
    bool matches(const TextPairs& fields) const;
    /// The value that `field` must have, or nullptr.
    const std::string* exact(std::string_view field) const;
};

}  // namespace rollcall::sandbox
