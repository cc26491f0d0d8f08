// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/delegates/target_delegate.h"

#include <QAbstractItemView>
#include <QFontMetricsF>
#include <QHelpEvent>
#include <QPainter>

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
    const QString icon = index.data(IconRole).toString();
    if (!icon.isEmpty()) {
        paintIcon(*painter, QRectF(room.left(), room.center().y() - 8, 16, 16), icon,
                  usable ? legible(t.accent, background) : t.muted);
        room.setLeft(room.left() + 16 + metric::kGap8 + 2);
    }
    if (index.data(CurrentRole).toBool()) {
        paintIcon(*painter, QRectF(room.right() - 14, room.center().y() - 7, 14, 14), QStringLiteral("check"),
                  legible(t.accent, background));
        room.setRight(room.right() - 14 - metric::kGap8);
    }
    const auto line = [&](double top, double height, Theme::Font font, const QColor& color, const QString& text,
                          Qt::TextElideMode mode) {
        painter->setFont(m_theme.font(font));
        painter->setPen(legible(color, background));
        painter->drawText(QRectF(room.left(), top, room.width(), height),
                          Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                          QFontMetricsF(painter->font()).elidedText(text, mode, room.width()));
    };
    line(room.top(), room.height() / 2, Theme::Font::Strong, usable ? t.text : t.muted, index.data().toString(),
         Qt::ElideMiddle);
    line(room.top() + room.height() / 2, room.height() / 2, Theme::Font::Small, usable ? t.muted : t.failed,
         index.data(DetailRole).toString(), Qt::ElideRight);
    painter->restore();
}

bool TargetDelegate::helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                               const QModelIndex& index) {
    if (event->type() != QEvent::ToolTip || !index.isValid())
        return QStyledItemDelegate::helpEvent(event, view, option, index);
    showPlainToolTip(event->globalPos(),
                     index.data().toString() + QLatin1Char('\n') + index.data(DetailRole).toString(), view);
    return true;
}

}  // namespace rollcall
