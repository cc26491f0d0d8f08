// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>

namespace rollcall {

using Duration = std::chrono::nanoseconds;
using MonoTime = std::chrono::time_point<std::chrono::steady_clock, Duration>;
using WallTime = std::chrono::time_point<std::chrono::system_clock, Duration>;

/// The only source of time and timers, so that slow motion, single-step and tests need no other change.
/// Thread: every function may be called from any thread. Callbacks run on the clock's own thread (SystemClock) or inside
/// FakeClock::advance(); they must be short and must hand real work to their own thread.
class Clock {
public:
    using TimerId = std::uint64_t;  ///< 0 is never a timer

    virtual ~Clock() = default;
    virtual MonoTime now() const = 0;
    virtual WallTime wallNow() const = 0;
    /// Runs `callback` once, `delay` of this clock's time from now; at once (but never inside this call) when delay <= 0.
    virtual TimerId callAfter(Duration delay, std::function<void()> callback) = 0;
    /// False when it already ran, is running or was cancelled. Does not wait for a running callback: what the callback
    /// touches must be kept alive by it (weak_ptr).
    virtual bool cancel(TimerId timer) = 0;
};

/// Real time, which can be slowed, sped up and paused. Owns one thread.
class SystemClock final : public Clock {
public:
    SystemClock();
    ~SystemClock() override;
    SystemClock(const SystemClock&) = delete;
    SystemClock& operator=(const SystemClock&) = delete;

    MonoTime now() const override;
    WallTime wallNow() const override;
    TimerId callAfter(Duration delay, std::function<void()> callback) override;
    bool cancel(TimerId timer) override;

    /// Clock seconds for each real second; 0 pauses. Running timers follow at once. `factor` >= 0.
    void setSpeed(double factor);
    double speed() const;
    /// Moves to the next timer that is due and runs it; meant for a paused clock. False when there is none.
    bool step();

private:
    struct State;
    std::shared_ptr<State> m_state;
};

}  // namespace rollcall
