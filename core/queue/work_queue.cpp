// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/work_queue.h"

#include <algorithm>

namespace rollcall {

WorkQueue::WorkQueue(std::shared_ptr<Clock> clock, QueueObserver* observer)
    : m_clock(std::move(clock)), m_observer(observer) {}

void WorkQueue::note(Step step, const std::string& key, int worker) {
    if (m_observer) m_observer->onQueueStep(step, key, Duration::zero(), worker);
}

void WorkQueue::wakeOne() {
    if (m_waiting > 0) m_ready.notify_one();
}

void WorkQueue::add(const std::string& key) {
    std::lock_guard lock(m_mutex);
    if (m_shuttingDown) return note(Step::IgnoredShuttingDown, key);
    auto& item = *m_entries.try_emplace(key).first;
    Entry& entry = item.second;
    if (entry.dirty) return note(Step::Deduplicated, key);
    entry.dirty = true;
    entry.addedAt = m_clock->now();
    ++m_metrics.adds;
    ++m_metrics.depth;
    if (entry.processing) return note(Step::Parked, key);
    m_queue.push_back(&item);
    note(Step::Enqueued, key);
    wakeOne();
}

std::optional<std::string> WorkQueue::get(int worker, const std::atomic<bool>* quit) {
    std::unique_lock lock(m_mutex);
    const auto told = [&] { return quit && quit->load(std::memory_order_acquire); };
    while (m_queue.empty() && !m_shuttingDown && !told()) {
        ++m_waiting;
        m_ready.wait(lock);
        --m_waiting;
    }
    if (told() && !m_shuttingDown) {
        if (!m_queue.empty()) wakeOne();  // the wake-up that brought us here may have been meant for a key
        return std::nullopt;
    }
    if (m_queue.empty()) return std::nullopt;
    auto& [key, entry] = *m_queue.front();
    m_queue.pop_front();
    const MonoTime now = m_clock->now();
    m_metrics.queueDurationSum += now - entry.addedAt;
    --m_metrics.depth;
    ++m_metrics.gets;
    entry.dirty = false;
    entry.processing = true;
    entry.startedAt = now;
    ++m_processing;
    note(Step::Got, key, worker);
    return key;
}

void WorkQueue::done(const std::string& key, int worker) {
    std::lock_guard lock(m_mutex);
    const auto it = m_entries.find(key);
    if (it == m_entries.end() || !it->second.processing) return;  // a second Done is harmless in client-go too
    it->second.processing = false;
    --m_processing;
    m_metrics.workDurationSum += m_clock->now() - it->second.startedAt;
    note(Step::Done, key, worker);
    if (it->second.dirty) {
        m_queue.push_back(&*it);
        note(Step::Enqueued, key);
        wakeOne();
    } else {
        m_entries.erase(it);
    }
    if (m_processing == 0) m_drained.notify_all();
}

void WorkQueue::shutDown() {
    std::lock_guard lock(m_mutex);
    m_shuttingDown = true;
    m_drain = false;
    m_ready.notify_all();
    m_drained.notify_all();
}

void WorkQueue::shutDownWithDrain() {
    std::unique_lock lock(m_mutex);
    m_drain = true;
    m_shuttingDown = true;
    m_ready.notify_all();
    m_drained.wait(lock, [&] { return m_processing == 0 || !m_drain; });
}

bool WorkQueue::shuttingDown() const {
    std::lock_guard lock(m_mutex);
    return m_shuttingDown;
}

std::vector<std::string> WorkQueue::discardQueued() {
    std::lock_guard lock(m_mutex);
    std::vector<std::string> discarded;
    for (auto* item : m_queue) {
        discarded.push_back(item->first);
        note(Step::Discarded, item->first);
        m_entries.erase(discarded.back());
    }
    m_queue.clear();
    for (auto& [key, entry] : m_entries) {  // parked behind a worker: it must not come back at done()
        if (!entry.dirty) continue;
        entry.dirty = false;
        note(Step::Discarded, key);
        discarded.push_back(key);
    }
    m_metrics.depth = 0;
    m_ready.notify_all();
    return discarded;
}

void WorkQueue::interrupt() {
    std::lock_guard lock(m_mutex);
    m_ready.notify_all();
}

std::size_t WorkQueue::length() const {
    std::lock_guard lock(m_mutex);
    return m_queue.size();
}

std::size_t WorkQueue::processingCount() const {
    std::lock_guard lock(m_mutex);
    return m_processing;
}

void WorkQueue::countRetry() {
    std::lock_guard lock(m_mutex);
    ++m_metrics.retries;
}

QueueMetrics WorkQueue::metrics() const {
    std::lock_guard lock(m_mutex);
    QueueMetrics metrics = m_metrics;
    const MonoTime now = m_clock->now();
    for (const auto& [key, entry] : m_entries) {
        if (!entry.processing) continue;
        metrics.unfinishedWork += now - entry.startedAt;
        metrics.longestRunningProcessor = std::max(metrics.longestRunningProcessor, now - entry.startedAt);
    }
    return metrics;
}

}  // namespace rollcall
