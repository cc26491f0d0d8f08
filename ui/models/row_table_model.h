// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ui/models/table_model.h"

namespace rollcall {

/// Runs of neighbouring numbers in a sorted list: {3,4,5,9} becomes {3,5},{9,9}. Models announce changes by such runs.
inline std::vector<std::pair<int, int>> toRanges(const std::vector<int>& sorted) {
    std::vector<std::pair<int, int>> ranges;
    for (const int n : sorted) {
        if (!ranges.empty() && n <= ranges.back().second + 1)
            ranges.back().second = n;
        else
            ranges.emplace_back(n, n);
    }
    return ranges;
}

/// Rows kept by id. A batch becomes one signal for each run of rows, so that selection, scrolling and sorting survive;
/// a reset happens in clear() alone, which is for another target.
/// **Thread**: GUI. **Owns** the rows. **Errors**: an unknown id in remove() is ignored.
template <class Row>
class RowTableModel : public TableModel {
public:
    using TableModel::TableModel;

    int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : int(m_rows.size()); }
    const Row& at(int row) const { return m_rows[std::size_t(row)].row; }
    const Row* find(const std::string& id) const {
        const auto it = m_index.find(id);
        return it == m_index.end() ? nullptr : &at(it->second);
    }
    int rowOf(const std::string& id) const {
        const auto it = m_index.find(id);
        return it == m_index.end() ? -1 : it->second;
    }

    void upsert(std::vector<Row> batch) {
        // A whole list arriving at once is no news about any single row.
        const MonoTime touched = batch.size() <= kFreshBatch && !m_rows.empty() ? now() : MonoTime{};
        std::vector<int> changed;
        std::vector<Entry> added;
        std::unordered_map<std::string, std::size_t> addedIndex;
        for (Row& row : batch) {
            std::string id = idOf(row);
            if (const int known = rowOf(id); known >= 0) {
                m_rows[std::size_t(known)] = {std::move(row), touched, {}};
                stored(known);
                changed.push_back(known);
            } else if (const auto [it, isNew] = addedIndex.try_emplace(std::move(id), added.size()); isNew) {
                added.push_back({std::move(row), touched, {}});
            } else {
                added[it->second].row = std::move(row);
            }
        }
        announce(std::move(changed));
        append(std::move(added));
    }

    void remove(const std::vector<std::string>& ids) {
        std::vector<int> gone;
        for (const std::string& id : ids) {
            if (const int row = rowOf(id); row >= 0) gone.push_back(row);
        }
        removeRowNumbers(std::move(gone));
    }

    void clear() override {
        beginResetModel();
        if (!m_rows.empty()) erased(0, int(m_rows.size()) - 1);
        m_rows.clear();
        m_index.clear();
        endResetModel();
    }

    /// Kept until the row changes: a filter asks for it at every letter.
    QString searchText(int row) const override {
        QString& text = m_rows[std::size_t(row)].searchText;
        if (text.isNull()) text = TableModel::searchText(row);
        return text;
    }

    void retranslate() override {
        for (Entry& entry : m_rows) entry.searchText = QString();
        TableModel::retranslate();
    }

    /// The row changed less than this long ago (machinery time), for the accent bar.
    bool isFresh(int row) const {
        const MonoTime touched = m_rows[std::size_t(row)].touched;
        return touched != MonoTime{} && now() - touched < std::chrono::milliseconds(1500);
    }

protected:
    virtual std::string idOf(const Row& row) const = 0;
    /// For what a model keeps beside its rows: told before the signals. A row that is new has the next number.
    virtual void stored(int) {}
    virtual void erased(int /*first*/, int /*last*/) {}

    void announce(std::vector<int> rows) {
        std::sort(rows.begin(), rows.end());
        for (const int row : rows) m_rows[std::size_t(row)].searchText = QString();
        for (const auto& [first, last] : toRanges(rows)) {
            Q_EMIT dataChanged(index(first, 0), index(last, columnCount() - 1));
        }
        if (!rows.empty()) Q_EMIT settled();
    }

    void removeRowNumbers(std::vector<int> rows) {
        if (rows.empty()) return;
        std::sort(rows.begin(), rows.end());
        const auto ranges = toRanges(rows);
        for (auto it = ranges.rbegin(); it != ranges.rend(); ++it) {
            beginRemoveRows({}, it->first, it->second);
            for (int row = it->first; row <= it->second; ++row) m_index.erase(idOf(at(row)));
            m_rows.erase(m_rows.begin() + it->first, m_rows.begin() + it->second + 1);
            erased(it->first, it->second);
            endRemoveRows();
        }
        // Once for all runs; nobody asks for a row by id while rows are on their way out.
        for (int row = ranges.front().first; row < int(m_rows.size()); ++row) m_index[idOf(at(row))] = row;
    }

private:
    static constexpr std::size_t kFreshBatch = 8;
    struct Entry {
        Row row;
        MonoTime touched{};
        mutable QString searchText;
    };

    void append(std::vector<Entry> added) {
        if (added.empty()) return;
        const int first = int(m_rows.size());
        beginInsertRows({}, first, first + int(added.size()) - 1);
        for (Entry& entry : added) {
            m_index.emplace(idOf(entry.row), int(m_rows.size()));
            m_rows.push_back(std::move(entry));
            stored(int(m_rows.size()) - 1);
        }
        endInsertRows();
    }

    std::vector<Entry> m_rows;
    std::unordered_map<std::string, int> m_index;
};

}  // namespace rollcall
