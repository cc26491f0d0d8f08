// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/base/clock.h"

namespace rollcall {

/// Spans of time as people read them: a unit always, two figures at most. Units are the same in every language.
/// Thread: pure functions.

/// "0.4 s", "12 s", "4 m", "5 h", "3 d": how old something is. Never negative.
QString ageText(Duration age);
/// "250 µs", "40 ms", "1.2 s", "12 s", "4 m": how long something takes or still has to wait. Never negative.
QString spanText(Duration span);
/// "3:12", "1:07:40": a running clock.
QString clockText(Duration span);

}  // namespace rollcall
