// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/two_part_button.h"

#include <QFontMetricsF>
#include <QStyleOptionToolButton>
#include <QStylePainter>
#include <algorithm>
#include <cmath>

#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

namespace rollcall {

namespace {
constexpr double kPad = 12, kGap = 7, kArrow = 10, kWidest = 330;
}

TwoPartButton::TwoPartButton(const Theme& theme, QWidget* parent) : QToolButton(parent), m_theme(theme) {
    setProperty("look", QStringLiteral("bar"));
    setFocusPolicy(Qt::StrongFocus);
    setPopupMode(QToolButton::InstantPopup);
    connect(&theme, &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void TwoPartButton::setParts(const Parts& parts) {
    m_parts = parts;
    setAccessibleName(QString(parts.first + u' ' + parts.second));
    updateGeometry();
    update();
}

void TwoPartButton::setCompact(bool compact) {
    if (compact == m_compact) return;
    m_compact = compact;
    updateGeometry();
    update();
}

double TwoPartButton::wantedWidth() const {
    const QFontMetricsF strong(m_theme.font(Theme::Font::Strong)), body(m_theme.font(Theme::Font::Body));
    const QString& main = m_parts.firstStrong ? m_parts.first : m_parts.second;
    const QString& aside = m_parts.firstStrong ? m_parts.second : m_parts.first;
    double width = 2 * kPad + kGap + kArrow + strong.horizontalAdvance(main);
    if (!m_parts.icon.isEmpty()) width += metric::kButtonIcon + kGap;
    if (!aside.isEmpty() && !m_compact) width += kGap + body.horizontalAdvance(aside);
    return width + 2;
}

QSize TwoPartButton::sizeHint() const {
    return {int(std::ceil(std::min(wantedWidth(), kWidest))), metric::kControl};
}
QSize TwoPartButton::minimumSizeHint() const {
    return {int(std::ceil(std::min(wantedWidth(), 110.0))), metric::kControl};
}

void TwoPartButton::paintEvent(QPaintEvent*) {
    QStylePainter painter(this);
    QStyleOptionToolButton option;
    initStyleOption(&option);
    option.text.clear();
    option.icon = {};
    painter.drawComplexControl(QStyle::CC_ToolButton, option);

    const Tokens& t = m_theme.tokens();
    double x = kPad;
    const double end = width() - kPad - kArrow - kGap;
    if (!m_parts.icon.isEmpty()) {
        paintIcon(painter, QRectF(x, (height() - metric::kButtonIcon) / 2.0, metric::kButtonIcon, metric::kButtonIcon),
                  m_parts.icon, m_parts.iconColor.isValid() ? m_parts.iconColor : t.text);
        x += metric::kButtonIcon + kGap;
    }
    const auto put = [&](const QString& text, bool strong) {
        if (text.isEmpty() || (m_compact && !strong)) return;
        painter.setFont(m_theme.font(strong ? Theme::Font::Strong : Theme::Font::Body));
        painter.setPen(!isEnabled() ? t.muted : strong ? t.text : t.muted);
        const QFontMetricsF metrics(painter.font());
        const QString shown = metrics.elidedText(text, Qt::ElideRight, std::max(0.0, end - x) + 0.5);
        painter.drawText(QRectF(x, 0, end - x + 1, height()), Qt::AlignVCenter | Qt::AlignLeft, shown);
        x += metrics.horizontalAdvance(shown) + kGap;
    };
    put(m_parts.first, m_parts.firstStrong);
    put(m_parts.second, !m_parts.firstStrong);
    paintIcon(painter, QRectF(width() - kPad - kArrow, (height() - kArrow) / 2, kArrow, kArrow),
              QStringLiteral("chevron-down"), t.muted);
}

}  // namespace rollcall
