// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>

#include "core/session/feed.h"
#include "ui/models/row_table_model.h"

namespace rollcall {

/// The informer's cache of Students, each with the state of its key in the workqueue.
/// **Thread**: GUI. **Owns** its rows; objects are shared and immutable.
class StudentsModel final : public RowTableModel<StudentRow> {
    Q_OBJECT
public:
    enum ColumnId { Namespace, Name, StudentName, School, Key, Version, Age };

    explicit StudentsModel(QObject* parent = nullptr);

    QVariant data(const QModelIndex& index, int role) const override;
    int rowForKey(ControllerId controller, std::string_view key) const override;
    std::span<const FilterField> filterFields() const override;
    QVariant filterValue(int row, int column) const override;
    int compareRows(int a, int b, int column) const override;
    std::optional<qlonglong> sortNumber(int row, int column) const override;
    void clear() override;

    /// The queue's news about Students; keys without an object are remembered, for the row may come later.
    void applyQueue(const std::vector<QueueRow>& rows,
                    const std::vector<std::pair<ControllerId, std::string>>& removed);

protected:
    std::string idOf(const StudentRow& row) const override;

private:
    QVariant text(const StudentRow& row, int column) const;
    QVariant sortValue(const StudentRow& row, int column) const;
    std::optional<KeyState> keyState(const StudentRow& row) const;

    std::map<std::string, KeyState, std::less<>> m_states;
};

}  // namespace rollcall
