// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/sandbox/json_util.h"

namespace rollcall::sandbox {

// Reading one node of an OpenAPI v3 schema. Schemas come from users: nothing is taken for granted of their members.

inline constexpr const char* kPreserveUnknown = "x-kubernetes-preserve-unknown-fields";
inline constexpr const char* kIntOrString = "x-kubernetes-int-or-string";

bool schemaFlag(const Json& schema, const char* name);
/// The member, or nullptr when it is absent or null.
const Json* schemaMember(const Json& schema, const char* name);
/// A limit such as maxLength; a schema that holds anything but a number there has no limit.
std::optional<std::size_t> schemaLimit(const Json& schema, const char* name);
/// The schema of a property: named, or that of additional properties; nullptr when the field is unknown.
const Json* propertySchema(const Json& schema, const std::string& key);
bool allowsAdditional(const Json& schema);
/// "spec" and "name" make "spec.name".
std::string childPath(const std::string& path, const std::string& key);

}  // namespace rollcall::sandbox
