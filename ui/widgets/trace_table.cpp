// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/trace_table.h"

#include <QScrollBar>

namespace rollcall {

TraceTable::TraceTable(TraceModel& model, const Theme& theme, QWidget* parent)
    : DataTable(model, theme, {-1, Qt::AscendingOrder}, parent), m_trace(model) {
    const QAbstractItemModel* rows = &filter();
    connect(rows, &QAbstractItemModel::rowsAboutToBeInserted, this, [this] { m_atEnd = isFollowing(); });
    connect(rows, &QAbstractItemModel::rowsInserted, this, [this] {
        if (m_atEnd) scrollToBottom();
    });
    connect(rows, &QAbstractItemModel::rowsAboutToBeRemoved, this, [this](const QModelIndex&, int first, int last) {
        m_atEnd = isFollowing();
        m_leaving = first == 0 ? (last + 1) * rowHeight(0) : 0;
    });
    connect(rows, &QAbstractItemModel::rowsRemoved, this, [this] {
        if (!m_atEnd) verticalScrollBar()->setValue(std::max(0, verticalScrollBar()->value() - m_leaving));
    });
    connect(this, &QAbstractItemView::doubleClicked, this, [this](const QModelIndex& index) {
        const QModelIndex row = filter().mapToSource(index);
        if (!row.isValid()) return;
        const std::uint64_t cause = m_trace.at(row.row()).cause;
        if (cause != 0 && !goToStep(cause)) Q_EMIT notKept(cause);
    });
}

bool TraceTable::isFollowing() const {
    return verticalScrollBar()->value() >= verticalScrollBar()->maximum() - 2;
}

/// The rows of the key are marked; what one reads stays where it is.
void TraceTable::showKey(ControllerId controller, const std::string& key) {
    m_trace.setChosen(controller, key);
    viewport()->update();
}

bool TraceTable::goToStep(std::uint64_t seq) {
    const int row = m_trace.rowOfSeq(seq);
    const QModelIndex index = row < 0 ? QModelIndex() : filter().mapFromSource(m_trace.index(row, 0));
    if (!index.isValid()) return false;
    selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    scrollTo(index, PositionAtCenter);
    return true;
}

}  // namespace rollcall
