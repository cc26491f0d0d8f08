// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/listener.h"

#include <algorithm>
#include <utility>

namespace rollcall {

namespace {
constexpr std::size_t kPortion = 256;  // taken out under one lock
}

Listener::Listener(ResourceEventHandler& handler, HandlerOptions options, std::shared_ptr<Clock> clock,
                   OnBacklog onBacklog)
    : m_handler(handler), m_options(std::move(options)), m_clock(std::move(clock)), m_onBacklog(std::move(onBacklog)) {
}

bool Listener::isFinished() const {
    std::lock_guard lock(m_mutex);
    return m_closed.load() && m_telling == std::thread::id();
}

std::size_t Listener::waiting() const {
    std::lock_guard lock(m_mutex);
    return m_waiting.size() + m_inHand.load(std::memory_order_relaxed);
}

void Listener::push(std::vector<Notification>& notifications, bool last) {
    std::lock_guard lock(m_mutex);
    if (m_closed.load(std::memory_order_relaxed)) return;
    for (Notification& n : notifications) {
        if (!m_syncing && n.isSync()) continue;
        if (!n.before && n.inInitialList) m_initialLeft.fetch_add(1, std::memory_order_relaxed);
        if (last)
            m_waiting.push(std::move(n));
        else
            m_waiting.push(n);
    }
}

void Listener::schedule() {
    {
        std::lock_guard lock(m_mutex);
        if (m_scheduled || m_closed.load() || m_waiting.size() == 0) return;
        m_scheduled = true;
    }
    m_options.post([self = shared_from_this()] { self->deliver(); });
}

bool Listener::nextPortion(bool first, std::size_t& behind) {
    std::lock_guard lock(m_mutex);
    // Called from inside its own handler: the one that is already here goes on.
    if (first && m_telling == std::this_thread::get_id()) return false;
    m_portion.clear();
    m_inHand.store(0, std::memory_order_relaxed);
    if (m_closed.load(std::memory_order_relaxed) || m_waiting.size() == 0) {
        m_telling = {};
        m_scheduled = false;
        m_told.notify_all();
        return false;
    }
    m_telling = std::this_thread::get_id();
    for (Notification n; m_portion.size() < kPortion && m_waiting.pop(n);) m_portion.push_back(std::move(n));
    m_inHand.store(m_portion.size(), std::memory_order_relaxed);
    behind = m_waiting.size();
    return true;
}

void Listener::deliver() {
    std::size_t behind = 0;
    for (bool first = true; nextPortion(first, behind); first = false) {
        for (std::size_t i = 0; i < m_portion.size() && !m_closed.load(std::memory_order_relaxed); ++i) {
            const std::size_t left = m_portion.size() - i - 1;
            m_inHand.store(left, std::memory_order_relaxed);
            tell(m_portion[i], behind + left);
        }
    }
}

void Listener::tell(const Notification& n, std::size_t behind) {
    const bool timed = behind > kBuffer;
    const MonoTime begun = timed ? m_clock->now() : MonoTime();
    if (!n.before) {
        m_handler.onAdd(n);
    } else if (n.after) {
        m_handler.onUpdate(n);
    } else {
        m_handler.onDelete(n);
    }
    if (timed) {
        const Duration took = m_clock->now() - begun;
        if (took > kSlow) m_onBacklog(*this, took, behind, n.object());
    }
    if (n.before || !n.inInitialList) return;
    m_initialLeft.fetch_sub(1, std::memory_order_acq_rel);
    checkSynced();
}

void Listener::upstreamHasSynced() {
    m_upstreamSynced.store(true, std::memory_order_release);
    checkSynced();
}

void Listener::checkSynced() {
    const bool all = m_initialLeft.load(std::memory_order_acquire) == 0;
    if (all && m_upstreamSynced.load(std::memory_order_acquire)) m_synced.store(true, std::memory_order_release);
}

void Listener::close() {
    std::lock_guard lock(m_mutex);
    m_closed.store(true);
    m_waiting.clear();
}

void Listener::waitForEnd() {
    std::unique_lock lock(m_mutex);
    m_told.wait(lock, [this] { return m_telling == std::thread::id() || m_telling == std::this_thread::get_id(); });
}

// --- resyncs ---------------------------------------------------------------------------------------------------------

Duration Listener::grant(Duration requested, Duration checkPeriod) {
    if (requested == Duration::zero() || checkPeriod == Duration::zero()) return Duration::zero();
    return std::max(requested, checkPeriod);
}

void Listener::setResyncPeriod(Duration requested, Duration granted, MonoTime now) {
    m_requested = requested;
    m_granted = granted;
    m_nextResync = now + granted;
}

void Listener::regrant(Duration checkPeriod) {
    m_granted = grant(m_requested, checkPeriod);
}

bool Listener::takeTurn(MonoTime now) {
    m_syncing = m_granted > Duration::zero() && now >= m_nextResync;
    if (m_syncing) m_nextResync = now + m_granted;
    return m_syncing;
}

}  // namespace rollcall
