// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "core/api/event_body.h"
#include "core/api/object.h"
#include "core/base/backoff.h"
#include "core/base/result.h"
#include "core/record/event_correlator.h"
#include "core/trace/states.h"
#include "core/trace/transition_log.h"

namespace rollcall {

/// Where Events go. Thread: the recorder's; `done` is called there, later, unless the sink is destroyed first.
class EventSink {
public:
    struct Written {
        std::int64_t count = 1;
        std::string name;
    };
    using Done = std::function<void(Result<Written>)>;

    virtual ~EventSink() = default;
    virtual void create(const EventBody& event, Done done) = 0;
    virtual void patchCount(const EventBody& event, Done done) = 0;
};

/// One Event and what became of it; sent again at each change.
struct RecordedEvent {
    EventBody body;
    PostState state = PostState::Pending;
    std::optional<Error> error;
    bool aggregated = false;
};

/// client-go's recorder, broadcaster and sink loop in one (tools/record/event.go): event() never blocks; a queue of 1,000
/// drops what comes on top, counted; then correlation; then one post at a time, up to 12 tries, where only transport
/// failures are tried again (first wait random 0–10 s, then 10 s) and any answer of the API server is final.
/// **Thread**: event() from any; everything else on the recorder's, to which `post` brings work. **Owns** nothing but events.
class EventRecorder : public std::enable_shared_from_this<EventRecorder> {
public:
    static constexpr std::size_t kQueueLimit = 1000;  ///< maxQueuedEvents
    static constexpr int kMaxTries = 12;              ///< maxTriesPerEvent
    static constexpr Duration kSleep = std::chrono::seconds(10);  ///< defaultSleepDuration

    using Post = std::function<void(std::function<void()>)>;
    using Observer = std::function<void(const RecordedEvent&)>;  ///< on the recorder's thread

    EventRecorder(std::string component, ControllerId controller, EventSink& sink, std::shared_ptr<Clock> clock,
                  TransitionLog& log, Post post, Observer observer, RandomSource random = systemRandom());

    /// `cause`: the seq of the transition that led to it. `type` is Normal or Warning.
    void event(const Object& about, const std::string& type, const std::string& reason, const std::string& message,
               std::uint64_t cause = 0);

    struct Counts {
        std::int64_t recorded = 0, merged = 0, posted = 0, dropped = 0, refused = 0, filtered = 0;
        std::size_t queued = 0;
    };
    Counts counts() const;  ///< Thread: any
    bool idle() const;      ///< nothing queued or under way. Thread: any
    /// Aborts waits; what is queued or under way is reported as Dropped. Thread: the recorder's.
    void shutDown();

private:
    struct Job {
        EventBody body;
        std::uint64_t cause;
    };
    void next();
    void write(bool patch);
    void onWritten(bool patch, const Result<EventSink::Written>& result);
    void retryLater(const Error& error);
    void finish(PostState state, std::optional<Error> error = {});
    std::uint64_t note(Step step, const EventBody& body, std::uint64_t cause, std::string detail = {}, Duration delay = {});
    EventBody makeBody(const Object& about, const std::string& type, const std::string& reason, const std::string& message);

    const std::string m_component;
    const ControllerId m_controller;
    EventSink& m_sink;
    const std::shared_ptr<Clock> m_clock;
    TransitionLog& m_log;
    const Post m_post;
    const Observer m_observer;
    const RandomSource m_random;
    EventCorrelator m_correlator;

    mutable std::mutex m_mutex;  // guards the next five
    std::deque<Job> m_queue;
    Counts m_counts;
    WallTime m_lastName{};       // two Events in one clock tick must not share a name (E1)
    bool m_busy = false;
    bool m_stopped = false;

    // the recorder thread's own: the event under way
    RecordedEvent m_current;
    std::uint64_t m_currentCause = 0;
    int m_tries = 0;
    bool m_patching = false;
    Clock::TimerId m_timer = 0;
};

}  // namespace rollcall
