// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

#include "core/base/clock.h"
#include "core/base/mailbox.h"
#include "core/trace/transition.h"

namespace rollcall {

/// Every transition in order, the newest `capacity` kept, and handed on to one subscriber. Never sampled.
/// Thread: append() from any; the subscriber drains the mailbox on its own thread.
class TransitionLog {
public:
    static constexpr std::size_t kDefaultCapacity = 200'000;

    explicit TransitionLog(std::shared_ptr<Clock> clock, std::size_t capacity = kDefaultCapacity);

    /// Sets seq and time, keeps it, hands it on. Returns seq.
    std::uint64_t append(Transition transition);
    /// A copy of what is kept, oldest first, from seq `after` + 1 on.
    std::vector<Transition> since(std::uint64_t after) const;
    std::uint64_t lastSeq() const;
    /// Appended ever minus kept now.
    std::uint64_t forgotten() const;

    /// The subscriber's box; enable it before the first append, or history is missed.
    Mailbox<Transition>& subscribe();

private:
    std::shared_ptr<Clock> m_clock;
    const std::size_t m_capacity;
    mutable std::mutex m_mutex;
    std::deque<Transition> m_kept;
    std::uint64_t m_seq = 0;
    std::atomic<bool> m_subscribed{false};
    Mailbox<Transition> m_box;
};

}  // namespace rollcall
