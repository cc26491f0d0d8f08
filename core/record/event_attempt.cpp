// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/event_attempt.h"

#include <utility>

namespace rollcall {

bool isFinalForEvents(const Error& error) {
    switch (error.kind) {
        case ErrorKind::Api:     // errors.StatusError
        case ErrorKind::Config:  // rest.RequestConstructionError
        case ErrorKind::Internal:
        case ErrorKind::Cancelled:  // our own client is gone
            return true;
        default:
            // An error page of a proxy is a StatusError too; an answer that says yes and cannot be read is none.
            return error.httpStatus >= 300;
    }
}

EventAttempt::EventAttempt(Ports ports, Plan plan, EventBody body, OnRetry onRetry, OnEnd onEnd)
    : m_ports(std::move(ports)),
      m_plan(std::move(plan)),
      m_body(std::move(body)),
      m_onRetry(std::move(onRetry)),
      m_onEnd(std::move(onEnd)) {
}

void EventAttempt::write(bool patch) {
    const auto done = [self = shared_from_this(), patch](const Result<EventSink::Written>& result) {
        self->onWritten(patch, result);
    };
    if (patch)
        m_ports.sink.patchCount(m_body, done);
    else
        m_ports.sink.create(m_body, done);
}

void EventAttempt::onWritten(bool patch, const Result<EventSink::Written>& result) {
    if (m_over) return;
    if (result.ok()) return finish(patch ? End::Counted : End::Created, *result, {});
    const Error& error = result.error();
    if (patch && error.isNotFound()) return write(false);
    if (!patch && error.isAlreadyExists()) {
        if (m_plan.retryExisting) return retryLater(error);
        return finish(End::Exists, {m_body.count, m_body.name}, error);
    }
    if (isFinalForEvents(error)) return finish(End::Refused, {}, error);
    retryLater(error);
}

void EventAttempt::retryLater(const Error& error) {
    if (++m_failed >= m_plan.maxTries) return finish(End::OutOfTries, {}, error);
    const Duration wait = m_plan.wait(m_failed);
    m_onRetry(error, wait);
    m_timer = m_ports.clock->callAfter(wait, [post = m_ports.post, weak = weak_from_this()] {
        post([weak] {
            const auto self = weak.lock();
            if (!self || self->m_over) return;
            self->m_timer = 0;
            self->write(self->m_plan.patch);
        });
    });
}

void EventAttempt::finish(End end, const EventSink::Written& written, const std::optional<Error>& error) {
    m_over = true;
    const OnEnd onEnd = std::exchange(m_onEnd, {});
    m_onRetry = {};
    onEnd(end, written, error);
}

void EventAttempt::abort() {
    m_over = true;
    if (m_timer) m_ports.clock->cancel(m_timer);
    m_timer = 0;
    m_onEnd = {};
    m_onRetry = {};
}

}  // namespace rollcall
