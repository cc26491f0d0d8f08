// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/base/clock.h"
#include "core/trace/transition.h"

namespace rollcall {

/// Told of each step while the queue's lock is held, so that the order is the true one. Must be quick and must not call the
/// queue. Thread: whichever made the step.
class QueueObserver {
public:
    virtual ~QueueObserver() = default;
    virtual void onQueueStep(Step step, const std::string& key, Duration delay, int worker) = 0;
};

/// workqueue_* of client-go, for a named queue (util/workqueue/metrics.go). Depth counts keys parked behind processing too,
/// so it can be larger than length().
struct QueueMetrics {
    std::int64_t depth = 0;
    std::int64_t adds = 0;
    std::int64_t retries = 0;              ///< one for each addAfter, whatever its delay
    std::int64_t gets = 0;
    Duration queueDurationSum{};           ///< from the first add to get()
    Duration workDurationSum{};            ///< from get() to done()
    Duration unfinishedWork{};             ///< sum over what is being processed now
    Duration longestRunningProcessor{};
};

/// client-go's Type (util/workqueue/queue.go): FIFO of keys with the sets dirty and processing.
/// - a key that is queued is not queued twice; a key added while it is processed is parked and queued again at done();
/// - one key is never held by two workers; shutDown() refuses new keys, workers still drain what is queued.
/// **Thread**: any. **Owns** nothing but keys.
class WorkQueue {
public:
    explicit WorkQueue(std::shared_ptr<Clock> clock, QueueObserver* observer = nullptr);
    WorkQueue(const WorkQueue&) = delete;
    WorkQueue& operator=(const WorkQueue&) = delete;

    void add(const std::string& key);
    /// Blocks until a key can be had; nullopt after shutDown() when nothing is queued, or when `*quit` is set and
    /// interrupt() was called. `worker` only names the lane in the log.
    std::optional<std::string> get(int worker = 0, const std::atomic<bool>* quit = nullptr);
    void done(const std::string& key, int worker = 0);

    void shutDown();
    /// Blocks until nothing is processed any more (it does not look at the queue); shutDown() releases it. A missing done()
    /// blocks for ever, as in client-go.
    void shutDownWithDrain();
    bool shuttingDown() const;
    /// Empties the queue after shutDown() so that workers end at once; returns what was discarded. Not in client-go: our
    /// second Stop.
    std::vector<std::string> discardQueued();
    /// Wakes everybody who waits in get(), so that they look at their quit flag.
    void interrupt();

    std::size_t length() const;
    std::size_t processingCount() const;
    QueueMetrics metrics() const;
    void countRetry();  ///< the delaying queue's, see QueueMetrics::retries

private:
    struct Entry {
        bool dirty = false;
        bool processing = false;
        MonoTime addedAt{};
        MonoTime startedAt{};
    };
    using Map = std::unordered_map<std::string, Entry>;

    void note(Step step, const std::string& key, int worker = 0);
    void wakeOne();

    const std::shared_ptr<Clock> m_clock;
    QueueObserver* const m_observer;
    mutable std::mutex m_mutex;
    std::condition_variable m_ready, m_drained;
    Map m_entries;                      // exactly the keys that are dirty or processing
    std::deque<Map::value_type*> m_queue;  // nodes of m_entries: their addresses are stable
    std::size_t m_processing = 0;
    int m_waiting = 0;                  // workers asleep: nobody is woken when there is nobody
    bool m_shuttingDown = false;
    bool m_drain = false;
    QueueMetrics m_metrics;
};

}  // namespace rollcall
