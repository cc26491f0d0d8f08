// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "core/base/clock.h"
#include "core/record/event_sink.h"

namespace rollcall {

/// Brings work to the recorder's thread.
using EventPost = std::function<void(std::function<void()>)>;

/// Writes one Event until the API server has answered or the tries are used up (client-go tools/record/event.go,
/// recordEvent; tools/events/event_broadcaster.go, attemptRecording):
/// - a count is PATCHed; 404 means that the Event has expired meanwhile, so it is created anew (E5);
/// - any answer of the API server is final, and so is a request that cannot be made at all; everything else means that
///   the server was not reached, and is tried again.
/// **Thread**: the recorder's. **Owns** its timer; callbacks keep it alive.
class EventAttempt : public std::enable_shared_from_this<EventAttempt> {
public:
    struct Plan {
        bool patch = false;
        int maxTries = 1;
        std::function<Duration(int failed)> wait;  ///< after the first, second … failure
        /// POST that meets an Event which its PATCH did not find is tried again: two equal Events in a very short time.
        bool retryExisting = false;
    };
    enum class End {
        Created,
        Counted,
        Exists,  ///< 409: the network layer has sent the POST twice, and it is there (A7, E1)
        Refused,
        OutOfTries,
    };
    struct Ports {
        EventSink& sink;
        std::shared_ptr<Clock> clock;
        EventPost post;
    };
    using OnRetry = std::function<void(const Error&, Duration wait)>;
    using OnEnd = std::function<void(End, const EventSink::Written&, const std::optional<Error>&)>;

    EventAttempt(Ports ports, Plan plan, EventBody body, OnRetry onRetry, OnEnd onEnd);
    /// `onEnd` may be called before this returns, when the sink answers at once.
    void start() { write(m_plan.patch); }
    /// No callback after that.
    void abort();

private:
    void write(bool patch);
    void onWritten(bool patch, const Result<EventSink::Written>& result);
    void retryLater(const Error& error);
    void finish(End end, const EventSink::Written& written, const std::optional<Error>& error);

    const Ports m_ports;
    const Plan m_plan;
    const EventBody m_body;
    OnRetry m_onRetry;
    OnEnd m_onEnd;
    int m_failed = 0;
    bool m_over = false;
    Clock::TimerId m_timer = 0;
};

/// The API server has answered, or the same request would fail the same way next time.
bool isFinalForEvents(const Error& error);

}  // namespace rollcall
