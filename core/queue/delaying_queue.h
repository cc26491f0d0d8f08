// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/queue/rate_limiter.h"
#include "core/queue/work_queue.h"

namespace rollcall {

/// client-go's delaying queue (util/workqueue/delaying_queue.go) on top of a WorkQueue: keys that become ready later.
/// - a key that waits already is only ever moved earlier, never later;
/// - add() neither sees nor cancels a waiting entry, so a key can run now and again when its delay ends;
/// - addAfter() counts a retry on each call, even with a delay of 0, which adds at once; when shutting down it is
/// refused;
/// - at shutDown() what waits is lost; lostAtShutDown() tells what, so that the window can show it.
/// There is no heartbeat: client-go looks at its heap every 10 s in case a timer went wrong, and a timer of our clock
/// is set for the first entry whenever that changes. **Thread**: any; keys become ready on the clock's thread.
class DelayingQueue {
public:
    DelayingQueue(std::shared_ptr<Clock> clock, QueueObserver* observer = nullptr);
    ~DelayingQueue();

    WorkQueue& queue() { return m_queue; }
    const WorkQueue& queue() const { return m_queue; }

    void addAfter(const std::string& key, Duration delay);
    void shutDown();
    void shutDownWithDrain();

    std::size_t waitingCount() const;
    std::vector<std::string> lostAtShutDown() const;

private:
    struct Waiting;
    void closeWaiting();

    WorkQueue m_queue;
    const std::shared_ptr<Waiting> m_waiting;  // outlives this in a timer that is just running
};

/// Adds the limiter: addRateLimited(key) = addAfter(key, limiter.when(key)) (util/workqueue/rate_limiting_queue.go).
class RateLimitingQueue : public DelayingQueue {
public:
    RateLimitingQueue(std::shared_ptr<Clock> clock, std::shared_ptr<RateLimiter> limiter,
                      QueueObserver* observer = nullptr)
        : DelayingQueue(std::move(clock), observer), m_limiter(std::move(limiter)) {}

    void addRateLimited(const std::string& key) { addAfter(key, m_limiter->when(key)); }
    /// Clears the limiter's count only, neither the queue nor what waits.
    void forget(const std::string& key) { m_limiter->forget(key); }
    int numRequeues(const std::string& key) const { return m_limiter->numRequeues(key); }
    std::optional<double> bucketTokens() const { return m_limiter->bucketTokens(); }

private:
    const std::shared_ptr<RateLimiter> m_limiter;
};

}  // namespace rollcall
