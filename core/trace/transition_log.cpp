// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/transition_log.h"

#include <algorithm>
#include <utility>

#include "core/trace/spin_lock.h"

namespace rollcall {

TransitionLog::TransitionLog(std::shared_ptr<Clock> clock, std::size_t capacity)
    : m_clock(std::move(clock)), m_capacity(capacity) {
}

std::uint64_t TransitionLog::append(const Transition& t) {
    return append(
        TransitionRef{t.step, t.controller, t.key, t.resourceVersion, t.worker, t.retries, t.delay, t.cause, t.detail});
}

std::uint64_t TransitionLog::append(const TransitionRef& transition) {
    if (m_capacity == 0) return m_unkept.fetch_add(1, std::memory_order_relaxed) + 1;
    std::uint64_t seq;
    bool wasEmpty;
    {
        const auto lock = lockBriefly(m_mutex);
        // Two queues read the clock before they come here: the one that comes second may have read first.
        m_lastAt = std::max(m_lastAt, transition.at == MonoTime{} ? m_clock->now() : transition.at);
        const bool newChunk = m_store.push(transition, m_lastAt);
        seq = m_store.lastSeq();
        if (newChunk) {
            const std::uint64_t oldest = oldestKeptLocked();
            m_store.dropBefore(1 + (m_subscribed ? std::min(oldest, m_read) : oldest));
        }
        wasEmpty = m_subscribed && m_read + 1 == seq;
    }
    if (wasEmpty && m_box.m_wake) m_box.m_wake();
    return seq;
}

std::uint64_t TransitionLog::oldestKeptLocked() const {
    return m_store.lastSeq() - std::min<std::uint64_t>(m_store.lastSeq(), m_capacity);
}

std::vector<Transition> TransitionLog::since(std::uint64_t after) const {
    TransitionStore::Slice slice;
    {
        const auto lock = lockBriefly(m_mutex);
        slice = m_store.slice(std::max(after, oldestKeptLocked()));
    }
    return TransitionStore::read(slice);
}

std::uint64_t TransitionLog::lastSeq() const {
    if (m_capacity == 0) return m_unkept.load(std::memory_order_relaxed);
    const auto lock = lockBriefly(m_mutex);
    return m_store.lastSeq();
}

std::uint64_t TransitionLog::forgotten() const {
    const auto lock = lockBriefly(m_mutex);
    return oldestKeptLocked();
}

Mailbox<Transition>& TransitionLog::subscribe() {
    const auto lock = lockBriefly(m_mutex);
    m_subscribed = true;
    m_read = m_store.lastSeq();
    return m_box;
}

TransitionStore::Slice TransitionLog::takeUnread() {
    const auto lock = lockBriefly(m_mutex);
    TransitionStore::Slice slice = m_store.slice(m_read);
    m_read = m_store.lastSeq();
    return slice;
}

std::size_t TransitionLog::unread() const {
    const auto lock = lockBriefly(m_mutex);
    return m_subscribed ? m_store.lastSeq() - m_read : 0;
}

std::vector<Transition> Mailbox<Transition>::drain() {
    return TransitionStore::read(m_log.takeUnread());
}

std::size_t Mailbox<Transition>::size() const {
    return m_log.unread();
}

}  // namespace rollcall
