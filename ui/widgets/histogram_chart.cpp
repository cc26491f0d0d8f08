// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/histogram_chart.h"

#include <QFontMetricsF>
#include <QHelpEvent>
#include <QPainter>
#include <algorithm>

#include "ui/models/time_words.h"
#include "ui/theme/contrast.h"
#include "ui/theme/theme.h"
#include "ui/theme/tool_tips.h"

namespace rollcall {

namespace {

constexpr double kHead = 20, kFoot = 15, kPad = 8;

QString boundText(std::size_t i) {
    if (bucketBound(i) >= 1000) return QStringLiteral("1000 s");  // as the metric has it; "16 m" would be another bound
    if (bucketBound(i) >= 100) return QStringLiteral("100 s");
    return spanText(std::chrono::duration_cast<Duration>(std::chrono::duration<double>(bucketBound(i) * (1 + 1e-9))));
}

}  // namespace

HistogramChart::HistogramChart(const Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void HistogramChart::setTitle(const QString& title) {
    m_title = title;
    setAccessibleName(title);
    update();
}

void HistogramChart::setNames(const QString& first, const QString& second) { m_names = {first, second}; }

void HistogramChart::setBuckets(const std::array<Buckets, kControllerCount>& buckets) {
    if (buckets == m_buckets) return;
    m_buckets = buckets;
    update();
}

std::int64_t HistogramChart::most() const {
    std::int64_t most = 0;
    for (const Buckets& b : m_buckets) most = std::max(most, *std::max_element(b.begin(), b.end()));
    return most;
}

void HistogramChart::setZoom(double zoom) {
    m_zoom = zoom;
    update();
}

QRectF HistogramChart::area() const { return {0, 0, width() / m_zoom, height() / m_zoom}; }

QRectF HistogramChart::plot() const {
    const QString number = QString::number(most());
    const double left = kPad + 5 + QFontMetricsF(m_theme.font(Theme::Font::Tiny)).horizontalAdvance(number);
    return area().adjusted(left, kHead + 5, -kPad, -kFoot);
}

QString HistogramChart::valuesAt(double x) const {
    const QRectF room = plot();
    const std::size_t count = m_buckets[0].size();
    const double place = (x - room.left()) / room.width() * double(count);
    if (place < 0 || place >= double(count)) return {};
    const auto i = std::size_t(place);
    const QString low = i == 0 ? QStringLiteral("0") : boundText(i - 1);
    const QString range = i + 1 == count ? QStringLiteral("> %1").arg(boundText(count - 2))
                                         : QStringLiteral("%1 … %2").arg(low, boundText(i));
    QStringList parts;
    for (std::size_t c = 0; c < m_buckets.size(); ++c) parts << QStringLiteral("%1 %2").arg(m_names[c]).arg(m_buckets[c][i]);
    return QString(range + QStringLiteral(": ") + parts.join(QStringLiteral(", ")));
}

void HistogramChart::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(m_zoom, m_zoom);
    const Tokens& t = m_theme.tokens();
    painter.setPen(QPen(t.hairline, 1));
    painter.setBrush(t.surface);
    painter.drawRoundedRect(area().adjusted(0.5, 0.5, -0.5, -0.5), metric::kButtonRadius, metric::kButtonRadius);
    painter.setFont(m_theme.font(Theme::Font::SmallStrong));
    painter.setPen(t.text);
    painter.drawText(QRectF(kPad, 2, area().width() - 2 * kPad, kHead), Qt::AlignLeft | Qt::AlignVCenter, m_title);
    const QRectF room = plot();
    const std::int64_t highest = most();
    painter.setFont(m_theme.font(Theme::Font::Tiny));
    painter.setPen(t.muted);
    painter.drawText(QRectF(0, room.top() - 8, room.left() - 4, 16), Qt::AlignRight | Qt::AlignVCenter, QString::number(highest));
    painter.setPen(QPen(t.line, 1));
    painter.drawLine(room.bottomLeft(), room.bottomRight());
    const std::size_t count = m_buckets[0].size();
    const double step = room.width() / double(count), bar = std::max(2.0, step / 2 - 2);
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t c = 0; c < m_buckets.size(); ++c) {
            if (m_buckets[c][i] == 0) continue;
            const double height = std::max(2.0, room.height() * double(m_buckets[c][i]) / double(highest));
            const QRectF box(room.left() + double(i) * step + 1 + double(c) * (bar + 1), room.bottom() - height, bar, height);
            painter.setPen(QPen(c == 0 ? t.ready : t.waiting, 1));
            // The second one is hollow: told apart without its colour.
            painter.setBrush(c == 0 ? QBrush(t.ready) : QBrush(blended(t.waiting, t.surface, 0.25)));
            painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
        }
        if (i % 3 != 2 || i + 1 == count) continue;  // 1 ms, 1 s, 1000 s … every third bound
        painter.setPen(t.muted);
        painter.drawText(QRectF(room.left() + double(i + 1) * step - 30, room.bottom() + 1, 60, kFoot - 1), Qt::AlignCenter,
                         boundText(i));
    }
}

bool HistogramChart::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    showPlainToolTip(help->globalPos(), valuesAt(help->pos().x() / m_zoom), this);
    return true;
}

}  // namespace rollcall
