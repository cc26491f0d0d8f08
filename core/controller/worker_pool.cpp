// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controller/worker_pool.h"

#include <QRunnable>
#include <algorithm>

#include "core/base/clock_wait.h"

namespace rollcall {

/// Hands itself over through the pool's own lock, which the thread sanitizer cannot see: reads nothing before run().
class WorkerPool::Runnable final : public QRunnable {
public:
    Runnable(WorkerPool& pool, int lane) : m_pool(pool), m_lane(lane) {}
    void run() override { m_pool.run(m_lane); }

private:
    WorkerPool& m_pool;
    const int m_lane;
};

WorkerPool::WorkerPool(std::shared_ptr<Clock> clock, Loop loop, std::function<void()> onIdle)
    : m_clock(std::move(clock)), m_loop(std::move(loop)), m_onIdle(std::move(onIdle)) {
    m_pool.setMaxThreadCount(kMostWorkers);
}

WorkerPool::~WorkerPool() { m_pool.waitForDone(); }

void WorkerPool::setCount(int count) {
    count = std::clamp(count, 1, kMostWorkers);
    std::lock_guard lock(m_mutex);
    if (m_closed) return;
    for (int i = 0; i < kMostWorkers; ++i) {
        Lane& lane = m_lanes[static_cast<std::size_t>(i)];
        lane.quit.store(i >= count, std::memory_order_release);
        if (i >= count) lane.pause.cancel();
        if (i >= count || lane.running) continue;
        lane.running = true;
        ++m_running;
        m_pool.start(new Runnable(*this, i));  // deleted by the pool
    }
}

void WorkerPool::close() {
    std::lock_guard lock(m_mutex);
    m_closed = true;
    for (Lane& lane : m_lanes) lane.pause.cancel();
}

int WorkerPool::running() const {
    std::lock_guard lock(m_mutex);
    return m_running;
}

void WorkerPool::waitForDone() { m_pool.waitForDone(); }

void WorkerPool::run(int lane) {
    bool asTold;
    do {
        asTold = m_loop(lane + 1, m_lanes[static_cast<std::size_t>(lane)].quit);
    } while (!leave(lane, !asTold));
}

bool WorkerPool::done(const Lane& lane) const { return m_closed || lane.quit.load(std::memory_order_acquire); }

/// False when the lane goes on: it broke off and its second is over, or it is wanted again meanwhile.
bool WorkerPool::leave(int index, bool brokeOff) {
    Lane& lane = m_lanes[static_cast<std::size_t>(index)];
    std::unique_lock lock(m_mutex);
    if (brokeOff && !done(lane)) {
        const CancelToken pause = lane.pause = CancelToken();
        lock.unlock();
        waitOn(*m_clock, kRestartAfter, pause);
        lock.lock();
    }
    if (!done(lane)) return false;
    lane.running = false;
    const bool last = --m_running == 0;
    lock.unlock();
    if (last) m_onIdle();
    return true;
}

}  // namespace rollcall
