// SPDX-License-Identifier: GPL-3.0-or-later
// Private to this room.
#pragma once

#include "core/api/yaml_tree.h"

namespace rollcall {

/// False, with `document` in any state, when the text is not one JSON value or exceeds the depth.
bool readJsonTree(std::string_view text, const YamlLimits& limits, YamlDocument& document);

}  // namespace rollcall
