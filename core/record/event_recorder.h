// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "core/api/event_body.h"
#include "core/api/object.h"
#include "core/base/backoff.h"
#include "core/base/result.h"
#include "core/record/event_attempt.h"
#include "core/record/event_correlator.h"
#include "core/record/event_reporter.h"
#include "core/record/event_sink.h"

namespace rollcall {

class EventBacklog;
class EventPipeline;

struct EventRecorderOptions {
    EventApi api = EventApi::CoreV1;
    /// source.host; client-go's example leaves it empty. EventsV1 makes reportingInstance "<component>-<host>" of it,
    /// and takes the machine's name when it is empty (tools/events/event_broadcaster.go, NewRecorder).
    std::string host;
    EventCorrelator::Options correlator;  ///< CoreV1
};

/// What an Event may carry besides the usual.
struct EventDetails {
    std::string action;                              ///< EventsV1, where it must not be empty: the reason stands in
    std::map<std::string, std::string> annotations;  ///< AnnotatedEventf
    std::string fieldPath;                           ///< of a part of the object (GetPartialReference)
    const Object* related = nullptr;                 ///< EventsV1
};

/// client-go's recorder, broadcaster and sink loop: event() never blocks. A queue of 1,000 takes what comes, a second
/// one of 1,000 is the sink loop's own; each drops what comes on top, counted and said. Then, by the API that was
/// chosen: CoreV1 (tools/record): correlation and one write at a time; EventsV1 (tools/events): series. What fails for
/// want of a connection is tried 12 times; what the API server refuses is final.
/// **Thread**: event(), counts(), idle() from any; everything else on the recorder's, to which `post` brings work.
/// **Owns** nothing but events. Call shutDown() before the sink or the observer goes.
class EventRecorder : public std::enable_shared_from_this<EventRecorder> {
public:
    static constexpr std::size_t kQueueLimit = 1000;              ///< of each queue; maxQueuedEvents
    static constexpr int kMaxTries = 12;                          ///< maxTriesPerEvent
    static constexpr Duration kSleep = std::chrono::seconds(10);  ///< defaultSleepDuration

    using Post = EventPost;
    using Observer = EventReporter::Observer;
    using Counts = EventCounts;

    EventRecorder(std::string component, ControllerId controller, EventSink& sink, std::shared_ptr<Clock> clock,
                  TransitionLog& log, Post post, Observer observer, RandomSource random = systemRandom(),
                  EventRecorderOptions options = {});
    ~EventRecorder();

    /// `cause`: the seq of the transition that led to it. A `type` other than Normal and Warning, and an object without
    /// kind and version, are refused and said.
    void event(const Object& about, const std::string& type, const std::string& reason, const std::string& message,
               std::uint64_t cause = 0) {
        event(about, type, reason, message, EventDetails{}, cause);
    }
    void event(const Object& about, const std::string& type, const std::string& reason, const std::string& message,
               const EventDetails& details, std::uint64_t cause = 0);

    Counts counts() const;  ///< Thread: any
    bool idle() const;      ///< nothing queued or under way. Thread: any
    /// Aborts waits; what is queued or under way is reported as Dropped. Thread: the recorder's.
    void shutDown();

private:
    EventBody makeBody(const Object& about, const std::string& type, const std::string& reason,
                       const std::string& message, const EventDetails& details) const;
    void refuse(const EventBody& body, const std::string& why, std::uint64_t cause);
    void later(std::function<void()> task);

    const std::string m_component;
    const EventApi m_api;
    const std::string m_host;
    const std::shared_ptr<Clock> m_clock;
    const Post m_post;
    const std::shared_ptr<EventReporter> m_reporter;
    const std::shared_ptr<EventBacklog> m_backlog;
    std::shared_ptr<EventPipeline> m_pipeline;
};

}  // namespace rollcall
