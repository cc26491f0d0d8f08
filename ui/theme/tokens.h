// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

namespace rollcall {

/// The colours by name. Nothing else in ui holds a colour of its own.
struct Tokens {
    QColor window, surface, raised, head, chip;
    QColor line, hairline;
    QColor text, muted;
    QColor accent, onAccent, selection;
    QColor ready, processing, waiting, parked, failed, gone;
};

const Tokens& lightTokens();
const Tokens& darkTokens();
const Tokens& highContrastLightTokens();
const Tokens& highContrastDarkTokens();

/// Lengths at 100 %, in device-independent pixels.
namespace metric {
inline constexpr int kGap4 = 4, kGap8 = 8, kGap12 = 12, kGap16 = 16;
inline constexpr int kButtonRadius = 6, kPanelRadius = 8, kFieldRadius = 5;
inline constexpr int kBar = 48, kStatus = 26, kControl = 30;
inline constexpr int kPanelHead = 34, kTabs = 30, kRow = 26, kHeaderRow = 24, kField = 22;
inline constexpr int kChip = 22, kLane = 30, kStation = 150, kMini = 28;
inline constexpr int kIcon = 12, kButtonIcon = 14;
inline constexpr int kInspector = 312;
}  // namespace metric

/// Sizes of type in pixels at 96 dpi.
namespace type {
inline constexpr double kSmall = 11.5, kBody = 13, kTitle = 16, kHuge = 22;
inline constexpr double kTiny = 10;  ///< counts on arrows only
}  // namespace type

}  // namespace rollcall
