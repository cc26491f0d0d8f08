// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QThreadPool>
#include <array>
#include <atomic>
#include <functional>
#include <mutex>

namespace rollcall {

/// Up to 16 long-lived runnables on a QThreadPool of their own, one for each lane. The count can change while they run: a
/// lane that is told to quit ends after the key that it holds.
/// **Thread**: any. **Owns** its threads; destroy it only after all lanes have ended (waitForDone()).
class WorkerPool {
public:
    static constexpr int kMostWorkers = 16;

    /// `loop(lane, quit)` runs until the queue is shut down or `quit` is set. `onIdle` runs on the last lane's thread when
    /// no lane is left.
    WorkerPool(std::function<void(int lane, const std::atomic<bool>& quit)> loop, std::function<void()> onIdle);
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
    };
    class Runnable;
    void run(int lane);
    bool leave(int lane);

    const std::function<void(int, const std::atomic<bool>&)> m_loop;
    const std::function<void()> m_onIdle;
    mutable std::mutex m_mutex;
    std::array<Lane, kMostWorkers> m_lanes;
    int m_running = 0;
    bool m_closed = false;
    QThreadPool m_pool;
};

}  // namespace rollcall
