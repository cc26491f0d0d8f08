// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/event_recorder.h"

#include <utility>

namespace rollcall {

EventRecorder::EventRecorder(std::string component, ControllerId controller, EventSink& sink, std::shared_ptr<Clock> clock,
                             TransitionLog& log, Post post, Observer observer, RandomSource random)
    : m_component(std::move(component)),
      m_controller(controller),
      m_sink(sink),
      m_clock(clock),
      m_log(log),
      m_post(std::move(post)),
      m_observer(std::move(observer)),
      m_random(std::move(random)),
      m_correlator(std::move(clock)) {}

EventBody EventRecorder::makeBody(const Object& about, const std::string& type, const std::string& reason,
                                  const std::string& message) {
    EventBody body;
    body.ns = about.meta.ns.empty() ? "default" : about.meta.ns;  // cluster-scoped objects (E3)
    body.involvedApiVersion = about.apiVersion;
    body.involvedKind = about.kind;
    body.involvedNamespace = about.meta.ns;
    body.involvedName = about.meta.name;
    body.involvedUid = about.meta.uid;
    body.involvedResourceVersion = about.meta.resourceVersion;
    body.type = type;
    body.reason = reason;
    body.message = message;
    body.component = m_component;
    body.first = body.last = m_clock->wallNow();
    return body;
}

void EventRecorder::event(const Object& about, const std::string& type, const std::string& reason, const std::string& message,
                          std::uint64_t cause) {
    EventBody body = makeBody(about, type, reason, message);
    bool wake = false, full = false;
    {
        std::lock_guard lock(m_mutex);
        m_lastName = std::max(body.first, m_lastName + Duration(1));
        body.name = eventName(body.involvedName, m_lastName);
        ++m_counts.recorded;
        full = m_stopped || m_queue.size() >= kQueueLimit;
        if (full) ++m_counts.dropped;
    }
    const std::uint64_t seq = note(full ? Step::EventDroppedFull : Step::EventRecorded, body, cause);
    if (full) {
        return m_post([self = shared_from_this(), body] { self->m_observer({body, PostState::Dropped, {}, false}); });
    }
    {
        std::lock_guard lock(m_mutex);
        m_queue.push_back({std::move(body), seq});
        wake = !std::exchange(m_busy, true);
    }
    if (wake) m_post([self = shared_from_this()] { self->next(); });
}

void EventRecorder::next() {
    for (;;) {
        Job job;
        {
            std::lock_guard lock(m_mutex);
            m_busy = !m_queue.empty() && !m_stopped;
            if (!m_busy) return;
            job = std::move(m_queue.front());
            m_queue.pop_front();
        }
        auto outcome = m_correlator.correlate(job.body);
        m_current = {std::move(outcome.event), PostState::Pending, {}, outcome.aggregated};
        m_currentCause = job.cause;
        m_tries = 0;
        if (outcome.aggregated) note(Step::EventAggregated, m_current.body, job.cause);
        if (outcome.patch) note(Step::EventCounted, m_current.body, job.cause, std::to_string(m_current.body.count));
        if (!outcome.skip) {
            m_patching = outcome.patch;
            m_observer(m_current);
            return write(outcome.patch);
        }
        note(Step::EventSpamFiltered, m_current.body, job.cause);
        {
            std::lock_guard lock(m_mutex);
            ++m_counts.filtered;
        }
        m_current.state = PostState::Filtered;
        m_observer(m_current);
    }
}

void EventRecorder::write(bool patch) {
    const auto done = [self = shared_from_this(), patch](Result<EventSink::Written> result) { self->onWritten(patch, result); };
    if (patch) {
        m_sink.patchCount(m_current.body, done);
    } else {
        m_sink.create(m_current.body, done);
    }
}

void EventRecorder::onWritten(bool patch, const Result<EventSink::Written>& result) {
    {
        std::lock_guard lock(m_mutex);
        if (m_stopped) return;  // reported as dropped already
    }
    if (result.ok()) {
        m_current.body.count = result->count;
        m_current.body.name = result->name;
        m_correlator.updateState(m_current.body);
        note(patch ? Step::EventPatched : Step::EventPosted, m_current.body, m_currentCause);
        return finish(patch ? PostState::Merged : PostState::Posted);
    }
    const Error& error = result.error();
    if (patch && error.isNotFound()) return write(false);  // the Event has expired meanwhile (E5)
    // A POST that was sent twice by the network layer answers so; it is there, which is all that we want (A7, E1).
    if (!patch && error.isAlreadyExists() ) {
        note(Step::EventPosted, m_current.body, m_currentCause, "already exists");
        return finish(PostState::Posted);
    }
    if (error.isTransport()) return retryLater(error);
    note(Step::EventRefused, m_current.body, m_currentCause, error.message);
    finish(PostState::Refused, error);
}

void EventRecorder::retryLater(const Error& error) {
    if (++m_tries >= kMaxTries) {
        note(Step::EventRefused, m_current.body, m_currentCause, "retry limit exceeded: " + error.message);
        return finish(PostState::Dropped, error);
    }
    // The first wait is spread, so that not every client of a restarted server comes back at once.
    const Duration wait =
        m_tries == 1 ? Duration(static_cast<Duration::rep>(static_cast<double>(kSleep.count()) * m_random())) : kSleep;
    note(Step::EventRetried, m_current.body, m_currentCause, error.message, wait);
    m_current.state = PostState::Retrying;
    m_current.error = error;
    m_observer(m_current);
    m_timer = m_clock->callAfter(wait, [post = m_post, weak = weak_from_this()] {
        post([weak] {
            const auto self = weak.lock();
            if (!self || !self->m_timer) return;
            self->m_timer = 0;
            self->write(self->m_patching);
        });
    });
}

void EventRecorder::finish(PostState state, std::optional<Error> error) {
    m_current.state = state;
    m_current.error = std::move(error);
    {
        std::lock_guard lock(m_mutex);
        if (state == PostState::Posted) ++m_counts.posted;
        if (state == PostState::Merged) ++m_counts.merged;
        if (state == PostState::Refused) ++m_counts.refused;
        if (state == PostState::Dropped) ++m_counts.dropped;
    }
    m_observer(m_current);
    next();
}

void EventRecorder::shutDown() {
    std::deque<Job> left;
    bool underWay = false;
    {
        std::lock_guard lock(m_mutex);
        if (std::exchange(m_stopped, true)) return;
        left.swap(m_queue);
        underWay = std::exchange(m_busy, false) && (m_current.state == PostState::Pending || m_current.state == PostState::Retrying) &&
                   !m_current.body.name.empty();
        m_counts.dropped += static_cast<std::int64_t>(left.size()) + (underWay ? 1 : 0);
    }
    if (m_timer) m_clock->cancel(m_timer);
    m_timer = 0;
    if (underWay) {
        m_current.state = PostState::Dropped;
        m_observer(m_current);
    }
    for (Job& job : left) m_observer({std::move(job.body), PostState::Dropped, {}, false});
}

EventRecorder::Counts EventRecorder::counts() const {
    std::lock_guard lock(m_mutex);
    Counts counts = m_counts;
    counts.queued = m_queue.size() + (m_busy ? 1 : 0);
    return counts;
}

bool EventRecorder::idle() const {
    std::lock_guard lock(m_mutex);
    return m_queue.empty() && !m_busy;
}

std::uint64_t EventRecorder::note(Step step, const EventBody& body, std::uint64_t cause, std::string detail, Duration delay) {
    Transition t;
    t.step = step;
    t.controller = m_controller;
    t.key = body.involvedNamespace.empty() ? body.involvedName : body.involvedNamespace + '/' + body.involvedName;
    t.resourceVersion = body.involvedResourceVersion;
    t.cause = cause;
    t.delay = delay;
    t.detail = detail.empty() ? body.reason : std::move(detail);
    return m_log.append(std::move(t));
}

}  // namespace rollcall
