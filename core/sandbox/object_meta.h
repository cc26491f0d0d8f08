// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/sandbox/resource_descriptor.h"

namespace rollcall::sandbox {

/// The rules that apply to the metadata of every kind (apimachinery api/validation/objectmeta.go).
void validateObjectMeta(const ResourceDescriptor& descriptor, const Json& object, FieldErrors& errors);

/// A finalizer may not be added any more once deletion has begun.
void validateFinalizerUpdate(const Json& object, const Json& old, FieldErrors& errors);

/// A random version 4 UUID.
std::string newUid();

/// The name for a generateName: at most 58 bytes of it and five random letters (apiserver storage/names).
std::string generateName(const std::string& base);

}  // namespace rollcall::sandbox
