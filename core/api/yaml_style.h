// SPDX-License-Identifier: GPL-3.0-or-later
// Private to this room: how go-yaml, and so kubectl, orders keys and chooses between quotes.
#pragma once

#include <string>
#include <string_view>

namespace rollcall::yaml {

/// Characters; bytes that are no UTF-8 become U+FFFD.
std::u32string decoded(std::string_view text);

/// go-yaml's natural order: letters after everything else, numbers by value. It is not transitive for odd mixtures; a
/// merge sort stays safe with it.
bool keyLess(std::string_view left, std::string_view right);

/// Which styles can hold a text (the rules of YAML 1.1 for block context).
struct Allowed {
    bool plain = true, single = true, block = true, multiline = false;
};
Allowed allowedStyles(const std::u32string& text);

bool isBreak(char32_t c);
bool isPrintable(char32_t c);

}  // namespace rollcall::yaml
