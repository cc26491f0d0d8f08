// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/delaying_queue.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace rollcall {

namespace {
constexpr Duration kNever = std::chrono::hours(24 * 365 * 100);  // far, and still to be added to any time
}

/// What waits, by time. A timer callback holds it by weak_ptr and finds `queue` null once the owner is gone.
struct DelayingQueue::Waiting : std::enable_shared_from_this<Waiting> {
    using Slot = std::pair<MonoTime, std::uint64_t>;  // the number keeps equal times in the order they came

    Waiting(std::shared_ptr<Clock> c, QueueObserver* o, WorkQueue* q) : clock(std::move(c)), observer(o), queue(q) {}

    const std::shared_ptr<Clock> clock;
    QueueObserver* const observer;
    mutable std::mutex mutex;
    WorkQueue* queue;  // null after shut-down: nothing is added any more
    std::unordered_map<std::string, Slot> byKey;
    std::map<Slot, const std::string*> byTime;  // the texts are byKey's
    std::uint64_t next = 0;
    Clock::TimerId timer = 0;
    MonoTime timerAt{};
    std::vector<std::string> lost;

    void note(Step step, const std::string& key, MonoTime at, Duration delay) const {
        if (observer) observer->onStep({step, key, at, delay, 0});
    }
    void insert(const std::string& key, Duration delay);
    void refuse(const std::string& key, Duration delay);
    void armTimer();
    void release();
};

void DelayingQueue::Waiting::insert(const std::string& key, Duration delay) {
    std::lock_guard lock(mutex);
    const MonoTime now = clock->now();
    if (!queue) return note(Step::IgnoredShuttingDown, key, now, delay);
    const MonoTime at = now + std::min(delay, kNever);  // a bucket of rate 0 says the largest Duration
    const auto [it, added] = byKey.try_emplace(key);
    if (!added) {
        if (at >= it->second.first) return note(Step::DelayKept, key, now, delay);
        byTime.erase(it->second);
    }
    it->second = {at, next++};
    byTime.emplace(it->second, &it->first);
    note(added ? Step::AddedAfter : Step::MovedEarlier, key, now, delay);
    armTimer();
}

void DelayingQueue::Waiting::refuse(const std::string& key, Duration delay) {
    std::lock_guard lock(mutex);
    note(Step::IgnoredShuttingDown, key, clock->now(), delay);
}

void DelayingQueue::Waiting::armTimer() {
    if (byTime.empty()) return;
    const MonoTime first = byTime.begin()->first.first;
    if (timer && timerAt <= first) return;
    if (timer) clock->cancel(timer);
    timerAt = first;
    timer = clock->callAfter(first - clock->now(), [weak = weak_from_this()] {
        if (const auto self = weak.lock()) self->release();
    });
}

void DelayingQueue::Waiting::release() {
    std::lock_guard lock(mutex);
    timer = 0;
    if (!queue) return;
    const MonoTime now = clock->now();
    while (!byTime.empty() && byTime.begin()->first.first <= now) {
        const auto ready = byKey.find(*byTime.begin()->second);
        byTime.erase(byTime.begin());
        queue->add(ready->first);
        byKey.erase(ready);
    }
    armTimer();
}

DelayingQueue::DelayingQueue(std::shared_ptr<Clock> clock, QueueObserver* observer)
    : m_queue(clock, observer), m_waiting(std::make_shared<Waiting>(clock, observer, &m_queue)) {
}

DelayingQueue::~DelayingQueue() {
    closeWaiting();
}

void DelayingQueue::addAfter(const std::string& key, Duration delay) {
    if (m_queue.shuttingDown()) return m_waiting->refuse(key, delay);
    m_queue.countRetry();
    if (delay <= Duration::zero()) return m_queue.add(key);
    m_waiting->insert(key, delay);
}

void DelayingQueue::closeWaiting() {
    std::lock_guard lock(m_waiting->mutex);
    if (m_waiting->timer) m_waiting->clock->cancel(m_waiting->timer);
    m_waiting->timer = 0;
    m_waiting->queue = nullptr;
    const MonoTime now = m_waiting->clock->now();
    for (const auto& [slot, key] : m_waiting->byTime) {
        m_waiting->note(Step::Discarded, *key, now, Duration::zero());
        m_waiting->lost.push_back(*key);
    }
    m_waiting->byTime.clear();
    m_waiting->byKey.clear();
}

void DelayingQueue::shutDown() {
    m_queue.shutDown();
    closeWaiting();
}

void DelayingQueue::shutDownWithDrain() {
    closeWaiting();
    m_queue.shutDownWithDrain();
}

std::size_t DelayingQueue::waitingCount() const {
    std::lock_guard lock(m_waiting->mutex);
    return m_waiting->byTime.size();
}

std::vector<std::string> DelayingQueue::lostAtShutDown() const {
    std::lock_guard lock(m_waiting->mutex);
    return m_waiting->lost;
}

}  // namespace rollcall
