// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/feed.h"
#include "ui/models/row_table_model.h"

namespace rollcall {

/// The Events that this program recorded, and what became of posting each. The newest kMaxRows are kept.
/// **Thread**: GUI. **Owns** its rows.
class EventsModel final : public RowTableModel<EventRow> {
    Q_OBJECT
public:
    enum ColumnId { Last, Type, Reason, Object, Message, Count, Post, First, Component };
    static constexpr int kMaxRows = 10'000;  ///< about 5 MB; an API server forgets Events after an hour by default

    explicit EventsModel(QObject* parent = nullptr);

    QVariant data(const QModelIndex& index, int role) const override;
    /// The newest Event of that object.
    int rowForKey(ControllerId controller, std::string_view key) const override;
    std::span<const FilterField> filterFields() const override;
    QVariant filterValue(int row, int column) const override;
    int compareRows(int a, int b, int column) const override;
    std::optional<qlonglong> sortNumber(int row, int column) const override;
    void add(std::vector<EventRow> rows);

    static ControllerId controllerOf(const EventRow& row);

protected:
    std::string idOf(const EventRow& row) const override;

private:
    QVariant text(const EventRow& row, int column) const;
    QVariant sortValue(const EventRow& row, int column) const;
    QString postText(const EventRow& row) const;
    QString postTip(const EventRow& row) const;
};

}  // namespace rollcall
