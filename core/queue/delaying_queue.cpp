// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/delaying_queue.h"

#include <utility>

namespace rollcall {

/// What waits, by time. A timer callback holds it by weak_ptr and finds `queue` null once the owner is gone.
struct DelayingQueue::Waiting : std::enable_shared_from_this<Waiting> {
    using Slot = std::pair<MonoTime, std::uint64_t>;  // the number keeps equal times in the order they came

    Waiting(std::shared_ptr<Clock> c, QueueObserver* o, WorkQueue* q) : clock(std::move(c)), observer(o), queue(q) {}

    const std::shared_ptr<Clock> clock;
    QueueObserver* const observer;
    mutable std::mutex mutex;
    WorkQueue* queue;  // null after shut-down: nothing is added any more
    std::map<Slot, std::string> byTime;
    std::unordered_map<std::string, Slot> byKey;
    std::uint64_t next = 0;
    Clock::TimerId timer = 0;
    MonoTime timerAt{};
    std::vector<std::string> lost;

    void insert(const std::string& key, Duration delay);
    void armTimer();
    void release();
};

void DelayingQueue::Waiting::insert(const std::string& key, Duration delay) {
    std::lock_guard lock(mutex);
    if (!queue) return;
    const MonoTime at = clock->now() + delay;
    const auto it = byKey.find(key);
    Step step = Step::AddedAfter;
    if (it != byKey.end()) {
        if (at >= it->second.first) {
            if (observer) observer->onQueueStep(Step::DelayKept, key, delay, 0);
            return;
        }
        byTime.erase(it->second);
        step = Step::MovedEarlier;
    }
    const Slot slot{at, next++};
    byTime.emplace(slot, key);
    byKey.insert_or_assign(key, slot);
    if (observer) observer->onQueueStep(step, key, delay, 0);
    armTimer();
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
        const std::string key = std::move(byTime.begin()->second);
        byTime.erase(byTime.begin());
        byKey.erase(key);
        queue->add(key);
    }
    armTimer();
}

DelayingQueue::DelayingQueue(std::shared_ptr<Clock> clock, QueueObserver* observer)
    : m_queue(clock, observer), m_waiting(std::make_shared<Waiting>(clock, observer, &m_queue)) {}

DelayingQueue::~DelayingQueue() { closeWaiting(); }

void DelayingQueue::addAfter(const std::string& key, Duration delay) {
    if (m_queue.shuttingDown()) return;
    m_queue.countRetry();
    if (delay <= Duration::zero()) return m_queue.add(key);
    m_waiting->insert(key, delay);
}

void DelayingQueue::closeWaiting() {
    std::lock_guard lock(m_waiting->mutex);
    if (m_waiting->timer) m_waiting->clock->cancel(m_waiting->timer);
    m_waiting->timer = 0;
    m_waiting->queue = nullptr;
    for (auto& [slot, key] : m_waiting->byTime) {
        if (m_waiting->observer) m_waiting->observer->onQueueStep(Step::Discarded, key, Duration::zero(), 0);
        m_waiting->lost.push_back(std::move(key));
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
