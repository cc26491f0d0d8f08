// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/life_strip.h"

#include <QHelpEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/models/life_log.h"
#include "ui/theme/theme.h"
#include "ui/theme/tool_tips.h"

namespace rollcall {

namespace {

constexpr std::size_t kDots = 10;  ///< more would not leave room for "999 ms" under each
constexpr double kMargin = 22, kRadius = 4.5;

/// Done, Forget and the Event's way are the sentence's business; the line shows what moved the key.
bool isShown(Step step) {
    return step == Step::Added || step == Step::Updated || step == Step::Deleted || step == Step::TombstoneDeleted ||
           step == Step::Got || step == Step::SyncSucceeded || step == Step::SyncFailed || step == Step::Requeued ||
           step == Step::Parked || step == Step::GivenUp || step == Step::Lost || step == Step::Discarded;
}

}  // namespace

LifeStrip::LifeStrip(const Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    setFixedHeight(54);
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void LifeStrip::setLife(const std::vector<Transition>& life) {
    m_dots.clear();
    for (auto it = life.rbegin(); it != life.rend() && m_dots.size() < kDots; ++it) {
        if (isShown(it->step)) m_dots.push_back(*it);
    }
    std::reverse(m_dots.begin(), m_dots.end());
    update();
}

double LifeStrip::xOf(std::size_t index) const {
    const double step = (width() - 2 * kMargin) / double(kDots - 1);
    return kMargin + step * double(index);
}

void LifeStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Tokens& t = m_theme.tokens();
    const double y = height() / 2.0;
    painter.setPen(QPen(t.line, 1));
    painter.drawLine(QPointF(0, y), QPointF(width(), y));
    for (std::size_t i = 0; i < m_dots.size(); ++i) {
        const double x = xOf(i);
        painter.setPen(Qt::NoPen);
        painter.setBrush(m_theme.stateColor(visualOf(m_dots[i].step)));
        painter.drawEllipse(QPointF(x, y), kRadius, kRadius);
        const bool above = i % 2 == 0;
        const QRectF room(x - 32, above ? y - 21 : y + 7, 64, 14);
        painter.setPen(t.muted);
        painter.setFont(m_theme.font(Theme::Font::Tiny));
        painter.drawText(room, Qt::AlignCenter, stepMark(m_dots[i]));
    }
}

bool LifeStrip::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    for (std::size_t i = 0; i < m_dots.size(); ++i) {
        if (std::abs(xOf(i) - help->pos().x()) <= 8) {
            showPlainToolTip(help->globalPos(), stepSentence(m_dots[i]), this);
            return true;
        }
    }
    showPlainToolTip(help->globalPos(), {}, this);
    return true;
}

}  // namespace rollcall
