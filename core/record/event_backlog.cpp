// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/event_backlog.h"

#include <algorithm>
#include <utility>

#include "core/record/event_correlator.h"

namespace rollcall {

EventBacklog::Offer EventBacklog::offer(EventBody& body, std::uint64_t cause) {
    std::lock_guard lock(m_mutex);
    m_lastName = std::max(body.first, m_lastName + Duration(1));
    body.name = eventName(body.involvedName, m_lastName);
    m_reporter->countRecorded();
    if (m_closed) {
        m_reporter->note(Step::EventDropped, body, cause, "the recorder is shut down");
        return Offer::Closed;
    }
    if (m_incoming.size() >= kLimit) {
        m_reporter->note(Step::EventDroppedFull, body, cause, "too many queued events");
        return Offer::Full;
    }
    m_incoming.push_back({body, m_reporter->note(Step::EventRecorded, body, cause)});
    return std::exchange(m_distributing, true) ? Offer::Taken : Offer::TakenAsFirst;
}

void EventBacklog::distribute() {
    std::vector<EventJob> over;
    {
        std::lock_guard lock(m_mutex);
        m_distributing = false;
        for (EventJob& job : m_incoming) {
            if (m_queue.size() < kLimit)
                m_queue.push_back(std::move(job));
            else
                over.push_back(std::move(job));
        }
        m_incoming.clear();
    }
    for (EventJob& job : over) {
        m_reporter->dropped({std::move(job.body), PostState::Dropped, {}, false, false}, job.cause,
                            "too many events wait for the API server", Step::EventDroppedFull);
    }
}

std::optional<EventJob> EventBacklog::pull() {
    std::lock_guard lock(m_mutex);
    if (m_closed || m_queue.empty()) return {};
    EventJob job = std::move(m_queue.front());
    m_queue.pop_front();
    ++m_underWay;
    return job;
}

void EventBacklog::release() {
    std::lock_guard lock(m_mutex);
    --m_underWay;
}

std::deque<EventJob> EventBacklog::close() {
    std::lock_guard lock(m_mutex);
    m_closed = true;
    std::deque<EventJob> left = std::exchange(m_queue, {});
    std::move(m_incoming.begin(), m_incoming.end(), std::back_inserter(left));
    m_incoming.clear();
    return left;
}

bool EventBacklog::isClosed() const {
    std::lock_guard lock(m_mutex);
    return m_closed;
}

std::size_t EventBacklog::size() const {
    std::lock_guard lock(m_mutex);
    return m_incoming.size() + m_queue.size() + m_underWay;
}

}  // namespace rollcall
