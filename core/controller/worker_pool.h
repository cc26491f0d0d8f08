// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QThreadPool>
#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>

#include "core/base/cancel_token.h"
#include "core/base/clock.h"

namespace rollcall {

/// Up to 16 long-lived runnables on a QThreadPool of their own, one for each lane. The count can change while they run: a
/// lane that is told to quit ends after the key that it holds; a lane whose loop broke off is started again after a
/// second, as wait.Until(worker, time.Second, stop) does (apimachinery pkg/util/wait).
/// **Thread**: any. **Owns** its threads; destroy it only after all lanes have ended (waitForDone()).
class WorkerPool {
public:
    static constexpr int kMostWorkers = 16;
    static constexpr Duration kRestartAfter = std::chrono::seconds(1);

    /// Runs until the queue is shut down or `quit` is set, and returns true; false = it broke off.
    using Loop = std::function<bool(int lane, const std::atomic<bool>& quit)>;

    /// `onIdle` runs on the last lane's thread when
    /// no lane is left.
    WorkerPool(std::shared_ptr<Clock> clock, Loop loop, std::function<void()> onIdle);
    ~WorkerPool();

    /// 1–16. Whoever calls it must afterwards wake sleeping lanes, so that they see their quit flag.
    void setCount(int count);
    /// No lane is started any more; those that run end by themselves when their queue is shut down.
    void close();
    int running() const;
    void waitForDone();

private:
    struct Lane {
        std::atomic<bool> quit{false};
        bool running = false;
        CancelToken pause;  // ends the wait before a restart
    };
    class Runnable;
    void run(int lane);
    bool leave(int lane, bool brokeOff);
    bool done(const Lane& lane) const;

    const std::shared_ptr<Clock> m_clock;
    const Loop m_loop;
    const std::function<void()> m_onIdle;
    mutable std::mutex m_mutex;
    std::array<Lane, kMostWorkers> m_lanes;
    int m_running = 0;
    bool m_closed = false;
    QThreadPool m_pool;
};

}  // namespace rollcall
