// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QRectF>
#include <vector>

#include "ui/pipeline/station_text.h"

class QPainter;

namespace rollcall {

class Theme;

/// Draws the boxes of the strip and what stands in them except the chips. Holds no state. Thread: GUI.
class StationPainter {
public:
    StationPainter(QPainter& painter, const Theme& theme) : m_painter(painter), m_theme(theme) {}

    void box(const QRectF& rect, const StationText& text, const std::vector<double>& curve = {});
    void lines(QRectF room, const std::vector<StationText::Line>& lines);
    void lane(const QRectF& rect, const QString& label, int count, double labelWidth);
    void workerCell(const QRectF& rect, int number, const QString& text, bool crashed = false);
    void arrow(const QRectF& rect, const QString& count);
    void miniLine(const QRectF& rect, const QString& title, VisualState state, const QString& stateWord,
                  const std::vector<StationText::Line>& line, bool hovered);
    void curve(const QRectF& rect, const std::vector<double>& values);

private:
    double text(const QRectF& rect, const QString& text, int fontRole, const QColor& color, Qt::Alignment alignment);

    QPainter& m_painter;
    const Theme& m_theme;
};

}  // namespace rollcall
