// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/plain_text.h"

#include "core/api/text.h"

namespace rollcall {

QString shownText(std::string_view text) {
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
