// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pipeline/chip.h"

#include <QFontMetricsF>
#include <QPainter>

#include "ui/theme/contrast.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

namespace rollcall {

namespace {

constexpr double kLeft = 7, kRight = 9, kGap = 5, kBadgePad = 5, kBadgeHeight = 15, kRing = 14;

double textWidth(const Theme& theme, Theme::Font font, const QString& text) {
    return QFontMetricsF(theme.font(font)).horizontalAdvance(text);
}

double leadWidth(const Chip& chip) {
    return chip.ring >= 0 ? kRing : 10;
}
QString causesText(const Chip& chip) {
    return QStringLiteral("×%1").arg(chip.causes);
}
QString retriesText(const Chip& chip) {
    return QString::number(chip.retries);
}

double badgesWidth(const Chip& chip, const Theme& theme) {
    double width = 0;
    if (chip.causes > 1) width += kGap + textWidth(theme, Theme::Font::Tiny, causesText(chip)) + 2 * kBadgePad;
    if (chip.retries > 0) width += kGap + textWidth(theme, Theme::Font::Tiny, retriesText(chip)) + 2 * kBadgePad + 10;
    if (!chip.right.isEmpty()) {
        // As wide as the longest it can become, so that chips do not shake while they count down.
        width += kGap + std::max(textWidth(theme, Theme::Font::Fixed, chip.right),
                                 textWidth(theme, Theme::Font::Fixed, QStringLiteral("999 ms")));
    }
    return width;
}

void paintRing(QPainter& painter, const QRectF& box, double left, const QColor& color, const QColor& track) {
    const QRectF circle = box.adjusted(1.5, 1.5, -1.5, -1.5);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(track, 2.5));
    painter.drawEllipse(circle);
    constexpr int kTop = 90 * 16, kFull = 360 * 16;  // QPainter counts sixteenths of a degree from three o'clock
    painter.setPen(QPen(color, 2.5, Qt::SolidLine, Qt::FlatCap));
    painter.drawArc(circle, kTop, -int(kFull * std::clamp(left, 0.0, 1.0)));
}

double paintBadge(QPainter& painter, double x, const QRectF& rect, const QString& text, const QString& icon,
                  const QColor& color, const QColor& border, const Theme& theme) {
    const double iconWidth = icon.isEmpty() ? 0 : 10;
    const double width = textWidth(theme, Theme::Font::Tiny, text) + 2 * kBadgePad + iconWidth;
    const QRectF box(x, rect.center().y() - kBadgeHeight / 2, width, kBadgeHeight);
    painter.setPen(QPen(border, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), kBadgeHeight / 2, kBadgeHeight / 2);
    if (!icon.isEmpty()) paintIcon(painter, QRectF(x + kBadgePad - 1, box.top() + 3, 9, 9), icon, color);
    painter.setPen(color);
    painter.setFont(theme.font(Theme::Font::Tiny));
    painter.drawText(box.adjusted(kBadgePad + iconWidth, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, text);
    return x + width;
}

void paintBody(QPainter& painter, const Chip& chip, const QColor& color, const QColor& background, const Theme& theme) {
    const double radius = chip.rect.height() / 2;
    painter.setPen(QPen(color, 1));
    painter.setBrush(background);
    painter.drawRoundedRect(chip.rect.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    if (!chip.selected) return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.tokens().accent, 2));
    painter.drawRoundedRect(chip.rect.adjusted(-1, -1, 1, 1), radius + 1, radius + 1);
}

}  // namespace

double chipWidth(const Chip& chip, const Theme& theme) {
    return kLeft + leadWidth(chip) + kGap + textWidth(theme, Theme::Font::Fixed, chip.label) +
           badgesWidth(chip, theme) + kRight;
}

QRectF chipTimePart(const Chip& chip) {
    return chip.rect.adjusted(-2, -2, 2, 2);
}

void paintChip(QPainter& painter, const Chip& chip, const Theme& theme) {
    const Tokens& t = theme.tokens();
    const QColor background = chip.selected ? t.selection : t.chip;
    const QColor color = legible(theme.stateColor(chip.state), background);
    paintBody(painter, chip, color, background, theme);

    double x = chip.rect.left() + kLeft;
    const double lead = leadWidth(chip);
    const QRectF leadBox(x, chip.rect.center().y() - lead / 2, lead, lead);
    if (chip.ring >= 0)
        paintRing(painter, leadBox, chip.ring, color, blended(t.muted, background, 0.28));
    else
        paintIcon(painter, leadBox, Theme::stateShape(chip.state), color);
    x += lead + kGap;

    const double badges = badgesWidth(chip, theme);
    const double room = std::max(0.0, chip.rect.right() - kRight - badges - x);
    const QFontMetricsF metrics(theme.font(Theme::Font::Fixed));
    const QString label = metrics.elidedText(chip.label, Qt::ElideMiddle, room + 0.5);
    painter.setFont(theme.font(Theme::Font::Fixed));
    painter.setPen(t.text);
    painter.drawText(QRectF(x, chip.rect.top(), room + 1, chip.rect.height()), Qt::AlignVCenter | Qt::AlignLeft, label);
    x += std::min(room, metrics.horizontalAdvance(label));

    if (chip.causes > 1) {
        x = paintBadge(painter, x + kGap, chip.rect, causesText(chip), {}, legible(t.text, background), t.line, theme);
    }
    if (chip.retries > 0) {
        const QColor amber = legible(t.waiting, background);
        x = paintBadge(painter, x + kGap, chip.rect, retriesText(chip), QStringLiteral("state-retrying"), amber, amber,
                       theme);
    }
    if (!chip.right.isEmpty()) {
        painter.setFont(theme.font(Theme::Font::Fixed));
        painter.setPen(legible(t.muted, background));
        painter.drawText(chip.rect.adjusted(0, 0, -kRight, 0), Qt::AlignVCenter | Qt::AlignRight, chip.right);
    }
}

}  // namespace rollcall
