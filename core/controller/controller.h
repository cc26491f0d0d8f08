// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "core/cache/informer.h"
#include "core/controller/profile.h"
#include "core/controller/reconciler.h"
#include "core/controller/sync_faults.h"
#include "core/controller/worker_pool.h"
#include "core/queue/delaying_queue.h"
#include "core/trace/transition_log.h"

namespace rollcall {

/// One controller: handlers that put keys into a rate-limited queue, and workers that take them out and reconcile
/// (kubernetes/community controllers.md; the seeds' processNextWorkItem). Every step goes into the transition log.
/// **Thread**: handlers on the informer's; start(), setWorkers() and the stops from any one thread; the rest from any.
/// **Owns** queue and workers. It cannot be started twice: a queue that was shut down stays so; build a new one.
class Controller final : public ResourceEventHandler, private QueueObserver {
public:
    struct Config {
        ControllerId id = ControllerId::Students;
        Profile profile;
        std::shared_ptr<RateLimiter> limiter;   ///< null = DefaultControllerRateLimiter
        std::shared_ptr<SyncFaults> faults;     ///< null = none
        std::function<void()> onStopped;        ///< the last worker has ended; on that worker's thread
        /// A sync panicked while Profile::reallyCrash is set: a Go program would be gone now. On that worker's thread.
        std::function<void(const std::string& sentence)> onCrash;
    };
    Controller(Config config, Reconciler& reconciler, std::shared_ptr<Clock> clock, TransitionLog& log, LogLine line);
    ~Controller() override;

    void onAdd(const Notification& n) override;
    void onUpdate(const Notification& n) override;
    void onDelete(const Notification& n) override;

    /// To be called once the cache has synced.
    void startWorkers(int count);
    void setWorkers(int count);
    void setProfile(const Profile& profile);
    /// Stop: refuse new keys, lose what waits, let the workers finish what is queued (drainOnStop) or what they hold.
    void shutDown();
    /// Second stop: discard what is queued and cancel what runs.
    void abandon();
    bool stopped() const { return m_started.load() && m_pool.running() == 0; }

    struct Counts {
        std::int64_t equalVersion = 0, done = 0, failed = 0, givenUp = 0, lost = 0, panicked = 0;
    };
    Counts counts() const;
    QueueMetrics queueMetrics() const { return m_queue.queue().metrics(); }
    std::size_t waitingCount() const { return m_queue.waitingCount(); }
    std::optional<double> bucketTokens() const { return m_queue.bucketTokens(); }  ///< of the rate limiter; negative = debt

private:
    void onStep(const QueueStep& s) override;
    void enqueue(const Notification& n);
    bool workerLoop(int lane, const std::atomic<bool>& quit);
    std::optional<std::string> process(const std::string& key, int lane, std::uint64_t cause);
    Result<Unit> sync(const std::string& key, int lane, std::uint64_t cause, std::optional<std::string>& panic);
    void handlePanic(const std::string& key, int lane, const std::string& message, std::uint64_t cause, Duration took);
    void handleError(const std::string& key, int lane, const Error& error, std::uint64_t cause);
    TransitionRef transition(Step step, std::string_view key, int worker, std::uint64_t cause, Duration delay) const;
    std::uint64_t note(Step step, std::string_view key, int worker, std::uint64_t cause, std::string_view detail = {},
                       Duration delay = {});
    Profile profile() const;

    const Config m_config;
    Reconciler& m_reconciler;
    const std::shared_ptr<Clock> m_clock;
    TransitionLog& m_log;
    const LogLine m_line;
    mutable std::mutex m_mutex;  // guards the next two
    Profile m_profile;
    Counts m_counts;
    CancelToken m_cancel;
    std::atomic<bool> m_started{false};
    RateLimitingQueue m_queue;
    WorkerPool m_pool;
};

}  // namespace rollcall
