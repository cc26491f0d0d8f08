// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/transition_log.h"

#include <utility>

namespace rollcall {

TransitionLog::TransitionLog(std::shared_ptr<Clock> clock, std::size_t capacity)
    : m_clock(std::move(clock)), m_capacity(capacity) {}

std::uint64_t TransitionLog::append(Transition transition) {
    std::lock_guard lock(m_mutex);
    transition.seq = ++m_seq;
    transition.at = m_clock->now();
    // Posted under the lock, so that the subscriber sees the order of seq.
    if (m_subscribed.load(std::memory_order_relaxed)) m_box.post(transition);
    m_kept.push_back(std::move(transition));
    if (m_kept.size() > m_capacity) m_kept.pop_front();
    return m_seq;
}

std::vector<Transition> TransitionLog::since(std::uint64_t after) const {
    std::lock_guard lock(m_mutex);
    const std::uint64_t firstKept = m_seq - m_kept.size();  // the seq before the oldest kept one
    const std::uint64_t skip = after > firstKept ? after - firstKept : 0;
    if (skip >= m_kept.size()) return {};
    return {m_kept.begin() + static_cast<std::ptrdiff_t>(skip), m_kept.end()};
}

std::uint64_t TransitionLog::lastSeq() const {
    std::lock_guard lock(m_mutex);
    return m_seq;
}

std::uint64_t TransitionLog::forgotten() const {
    std::lock_guard lock(m_mutex);
    return m_seq - m_kept.size();
}

Mailbox<Transition>& TransitionLog::subscribe() {
    m_subscribed.store(true, std::memory_order_relaxed);
    return m_box;
}

}  // namespace rollcall
