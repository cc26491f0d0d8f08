// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/table_model.h"

#include <QCoreApplication>

namespace rollcall {

TableModel::TableModel(std::span<const Column> columns, const char* context, QObject* parent)
    : QAbstractTableModel(parent), m_columns(columns), m_context(context) {
}

int TableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(m_columns.size());
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
    const Column& c = column(section);
    switch (role) {
        case Qt::DisplayRole:
            return QCoreApplication::translate(m_context, c.title);
        case Qt::ToolTipRole:
            return QCoreApplication::translate(m_context, *c.tip ? c.tip : c.title);
        case Qt::TextAlignmentRole:
            return QVariant::fromValue(Qt::AlignVCenter | (c.right ? Qt::AlignRight : Qt::AlignLeft));
        default:
            return {};
    }
}

QVariant TableModel::columnData(int section, int role) const {
    const Column& c = column(section);
    if (role == Qt::TextAlignmentRole) {
        return QVariant::fromValue(Qt::AlignVCenter | (c.right ? Qt::AlignRight : Qt::AlignLeft));
    }
    if (role == FixedRole) return c.fixed;
    return {};
}

int TableModel::tickingColumn() const {
    for (int i = 0; i < columnCount(); ++i) {
        if (column(i).ticking) return i;
    }
    return -1;
}

void TableModel::setNow(MonoTime now, WallTime wall) {
    m_now = now;
    m_wall = wall;
}

int TableModel::countOf(int) const {
    return rowCount();
}

int TableModel::compareRows(int a, int b, int column) const {
    const QVariant left = data(index(a, column), SortRole), right = data(index(b, column), SortRole);
    if (left.userType() == QMetaType::QString && right.userType() == QMetaType::QString)
        return left.toString().compare(right.toString(), Qt::CaseInsensitive);
    const QPartialOrdering order = QVariant::compare(left, right);
    if (order == QPartialOrdering::Less) return -1;
    return order == QPartialOrdering::Greater ? 1 : 0;
}

QVariant TableModel::filterValue(int row, int column) const {
    return index(row, column).data().toString();
}

QString TableModel::searchText(int row) const {
    return index(row, 0).data(FilterRole).toString().toLower();
}

void TableModel::retranslate() {
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
    if (rowCount() > 0) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    Q_EMIT settled();
}

}  // namespace rollcall
