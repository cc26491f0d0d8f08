// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/sandbox/json_util.h"

namespace rollcall::sandbox {

/// The text of a document of the API machinery itself (Status, discovery, Table, PartialObjectMetadata), its members
/// in the order of the Go structs; anything else is written sorted.
std::string dumpStruct(const Json& document, bool pretty = false);

}  // namespace rollcall::sandbox
