// SPDX-License-Identifier: GPL-3.0-or-later
// Private to this room.
#pragma once

#include "core/api/json_reader.h"
#include "core/api/resource.h"

namespace rollcall {

Result<ObjectPtr> decodeStudent(std::string_view json, const ResourceType& type);
Result<ObjectPtr> decodePod(std::string_view json, const ResourceType& type);
Result<ObjectPtr> decodeEvent(std::string_view json, const ResourceType& type);
Result<ObjectPtr> decodeLease(std::string_view json, const ResourceType& type);

namespace json {

/// Reads one object out of a larger document, in the same pass. `broken` is set when the document itself cannot be read
/// on (as opposed to one object that is no use). Types that this room does not know go through their own `decode`.
Result<ObjectPtr> readObject(od::value& value, const ResourceType& type, simdjson::error_code& broken);

}  // namespace json
}  // namespace rollcall
