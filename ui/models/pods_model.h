// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/feed.h"
#include "ui/models/row_table_model.h"

namespace rollcall {

/// Pods of the selection status.phase=Running, and for a while the ones that left it: those were last *seen* Running,
/// which is all that a selector watch tells (the API server sends DELETED with the object before the change).
/// **Thread**: GUI. **Owns** its rows.
class PodsModel final : public RowTableModel<PodRow> {
    Q_OBJECT
public:
    enum ColumnId { Namespace, Name, Phase, Node, Age };

    explicit PodsModel(QObject* parent = nullptr);

    QVariant data(const QModelIndex& index, int role) const override;
    int rowForKey(ControllerId controller, std::string_view key) const override;
    std::span<const FilterField> filterFields() const override;
    QVariant filterValue(int row, int column) const override;
    int runningCount() const;

protected:
    std::string idOf(const PodRow& row) const override;

private:
    QVariant text(const PodRow& row, int column) const;
    QVariant sortValue(const PodRow& row, int column) const;
};

}  // namespace rollcall
