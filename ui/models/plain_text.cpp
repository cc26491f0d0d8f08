// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/plain_text.h"

#include <algorithm>

#include "core/api/text.h"

namespace rollcall {

namespace {

/// Nearly all there is to show: nothing in it can be dangerous, so nothing of it needs decoding.
bool isPlainAscii(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

}  // namespace

QString shownText(std::string_view text) {
    if (isPlainAscii(text)) return QString::fromLatin1(text.data(), qsizetype(text.size()));
    return QString::fromStdString(printable(text));
}

QString shownLines(std::string_view text) {
    return QString::fromStdString(printable(text, true));
}

QString rawText(std::string_view text) {
    return QString::fromUtf8(text.data(), qsizetype(text.size()));
}

std::string utf8(const QString& text) {
    return text.toStdString();
}

}  // namespace rollcall
