// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/table_filter.h"

#include <algorithm>

#include "ui/models/roles.h"
#include "ui/models/table_model.h"

namespace rollcall {

TableFilter::TableFilter(QObject* parent) : QSortFilterProxyModel(parent) {
    setSortRole(SortRole);
    setSortCaseSensitivity(Qt::CaseInsensitive);
    setDynamicSortFilter(true);
}

void TableFilter::setNeedle(const QString& text) {
    const QStringList words = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    if (words == m_words) return;
    m_words = words;
    invalidateFilter();
}

void TableFilter::setController(int controller) {
    if (controller == m_controller) return;
    m_controller = controller;
    invalidateFilter();
}

void TableFilter::setOnlyKey(int controller, const QString& key) {
    if (m_onlyKey && m_controller == controller && m_key == key) return;
    m_onlyKey = true;
    m_controller = controller;
    m_key = key;
    invalidateFilter();
}

int TableFilter::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : QSortFilterProxyModel::rowCount(parent);
}

int TableFilter::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : QSortFilterProxyModel::columnCount(parent);
}

bool TableFilter::hasChildren(const QModelIndex& parent) const {
    return !parent.isValid() && rowCount() > 0;
}

QModelIndex TableFilter::index(int row, int column, const QModelIndex& parent) const {
    return parent.isValid() ? QModelIndex() : QSortFilterProxyModel::index(row, column, parent);
}

bool TableFilter::ofController(int row) const {
    return m_controller < 0 || sourceModel()->index(row, 0).data(ControllerRole).toInt() == m_controller;
}

int TableFilter::candidateCount() const {
    if (!sourceModel()) return 0;
    const auto* model = qobject_cast<const TableModel*>(sourceModel());
    return model ? model->countOf(m_controller) : sourceModel()->rowCount();
}

bool TableFilter::filterAcceptsRow(int row, const QModelIndex&) const {
    if (!ofController(row)) return false;
    if (m_onlyKey && sourceModel()->index(row, 0).data(KeyRole).toString() != m_key) return false;
    if (m_words.isEmpty()) return true;
    const QString text = sourceModel()->index(row, 0).data(FilterRole).toString();
    return std::all_of(m_words.begin(), m_words.end(),
                       [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

}  // namespace rollcall
