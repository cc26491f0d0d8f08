// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPoint>
#include <QString>

class QWidget;

namespace rollcall {

/// Qt guesses whether a tool tip is rich text; foreign text must never be (S8). Wrapped at a readable width.
/// Thread: GUI.
QString plainToolTip(const QString& text);
void showPlainToolTip(const QPoint& globalPos, const QString& text, QWidget* widget);

}  // namespace rollcall
