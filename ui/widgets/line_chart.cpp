// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/line_chart.h"

#include <QFontMetricsF>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "ui/models/time_words.h"
#include "ui/theme/contrast.h"
#include "ui/theme/theme.h"

namespace rollcall {

namespace {

constexpr double kHead = 20, kFoot = 15, kPad = 8;
constexpr int kSteps = 2;  ///< lines between nothing and the most: a small chart has no room for more

}  // namespace

LineChart::LineChart(const Theme& theme, Unit unit, QWidget* parent) : QWidget(parent), m_theme(theme), m_unit(unit) {
    setMouseTracking(true);
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void LineChart::setTitle(const QString& title) {
    m_title = title;
    setAccessibleName(title);
    update();
}

void LineChart::setSeries(std::vector<Series> series, std::size_t points) {
    m_series = std::move(series);
    m_points = points;
    setAccessibleDescription(valuesAt(plot().right()));
    update();
}

QString LineChart::valueText(double value, Unit unit) {
    if (std::isnan(value)) return QStringLiteral("–");
    if (unit == Unit::Seconds)
        return spanText(std::chrono::duration_cast<Duration>(std::chrono::duration<double>(value)));
    const bool whole = std::abs(value - std::round(value)) < 0.05 || value >= 100;
    const QString number = QString::number(value, 'f', whole ? 0 : 1);
    return unit == Unit::PerSecond ? QString(number + QStringLiteral("/s")) : number;
}

double LineChart::niceCeiling(double value) {
    if (value <= 0) return 0;
    const double power = std::pow(10.0, std::floor(std::log10(value)));
    for (const double step : {1.0, 2.0, 5.0}) {
        if (value <= step * power * (1 + 1e-9)) return step * power;
    }
    return 10 * power;
}

double LineChart::top() const {
    double most = 0;
    for (const Series& s : m_series) {
        for (const double v : s.values) {
            if (!std::isnan(v)) most = std::max(most, v);
        }
    }
    constexpr double kLeastSeconds = 0.001;
    return std::max(niceCeiling(most), m_unit == Unit::Seconds ? kLeastSeconds : 1.0);
}

void LineChart::setZoom(double zoom) {
    m_zoom = zoom;
    update();
}

QRectF LineChart::area() const { return {0, 0, width() / m_zoom, height() / m_zoom}; }

QRectF LineChart::plot() const {
    const QFontMetricsF metrics(m_theme.font(Theme::Font::Tiny));
    double widest = 0;
    const double most = top();
    for (int i = 0; i <= kSteps; ++i)
        widest = std::max(widest, metrics.horizontalAdvance(valueText(most * i / kSteps, m_unit)));
    return area().adjusted(kPad + widest + 5, kHead + 5, -kPad, -kFoot);
}

double LineChart::xOf(std::size_t fromNewest) const {
    const QRectF room = plot();
    return room.right() - room.width() * double(fromNewest) / double(std::max<std::size_t>(m_points, 2) - 1);
}

QColor LineChart::colorOf(const Series& series) const {
    const Tokens& t = m_theme.tokens();
    return series.second ? t.waiting : t.ready;  // blue and amber: told apart with any kind of colour vision
}

void LineChart::paintAxes(QPainter& painter, const QRectF& room, double most) const {
    const Tokens& t = m_theme.tokens();
    painter.setFont(m_theme.font(Theme::Font::Tiny));
    for (int i = 0; i <= kSteps; ++i) {
        const double y = std::round(room.bottom() - room.height() * i / kSteps) + 0.5;
        painter.setPen(QPen(i == 0 ? t.line : t.hairline, 1));
        painter.drawLine(QPointF(room.left(), y), QPointF(room.right(), y));
        painter.setPen(t.muted);
        painter.drawText(QRectF(0, y - 8, room.left() - 5, 16), Qt::AlignRight | Qt::AlignVCenter,
                         valueText(most * i / kSteps, m_unit));
    }
    const int minutes = int(m_points / 60);
    for (int m = 0; m <= minutes; ++m) {
        const double x = xOf(std::size_t(m * 60));
        painter.setPen(QPen(t.line, 1));
        painter.drawLine(QPointF(x, room.bottom()), QPointF(x, room.bottom() + 3));
        painter.setPen(t.muted);
        const QString text = m == 0 ? tr("now") : QStringLiteral("−%1 m").arg(m);
        QRectF label(x - 24, room.bottom() + 2, 48, kFoot - 1);
        if (m == 0) label.moveRight(room.right() + kPad - 2);
        if (m == minutes) label.moveLeft(room.left() - 12);
        painter.drawText(label, (m == 0 ? Qt::AlignRight : Qt::AlignHCenter) | Qt::AlignVCenter, text);
    }
}

void LineChart::paintLegend(QPainter& painter) const {
    const Tokens& t = m_theme.tokens();
    painter.setFont(m_theme.font(Theme::Font::SmallStrong));
    painter.setPen(t.text);
    const double titleWidth = QFontMetricsF(painter.font()).horizontalAdvance(m_title);
    painter.drawText(QRectF(kPad, 2, area().width() - 2 * kPad, kHead), Qt::AlignLeft | Qt::AlignVCenter, m_title);
    painter.setFont(m_theme.font(Theme::Font::Small));
    const QFontMetricsF metrics(painter.font());
    double x = area().width() - kPad;
    for (auto it = m_series.rbegin(); it != m_series.rend(); ++it) {
        if (it->legend.isEmpty()) continue;
        x -= metrics.horizontalAdvance(it->legend);
        if (x - 24 < kPad + titleWidth + 8) return;  // the colours are explained under the mouse as well
        painter.setPen(t.muted);
        painter.drawText(QPointF(x, 2 + (kHead + metrics.ascent() - metrics.descent()) / 2), it->legend);
        x -= 20;
        painter.setPen(QPen(colorOf(*it), 2, it->dashed ? Qt::DotLine : Qt::SolidLine));
        painter.drawLine(QPointF(x, 2 + kHead / 2), QPointF(x + 15, 2 + kHead / 2));
        x -= 9;
    }
}

void LineChart::paintSeries(QPainter& painter, const QRectF& room, const Series& series, double most) const {
    QPainterPath path;
    bool open = false;
    const std::size_t count = std::min(series.values.size(), m_points);
    for (std::size_t i = 0; i < count; ++i) {
        const double v = series.values[series.values.size() - count + i];
        if (std::isnan(v)) {
            open = false;
            continue;
        }
        const QPointF p(xOf(count - 1 - i), room.bottom() - room.height() * std::min(v / most, 1.0));
        if (!open) path.moveTo(p - QPointF(1, 0));  // a lone point is a short stroke
        path.lineTo(p);
        open = true;
    }
    QPen pen(colorOf(series), series.dashed ? 1.4 : 1.8, series.dashed ? Qt::DotLine : Qt::SolidLine);
    pen.setCapStyle(series.dashed ? Qt::FlatCap : Qt::RoundCap);
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
}

QString LineChart::valuesAt(double x) const {
    const QRectF room = plot();
    if (m_series.empty() || x < room.left() - 1 || x > room.right() + 1) return {};
    const double share = (room.right() - x) / std::max(room.width(), 1.0);
    const auto back = std::size_t(std::lround(std::clamp(share, 0.0, 1.0) * double(m_points - 1)));
    QStringList parts;
    for (const Series& s : m_series) {
        if (back < s.values.size())
            parts << QString(s.name + u' ' + valueText(s.values[s.values.size() - 1 - back], m_unit));
    }
    if (parts.isEmpty()) return {};
    const QString when = back == 0 ? tr("now") : tr("%1 ago").arg(clockText(std::chrono::seconds(back)));
    return QString(when + QStringLiteral(": ") + parts.join(QStringLiteral(", ")));
}

void LineChart::paintHover(QPainter& painter, const QRectF& room) const {
    const QString text = valuesAt(m_hover);
    if (text.isEmpty()) return;
    const Tokens& t = m_theme.tokens();
    painter.setPen(QPen(t.muted, 1));
    painter.drawLine(QPointF(m_hover, room.top()), QPointF(m_hover, room.bottom()));
    painter.setFont(m_theme.font(Theme::Font::Small));
    const double need = QFontMetricsF(painter.font()).horizontalAdvance(text) + 12;
    QRectF box(m_hover - need / 2, room.top() - 2, need, 19);
    box.moveLeft(std::clamp(box.left(), 2.0, std::max(2.0, area().width() - need - 2)));
    painter.setPen(QPen(t.line, 1));
    painter.setBrush(t.raised);
    painter.drawRoundedRect(box, 4, 4);
    painter.setPen(t.text);
    painter.drawText(box, Qt::AlignCenter, text);
}

void LineChart::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(m_zoom, m_zoom);
    const Tokens& t = m_theme.tokens();
    painter.setPen(QPen(t.hairline, 1));
    painter.setBrush(t.surface);
    painter.drawRoundedRect(area().adjusted(0.5, 0.5, -0.5, -0.5), metric::kButtonRadius, metric::kButtonRadius);
    const QRectF room = plot();
    const double most = top();
    paintAxes(painter, room, most);
    for (const Series& s : m_series) paintSeries(painter, room, s, most);
    paintLegend(painter);
    if (m_hover >= 0) paintHover(painter, room);
}

void LineChart::mouseMoveEvent(QMouseEvent* event) {
    m_hover = event->position().x() / m_zoom;
    update();
}

void LineChart::leaveEvent(QEvent* event) {
    m_hover = -1;
    update();
    QWidget::leaveEvent(event);
}

}  // namespace rollcall
