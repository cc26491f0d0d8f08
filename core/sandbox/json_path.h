// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/sandbox/json_util.h"

namespace rollcall::sandbox {

/// The simple JSONPath of printer columns: `.a.b`, `['a.b']`, `[0]`, `[*]`, `[?(@.type=="Ready")]`, `\.` in a name.
/// Returns what it points at, nothing when a step leads nowhere or the path cannot be read.
std::vector<const Json*> evaluateJsonPath(const Json& root, std::string_view path);

/// Whether the path can be read at all.
bool isJsonPath(std::string_view path);

}  // namespace rollcall::sandbox
