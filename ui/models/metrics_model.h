// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <vector>

#include "ui/models/queue_numbers.h"
#include "ui/models/table_model.h"

namespace rollcall {

/// The workqueue_* metrics by their names, with the value of each controller; then the calls to the API server as the
/// rest_client_* metrics, with a row for each kind of call that was made. Rows come, and go with clear() only.
/// **Thread**: GUI. **Owns** the numbers last given.
class MetricsModel final : public TableModel {
    Q_OBJECT
public:
    enum ColumnId { Name, Students, Pods };

    explicit MetricsModel(QObject* parent = nullptr);

    void setStats(const std::array<PipelineStats, kControllerCount>& stats);
    void clear() override;
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    int rowForKey(ControllerId, std::string_view) const override { return -1; }
    /// Of that row, as it is shown; "–" while it is not measured.
    QString value(int row, ControllerId controller) const;

private:
    void addCalls();
    QString nameOf(int row) const;
    QString meaningOf(int row) const;
    std::array<QueueNumbers, kControllerCount> m_numbers;
    std::array<PipelineStats, kControllerCount> m_stats;
    std::vector<ApiCall> m_calls;  ///< the rows behind the fixed ones
};

}  // namespace rollcall
