// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/feed_builder.h"

#include <algorithm>
#include <functional>
#include <unordered_map>
#include <utility>

namespace rollcall {

namespace {
std::size_t index(ControllerId id) { return static_cast<std::size_t>(id); }

/// All that a table needs: the newest item of each key with that key, in the order of those items.
template <class T, class KeyOf>
std::vector<std::pair<std::string, T>> newestOfEach(std::vector<T> items, KeyOf keyOf) {
    std::vector<std::string> keys;
    keys.reserve(items.size());
    std::unordered_map<std::string, std::size_t> last;
    for (std::size_t i = 0; i < items.size(); ++i) last[keys.emplace_back(keyOf(items[i]))] = i;
    std::vector<std::pair<std::string, T>> newest;
    newest.reserve(last.size());
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (last.at(keys[i]) == i) newest.emplace_back(std::move(keys[i]), std::move(items[i]));
    }
    return newest;
}

double seconds(Duration duration) { return std::chrono::duration<double>(duration).count(); }

MetricsRow metricsRow(const QueueMetrics& m) {
    MetricsRow row;
    row.depth = m.depth;
    row.adds = m.adds;
    row.retries = m.retries;
    row.queueBuckets = m.queueDuration.counts;
    row.workBuckets = m.workDuration.counts;
    row.queueSum = seconds(m.queueDuration.sum);
    row.workSum = seconds(m.workDuration.sum);
    row.queueCount = m.queueDuration.count;
    row.workCount = m.workDuration.count;
    row.unfinished = seconds(m.unfinishedWork);
    row.longest = seconds(m.longestRunningProcessor);
    return row;
}
}  // namespace

FeedBuilder::FeedBuilder(TransitionLog& log, std::shared_ptr<Clock> clock, std::function<void()> wake)
    : m_clock(std::move(clock)), m_transitions(log.subscribe()) {
    m_transitions.setWake(wake);
    for (Handler& handler : m_handlers) handler.box.setWake(wake);
    m_events.setWake(std::move(wake));
}

Feed FeedBuilder::build(const EngineView& view) {
    Feed feed;
    takeTransitions(feed);
    takeStudents(feed);
    takePods(feed);
    takeEvents(feed);
    takeRows(feed);
    forgetLeftPods(feed);
    feed.pipeline = {stats(ControllerId::Students, view), stats(ControllerId::Pods, view)};
    return feed;
}

void FeedBuilder::takeTransitions(Feed& feed) {
    feed.transitions = m_transitions.drain();
    for (const Transition& t : feed.transitions) {
        const std::size_t i = index(t.controller);
        m_boards[i].apply(t);
        if (t.step == Step::SyncSucceeded || t.step == Step::SyncFailed) m_times[i].add(t.delay);
        if (t.step == Step::SyncSucceeded) {
            const QueueRow* row = m_boards[i].row(t.key);
            if (row && compareResourceVersions(m_syncedVersion[i], row->lastVersion).value_or(-1) < 0) {
                m_syncedVersion[i] = row->lastVersion;
            }
        }
    }
}

void FeedBuilder::takeStudents(Feed& feed) {
    auto& gone = m_gone[index(ControllerId::Students)];
    auto changes = newestOfEach(m_handlers[index(ControllerId::Students)].box.drain(), std::mem_fn(&Change::key));
    for (auto& [key, change] : changes) {
        if (change.gone) {
            gone.insert(key);
            feed.studentsRemoved.push_back(std::move(key));
        } else {
            gone.erase(key);
            feed.students.push_back({std::static_pointer_cast<const Student>(change.object)});
        }
    }
}

void FeedBuilder::takePods(Feed& feed) {
    auto& gone = m_gone[index(ControllerId::Pods)];
    const auto changes = newestOfEach(m_handlers[index(ControllerId::Pods)].box.drain(), std::mem_fn(&Change::key));
    for (const auto& [key, change] : changes) {
        PodRow row{std::static_pointer_cast<const Pod>(change.object), change.gone, {}};
        if (row.left) {
            row.leftAt = m_clock->wallNow();
            gone.insert(key);
            m_leftKeys.insert(key);
            m_leftPods.emplace_back(row.leftAt, key);
        } else {
            gone.erase(key);
            m_leftKeys.erase(key);
        }
        feed.pods.push_back(std::move(row));
    }
}

void FeedBuilder::forgetLeftPods(Feed& feed) {
    const WallTime now = m_clock->wallNow();
    while (!m_leftPods.empty() && (m_leftPods.size() > kMostLeft || now - m_leftPods.front().first > kKeepLeft)) {
        std::string key = std::move(m_leftPods.front().second);
        m_leftPods.pop_front();
        // It may have come back under its name, or have left a second time since.
        const bool again = std::any_of(m_leftPods.begin(), m_leftPods.end(), [&](const auto& p) { return p.second == key; });
        if (!again && m_leftKeys.erase(key) > 0) feed.podsRemoved.push_back(std::move(key));
    }
}

EventRow eventRow(const RecordedEvent& event) {
    EventRow row;
    const EventBody& body = event.body;
    row.id = body.ns + '/' + body.name;
    row.first = body.first;
    row.last = body.last;
    row.type = body.type;
    row.reason = body.reason;
    row.objectKind = body.involvedKind;
    row.objectKey = body.involvedNamespace.empty() ? body.involvedName : body.involvedNamespace + '/' + body.involvedName;
    row.message = body.message;
    row.component = body.component;
    row.count = body.count;
    row.post = event.state;
    if (event.error) {
        row.httpStatus = event.error->httpStatus;
        row.postError = event.error->message;
    }
    return row;
}

void FeedBuilder::takeEvents(Feed& feed) {
    std::vector<EventRow> rows;
    for (const RecordedEvent& event : m_events.drain()) rows.push_back(eventRow(event));
    for (auto& [id, row] : newestOfEach(std::move(rows), [](const EventRow& r) { return r.id; })) {
        feed.events.push_back(std::move(row));
    }
}

void FeedBuilder::takeRows(Feed& feed) {
    for (std::size_t i = 0; i < m_boards.size(); ++i) {
        const auto id = static_cast<ControllerId>(i);
        for (std::string& key : m_boards[i].takeFinishedOf(m_gone[i])) {
            m_gone[i].erase(key);
            feed.queueRemoved.emplace_back(id, std::move(key));
        }
        auto rows = m_boards[i].takeChanged();
        feed.queue.insert(feed.queue.end(), std::make_move_iterator(rows.begin()), std::make_move_iterator(rows.end()));
    }
}

PipelineStats FeedBuilder::stats(ControllerId id, const EngineView& view) const {
    const EngineView::Side& side = view.sides[index(id)];
    PipelineStats s;
    s.limiter = view.limiter;
    const KeyBoard& board = m_boards[index(id)];
    if (side.informer) {
        const InformerStatus status = side.informer->status();
        const ReflectorStatus& r = status.reflector;
        s.reflector = r.state;
        s.listPage = r.page;
        s.listed = r.listed;
        s.lastEvent = r.lastEvent;
        s.lastBookmark = r.lastBookmark;
        s.watchSince = r.watchSince;
        s.watchTimeout = r.watchTimeout;
        s.backoff = r.backoff;
        s.backoffUntil = r.backoffUntil;
        s.nextResync = status.nextResync;
        if (r.problem) s.problem = r.problem->message;
        s.objects = status.objects;
        s.serverVersion = r.resourceVersion;
        s.cacheVersion = status.storeVersion;
        s.added = status.added;
        s.updated = status.updated;
        s.deleted = status.deleted;
        s.synced = status.synced;
        s.perNamespace = status.perNamespace;
        s.namespaces = status.namespaces;
    }
    if (side.controller) {
        const Controller::Counts counts = side.controller->counts();
        s.equalVersion = counts.equalVersion;
        s.done = counts.done;
        s.failed = counts.failed;
        s.givenUp = counts.givenUp;
        s.panicked = counts.panicked;
        s.metrics = metricsRow(side.controller->queueMetrics());
        s.bucketTokens = side.controller->bucketTokens();
    }
    if (side.recorder) {
        const EventRecorder::Counts counts = side.recorder->counts();
        s.recorded = counts.recorded;
        s.merged = counts.merged;
        s.posted = counts.posted;
        s.dropped = counts.dropped + counts.filtered;
        s.refused = counts.refused;
    }
    if (side.calls) s.calls = side.calls->counts();
    s.throttled = side.throttling.throttled;
    s.throttledTime = side.throttling.throttledTime;
    s.syncedVersion = m_syncedVersion[index(id)];
    s.ready = board.ready();
    s.waiting = board.waiting();
    s.parked = board.parked();
    s.processing = board.processing();
    s.adds = board.adds();
    s.gets = board.gets();
    s.retries = board.retries();
    s.lanes = board.lanes();
    s.p50 = m_times[index(id)].percentile(0.50);
    s.p99 = m_times[index(id)].percentile(0.99);
    return s;
}

}  // namespace rollcall
