// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include "core/session/target.h"

namespace rollcall {

/// The words for a target and for what was found out about it, in the window's language. Thread: pure.

QString targetName(const TargetChoice& choice);
/// One line: where it is, how one signs in, as whom.
QString targetLine(const TargetChoice& choice);
/// Everything that is known of it, "label: value", one a line. Nothing secret.
QStringList targetDetails(const TargetChoice& choice);
/// What targetLine() and targetDetails() are searched by: one text, as written.
QString targetSearchText(const TargetChoice& choice);
/// The words of the red mark (S17).
QString insecureWord();

QString checkName(const TargetCheck& check);
/// What to do about it; empty when it is in order.
QString checkAdvice(const TargetCheck& check);

}  // namespace rollcall
