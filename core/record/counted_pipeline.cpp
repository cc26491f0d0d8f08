// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/counted_pipeline.h"

#include <utility>

#include "core/record/event_recorder.h"

namespace rollcall {

namespace {
constexpr Duration kSleep = EventRecorder::kSleep;
}

CountedPipeline::CountedPipeline(Parts parts, EventCorrelator::Options options)
    : m_parts(std::move(parts)), m_correlator(m_parts.clock, options) {
}

void CountedPipeline::wake() {
    // A sink that answers at once comes back here from within take(); the loop goes on, the stack does not grow.
    if (std::exchange(m_waking, true)) return;
    while (!m_stopped && !m_attempt) {
        auto job = m_parts.backlog->pull();
        if (!job) break;
        take(std::move(*job));
    }
    m_waking = false;
}

void CountedPipeline::take(EventJob job) {
    EventReporter& reporter = *m_parts.reporter;
    auto outcome = m_correlator.correlate(job.body);
    m_current = {std::move(outcome.event), PostState::Pending, {}, outcome.aggregated};
    m_cause = job.cause;
    if (outcome.aggregated) reporter.note(Step::EventAggregated, m_current.body, m_cause);
    if (outcome.patch) reporter.note(Step::EventCounted, m_current.body, m_cause, std::to_string(m_current.body.count));
    if (outcome.skip) {
        reporter.note(Step::EventSpamFiltered, m_current.body, m_cause);
        m_current.state = PostState::Filtered;
        reporter.end(m_current);
        return m_parts.backlog->release();
    }
    reporter.tell(m_current);
    EventAttempt::Plan plan;
    plan.patch = outcome.patch;
    plan.maxTries = EventRecorder::kMaxTries;
    // The first wait is spread, so that not every client of a restarted server comes back at once.
    plan.wait = [random = m_parts.random](int failed) {
        return failed == 1 ? Duration(static_cast<Duration::rep>(static_cast<double>(kSleep.count()) * random()))
                           : kSleep;
    };
    const auto weak = weak_from_this();
    m_attempt = std::make_shared<EventAttempt>(
        EventAttempt::Ports{m_parts.sink, m_parts.clock, m_parts.post}, std::move(plan), m_current.body,
        [weak](const Error& error, Duration wait) {
            const auto self = weak.lock();
            if (!self) return;
            self->m_parts.reporter->note(Step::EventRetried, self->m_current.body, self->m_cause, error.message, wait);
            self->m_current.state = PostState::Retrying;
            self->m_current.error = error;
            self->m_parts.reporter->tell(self->m_current);
        },
        [weak](EventAttempt::End end, const EventSink::Written& written, const std::optional<Error>& error) {
            if (const auto self = weak.lock()) self->onEnd(end, written, error);
        });
    m_attempt->start();
}

void CountedPipeline::onEnd(EventAttempt::End end, const EventSink::Written& written,
                            const std::optional<Error>& error) {
    RecordedEvent event = std::move(m_current);
    event.error.reset();
    if (end == EventAttempt::End::Created || end == EventAttempt::End::Counted) {
        event.body.count = written.count;
        event.body.name = written.name;
        m_correlator.updateState(event.body);
    }
    reportEnd(*m_parts.reporter, std::move(event), m_cause, end, error);
    m_attempt.reset();
    m_parts.backlog->release();
    wake();
}

void CountedPipeline::shutDown() {
    m_stopped = true;
    const auto attempt = std::exchange(m_attempt, nullptr);
    if (!attempt) return;
    attempt->abort();
    m_parts.reporter->dropped(std::move(m_current), m_cause, "the recorder is shut down");
    m_parts.backlog->release();
}

}  // namespace rollcall
