// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "ui/models/table_model.h"

namespace rollcall {

/// The transitions of one key, newest first, as the Life tab lists them. At most a few hundred rows, so a new life is a
/// reset. **Thread**: GUI. **Owns** its rows.
class LifeModel final : public TableModel {
    Q_OBJECT
public:
    enum ColumnId { When, What };

    explicit LifeModel(QObject* parent = nullptr);

    /// `marked`: numbers of the steps that are shown as those that count, ascending.
    void setLife(std::vector<Transition> oldestFirst, std::vector<std::uint64_t> marked = {});
    void clear() override { setLife({}); }
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    int rowForKey(ControllerId, std::string_view) const override { return -1; }

private:
    std::vector<Transition> m_life;
    std::vector<std::uint64_t> m_marked;
};

}  // namespace rollcall
