// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <limits>
#include <vector>

namespace rollcall {

class Theme;

/// Values a second over the last minutes, newest at the right, with axes, unit, legend and the values under the mouse.
/// Series differ by colour and by the dash of their line. **Thread**: GUI.
class LineChart final : public QWidget {
    Q_OBJECT
public:
    enum class Unit { Count, PerSecond, Seconds };
    static constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

    struct Series {
        QString name, legend;  ///< legend: its name in the head; empty = none
        bool second = false;  ///< the second controller: another colour
        bool dashed = false;
        std::vector<double> values;  ///< newest last; kNothing leaves a gap
    };

    LineChart(const Theme& theme, Unit unit, QWidget* parent = nullptr);

    void setTitle(const QString& title);
    void setSeries(std::vector<Series> series, std::size_t points);
    const QString& title() const { return m_title; }
    /// "12 s ago: Students 3, Pods 1", for the point under that x; empty outside the curves. Also the accessible value.
    QString valuesAt(double x) const;
    static QString valueText(double value, Unit unit);
    /// The smallest of 1, 2, 5 · 10ⁿ that is no less.
    static double niceCeiling(double value);
    void setZoom(double zoom);  ///< larger, for people far away
    QSize sizeHint() const override { return {300, 140}; }
    QSize minimumSizeHint() const override { return {150, 84}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    QRectF plot() const;
    double top() const;
    double xOf(std::size_t fromNewest) const;
    QColor colorOf(const Series& series) const;
    void paintAxes(QPainter& painter, const QRectF& room, double most) const;
    void paintLegend(QPainter& painter) const;
    void paintSeries(QPainter& painter, const QRectF& room, const Series& series, double most) const;
    void paintHover(QPainter& painter, const QRectF& room) const;

    QRectF area() const;  ///< before it is zoomed; x in here is of it

    const Theme& m_theme;
    double m_zoom = 1;
    const Unit m_unit;
    QString m_title;
    std::vector<Series> m_series;
    std::size_t m_points = 300;
    double m_hover = -1;
};

}  // namespace rollcall
