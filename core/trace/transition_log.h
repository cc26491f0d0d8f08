// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "core/base/clock.h"
#include "core/base/mailbox.h"
#include "core/trace/transition.h"
#include "core/trace/transition_store.h"

namespace rollcall {

class TransitionLog;

/// The subscriber's box of a TransitionLog. It holds no copies: it remembers how far its owner has read and takes the
/// rest from the log's own store. **Thread**: drain() from the owner's; the wake-up runs on the thread that appended.
template <>
class Mailbox<Transition> {
public:
    /// `wake` runs whenever the box stops being empty. Set it before the first append.
    void setWake(std::function<void()> wake) { m_wake = std::move(wake); }
    std::vector<Transition> drain();
    std::size_t size() const;

private:
    friend class TransitionLog;
    explicit Mailbox(TransitionLog& log) : m_log(log) {}

    TransitionLog& m_log;
    std::function<void()> m_wake;
};

/// Every transition in order, the newest `capacity` kept, and handed on to one subscriber, who misses none however far
/// behind. Never sampled. `at` never runs backwards from one number to the next.
/// **Thread**: append() from any, briefly locked; since() and drain() build their copies outside the lock.
class TransitionLog {
public:
    static constexpr std::size_t kDefaultCapacity = 200'000;

    /// With a capacity of 0 steps are numbered and forgotten at once, also by the subscriber: to measure what the log costs.
    explicit TransitionLog(std::shared_ptr<Clock> clock, std::size_t capacity = kDefaultCapacity);

    /// Sets seq and time, keeps it, hands it on. Returns seq.
    std::uint64_t append(const Transition& transition);
    /// The same for the hot paths: copies the texts into the store, without a heap allocation for each step.
    std::uint64_t append(const TransitionRef& transition);
    /// A copy of what is kept, oldest first, from seq `after` + 1 on.
    std::vector<Transition> since(std::uint64_t after) const;
    std::uint64_t lastSeq() const;
    /// Appended ever minus kept now.
    std::uint64_t forgotten() const;

    /// The subscriber's box; enable it before the first append, or history is missed.
    Mailbox<Transition>& subscribe();

private:
    friend class Mailbox<Transition>;
    std::uint64_t oldestKeptLocked() const;  // the number before it
    TransitionStore::Slice takeUnread();
    std::size_t unread() const;

    const std::shared_ptr<Clock> m_clock;
    const std::size_t m_capacity;
    alignas(64) mutable std::mutex m_mutex;  // with what each append changes close by
    MonoTime m_lastAt{};
    TransitionStore m_store;
    std::uint64_t m_read = 0;  // the last number that the subscriber has taken
    bool m_subscribed = false;
    std::atomic<std::uint64_t> m_unkept{0};  // numbers given away with a capacity of 0
    Mailbox<Transition> m_box{*this};
};

}  // namespace rollcall
