// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <vector>

#include "core/session/feed.h"
#include "ui/models/row_table_model.h"

namespace rollcall {

/// Every key that is in a workqueue, and how the ones that left it ended.
/// **Thread**: GUI. **Owns** its rows.
class WorkqueueModel final : public RowTableModel<QueueRow> {
    Q_OBJECT
public:
    enum ColumnId { Key, State, Retries, NextTry, LastError, Waited, Causes, Runs, Version };

    explicit WorkqueueModel(QObject* parent = nullptr);

    QVariant data(const QModelIndex& index, int role) const override;
    int rowForKey(ControllerId controller, std::string_view key) const override;
    std::span<const FilterField> filterFields() const override;
    QVariant filterValue(int row, int column) const override;
    int compareRows(int a, int b, int column) const override;
    std::optional<qlonglong> sortNumber(int row, int column) const override;
    const QueueRow* row(ControllerId controller, std::string_view key) const;
    int countOf(int controller) const override;
    void removeKeys(const std::vector<std::pair<ControllerId, std::string>>& keys);

    /// The order of the table: what will happen next first, then what is over.
    static int rank(KeyState state);
    static bool isInQueue(KeyState state);
    /// Calls `what(row)` for every key of that controller that is in the queue, without a look at the others.
    template <class What>
    void forEachInQueue(ControllerId controller, What what) const {
        for (std::size_t i = 0; i < m_places.size(); ++i) {
            if (m_places[i].inQueue && m_places[i].controller == controller) what(at(int(i)));
        }
    }

protected:
    std::string idOf(const QueueRow& row) const override;
    void stored(int row) override;
    void erased(int first, int last) override;

private:
    /// What every frame asks of every row, kept apart from the rows: a hundred thousand of these are 200 kB.
    struct Place {
        ControllerId controller;
        bool inQueue;
    };
    QVariant text(const QueueRow& row, int column) const;
    QVariant sortValue(const QueueRow& row, int column) const;
    QString nextTry(const QueueRow& row) const;

    std::vector<Place> m_places;                  ///< by row
    std::array<int, kControllerCount> m_counts{};  ///< rows of each controller
};

}  // namespace rollcall
