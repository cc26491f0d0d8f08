// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/base/clock.h"
#include "core/queue/key_ring.h"
#include "core/queue/key_table.h"
#include "core/queue/queue_metrics.h"
#include "core/queue/queue_observer.h"

namespace rollcall {

/// client-go's Type (util/workqueue/queue.go): FIFO of keys with the sets dirty and processing.
/// - a key that is queued is not queued twice; a key added while it is processed is parked and queued again at done();
/// - one key is never held by two workers; shutDown() refuses new keys, workers still drain what is queued;
/// - done() for a key that nobody holds changes nothing (there, it would queue a dirty key a second time).
/// **Thread**: any. **Owns** nothing but keys.
class WorkQueue {
public:
    explicit WorkQueue(std::shared_ptr<Clock> clock, QueueObserver* observer = nullptr);
    ~WorkQueue();
    WorkQueue(const WorkQueue&) = delete;
    WorkQueue& operator=(const WorkQueue&) = delete;

    void add(const std::string& key);
    /// Blocks until a key can be had; nullopt after shutDown() when nothing is queued, or when `*quit` is set and
    /// interrupt() was called. `worker` only names the lane in the log.
    std::optional<std::string> get(int worker = 0, const std::atomic<bool>* quit = nullptr);
    /// The same into a string of the caller's, whose memory is used again; false = nullopt.
    bool get(std::string& key, int worker = 0, const std::atomic<bool>* quit = nullptr);
    void done(const std::string& key, int worker = 0);
    /// done(key), then get(key), with the lock taken once.
    bool doneAndGet(std::string& key, int worker = 0, const std::atomic<bool>* quit = nullptr);

    void shutDown();
    /// Blocks until nothing is processed any more (it does not look at the queue); shutDown() releases it. A missing
    /// done() blocks for ever, as in client-go. Any number of threads may wait here.
    void shutDownWithDrain();
    bool shuttingDown() const { return m_shuttingDown.load(std::memory_order_acquire); }
    /// Empties the queue after shutDown() so that workers end at once; returns what was discarded. Not in client-go:
    /// our second Stop.
    std::vector<std::string> discardQueued();
    /// Wakes everybody who waits in get(), so that they look at their quit flag.
    void interrupt();

    std::size_t length() const;
    std::size_t processingCount() const;
    QueueMetrics metrics() const;
    void countRetry() { m_retries.fetch_add(1, std::memory_order_relaxed); }  ///< the delaying queue's

private:
    using Entry = KeyTable::Entry;
    using Lock = std::unique_lock<std::mutex>;

    void note(Step step, const std::string& key, MonoTime at, int worker = 0) const;
    void push(Entry& entry, MonoTime at);
    bool takeWhenReady(Lock& lock, std::string& key, MonoTime now, int worker, const std::atomic<bool>* quit);
    void take(std::string& key, MonoTime now, int worker);
    void finish(Entry* entry, MonoTime now, int worker);
    MonoTime ordered(MonoTime now);
    bool waitForWork(Lock& lock, const std::atomic<bool>* quit);
    bool pollForWork(Lock& lock, const std::atomic<bool>* quit);
    bool claimWakeUp();
    void unlockAndWake(Lock& lock);
    void beginShutDown(bool drain);
    void refreshGauges(MonoTime now) const;

    const std::shared_ptr<Clock> m_clock;
    QueueObserver* const m_observer;
    // What each operation changes lies close together, because each cache line of it has to come over from the
    // processor that had the lock before.
    alignas(64) mutable std::mutex m_mutex;
    MonoTime m_latest{};                   // of all steps so far
    std::atomic<std::size_t> m_length{0};  // m_queue's, for those who poll; written under the lock
    std::int16_t m_sleeping = 0;           // workers in m_ready's wait
    std::int16_t m_polling = 0;            // workers that look out for a key without sleeping
    bool m_wakeUpOnItsWay = false;         // somebody in m_sleeping was notified and has not come back yet
    bool m_drain = false;
    std::atomic<bool> m_shuttingDown{false};     // written under the lock
    alignas(64) mutable QueueMetrics m_metrics;  // mutable: reading it brings the two gauges up to date
    mutable MonoTime m_nextRefresh;
    KeyRing m_queue;  // entries of m_keys that are dirty and not processing
    std::vector<Entry*> m_processing;
    KeyTable m_keys;  // exactly the keys that are dirty or processing
    std::atomic<std::int64_t> m_retries{0};
    std::condition_variable m_ready, m_drained;
};

}  // namespace rollcall
