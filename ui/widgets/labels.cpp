// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/labels.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPushButton>
#include <QStyle>
#include <cmath>

#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/theme/tool_tips.h"

namespace rollcall {

QLabel* plainLabel(const QString& text, const char* look, QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setText(text);
    if (look) label->setProperty("look", QLatin1String(look));
    return label;
}

QPushButton* namedButton(const char* name, QWidget* parent) {
    auto* button = new QPushButton(parent);
    button->setObjectName(QLatin1String(name));
    button->setAutoDefault(false);
    return button;
}

void setLook(QWidget* widget, const char* property, const QVariant& value) {
    if (widget->property(property) == value) return;
    widget->setProperty(property, value);
    widget->style()->unpolish(widget);
    widget->style()->polish(widget);
    widget->update();
}

StateLabel::StateLabel(const Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    connect(&theme, &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void StateLabel::setState(VisualState state, const QString& word, const QString& remark) {
    if (state == m_state && word == m_word && remark == m_remark) return;
    m_state = state;
    m_word = word;
    m_remark = remark;
    setAccessibleName(remark.isEmpty() ? word : QString(word + QStringLiteral(", ") + remark));
    setToolTip(plainToolTip(remark));
    updateGeometry();
    update();
}

QSize StateLabel::minimumSizeHint() const {
    const QFontMetricsF strong(m_theme.font(Theme::Font::Strong));
    const double icon = m_state == VisualState::None ? 0 : metric::kIcon + 5;
    return {int(std::ceil(icon + strong.horizontalAdvance(m_word))) + 2, int(strong.height()) + 4};
}

QSize StateLabel::sizeHint() const {
    QSize size = minimumSizeHint();
    if (!m_remark.isEmpty()) {
        size.rwidth() +=
            int(QFontMetricsF(m_theme.font(Theme::Font::Body)).horizontalAdvance(m_remark)) + metric::kGap12 + 2;
    }
    return size;
}

void StateLabel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    double x = 0;
    const QColor color = m_theme.stateColor(m_state);
    if (m_state != VisualState::None) {
        paintIcon(painter, QRectF(0, (height() - metric::kIcon) / 2.0, metric::kIcon, metric::kIcon),
                  Theme::stateShape(m_state), color);
        x = metric::kIcon + 5;
    }
    painter.setFont(m_theme.font(Theme::Font::Strong));
    painter.setPen(color);
    const double word = QFontMetricsF(painter.font()).horizontalAdvance(m_word);
    painter.drawText(QRectF(x, 0, width() - x, height()), Qt::AlignVCenter | Qt::AlignLeft, m_word);
    x += word + metric::kGap12;
    if (m_remark.isEmpty() || width() - x < 80) return;  // less would say nothing
    painter.setFont(m_theme.font(Theme::Font::Body));
    painter.setPen(m_theme.tokens().muted);
    const QString shown = QFontMetricsF(painter.font()).elidedText(m_remark, Qt::ElideRight, width() - x);
    painter.drawText(QRectF(x, 0, width() - x, height()), Qt::AlignVCenter | Qt::AlignLeft, shown);
}

ElidedLabel::ElidedLabel(const char* look, QWidget* parent, Qt::TextElideMode mode) : QLabel(parent), m_mode(mode) {
    setTextFormat(Qt::PlainText);
    if (look) setProperty("look", QLatin1String(look));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
}

void ElidedLabel::setFullText(const QString& text) {
    if (text == m_full) return;
    m_full = text;
    setAccessibleName(text);
    updateGeometry();
    elide();
}

QSize ElidedLabel::minimumSizeHint() const {
    return {20, QLabel::minimumSizeHint().height()};
}
QSize ElidedLabel::sizeHint() const {
    return {fontMetrics().horizontalAdvance(m_full) + 4, QLabel::sizeHint().height()};
}

void ElidedLabel::elide() {
    const QString shown = fontMetrics().elidedText(m_full, m_mode, width());
    if (shown != text()) setText(shown);
    setToolTip(shown == m_full ? QString() : plainToolTip(m_full));
}

void ElidedLabel::resizeEvent(QResizeEvent* event) {
    QLabel::resizeEvent(event);
    elide();
}

}  // namespace rollcall
