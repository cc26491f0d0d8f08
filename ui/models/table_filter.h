// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractProxyModel>
#include <QPointer>
#include <QTimer>
#include <vector>

#include "ui/models/table_model.h"

namespace rollcall {

/// The rows of a flat model that the filter's FilterQuery matches, sorted; optionally those of one controller or one key only.
/// QSortFilterProxyModel tells of each changed row by itself, which costs a pass over all rows each time: a thousand changes a
/// second in a hundred thousand rows are more than it can do. Here a batch of changes is one pass and one layoutChanged.
/// **Thread**: GUI. **Owns** the order. A model that says settled() is followed at once, another one in the next turn of the
/// event loop.
class TableFilter final : public QAbstractProxyModel {
    Q_OBJECT
public:
    explicit TableFilter(QObject* parent = nullptr);

    void setNeedle(const QString& text);
    bool isFiltering() const { return !m_query.isEmpty(); }
    /// What is wrong with the needle; empty = nothing.
    const QString& error() const { return m_query.error(); }
    void setController(int controller);  ///< int(ControllerId); -1 = both

    /// Only the rows of this object's key; an empty key shows none. Not set at first.
    void setOnlyKey(int controller, const QString& key);

    /// Rows that only the filter text hides count here, rows of the other controller do not.
    int candidateCount() const;

    /// A TableModel.
    void setSourceModel(QAbstractItemModel* model) override;
    /// By compareRows() of the model, equal ones in its own order; a negative column = all in its own order.
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;
    QModelIndex mapToSource(const QModelIndex& index) const override;
    QModelIndex mapFromSource(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    bool hasChildren(const QModelIndex& parent = {}) const override;
    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex&) const override { return {}; }
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    using Rows = std::vector<int>;

    bool accepts(int row) const;
    bool before(int a, int b) const;
    Rows accepted() const;
    void sortRows(Rows& rows) const;
    void number(Rows& places) const;
    void refilter();
    void rebuild();
    void settle();
    bool isInPlace(int row) const;
    void changeOrder(Rows next);
    void sourceChanged(int first, int last);
    void sourceInserted(int first, int last);
    void sourceGoing(int first, int last);
    void sourceGone(int first, int last);
    void insertRuns(const Rows& rows);

    QPointer<TableModel> m_model;  ///< some views outlive their model for a moment
    FilterQuery m_query;
    int m_controller = -1;
    bool m_onlyKey = false;
    QString m_key;
    int m_sortColumn = -1;
    Qt::SortOrder m_order = Qt::AscendingOrder;
    Rows m_rows;          ///< place here → row of the model
    Rows m_places;        ///< row of the model → place here; -1 = hidden
    Rows m_changed;       ///< rows of the model that may belong elsewhere now
    QTimer m_late;
};

}  // namespace rollcall
