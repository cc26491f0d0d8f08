// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/work_queue.h"

#include <algorithm>

#include "core/trace/spin_lock.h"

namespace rollcall {

namespace {
// A worker that finds nothing looks again for some 20 µs before it sleeps, which is what putting it to sleep and waking
// it would take; one at a time does it, the rest sleep at once. It looks seldom, for the reason that lockBriefly()
// gives.
constexpr int kPolls = 8;
constexpr int kPausesBetweenPolls = 50;
constexpr int kMostPolling = 1;
// Those who add keep away for longer than those who take: that keeps the queue short, and a short queue stays in the
// processor's cache (measured: twice the throughput; tests/bench/queue_mixes.h).
constexpr Patience kPatienceToAdd{200, 10};
constexpr std::size_t kUsualKeyBytes = 64;

// A duplicate needs no time stamp, and reading the clock would double what it costs. So the clock is read before
// locking only by a thread whose last key was new.
thread_local bool t_addedNewKey = true;
}  // namespace

WorkQueue::WorkQueue(std::shared_ptr<Clock> clock, QueueObserver* observer)
    : m_clock(std::move(clock)), m_observer(observer), m_nextRefresh(m_clock->now() + QueueMetrics::kRefresh) {
}

WorkQueue::~WorkQueue() = default;

void WorkQueue::note(Step step, const std::string& key, MonoTime at, int worker) const {
    if (m_observer) m_observer->onStep({step, key, at, Duration::zero(), worker});
}

/// Most operations read the clock before they lock, to hold the lock more briefly; in the log and in the metrics no
/// time runs backwards for it.
MonoTime WorkQueue::ordered(MonoTime now) {
    return m_latest = std::max(m_latest, now);
}

/// True when a sleeping worker is to be woken by the caller, who does so after unlocking. One wake-up at a time:
/// whoever comes wakes the next one if there is more to do, so that a burst of keys does not pay for a system call
/// each.
bool WorkQueue::claimWakeUp() {
    if (m_queue.empty() || m_sleeping == 0 || m_polling > 0 || m_wakeUpOnItsWay) return false;
    return m_wakeUpOnItsWay = true;
}

void WorkQueue::unlockAndWake(Lock& lock) {
    const bool wake = claimWakeUp();
    lock.unlock();
    if (wake) m_ready.notify_one();
}

void WorkQueue::push(Entry& entry, MonoTime at) {
    m_queue.push(&entry);
    m_length.store(m_queue.size(), std::memory_order_relaxed);
    note(Step::Enqueued, entry.key, at);
}

void WorkQueue::add(const std::string& key) {
    const std::uint32_t hash = KeyTable::hash(key);
    m_keys.expect(hash);
    const MonoTime early = t_addedNewKey ? m_clock->now() : MonoTime{};
    Lock lock = lockBriefly(m_mutex, kPatienceToAdd);
    if (m_shuttingDown.load(std::memory_order_relaxed)) {
        if (m_observer) note(Step::IgnoredShuttingDown, key, ordered(m_clock->now()));
        return;
    }
    Entry& entry = m_keys.findOrAdd(key, hash);
    t_addedNewKey = !entry.dirty;
    if (entry.dirty) {
        if (m_observer) note(Step::Deduplicated, entry.key, ordered(m_clock->now()));
        return;
    }
    const MonoTime now = ordered(early == MonoTime{} ? m_clock->now() : early);
    entry.dirty = true;
    entry.addedAt = now;
    ++m_metrics.adds;
    ++m_metrics.depth;
    if (entry.processing) return note(Step::Parked, entry.key, now);
    push(entry, now);
    unlockAndWake(lock);
}

bool WorkQueue::pollForWork(Lock& lock, const std::atomic<bool>* quit) {
    if (m_polling >= kMostPolling || !pollingHelps()) return false;
    ++m_polling;
    lock.unlock();
    bool found = false;
    for (int i = 0; i < kPolls && !found; ++i) {
        for (int n = 0; n < kPausesBetweenPolls; ++n) relaxCpu();
        found = m_length.load(std::memory_order_relaxed) > 0 || m_shuttingDown.load(std::memory_order_relaxed) ||
                (quit && quit->load(std::memory_order_relaxed));
    }
    lock = lockBriefly(m_mutex);
    --m_polling;
    return found;
}

/// False when there was no need to wait.
bool WorkQueue::waitForWork(Lock& lock, const std::atomic<bool>* quit) {
    const auto told = [&] { return quit && quit->load(std::memory_order_acquire); };
    const auto idle = [&] { return m_queue.empty() && !m_shuttingDown.load(std::memory_order_relaxed) && !told(); };
    bool waited = false;
    while (idle()) {
        waited = true;
        if (pollForWork(lock, quit) || !idle()) continue;
        ++m_sleeping;
        m_ready.wait(lock);
        --m_sleeping;
        m_wakeUpOnItsWay = false;
    }
    return waited;
}

bool WorkQueue::takeWhenReady(Lock& lock, std::string& key, MonoTime now, int worker, const std::atomic<bool>* quit) {
    if (waitForWork(lock, quit)) now = m_clock->now();
    const bool told = quit && quit->load(std::memory_order_acquire) && !m_shuttingDown.load(std::memory_order_relaxed);
    const bool taken = !told && !m_queue.empty();
    if (taken) take(key, ordered(now), worker);
    unlockAndWake(lock);  // for what is left; when told to quit, the wake-up that came here was meant for a key
    return taken;
}

void WorkQueue::take(std::string& key, MonoTime now, int worker) {
    Entry& entry = *m_queue.pop();
    m_length.store(m_queue.size(), std::memory_order_relaxed);
    refreshGauges(now);
    m_metrics.queueDuration.observe(now - entry.addedAt);
    --m_metrics.depth;
    ++m_metrics.gets;
    entry.dirty = false;
    entry.processing = true;
    entry.startedAt = now;
    entry.lane = static_cast<std::uint32_t>(m_processing.size());
    m_processing.push_back(&entry);
    note(Step::Got, entry.key, now, worker);
    key.assign(entry.key);
    m_keys.expect(entry.hash);  // done() will come for it
    if (const Entry* next = m_queue.peek(2)) __builtin_prefetch(next, 1);
    if (const Entry* next = m_queue.peek(0)) __builtin_prefetch(next->key.data());
}

std::optional<std::string> WorkQueue::get(int worker, const std::atomic<bool>* quit) {
    std::optional<std::string> key(std::in_place);
    if (!get(*key, worker, quit)) key.reset();
    return key;
}

bool WorkQueue::get(std::string& key, int worker, const std::atomic<bool>* quit) {
    if (key.capacity() < kUsualKeyBytes) key.reserve(kUsualKeyBytes);  // not while the lock is held
    const MonoTime now = m_clock->now();
    Lock lock = lockBriefly(m_mutex);
    return takeWhenReady(lock, key, now, worker, quit);
}

void WorkQueue::finish(Entry* entry, MonoTime now, int worker) {
    if (!entry || !entry->processing) return;
    refreshGauges(now);
    entry->processing = false;
    Entry* last = m_processing.back();
    m_processing[entry->lane] = last;
    last->lane = entry->lane;
    m_processing.pop_back();
    m_metrics.workDuration.observe(now - entry->startedAt);
    note(Step::Done, entry->key, now, worker);
    if (entry->dirty) {
        push(*entry, now);
    } else {
        m_keys.erase(*entry);
    }
    if (m_processing.empty() && m_drain) m_drained.notify_all();
}

void WorkQueue::done(const std::string& key, int worker) {
    const std::uint32_t hash = KeyTable::hash(key);
    m_keys.expect(hash);
    const MonoTime now = m_clock->now();
    Lock lock = lockBriefly(m_mutex);
    finish(m_keys.find(key, hash), ordered(now), worker);
    unlockAndWake(lock);
}

bool WorkQueue::doneAndGet(std::string& key, int worker, const std::atomic<bool>* quit) {
    const std::uint32_t hash = KeyTable::hash(key);
    m_keys.expect(hash);
    const MonoTime now = m_clock->now();
    Lock lock = lockBriefly(m_mutex);
    finish(m_keys.find(key, hash), ordered(now), worker);
    return takeWhenReady(lock, key, now, worker, quit);
}

void WorkQueue::beginShutDown(bool drain) {
    const Lock lock = lockBriefly(m_mutex);
    refreshGauges(m_clock->now());  // what was due before; from now on they stand still
    m_drain = drain;
    m_shuttingDown.store(true, std::memory_order_release);
    m_ready.notify_all();
    m_drained.notify_all();
}

void WorkQueue::shutDown() {
    beginShutDown(false);
}

void WorkQueue::shutDownWithDrain() {
    beginShutDown(true);
    Lock lock = lockBriefly(m_mutex);
    m_drained.wait(lock, [&] { return m_processing.empty() || !m_drain; });
}

std::vector<std::string> WorkQueue::discardQueued() {
    const Lock lock = lockBriefly(m_mutex);
    const MonoTime now = ordered(m_clock->now());
    std::vector<std::string> discarded;
    const auto discard = [&](Entry& entry) {
        entry.dirty = false;
        note(Step::Discarded, entry.key, now);
        discarded.push_back(entry.key);
        --m_metrics.depth;
    };
    while (!m_queue.empty()) {
        Entry& entry = *m_queue.pop();
        discard(entry);
        m_keys.erase(entry);
    }
    m_length.store(0, std::memory_order_relaxed);
    for (Entry* entry : m_processing) {  // parked behind a worker: it must not come back at done()
        if (entry->dirty) discard(*entry);
    }
    m_ready.notify_all();
    return discarded;
}

void WorkQueue::interrupt() {
    const Lock lock = lockBriefly(m_mutex);
    m_ready.notify_all();
}

std::size_t WorkQueue::length() const {
    const Lock lock = lockBriefly(m_mutex);
    return m_queue.size();
}

std::size_t WorkQueue::processingCount() const {
    const Lock lock = lockBriefly(m_mutex);
    return m_processing.size();
}

/// What client-go's ticker would have set at its last tick. What is being processed has changed neither since that tick
/// nor since the call before it, because get() and done() come here first: so no timer is needed to show the same
/// values.
void WorkQueue::refreshGauges(MonoTime now) const {
    if (now < m_nextRefresh || m_shuttingDown.load(std::memory_order_relaxed)) return;
    const MonoTime tick = m_nextRefresh + (now - m_nextRefresh) / QueueMetrics::kRefresh * QueueMetrics::kRefresh;
    m_nextRefresh = tick + QueueMetrics::kRefresh;
    Duration sum{}, longest{};
    for (const Entry* entry : m_processing) {
        sum += tick - entry->startedAt;
        longest = std::max(longest, tick - entry->startedAt);
    }
    m_metrics.unfinishedWork = sum;
    m_metrics.longestRunningProcessor = longest;
}

QueueMetrics WorkQueue::metrics() const {
    const Lock lock = lockBriefly(m_mutex);
    refreshGauges(m_clock->now());
    QueueMetrics metrics = m_metrics;
    metrics.retries = m_retries.load(std::memory_order_relaxed);
    metrics.queueDurationSum = metrics.queueDuration.sum;
    metrics.workDurationSum = metrics.workDuration.sum;
    return metrics;
}

}  // namespace rollcall
