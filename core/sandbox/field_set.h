// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/sandbox/resource_descriptor.h"

namespace rollcall::sandbox {

/// A set of field paths as a tree of path elements ("f:spec", "k:{"type":"Ready"}", "v:"a""); a member "." says that
/// the path up to there belongs to the set itself. FieldsV1 on the wire writes a lone "." as {}.
using FieldSet = Json;

FieldSet fieldSetFromWire(const Json& fieldsV1);
Json fieldSetToWire(const FieldSet& set);
FieldSet united(FieldSet a, const FieldSet& b);
FieldSet without(const FieldSet& a, const FieldSet& b);
FieldSet common(const FieldSet& a, const FieldSet& b);
/// ".spec.school", `.status.conditions[type="Ready"].status`.
std::vector<std::string> fieldPaths(const FieldSet& set);

struct FieldChanges {
    FieldSet added = Json::object(), modified = Json::object(), removed = Json::object();
};

/// How the values of a kind are put together from parts with owners of their own: maps by their fields, lists by the
/// keys that the schema declares, everything else whole (structured-merge-diff's schema).
/// Thread: immutable. Owns nothing: the descriptor outlives it.
class FieldShape {
public:
    explicit FieldShape(const ResourceDescriptor& descriptor)
        : m_descriptor(&descriptor), m_schema(&descriptor.schema) {}

    /// The fields that an applied configuration claims. `problem`: the first field that the schema does not allow.
    FieldSet fieldsOf(const Json& object, std::string* problem = nullptr) const;
    FieldChanges compare(const Json& before, const Json& after) const;
    /// `live` with everything of `config` in it.
    Json merged(const Json& live, const Json& config) const;
    /// Takes the fields of `set` out, but for items that hold something of `kept`.
    void remove(Json& object, const FieldSet& set, const FieldSet& kept) const;

private:
    FieldShape(const ResourceDescriptor* descriptor, const Json* schema, std::string path)
        : m_descriptor(descriptor), m_schema(schema), m_path(std::move(path)) {}

    FieldShape field(const std::string& name) const;
    FieldShape item() const;
    bool isWhole(const Json& value) const;
    bool declares(const std::string& name) const;
    /// The keys of a list that merges; one empty key: a set of plain values; none: a list that is one value.
    std::vector<std::string> listKeys() const;
    std::string elementOf(const Json& item, const std::vector<std::string>& keys) const;
    std::string problemOf(const Json& value) const;
    void collect(const Json& value, FieldSet& set, std::string* problem) const;
    void compareInto(const Json* before, const Json* after, FieldSet& added, FieldSet& modified,
                     FieldSet& removed) const;

    const ResourceDescriptor* m_descriptor;
    const Json* m_schema;  ///< nullptr: unknown, anything goes
    std::string m_path;    ///< dotted, without list items
};

}  // namespace rollcall::sandbox
