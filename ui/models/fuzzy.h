// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace rollcall {

/// How well `needle` fits `text` when its letters stand in it in order, whatever the case: higher is better, below 0 = not at
/// all. Letters side by side and at the beginnings of words count for more, and shorter texts win. Thread: pure.
int fuzzyScore(const QString& needle, const QString& text);

}  // namespace rollcall
