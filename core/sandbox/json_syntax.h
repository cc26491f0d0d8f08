// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rollcall::sandbox {

/// What Go's encoding/json says of a text that is no JSON, such as "invalid character 'x' looking for beginning of
/// object key string". "" when it finds nothing wrong.
std::string goSyntaxError(std::string_view text);

/// Paths of the members that a valid text gives twice ("spec.name"), in order.
std::vector<std::string> duplicateFields(const std::string& text);

}  // namespace rollcall::sandbox
