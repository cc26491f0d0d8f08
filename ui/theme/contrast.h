// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

namespace rollcall {

/// WCAG 2.2 "Contrast (Minimum)": 4.5:1 for text of ordinary size. Thread: pure functions.
inline constexpr double kMinimumContrast = 4.5;

/// 1 … 21 (WCAG 2.2, "contrast ratio").
double contrastRatio(const QColor& a, const QColor& b);
/// `color`, or the nearest colour of its hue (darker on light, lighter on dark) that reaches the minimum on
/// `background`: the state colours are made for the panels, a selected row is a little darker.
QColor legible(const QColor& color, const QColor& background);
/// `over` laid on `under` with the given strength 0 … 1.
QColor blended(const QColor& over, const QColor& under, double strength);

}  // namespace rollcall
