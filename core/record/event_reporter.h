// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <string>

#include "core/api/event_body.h"
#include "core/base/result.h"
#include "core/trace/states.h"
#include "core/trace/transition_log.h"

namespace rollcall {

/// One Event and what became of it; sent again at each change.
struct RecordedEvent {
    EventBody body;
    PostState state = PostState::Pending;
    std::optional<Error> error;
    bool aggregated = false;
    /// The first refusal for want of rights in its namespace: worth telling people once (E7).
    bool notice = false;
};

struct EventCounts {
    std::int64_t recorded = 0, merged = 0, posted = 0, dropped = 0, refused = 0, filtered = 0;
    std::size_t queued = 0;  ///< and under way
};

/// What the recorder and its pipelines tell: every step into the transition log, every change to the observer, and
/// counts.
/// **Thread**: note() and counts() from any; the rest on the recorder's.
class EventReporter {
public:
    using Observer = std::function<void(const RecordedEvent&)>;  ///< on the recorder's thread

    EventReporter(ControllerId controller, TransitionLog& log, Observer observer)
        : m_controller(controller), m_log(log), m_observer(std::move(observer)) {}

    /// `detail` defaults to the reason.
    std::uint64_t note(Step step, const EventBody& body, std::uint64_t cause, std::string detail = {},
                       Duration delay = {});
    /// Counts `step`'s kind of end; see EventCounts. Thread: any.
    void countRecorded();
    EventCounts counts() const;

    void tell(const RecordedEvent& event) { m_observer(event); }
    /// Counts the final state of an Event and tells it.
    void end(RecordedEvent event);
    void dropped(RecordedEvent event, std::uint64_t cause, const std::string& why, Step step = Step::EventDropped);
    /// The API server's final no. A namespace that is being deleted is nobody's fault (E2); missing rights are a notice
    /// once for each namespace (E7), and no reason to stop trying: client-go sends each Event all the same.
    void refused(RecordedEvent event, std::uint64_t cause, Error error);

private:
    const ControllerId m_controller;
    TransitionLog& m_log;
    const Observer m_observer;
    std::set<std::string> m_forbidden;  // namespaces of which it was said
    mutable std::mutex m_mutex;
    EventCounts m_counts;
};

}  // namespace rollcall
