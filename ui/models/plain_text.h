// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>
#include <string_view>

namespace rollcall {

/// Foreign text (names, messages, errors) for one line of the window: control characters, terminal escapes and
/// bidirectional controls become visible symbols (G6, S16), bytes that are not UTF-8 become U+FFFD.
/// Thread: pure functions.
QString shownText(std::string_view utf8);
/// The same with line breaks and tabs kept, for text that is shown in several lines.
QString shownLines(std::string_view utf8);
/// The same text untouched, for the clipboard and for files.
QString rawText(std::string_view utf8);
std::string utf8(const QString& text);

}  // namespace rollcall
