// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/sandbox/api_status.h"

namespace rollcall::sandbox {

/// JSON as block style YAML 1.2, ending in a newline.
std::string toYaml(const Json& value);

/// A YAML document as JSON, by the rules of sigs.k8s.io/yaml: plain scalars get their YAML type, tags are ignored.
/// Errors: BadRequest, for text that is no YAML or nests too deeply.
Outcome<Json> fromYaml(const std::string& text);

}  // namespace rollcall::sandbox
