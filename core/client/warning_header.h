// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rollcall {

/// The texts of the warnings with code 299 in a Warning header (RFC 7234, 5.5), the only code that Kubernetes sends:
/// `299 - "a", 299 kube "b \"c\""`. What cannot be parsed ends the list.
std::vector<std::string> parseWarnings(std::string_view header);

}  // namespace rollcall
