// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <mutex>
#include <utility>

#include "core/base/clock.h"

namespace rollcall {

/// A clock that stands still until it is told to move: for tests, replay and unattended lessons.
/// Thread: any; callbacks run on the thread that calls advance().
class FakeClock final : public Clock {
public:
    /// 2026-01-01T00:00:00Z unless told otherwise; monotonic time starts at one second so that it is never zero.
    explicit FakeClock(WallTime start = WallTime(std::chrono::seconds(1767225600)));

    MonoTime now() const override;
    WallTime wallNow() const override;
    TimerId callAfter(Duration delay, std::function<void()> callback) override;
    bool cancel(TimerId timer) override;

    /// Moves forward, running each timer that falls due at exactly its own time, in order; timers that callbacks set
    /// within the span run too.
    void advance(Duration by);
    /// Moves to the next timer and runs all that are due then; false when there is none.
    bool advanceToNext();
    std::size_t pendingTimers() const;
    /// Time until the next timer, or a negative duration when there is none.
    Duration untilNext() const;

private:
    mutable std::mutex m_mutex;
    MonoTime m_now{std::chrono::seconds(1)};
    WallTime m_wallStart;
    TimerId m_nextId = 1;
    std::map<std::pair<MonoTime, TimerId>, std::function<void()>> m_timers;
};

}  // namespace rollcall
