// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace rollcall::sandbox {

/// The name rules of apimachinery's util/validation. Each returns the server's complaint, or "" when the text is fine.
std::string dns1123SubdomainProblem(std::string_view text);
std::string dns1123LabelProblem(std::string_view text);
/// RFC 1035: as a DNS label, but begins with a letter.
std::string dns1035LabelProblem(std::string_view text);
std::string labelValueProblem(std::string_view text);
/// A label or annotation key: an optional DNS prefix and '/', then a name.
std::string qualifiedNameProblem(std::string_view text);

}  // namespace rollcall::sandbox
