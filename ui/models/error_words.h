// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/base/error.h"

namespace rollcall {

/// An Error for people: what happened, the exact words of whoever said no, and what to do about it.
struct ErrorWords {
    QString title;
    QString detail;  ///< plain text from outside, already made safe to show
    QString advice;
};

/// Thread: pure.
ErrorWords errorWords(const Error& error);
/// Title and detail in one line.
QString errorLine(const Error& error);

}  // namespace rollcall
