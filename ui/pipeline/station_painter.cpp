// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pipeline/station_painter.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>

#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

namespace rollcall {

namespace {

constexpr double kPadX = 8, kHead = 26, kLine = 18;

double widthOf(const Theme& theme, Theme::Font font, const QString& text) {
    return QFontMetricsF(theme.font(font)).horizontalAdvance(text);
}

}  // namespace

double StationPainter::text(const QRectF& rect, const QString& text, int fontRole, const QColor& color,
                            Qt::Alignment alignment) {
    const QFont& font = m_theme.font(Theme::Font(fontRole));
    const QFontMetricsF metrics(font);
    const QString shown = metrics.elidedText(text, Qt::ElideRight, rect.width() + 0.5);
    m_painter.setFont(font);
    m_painter.setPen(color);
    m_painter.drawText(rect, alignment | Qt::TextSingleLine, shown);
    return metrics.horizontalAdvance(shown);
}

void StationPainter::box(const QRectF& rect, const StationText& station, const std::vector<double>& values) {
    const Tokens& t = m_theme.tokens();
    m_painter.setPen(QPen(t.line, 1));
    m_painter.setBrush(t.head);
    m_painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), metric::kPanelRadius, metric::kPanelRadius);

    QRectF head = rect.adjusted(kPadX, 3, -kPadX, 0);
    head.setHeight(kHead);
    double right = head.right();
    const double titleWidth = widthOf(m_theme, Theme::Font::SmallStrong, station.title);
    if (station.state != VisualState::None) {
        const QColor color = m_theme.stateColor(station.state);
        const double word = widthOf(m_theme, Theme::Font::SmallStrong, station.stateText);
        const bool wordFits = titleWidth + 8 + 13 + word <= head.width();
        if (wordFits) {
            text(QRectF(right - word - 1, head.top(), word + 1, head.height()), station.stateText,
                 int(Theme::Font::SmallStrong), color, Qt::AlignVCenter | Qt::AlignLeft);
            right -= word + 3;
        }
        paintIcon(m_painter, QRectF(right - 11, head.center().y() - 5.5, 11, 11), Theme::stateShape(station.state),
                  color);
        right -= 14;
    }
    text(QRectF(head.left(), head.top(), right - head.left(), head.height()), station.title,
         int(Theme::Font::SmallStrong), t.text, Qt::AlignVCenter | Qt::AlignLeft);

    QRectF body(rect.left() + kPadX, rect.top() + kHead + 3, rect.width() - 2 * kPadX,
                rect.bottom() - rect.top() - kHead - 8);
    lines(body, station.lines);
    body.setTop(body.top() + kLine * double(station.lines.size()));
    if (!station.foot.isEmpty()) {
        text(QRectF(body.left(), body.top(), body.width(), kLine), station.foot, int(Theme::Font::Fixed), t.muted,
             Qt::AlignVCenter | Qt::AlignLeft);
    }
    if (values.size() > 1) curve(QRectF(body.left(), body.top() + 6, body.width(), 20), values);
}

void StationPainter::lines(QRectF room, const std::vector<StationText::Line>& all) {
    const Tokens& t = m_theme.tokens();
    for (const StationText::Line& line : all) {
        const QRectF row(room.left(), room.top(), room.width(), kLine);
        const double value = std::min(widthOf(m_theme, Theme::Font::Fixed, line.value) + 1, row.width());
        text(QRectF(row.right() - value, row.top(), value, kLine), line.value, int(Theme::Font::Fixed), t.text,
             Qt::AlignVCenter | Qt::AlignRight);
        text(QRectF(row.left(), row.top(), std::max(0.0, row.width() - value - 4), kLine), line.name,
             int(Theme::Font::Small), t.muted, Qt::AlignVCenter | Qt::AlignLeft);
        room.setTop(room.top() + kLine);
    }
}

void StationPainter::lane(const QRectF& rect, const QString& label, int count, double labelWidth) {
    const Tokens& t = m_theme.tokens();
    m_painter.setPen(QPen(t.hairline, 1));
    m_painter.setBrush(t.surface);
    m_painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), metric::kButtonRadius, metric::kButtonRadius);
    const QRectF room(rect.left() + 7, rect.top(), labelWidth - 7, rect.height());
    const double used = text(room, label, int(Theme::Font::Small), t.muted, Qt::AlignVCenter | Qt::AlignLeft);
    text(room.adjusted(used + 5, 0, 0, 0), QString::number(count), int(Theme::Font::FixedStrong),
         count > 0 ? t.text : t.muted, Qt::AlignVCenter | Qt::AlignLeft);
}

void StationPainter::workerCell(const QRectF& rect, int number, const QString& words, bool crashed) {
    const Tokens& t = m_theme.tokens();
    const QColor red = m_theme.stateColor(VisualState::Failed);
    m_painter.setPen(QPen(crashed ? red : t.hairline, crashed ? 1.6 : 1));
    m_painter.setBrush(t.surface);
    const double radius = std::min(double(metric::kButtonRadius), rect.height() / 4);
    m_painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    const double numberWidth = widthOf(m_theme, Theme::Font::Fixed, QStringLiteral("16"));
    text(QRectF(rect.left() + 6, rect.top(), numberWidth, rect.height()), QString::number(number),
         int(Theme::Font::Fixed), t.muted, Qt::AlignVCenter | Qt::AlignLeft);
    if (!words.isEmpty()) {
        text(rect.adjusted(6 + numberWidth + 6, 0, -4, 0), words, int(Theme::Font::Small),
             crashed ? red : t.muted,
             Qt::AlignVCenter | Qt::AlignLeft);
    }
}

void StationPainter::arrow(const QRectF& rect, const QString& count) {
    const Tokens& t = m_theme.tokens();
    const double y = rect.center().y() + 8, left = rect.left() + 3, right = rect.right() - 3;
    m_painter.setPen(QPen(t.muted, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    m_painter.setBrush(Qt::NoBrush);
    QPainterPath path(QPointF(left, y));
    path.lineTo(right, y);
    path.moveTo(right - 4, y - 4);
    path.lineTo(right, y);
    path.lineTo(right - 4, y + 4);
    m_painter.drawPath(path);
    text(QRectF(rect.left() - 2, y - 20, rect.width() + 4, 14), count, int(Theme::Font::Tiny), t.muted,
         Qt::AlignCenter);
}

void StationPainter::curve(const QRectF& rect, const std::vector<double>& values) {
    const double top = std::max(1.0, *std::max_element(values.begin(), values.end()));
    QPainterPath path;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const QPointF point(rect.left() + rect.width() * double(i) / double(values.size() - 1),
                            rect.bottom() - 1 - (rect.height() - 3) * values[i] / top);
        if (i == 0)
            path.moveTo(point);
        else
            path.lineTo(point);
    }
    m_painter.setBrush(Qt::NoBrush);
    m_painter.setPen(QPen(m_theme.tokens().accent, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    m_painter.drawPath(path);
}

void StationPainter::miniLine(const QRectF& rect, const QString& title, VisualState state, const QString& word,
                              const std::vector<StationText::Line>& all, bool hovered) {
    const Tokens& t = m_theme.tokens();
    m_painter.setPen(QPen(hovered ? t.accent : t.hairline, 1));
    m_painter.setBrush(hovered ? t.head : t.surface);
    m_painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), metric::kButtonRadius, metric::kButtonRadius);
    double x = rect.left() + 8;
    const auto put = [&](const QString& what, Theme::Font font, const QColor& color, double gap) {
        x += text(QRectF(x, rect.top(), rect.right() - 8 - x, rect.height()), what, int(font), color,
                  Qt::AlignVCenter | Qt::AlignLeft) +
             gap;
    };
    put(title, Theme::Font::SmallStrong, t.text, 4);
    paintIcon(m_painter, QRectF(x, rect.center().y() - 5, 10, 10), QStringLiteral("chevron-right"), t.muted);
    x += 10 + metric::kGap16;
    const QColor color = m_theme.stateColor(state);
    paintIcon(m_painter, QRectF(x, rect.center().y() - 5.5, 11, 11), Theme::stateShape(state), color);
    x += 15;
    put(word, Theme::Font::Small, color, metric::kGap16 + 2);
    for (const StationText::Line& line : all) {
        const double need = widthOf(m_theme, Theme::Font::Small, line.name) + 6 +
                            widthOf(m_theme, Theme::Font::FixedStrong, line.value);
        if (x + need > rect.right() - 8) break;  // what does not fit is left out whole
        put(line.name, Theme::Font::Small, t.muted, 6);
        put(line.value, Theme::Font::FixedStrong, t.text, metric::kGap16 + 2);
    }
}

}  // namespace rollcall
