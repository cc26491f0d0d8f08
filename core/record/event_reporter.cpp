// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/event_reporter.h"

#include <utility>

namespace rollcall {

namespace {
// k8s.io/api core/v1, NamespaceTerminatingCause.
constexpr const char* kTerminating = "NamespaceTerminating";
}  // namespace

std::uint64_t EventReporter::note(Step step, const EventBody& body, std::uint64_t cause, std::string detail,
                                  Duration delay) {
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

void EventReporter::countRecorded() {
    std::lock_guard lock(m_mutex);
    ++m_counts.recorded;
}

EventCounts EventReporter::counts() const {
    std::lock_guard lock(m_mutex);
    return m_counts;
}

void EventReporter::end(RecordedEvent event) {
    {
        std::lock_guard lock(m_mutex);
        if (event.state == PostState::Posted) ++m_counts.posted;
        if (event.state == PostState::Merged) ++m_counts.merged;
        if (event.state == PostState::Refused) ++m_counts.refused;
        if (event.state == PostState::Dropped) ++m_counts.dropped;
        if (event.state == PostState::Filtered) ++m_counts.filtered;
    }
    m_observer(event);
}

void EventReporter::dropped(RecordedEvent event, std::uint64_t cause, const std::string& why, Step step) {
    note(step, event.body, cause, why);
    event.state = PostState::Dropped;
    end(std::move(event));
}

void EventReporter::refused(RecordedEvent event, std::uint64_t cause, Error error) {
    std::string why = error.message;
    if (error.cause == kTerminating) {
        why = "the namespace is being deleted: " + why;
    } else if (error.isForbidden()) {
        event.notice = m_forbidden.insert(event.body.ns).second;
        why = (event.notice ? "not allowed to write Events in namespace " + event.body.ns + ": "
                            : "still not allowed: ") +
              why;
    }
    note(Step::EventRefused, event.body, cause, why);
    event.state = PostState::Refused;
    event.error = std::move(error);
    end(std::move(event));
}

}  // namespace rollcall
