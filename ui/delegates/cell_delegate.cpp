// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/delegates/cell_delegate.h"

#include <QAbstractItemView>
#include <QFontMetricsF>
#include <QHelpEvent>
#include <QPainter>
#include <cmath>

#include "ui/models/roles.h"
#include "ui/theme/contrast.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/theme/tool_tips.h"

namespace rollcall {

CellDelegate::CellDelegate(const Theme& theme, QObject* parent) : QStyledItemDelegate(parent), m_theme(theme) {
}

QSize CellDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const {
    const bool fixed = index.data(FixedRole).toBool();
    const QFontMetricsF metrics(m_theme.font(fixed ? Theme::Font::Fixed : Theme::Font::Body));
    const int state = index.data(StateRole).isValid() ? kStateWidth : 0;
    const double width = metrics.horizontalAdvance(index.data().toString()) + 2 * kPadding + state + 1;
    return {int(width * m_zoom), int(metric::kRow * m_zoom)};
}

void CellDelegate::paint(QPainter* painter, const QStyleOptionViewItem& given, const QModelIndex& index) const {
    painter->save();
    painter->translate(given.rect.topLeft());
    painter->scale(m_zoom, m_zoom);
    QStyleOptionViewItem option = given;
    option.rect = QRect(0, 0, int(std::ceil(given.rect.width() / m_zoom)), int(given.rect.height() / m_zoom));
    paintCell(painter, option, index);
    painter->restore();
}

void CellDelegate::paintCell(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const Tokens& t = m_theme.tokens();
    const bool selected = option.state & QStyle::State_Selected;
    const QColor background = selected ? t.selection : t.surface;
    painter->fillRect(option.rect, background);
    painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), t.hairline);
    if (index.column() == 0 && index.data(FreshRole).toBool()) {
        painter->fillRect(QRect(option.rect.left(), option.rect.top(), 3, option.rect.height() - 1), t.accent);
    }
    const auto* view = qobject_cast<const QAbstractItemView*>(option.widget);
    if (view && view->hasFocus() &&
        view->currentIndex().row() == index.row()) {  // where the keyboard is, in any palette
        painter->fillRect(QRect(option.rect.left(), option.rect.top(), option.rect.width(), 1), t.accent);
        painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), t.accent);
    }

    QRectF room = QRectF(option.rect).adjusted(kPadding, 0, -kPadding, -1);
    QColor color = legible(index.data(MutedRole).toBool() ? t.muted : t.text, background);
    if (const QVariant state = index.data(StateRole); state.isValid()) {
        const auto visual = VisualState(state.toInt());
        color = legible(m_theme.stateColor(visual), background);
        const QRectF icon(room.left(), room.center().y() - metric::kIcon / 2.0, metric::kIcon, metric::kIcon);
        paintIcon(*painter, icon, Theme::stateShape(visual), color);
        room.setLeft(room.left() + kStateWidth);
    }
    const bool fixed = index.data(FixedRole).toBool();
    const QFont& font = m_theme.font(fixed ? Theme::Font::Fixed : Theme::Font::Body);
    const auto alignment = index.data(Qt::TextAlignmentRole).value<Qt::Alignment>();
    painter->setFont(font);
    painter->setPen(color);
    const QString text = QFontMetricsF(font).elidedText(index.data().toString(), Qt::ElideRight, room.width() + 0.5);
    painter->drawText(room, int(alignment) | Qt::TextSingleLine, text);
}

bool CellDelegate::helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                             const QModelIndex& index) {
    if (event->type() != QEvent::ToolTip || !index.isValid())
        return QStyledItemDelegate::helpEvent(event, view, option, index);
    const QString tip = index.data(Qt::ToolTipRole).toString();
    const bool cut = sizeHint(option, index).width() > option.rect.width();
    // A tip that only repeats what can be read is noise.
    showPlainToolTip(event->globalPos(), tip != index.data().toString() || cut ? tip : QString(), view);
    return true;
}

}  // namespace rollcall
