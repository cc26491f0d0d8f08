// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/text_pattern.h"

#include <QRegularExpression>
#include <QString>
#include <algorithm>

namespace rollcall::sandbox {

bool textMatches(const std::string& text, const std::string& pattern) {
    // Qt keeps compiled expressions apart for each QRegularExpression; one slot serves the usual case of many objects
    // of one kind. Each thread has its own.
    thread_local std::string lastPattern;
    thread_local QRegularExpression expression;
    if (pattern != lastPattern) {
        lastPattern = pattern;
        expression.setPattern(QString::fromStdString(pattern));
        expression.setPatternOptions(QRegularExpression::UseUnicodePropertiesOption);
    }
    return !expression.isValid() || expression.match(QString::fromStdString(text)).hasMatch();
}

std::string patternProblem(const std::string& pattern) {
    const QRegularExpression expression(QString::fromStdString(pattern));
    return expression.isValid() ? std::string() : expression.errorString().toStdString();
}

std::size_t utf8Length(const std::string& text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

}  // namespace rollcall::sandbox
