// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSortFilterProxyModel>
#include <QStringList>

namespace rollcall {

/// Sorts by SortRole and keeps the rows that hold every word of the filter, in any order, whatever the case; optionally
/// the rows of one controller only. **Thread**: GUI. Flat by force: Qt's proxy keeps a mapping for each parent it was
/// ever asked about, and Qt 6.4 holds an iterator into that hash while it tells the world that the layout changed; a
/// question about a row's children then makes the hash grow and the iterator dangle. A flat model has no children to
/// ask about.
class TableFilter final : public QSortFilterProxyModel {
    Q_OBJECT
public:
    explicit TableFilter(QObject* parent = nullptr);

    void setNeedle(const QString& text);
    bool isFiltering() const { return !m_words.isEmpty(); }
    void setController(int controller);  ///< int(ControllerId); -1 = both

    /// Only the rows of this object's key; an empty key shows none. Not set at first.
    void setOnlyKey(int controller, const QString& key);

    /// Rows that only the filter text hides count here, rows of the other controller do not.
    int candidateCount() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    bool hasChildren(const QModelIndex& parent = {}) const override;
    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    bool ofController(int row) const;

    QStringList m_words;
    int m_controller = -1;
    bool m_onlyKey = false;
    QString m_key;
};

}  // namespace rollcall
