// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <atomic>
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

    /// From real time to the clock's. now() is called for every step of the machinery, so it reads this without the
    /// lock: the version is odd while a change is being made, and whoever saw it change reads again.
    struct Mapping {
        std::atomic<unsigned> version{0};
        std::atomic<Duration::rep> realBase{0}, base{0};
        std::atomic<double> speed{1.0};

        MonoTime at(Real::time_point time) const {
            const Duration real = time.time_since_epoch() - Duration(realBase.load(std::memory_order_acquire));
            const Duration start(base.load(std::memory_order_acquire));
            const double factor = speed.load(std::memory_order_acquire);
            if (factor == 1.0) return MonoTime(start + real);
            return MonoTime(start + Duration(static_cast<Duration::rep>(static_cast<double>(real.count()) * factor)));
        }
    };

    mutable std::mutex mutex;
    std::condition_variable changed;
    Mapping map;
    // Wall time is anchored once: ages keep running at the clock's speed and never jump when the machine's date is set.
    WallTime wallBase = std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now());
    MonoTime wallAnchor = std::chrono::time_point_cast<Duration>(Real::now());
    double speed = 1.0;
    bool stopping = false;
    TimerId nextId = 1;
    std::map<std::pair<MonoTime, TimerId>, std::function<void()>> timers;
    std::map<TimerId, MonoTime> due;
    std::thread thread;

    State() { remap(speed, wallAnchor); }
    MonoTime now() const;
    void remap(double newSpeed, MonoTime atLeast = {});
    void run();
    void waitForFirst(std::unique_lock<std::mutex>& lock);
    std::function<void()> takeFirst();
};

MonoTime SystemClock::State::now() const {
    for (;;) {
        const unsigned before = map.version.load(std::memory_order_acquire);
        const MonoTime time = map.at(Real::now());
        if (before % 2 == 0 && map.version.load(std::memory_order_acquire) == before) return time;
    }
}

/// From now on the clock runs with `newSpeed`; it shows at least `atLeast` and never less than before. With the lock
/// held.
void SystemClock::State::remap(double newSpeed, MonoTime atLeast) {
    speed = newSpeed;
    map.version.fetch_add(1, std::memory_order_acq_rel);
    const Real::time_point real = Real::now();
    const MonoTime time = std::max(map.at(real), atLeast);
    map.realBase.store(real.time_since_epoch().count(), std::memory_order_release);
    map.base.store(time.time_since_epoch().count(), std::memory_order_release);
    map.speed.store(newSpeed, std::memory_order_release);
    map.version.fetch_add(1, std::memory_order_acq_rel);
}

void SystemClock::State::waitForFirst(std::unique_lock<std::mutex>& lock) {
    if (timers.empty() || speed == 0.0) {
        changed.wait_for(lock, kLongestWait);
        return;
    }
    const auto left = timers.begin()->first.first - now();
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
        if (timers.empty() || timers.begin()->first.first > now()) {
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
    return m_state->now();
}

WallTime SystemClock::wallNow() const {
    std::lock_guard lock(m_state->mutex);
    return m_state->wallBase + (m_state->now() - m_state->wallAnchor);
}

Clock::TimerId SystemClock::callAfter(Duration delay, std::function<void()> callback) {
    TimerId id;
    {
        std::lock_guard lock(m_state->mutex);
        id = m_state->nextId++;
        const MonoTime at = m_state->now() + std::max(delay, Duration::zero());
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
        m_state->remap(std::max(factor, 0.0));
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
        m_state->remap(m_state->speed, m_state->timers.begin()->first.first);
        callback = m_state->takeFirst();
    }
    callback();
    return true;
}

}  // namespace rollcall
