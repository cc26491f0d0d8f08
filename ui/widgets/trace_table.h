// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/trace_model.h"
#include "ui/widgets/data_table.h"

namespace rollcall {

/// The trace: follows its end unless scrolled up, stays where one reads while the oldest rows leave, and a double click on a
/// cause goes to the row that caused. **Thread**: GUI.
class TraceTable final : public DataTable {
    Q_OBJECT
public:
    TraceTable(TraceModel& model, const Theme& theme, QWidget* parent = nullptr);

    void showKey(ControllerId controller, const std::string& key) override;
    /// False: that step is not kept, or the filter hides it.
    bool goToStep(std::uint64_t seq);
    bool isFollowing() const;

Q_SIGNALS:
    void notKept(quint64 seq);

private:
    TraceModel& m_trace;
    bool m_atEnd = true;
    int m_leaving = 0;  ///< pixels that go at the top
};

}  // namespace rollcall
