// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/series_pipeline.h"

#include <utility>

#include "core/record/event_recorder.h"

namespace rollcall {

namespace {
constexpr Duration kSleep = EventRecorder::kSleep;
}

std::string seriesKey(const EventBody& e) {
    const ObjectRef none;
    const ObjectRef& r = e.related ? *e.related : none;
    std::string key;
    for (const std::string* part :
         {&e.type, &e.action, &e.reason, &e.component, &e.host, &e.involvedKind, &e.involvedNamespace, &e.involvedName,
          &e.involvedUid, &e.involvedApiVersion, &e.involvedResourceVersion, &e.involvedFieldPath, &r.kind, &r.ns,
          &r.name, &r.uid, &r.apiVersion, &r.resourceVersion, &r.fieldPath}) {
        (key += *part) += '\n';
    }
    return key;
}

void SeriesPipeline::start() {
    schedule(Sweep::Refresh);
    schedule(Sweep::Finish);
}

void SeriesPipeline::wake() {
    // A sink that answers at once comes back here from within take(); the loop goes on, the stack does not grow.
    if (std::exchange(m_waking, true)) return;
    while (!m_stopped && !m_sweep && m_running.size() < kMaxAttempts) {
        auto job = m_parts.backlog->pull();
        if (!job) break;
        take(std::move(*job));
    }
    m_waking = false;
}

void SeriesPipeline::take(EventJob job) {
    const auto [at, fresh] = m_cache.try_emplace(seriesKey(job.body));
    Entry& entry = at->second;
    if (fresh) {
        entry.event.body = std::move(job.body);
        entry.cause = job.cause;
        return attempt(entry);
    }
    EventBody& body = entry.event.body;
    ++body.count;
    body.last = m_parts.clock->wallNow();
    entry.cause = job.cause;
    m_parts.reporter->note(Step::EventCounted, body, job.cause, std::to_string(body.count));
    if (body.count == 2) return attempt(entry);
    entry.event.state = PostState::Pending;
    m_parts.reporter->tell(entry.event);
    m_parts.backlog->release();
}

void SeriesPipeline::attempt(Entry& entry) {
    const std::uint64_t id = m_nextId++;
    Running& running = m_running[id];
    running.event = entry.event;
    running.event.state = PostState::Pending;
    running.cause = entry.cause;
    m_parts.reporter->tell(running.event);
    entry.written = entry.event.body.count;

    EventAttempt::Plan plan;
    plan.patch = plan.retryExisting = running.event.body.count > 1;
    plan.maxTries = EventRecorder::kMaxTries;
    // wait.Jitter(10 s, 0.25), each time.
    plan.wait = [random = m_parts.random](int) {
        return kSleep + Duration(static_cast<Duration::rep>(static_cast<double>(kSleep.count()) * 0.25 * random()));
    };
    const auto weak = weak_from_this();
    running.attempt = std::make_shared<EventAttempt>(
        EventAttempt::Ports{m_parts.sink, m_parts.clock, m_parts.post}, std::move(plan), running.event.body,
        [weak, id](const Error& error, Duration wait) {
            const auto self = weak.lock();
            if (!self) return;
            Running& run = self->m_running.at(id);
            self->m_parts.reporter->note(Step::EventRetried, run.event.body, run.cause, error.message, wait);
            run.event.state = PostState::Retrying;
            run.event.error = error;
            self->m_parts.reporter->tell(run.event);
        },
        [weak, id](EventAttempt::End end, const EventSink::Written& written, const std::optional<Error>& error) {
            if (const auto self = weak.lock()) self->onAttemptEnd(id, end, written, error);
        });
    const auto attempt = running.attempt;  // the map may change within start()
    attempt->start();
}

void SeriesPipeline::onAttemptEnd(std::uint64_t id, EventAttempt::End end, const EventSink::Written&,
                                  const std::optional<Error>& error) {
    // What the server answered is not taken into the cache: its changes could disturb the counting here.
    auto node = m_running.extract(id);
    node.mapped().event.error.reset();
    reportEnd(*m_parts.reporter, std::move(node.mapped().event), node.mapped().cause, end, error);
    m_parts.backlog->release();
    wake();
}

void SeriesPipeline::schedule(Sweep sweep) {
    if (m_stopped) return;
    const Duration period = sweep == Sweep::Refresh ? kRefreshTime : kFinishTime;
    m_timers[sweep] = m_parts.clock->callAfter(period, [post = m_parts.post, weak = weak_from_this(), sweep] {
        post([weak, sweep] {
            if (const auto self = weak.lock()) self->begin(sweep);
        });
    });
}

void SeriesPipeline::begin(Sweep sweep) {
    if (m_stopped) return;
    if (m_sweep) return m_due.push_back(sweep);
    m_sweep = sweep;
    m_left.clear();
    const WallTime quiet = m_parts.clock->wallNow() - kFinishTime;
    for (auto at = m_cache.begin(); at != m_cache.end();) {
        const EventBody& body = at->second.event.body;
        const bool series = body.count > 1;
        if (series && (sweep == Sweep::Refresh || body.last < quiet)) m_left.push_back(at->first);
        const bool over = !series && sweep == Sweep::Finish && body.first < quiet;
        at = over ? m_cache.erase(at) : std::next(at);
    }
    next();
}

void SeriesPipeline::next() {
    if (!m_left.empty()) {
        const std::string key = std::move(m_left.front());
        m_left.pop_front();
        return write(key);
    }
    schedule(*std::exchange(m_sweep, std::nullopt));
    if (!m_due.empty()) {
        const Sweep due = m_due.front();
        m_due.erase(m_due.begin());
        return begin(due);
    }
    wake();
}

void SeriesPipeline::write(const std::string& key) {
    Entry& entry = m_cache.at(key);
    entry.event.state = PostState::Pending;
    EventAttempt::Plan plan;  // one try; the next sweep is the next one
    plan.patch = plan.retryExisting = true;
    const auto weak = weak_from_this();
    m_sweeping = std::make_shared<EventAttempt>(
        EventAttempt::Ports{m_parts.sink, m_parts.clock, m_parts.post}, std::move(plan), entry.event.body,
        [](const Error&, Duration) {},
        [weak, key](EventAttempt::End end, const EventSink::Written& written, const std::optional<Error>& error) {
            if (const auto self = weak.lock()) self->onSwept(key, end, written, error);
        });
    const auto attempt = m_sweeping;
    attempt->start();
}

void SeriesPipeline::onSwept(const std::string& key, EventAttempt::End end, const EventSink::Written& written,
                             const std::optional<Error>& error) {
    m_sweeping.reset();
    Entry& entry = m_cache.at(key);
    if (end == EventAttempt::End::OutOfTries) {
        const Duration later = m_sweep == Sweep::Refresh ? kRefreshTime : kFinishTime;
        m_parts.reporter->note(Step::EventRetried, entry.event.body, entry.cause, error->message, later);
        entry.event.state = PostState::Retrying;
        entry.event.error = error;
        m_parts.reporter->tell(entry.event);
        return next();
    }
    entry.event.error.reset();
    if (end != EventAttempt::End::Refused) entry.written = entry.event.body.count;
    if (m_sweep == Sweep::Refresh && (end == EventAttempt::End::Counted || end == EventAttempt::End::Created))
        entry.event.body.name = written.name;
    reportEnd(*m_parts.reporter, entry.event, entry.cause, end, error);
    if (m_sweep == Sweep::Finish) m_cache.erase(key);
    next();
}

void SeriesPipeline::shutDown() {
    m_stopped = true;
    for (const auto& [sweep, timer] : m_timers) m_parts.clock->cancel(timer);
    m_timers.clear();
    if (m_sweeping) m_sweeping->abort();
    m_sweeping.reset();
    const auto running = std::exchange(m_running, {});
    for (const auto& [id, run] : running) {
        run.attempt->abort();
        m_parts.reporter->dropped(run.event, run.cause, "the recorder is shut down");
        m_parts.backlog->release();
    }
    for (const auto& [key, entry] : m_cache) {
        const std::int64_t lost = entry.event.body.count - entry.written;
        if (lost <= 0) continue;
        m_parts.reporter->note(Step::EventDropped, entry.event.body, entry.cause,
                               "the recorder is shut down with " + std::to_string(lost) + " of its series not written");
    }
    m_cache.clear();
}

}  // namespace rollcall
