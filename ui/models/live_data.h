// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <array>

#include "ui/models/events_model.h"
#include "ui/models/life_log.h"
#include "ui/models/metrics_history.h"
#include "ui/models/metrics_model.h"
#include "ui/models/pods_model.h"
#include "ui/models/revision_log.h"
#include "ui/models/students_model.h"
#include "ui/models/trace_model.h"
#include "ui/models/workqueue_model.h"

namespace rollcall {

/// Everything the window shows, kept up to date by Feeds: the models, both pipelines' numbers and their
/// history, the life and the revisions of the keys.
/// **Thread**: GUI. **Owns** the models. Signals come after the models have changed.
class LiveData final : public QObject {
    Q_OBJECT
public:
    explicit LiveData(QObject* parent = nullptr);

    void apply(Feed feed);
    void setNow(MonoTime now, WallTime wall);
    void retranslate();
    /// Once a second: a point for the charts.
    void sampleMetrics();

    StudentsModel& students() { return m_students; }
    WorkqueueModel& queue() { return m_queue; }
    EventsModel& events() { return m_events; }
    PodsModel& pods() { return m_pods; }
    const WorkqueueModel& queue() const { return m_queue; }
    TraceModel& trace() { return m_trace; }
    MetricsModel& metrics() { return m_metrics; }
    const MetricsHistory& history(ControllerId id) const { return m_history[std::size_t(id)]; }
    const RevisionLog& revisions() const { return m_revisions; }
    const EventsModel& events() const { return m_events; }
    const LifeLog& life() const { return m_life; }
    const PipelineStats& stats(ControllerId id) const { return m_stats[std::size_t(id)]; }
    HostState hostState() const { return m_host; }
    MonoTime now() const { return m_queue.now(); }

Q_SIGNALS:
    void wasReset();
    void hostStateChanged(rollcall::HostState state);
    void pipelineChanged();
    void queueChanged();
    void transitionsAdded(const std::vector<rollcall::Transition>& transitions);
    void noticed(const QString& sentence);
    void applied();  ///< last of all, once for each feed

private:
    void noticeLeader(const LeaderStatus& now);
    std::array<TableModel*, 6> models();

    StudentsModel m_students;
    WorkqueueModel m_queue;
    EventsModel m_events;
    PodsModel m_pods;
    LifeLog m_life;
    TraceModel m_trace{m_life};
    MetricsModel m_metrics;
    std::array<MetricsHistory, kControllerCount> m_history;
    RevisionLog m_revisions;
    std::array<PipelineStats, kControllerCount> m_stats;
    HostState m_host = HostState::Stopped;
    LeaderStatus m_leader;  // as told last
};

}  // namespace rollcall
