// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QIcon>
#include <QPixmap>

#include "ui/models/visual_state.h"

class QPainter;
class QRectF;

namespace rollcall {

class Theme;

/// The shapes of resources/icons: drawn from SVG in any colour, sharp at every scale. Drawn ones are kept in
/// QPixmapCache. Thread: GUI. Errors: an unknown name is an empty pixmap.
QPixmap iconPixmap(const QString& name, const QColor& color, int size, qreal dpr);
void paintIcon(QPainter& painter, const QRectF& rect, const QString& name, const QColor& color);

enum class IconTone { Text, Muted, Accent, OnAccent, Failed };
/// For buttons and menus: asks the theme for its colour each time it is painted, so that it follows theme changes.
QIcon themedIcon(const Theme& theme, const QString& name, IconTone tone = IconTone::Text);

}  // namespace rollcall
