// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace rollcall::sandbox {

/// Whether some part of `text` matches the regular expression; an expression that cannot be read matches everything.
/// Safe for long texts: the engine has limits of its own and does not recurse on our stack.
bool textMatches(const std::string& text, const std::string& pattern);
/// "" or what is wrong with the expression.
std::string patternProblem(const std::string& pattern);

/// Code points of a UTF-8 text.
std::size_t utf8Length(const std::string& text);

}  // namespace rollcall::sandbox
