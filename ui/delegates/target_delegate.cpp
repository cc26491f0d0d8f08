// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/delegates/target_delegate.h"

#include <QAbstractItemView>
#include <QFontMetricsF>
#include <QHelpEvent>
#include <QPainter>
#include <cmath>

#include "ui/models/targets_model.h"
#include "ui/theme/contrast.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/theme/tool_tips.h"

namespace rollcall {

TargetDelegate::TargetDelegate(const Theme& theme, QObject* parent) : QStyledItemDelegate(parent), m_theme(theme) {
}

QSize TargetDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const {
    return {200, kHeight};
}

/// What stands at the right of the name, from the right. Returns the width that it takes.
double TargetDelegate::paintMarks(QPainter& painter, QRectF room, const QModelIndex& index, const QColor& background) const {
    const Tokens& t = m_theme.tokens();
    const double right = room.right();
    constexpr double kMark = 12;
    painter.setFont(m_theme.font(Theme::Font::Small));
    const auto put = [&](const QString& icon, const QString& text, const QColor& color) {
        if (!text.isEmpty()) {
            const double wide = std::ceil(QFontMetricsF(painter.font()).horizontalAdvance(text));
            painter.setPen(legible(color, background));
            painter.drawText(QRectF(room.right() - wide, room.top(), wide, room.height()), Qt::AlignCenter, text);
            room.setRight(room.right() - wide - metric::kGap4);
        }
        paintIcon(painter, QRectF(room.right() - kMark, room.center().y() - kMark / 2, kMark, kMark), icon,
                  legible(color, background));
        room.setRight(room.right() - kMark - metric::kGap8);
    };
    if (index.data(TargetsModel::CurrentRole).toBool()) put(QStringLiteral("check"), {}, t.accent);
    switch (ReachMark::State(index.data(TargetsModel::ReachRole).toInt())) {
        case ReachMark::State::None:
            break;
        case ReachMark::State::Asking:
            put(QStringLiteral("state-pending"), index.data(TargetsModel::ReachTextRole).toString(), t.muted);
            break;
        case ReachMark::State::Reachable:
            put(QStringLiteral("state-synced"), index.data(TargetsModel::ReachTextRole).toString(), t.processing);
            break;
        case ReachMark::State::Failed:
            put(QStringLiteral("state-failed"), index.data(TargetsModel::ReachTextRole).toString(), t.failed);
            break;
    }
    const QString insecure = index.data(TargetsModel::InsecureRole).toString();
    if (!insecure.isEmpty()) put(QStringLiteral("warning"), insecure, t.failed);
    return right - room.right();
}

void TargetDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const Tokens& t = m_theme.tokens();
    const bool usable = index.flags() & Qt::ItemIsEnabled;
    const bool marked = usable && option.state & (QStyle::State_Selected | QStyle::State_MouseOver);
    const QColor background = marked ? t.selection : t.raised;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(background);
    painter->drawRoundedRect(QRectF(option.rect).adjusted(0, 1, 0, -1), metric::kButtonRadius, metric::kButtonRadius);

    QRectF room = QRectF(option.rect).adjusted(metric::kGap8, 4, -metric::kGap8, -4);
    if (index.data(TargetsModel::InnerRole).toBool()) room.setLeft(room.left() + metric::kGap16);
    const QString icon = index.data(TargetsModel::IconRole).toString();
    if (!icon.isEmpty()) {
        paintIcon(*painter, QRectF(room.left(), room.center().y() - 8, 16, 16), icon,
                  usable ? legible(t.accent, background) : t.muted);
        room.setLeft(room.left() + 16 + metric::kGap8 + 2);
    }
    QRectF upper = room, lower = room;
    upper.setBottom(room.center().y());
    lower.setTop(room.center().y());
    upper.setRight(upper.right() - paintMarks(*painter, upper, index, background));
    const auto line = [&](const QRectF& rect, Theme::Font font, const QColor& color, const QString& text, Qt::TextElideMode mode) {
        painter->setFont(m_theme.font(font));
        painter->setPen(legible(color, background));
        painter->drawText(rect, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                          QFontMetricsF(painter->font()).elidedText(text, mode, rect.width()));
    };
    line(upper, Theme::Font::Strong, usable ? t.text : t.muted, index.data().toString(), Qt::ElideMiddle);
    line(lower, Theme::Font::Small, index.data(TargetsModel::TroubleRole).toBool() ? t.failed : t.muted,
         index.data(TargetsModel::DetailRole).toString(), Qt::ElideRight);
    painter->restore();
}

bool TargetDelegate::helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                               const QModelIndex& index) {
    if (event->type() != QEvent::ToolTip || !index.isValid())
        return QStyledItemDelegate::helpEvent(event, view, option, index);
    showPlainToolTip(event->globalPos(),
                     index.data().toString() + QLatin1Char('\n') + index.data(TargetsModel::DetailRole).toString(), view);
    return true;
}

}  // namespace rollcall
