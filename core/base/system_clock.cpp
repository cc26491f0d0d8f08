// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

#include "core/base/clock.h"

namespace rollcall {

namespace {
// std::condition_variable::wait_until overflows for far deadlines; a wait this long is simply repeated.
constexpr auto kLongestWait = std::chrono::hours(1);
}  // namespace

struct SystemClock::State {
    using Real = std::chrono::steady_clock;

    mutable std::mutex mutex;
    std::condition_variable changed;
    Real::time_point realBase = Real::now();
    MonoTime base = std::chrono::time_point_cast<Duration>(realBase);
    // Wall time is anchored once: ages keep running at the clock's speed and never jump when the machine's date is set.
    WallTime wallBase = std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now());
    MonoTime wallAnchor = base;
    double speed = 1.0;
    bool stopping = false;
    TimerId nextId = 1;
    std::map<std::pair<MonoTime, TimerId>, std::function<void()>> timers;
    std::map<TimerId, MonoTime> due;
    std::thread thread;

    MonoTime nowLocked() const {
        const auto real = std::chrono::duration_cast<Duration>(Real::now() - realBase);
        if (speed == 1.0) return base + real;
        return base + Duration(static_cast<Duration::rep>(static_cast<double>(real.count()) * speed));
    }
    void run();
    void waitForFirst(std::unique_lock<std::mutex>& lock);
    std::function<void()> takeFirst();
};

void SystemClock::State::waitForFirst(std::unique_lock<std::mutex>& lock) {
    if (timers.empty() || speed == 0.0) {
        changed.wait_for(lock, kLongestWait);
        return;
    }
    const auto left = timers.begin()->first.first - nowLocked();
    const double realLeft = static_cast<double>(left.count()) / speed;
    const double most = static_cast<double>(std::chrono::duration_cast<Duration>(kLongestWait).count());
    changed.wait_for(lock, Duration(static_cast<Duration::rep>(std::min(realLeft, most)) + 1));
}

std::function<void()> SystemClock::State::takeFirst() {
    auto node = timers.extract(timers.begin());
    due.erase(node.key().second);
    return std::move(node.mapped());
}

void SystemClock::State::run() {
    std::unique_lock lock(mutex);
    while (!stopping) {
        if (timers.empty() || timers.begin()->first.first > nowLocked()) {
            waitForFirst(lock);
            continue;
        }
        auto callback = takeFirst();
        lock.unlock();
        callback();
        callback = nullptr;  // what it holds is released outside the lock too
        lock.lock();
    }
}

SystemClock::SystemClock() : m_state(std::make_shared<State>()) {
    m_state->thread = std::thread([state = m_state.get()] { state->run(); });
}

SystemClock::~SystemClock() {
    {
        std::lock_guard lock(m_state->mutex);
        m_state->stopping = true;
    }
    m_state->changed.notify_all();
    m_state->thread.join();
}

MonoTime SystemClock::now() const {
    std::lock_guard lock(m_state->mutex);
    return m_state->nowLocked();
}

WallTime SystemClock::wallNow() const {
    std::lock_guard lock(m_state->mutex);
    return m_state->wallBase + (m_state->nowLocked() - m_state->wallAnchor);
}

Clock::TimerId SystemClock::callAfter(Duration delay, std::function<void()> callback) {
    TimerId id;
    {
        std::lock_guard lock(m_state->mutex);
        id = m_state->nextId++;
        const MonoTime at = m_state->nowLocked() + std::max(delay, Duration::zero());
        m_state->timers.emplace(std::pair(at, id), std::move(callback));
        m_state->due.emplace(id, at);
    }
    m_state->changed.notify_all();
    return id;
}

bool SystemClock::cancel(TimerId timer) {
    std::function<void()> released;  // destroyed after the lock
    std::lock_guard lock(m_state->mutex);
    const auto it = m_state->due.find(timer);
    if (it == m_state->due.end()) return false;
    auto node = m_state->timers.extract({it->second, timer});
    released = std::move(node.mapped());
    m_state->due.erase(it);
    return true;
}

void SystemClock::setSpeed(double factor) {
    {
        std::lock_guard lock(m_state->mutex);
        m_state->base = m_state->nowLocked();
        m_state->realBase = State::Real::now();
        m_state->speed = std::max(factor, 0.0);
    }
    m_state->changed.notify_all();
}

double SystemClock::speed() const {
    std::lock_guard lock(m_state->mutex);
    return m_state->speed;
}

bool SystemClock::step() {
    std::function<void()> callback;
    {
        std::lock_guard lock(m_state->mutex);
        if (m_state->timers.empty()) return false;
        m_state->base = std::max(m_state->nowLocked(), m_state->timers.begin()->first.first);
        m_state->realBase = State::Real::now();
        callback = m_state->takeFirst();
    }
    callback();
    return true;
}

}  // namespace rollcall
