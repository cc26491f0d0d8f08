// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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
    const QueueRow* row(ControllerId controller, std::string_view key) const;
    int countOf(int controller) const override;
    void removeKeys(const std::vector<std::pair<ControllerId, std::string>>& keys);

    /// The order of the table: what will happen next first, then what is over.
    static int rank(KeyState state);
    static bool isInQueue(KeyState state);

protected:
    std::string idOf(const QueueRow& row) const override;

private:
    QVariant text(const QueueRow& row, int column) const;
    QVariant sortValue(const QueueRow& row, int column) const;
    QString nextTry(const QueueRow& row) const;
};

}  // namespace rollcall
