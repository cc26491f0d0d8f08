// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/table_header.h"

#include <QFontMetricsF>
#include <QHelpEvent>
#include <QPainter>

#include "ui/delegates/cell_delegate.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/theme/tool_tips.h"

namespace rollcall {

namespace {
constexpr int kArrow = 12;
}

TableHeader::TableHeader(const Theme& theme, QWidget* parent) : QHeaderView(Qt::Horizontal, parent), m_theme(theme) {
    setSectionsClickable(true);
    setSectionsMovable(true);
    setHighlightSections(false);
    setSortIndicatorShown(true);
    setMinimumSectionSize(28);
    setFixedHeight(metric::kHeaderRow);
}

QSize TableHeader::sizeHint() const {
    return {QHeaderView::sizeHint().width(), int(metric::kHeaderRow * m_zoom)};
}

void TableHeader::setZoom(double zoom) {
    m_zoom = zoom;
    setFixedHeight(int(metric::kHeaderRow * zoom));
}

int TableHeader::titleWidth(int section) const {
    const QString title = model()->headerData(section, Qt::Horizontal).toString();
    return int(QFontMetricsF(m_theme.font(Theme::Font::Small)).horizontalAdvance(title)) + 2 * CellDelegate::kPadding +
           2;
}

void TableHeader::paintSection(QPainter* painter, const QRect& given, int section) const {
    painter->save();
    painter->translate(given.topLeft());
    painter->scale(m_zoom, m_zoom);
    const QRect rect(0, 0, int(given.width() / m_zoom), int(given.height() / m_zoom));
    const Tokens& t = m_theme.tokens();
    painter->fillRect(rect, t.head);
    painter->fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), t.hairline);
    const auto alignment = model()->headerData(section, Qt::Horizontal, Qt::TextAlignmentRole).value<Qt::Alignment>();
    QRectF room = QRectF(rect).adjusted(CellDelegate::kPadding, 0, -CellDelegate::kPadding, -1);
    const QString title = model()->headerData(section, Qt::Horizontal).toString();
    const QFontMetricsF metrics(m_theme.font(Theme::Font::Small));
    const bool sorted = isSortIndicatorShown() && sortIndicatorSection() == section;
    const double need = metrics.horizontalAdvance(title);
    if (sorted && need + kArrow <= room.width() + 6) {
        const bool right = alignment & Qt::AlignRight;
        const double x = right ? room.right() - need - kArrow : room.left() + need + 2;
        paintIcon(
            *painter, QRectF(x, room.center().y() - 5, 10, 10),
            sortIndicatorOrder() == Qt::AscendingOrder ? QStringLiteral("chevron-up") : QStringLiteral("chevron-down"),
            t.muted);
    }
    painter->setFont(m_theme.font(Theme::Font::Small));
    painter->setPen(t.muted);
    painter->drawText(room, int(alignment) | Qt::TextSingleLine,
                      metrics.elidedText(title, Qt::ElideRight, room.width() + 0.5));
    painter->restore();
}

bool TableHeader::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int section = logicalIndexAt(help->pos());
        if (section >= 0) {
            showPlainToolTip(help->globalPos(),
                             model()->headerData(section, Qt::Horizontal, Qt::ToolTipRole).toString(), this);
        }
        return true;
    }
    return QHeaderView::viewportEvent(event);
}

}  // namespace rollcall
