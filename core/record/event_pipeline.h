// SPDX-License-Identifier: GPL-3.0-or-later
// Private to this room.
#pragma once

#include <memory>

#include "core/base/backoff.h"
#include "core/record/event_attempt.h"
#include "core/record/event_backlog.h"
#include "core/record/event_reporter.h"

namespace rollcall {

/// What happens to Events between the broadcaster's queue and the sink: one pipeline for each API.
/// **Thread**: the recorder's, which owns it; after shutDown() it tells nothing more.
class EventPipeline {
public:
    struct Parts {
        EventSink& sink;
        std::shared_ptr<Clock> clock;
        EventPost post;
        RandomSource random;
        std::shared_ptr<EventReporter> reporter;
        std::shared_ptr<EventBacklog> backlog;
    };

    virtual ~EventPipeline() = default;
    virtual void start() {}
    /// There may be something to pull.
    virtual void wake() = 0;
    /// Aborts waits and calls; what is under way is reported as dropped.
    virtual void shutDown() = 0;
};

/// How an attempt ended, into the log, the counts and to the observer. `error`: why, of Refused and OutOfTries.
void reportEnd(EventReporter& reporter, RecordedEvent event, std::uint64_t cause, EventAttempt::End end,
               const std::optional<Error>& error);

}  // namespace rollcall
