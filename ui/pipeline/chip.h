// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>
#include <QString>

#include "ui/models/visual_state.h"

class QPainter;

namespace rollcall {

class Theme;

/// One key on the strip, as it is drawn.
struct Chip {
    std::string key;
    QString label;  ///< the key, safe to show
    VisualState state = VisualState::Ready;
    int causes = 1;    ///< ×n when more than one change is collapsed
    int retries = 0;   ///< ↻n
    QString right;     ///< time left or time taken
    double ring = -1;  ///< 0 … 1 of the delay that is left; below 0 = the state's shape
    bool selected = false;
    QRectF rect;
};

/// Thread: GUI, with any paint device.
double chipWidth(const Chip& chip, const Theme& theme);
void paintChip(QPainter& painter, const Chip& chip, const Theme& theme);
/// The part of a waiting chip that changes with time: only this is painted again at 10 Hz.
QRectF chipTimePart(const Chip& chip);

}  // namespace rollcall
