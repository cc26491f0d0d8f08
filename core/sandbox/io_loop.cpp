// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/io_loop.h"

#include <QtGlobal>
#include <boost/asio/post.hpp>
#include <future>

namespace rollcall::sandbox {

IoLoop::IoLoop(std::shared_ptr<Clock> clock) : m_clock(std::move(clock)), m_work(m_gate->context.get_executor()) {
}

IoLoop::~IoLoop() {
    stop();
}

void IoLoop::start() {
    m_thread = std::thread([gate = m_gate] {
        for (;;) {
            try {
                gate->context.run();
                return;
            } catch (const std::exception& e) {
                // A broken assumption of one task; the others go on.
                qWarning("sandbox: a task failed: %s", e.what());
            }
        }
    });
}

bool IoLoop::postThrough(const std::shared_ptr<Gate>& gate, Task task) {
    const std::lock_guard lock(gate->mutex);
    if (!gate->open) return false;
    boost::asio::post(gate->context, std::move(task));
    return true;
}

void IoLoop::post(Task task) {
    postThrough(m_gate, std::move(task));
}

bool IoLoop::runAndWait(const std::function<void()>& task) {
    if (isCurrent()) {
        task();
        return true;
    }
    auto done = std::make_shared<std::promise<void>>();
    std::future<void> finished = done->get_future();
    // A task that the loop drops breaks the promise, which ends the wait too.
    if (!postThrough(m_gate, [&task, done = std::move(done)] {
            task();
            done->set_value();
        })) {
        return false;
    }
    finished.wait();
    return true;
}

void IoLoop::stop() {
    std::unordered_map<Clock::TimerId, Timer> dropped;
    {
        const std::lock_guard lock(m_gate->mutex);
        m_gate->open = false;
        dropped.swap(m_gate->timers);
    }
    for (const auto& [id, timer] : dropped) m_clock->cancel(timer.clockTimer);
    m_work.reset();
    if (m_thread.joinable()) m_thread.join();
}

void IoLoop::fire(const std::shared_ptr<Gate>& gate, Clock::TimerId id) {
    Task task;
    {
        const std::lock_guard lock(gate->mutex);
        const auto at = gate->timers.find(id);
        if (at == gate->timers.end()) return;
        task = std::move(at->second.task);
        gate->timers.erase(at);
    }
    postThrough(gate, std::move(task));
}

Clock::TimerId IoLoop::after(Duration delay, Task task) {
    Clock::TimerId id = 0;
    {
        const std::lock_guard lock(m_gate->mutex);
        if (!m_gate->open) return 0;
        id = m_gate->nextTimer++;
        m_gate->timers[id].task = std::move(task);
    }
    const Clock::TimerId clockTimer = m_clock->callAfter(delay, [weak = std::weak_ptr<Gate>(m_gate), id] {
        if (const auto gate = weak.lock()) fire(gate, id);
    });
    const std::lock_guard lock(m_gate->mutex);
    const auto at = m_gate->timers.find(id);
    if (at != m_gate->timers.end()) at->second.clockTimer = clockTimer;
    return id;
}

void IoLoop::cancel(Clock::TimerId timer) {
    Timer dropped;
    {
        const std::lock_guard lock(m_gate->mutex);
        const auto at = m_gate->timers.find(timer);
        if (at == m_gate->timers.end()) return;
        dropped = std::move(at->second);
        m_gate->timers.erase(at);
    }
    if (dropped.clockTimer) m_clock->cancel(dropped.clockTimer);
}

}  // namespace rollcall::sandbox
