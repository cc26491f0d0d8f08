// SPDX-License-Identifier: GPL-3.0-or-later
// Private to this room.
#pragma once

#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "core/record/event_reporter.h"

namespace rollcall {

struct EventJob {
    EventBody body;
    std::uint64_t cause = 0;  ///< seq of its EventRecorded
};

/// The broadcaster's queues (apimachinery pkg/watch/mux.go, DropIfChannelFull): one that takes what is recorded, and
/// the sink loop's own, into which distribute() moves it. Each holds 1,000 and drops what comes on top; each drop is
/// said.
/// **Thread**: offer(), size(), idle() from any, the rest on the recorder's. Shared by the recorder and its pipeline.
class EventBacklog {
public:
    static constexpr std::size_t kLimit = 1000;  ///< maxQueuedEvents
    enum class Offer { Taken, TakenAsFirst, Full, Closed };

    explicit EventBacklog(std::shared_ptr<EventReporter> reporter) : m_reporter(std::move(reporter)) {}

    /// Names the Event and takes it. `TakenAsFirst`: somebody must call distribute().
    Offer offer(EventBody& body, std::uint64_t cause);
    void distribute();
    /// The next of the sink loop's queue; it counts as under way until release().
    std::optional<EventJob> pull();
    void release();
    /// Takes nothing more. Returns what waited, oldest first; empty the second time.
    std::deque<EventJob> close();
    bool isClosed() const;

    std::size_t size() const;  ///< what is under way included

private:
    const std::shared_ptr<EventReporter> m_reporter;
    mutable std::mutex m_mutex;
    std::deque<EventJob> m_incoming, m_queue;
    std::size_t m_underWay = 0;
    WallTime m_lastName{};  // two Events in one clock tick must not share a name (E1)
    bool m_distributing = false;
    bool m_closed = false;
};

}  // namespace rollcall
