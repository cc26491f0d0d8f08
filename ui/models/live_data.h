// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <array>

#include "ui/models/events_model.h"
#include "ui/models/life_log.h"
#include "ui/models/pods_model.h"
#include "ui/models/students_model.h"
#include "ui/models/workqueue_model.h"

namespace rollcall {

/// Everything the window shows, kept up to date by Feeds: the four models, both pipelines' numbers, the life of the
/// keys.
/// **Thread**: GUI. **Owns** the models. Signals come after the models have changed.
class LiveData final : public QObject {
    Q_OBJECT
public:
    explicit LiveData(QObject* parent = nullptr);

    void apply(Feed feed);
    void setNow(MonoTime now, WallTime wall);
    void retranslate();

    StudentsModel& students() { return m_students; }
    WorkqueueModel& queue() { return m_queue; }
    EventsModel& events() { return m_events; }
    PodsModel& pods() { return m_pods; }
    const WorkqueueModel& queue() const { return m_queue; }
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
    StudentsModel m_students;
    WorkqueueModel m_queue;
    EventsModel m_events;
    PodsModel m_pods;
    LifeLog m_life;
    std::array<PipelineStats, kControllerCount> m_stats;
    HostState m_host = HostState::Stopped;
};

}  // namespace rollcall
