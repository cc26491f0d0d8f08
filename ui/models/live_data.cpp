// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/live_data.h"

#include "ui/models/plain_text.h"

namespace rollcall {

LiveData::LiveData(QObject* parent) : QObject(parent) {
}

void LiveData::setNow(MonoTime now, WallTime wall) {
    for (TableModel* model : models()) model->setNow(now, wall);
}

void LiveData::retranslate() {
    for (TableModel* model : models()) model->retranslate();
}

std::array<TableModel*, 6> LiveData::models() {
    return {&m_students, &m_queue, &m_events, &m_pods, &m_trace, &m_metrics};
}

void LiveData::sampleMetrics() {
    if (m_host == HostState::Stopped) return;  // what is over stays to be looked at
    for (std::size_t i = 0; i < m_history.size(); ++i) m_history[i].sample(now(), m_stats[i]);
}

/// One sentence for each change of the leader.
void LiveData::noticeLeader(const LeaderStatus& now) {
    const bool became = now.state == LeaderState::Leading && m_leader.state != LeaderState::Leading;
    const bool another = now.holder != m_leader.holder && !now.holder.empty() && now.holder != now.identity;
    m_leader = now;
    if (became) Q_EMIT noticed(tr("This window is the leader now: its workers may begin."));
    if (another) Q_EMIT noticed(tr("Standing by: %1 is the leader.").arg(shownText(now.holder)));
}

void LiveData::apply(Feed feed) {
    if (feed.reset) {
        for (TableModel* model : models()) model->clear();
        for (MetricsHistory& history : m_history) history.clear();
        m_revisions.clear();
        m_stats = {};
        m_leader = {};
        Q_EMIT wasReset();
    }
    if (feed.state && *feed.state != m_host) {
        m_host = *feed.state;
        Q_EMIT hostStateChanged(m_host);
    }
    for (const StudentRow& row : feed.students) m_revisions.add(row.object);
    if (!feed.students.empty()) m_students.upsert(std::move(feed.students));
    if (!feed.studentsRemoved.empty()) m_students.remove(feed.studentsRemoved);
    if (!feed.pods.empty()) m_pods.upsert(std::move(feed.pods));
    if (!feed.podsRemoved.empty()) m_pods.remove(feed.podsRemoved);
    if (!feed.queue.empty() || !feed.queueRemoved.empty()) {
        m_students.applyQueue(feed.queue, feed.queueRemoved);
        m_queue.upsert(std::move(feed.queue));
        m_queue.removeKeys(feed.queueRemoved);
        Q_EMIT queueChanged();
    }
    if (!feed.events.empty()) m_events.add(std::move(feed.events));
    if (!feed.transitions.empty()) {
        m_trace.add(feed.transitions);
        Q_EMIT transitionsAdded(feed.transitions);
    }
    if (feed.pipeline) {
        m_stats = std::move(*feed.pipeline);
        m_metrics.setStats(m_stats);
        Q_EMIT pipelineChanged();
    }
    for (const std::string& notice : feed.notices) Q_EMIT noticed(shownText(notice));
    if (feed.leader) noticeLeader(*feed.leader);
    if (feed.crash) Q_EMIT noticed(tr("A Go program would have ended here: %1").arg(shownText(*feed.crash)));
    Q_EMIT applied();
}

}  // namespace rollcall
