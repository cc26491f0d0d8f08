// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "ui/models/life_log.h"
#include "ui/models/table_model.h"

namespace rollcall {

/// Every transition, oldest first, the newest LifeLog::kCapacity of them. Rows are only appended, and leave at the top many
/// at a time. **Thread**: GUI. **Owns** the words; the rows are the log's, which nobody else changes.
class TraceModel final : public TableModel {
    Q_OBJECT
public:
    enum ColumnId { Number, Time, What, Controller, Key, Version, Worker, Retries, Delay, Cause, Detail };

    explicit TraceModel(LifeLog& log, QObject* parent = nullptr);

    void add(const std::vector<Transition>& transitions);
    void clear() override;
    void retranslate() override;

    const Transition& at(int row) const { return m_log.at(std::size_t(row)); }
    int rowOfSeq(std::uint64_t seq) const { return int(m_log.indexOf(seq)); }
    /// Rows of the chosen key are marked. The caller repaints.
    void setChosen(ControllerId controller, const std::string& key);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    int rowForKey(ControllerId, std::string_view) const override { return -1; }
    std::span<const FilterField> filterFields() const override;
    QVariant filterValue(int row, int column) const override;
    QString searchText(int row) const override;

private:
    QVariant text(const Transition& t, int column) const;
    QString sinceStart(const Transition& t) const;
    void readWords();

    LifeLog& m_log;
    MonoTime m_start{};  ///< of the run that is on
    bool m_hasStart = false;
    std::vector<QString> m_words, m_searchWords;  ///< for each Step
    ControllerId m_chosenController = ControllerId::Students;
    std::string m_chosen;
};

}  // namespace rollcall
