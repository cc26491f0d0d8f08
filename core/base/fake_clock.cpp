// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/fake_clock.h"

#include <algorithm>

namespace rollcall {

FakeClock::FakeClock(WallTime start) : m_wallStart(start) {}

MonoTime FakeClock::now() const {
    std::lock_guard lock(m_mutex);
    return m_now;
}

WallTime FakeClock::wallNow() const {
    std::lock_guard lock(m_mutex);
    return m_wallStart + (m_now - MonoTime(std::chrono::seconds(1)));
}

Clock::TimerId FakeClock::callAfter(Duration delay, std::function<void()> callback) {
    std::lock_guard lock(m_mutex);
    const TimerId id = m_nextId++;
    m_timers.emplace(std::pair(m_now + std::max(delay, Duration::zero()), id), std::move(callback));
    return id;
}

bool FakeClock::cancel(TimerId timer) {
    std::function<void()> released;
    std::lock_guard lock(m_mutex);
    const auto it = std::find_if(m_timers.begin(), m_timers.end(), [&](const auto& t) { return t.first.second == timer; });
    if (it == m_timers.end()) return false;
    released = std::move(it->second);
    m_timers.erase(it);
    return true;
}

void FakeClock::advance(Duration by) {
    const MonoTime end = now() + by;
    for (;;) {
        std::function<void()> callback;
        {
            std::lock_guard lock(m_mutex);
            if (m_timers.empty() || m_timers.begin()->first.first > end) {
                m_now = end;
                return;
            }
            auto node = m_timers.extract(m_timers.begin());
            m_now = std::max(m_now, node.key().first);
            callback = std::move(node.mapped());
        }
        callback();
    }
}

bool FakeClock::advanceToNext() {
    const Duration left = untilNext();
    if (left < Duration::zero()) return false;
    advance(left);
    return true;
}

std::size_t FakeClock::pendingTimers() const {
    std::lock_guard lock(m_mutex);
    return m_timers.size();
}

Duration FakeClock::untilNext() const {
    std::lock_guard lock(m_mutex);
    if (m_timers.empty()) return Duration(-1);
    return std::max(m_timers.begin()->first.first - m_now, Duration::zero());
}

}  // namespace rollcall
