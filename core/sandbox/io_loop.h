// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <memory>
#include <mutex>
#include <thread>
#include <unordered_map>

#include "core/sandbox/server_context.h"

namespace rollcall::sandbox {

/// The sandbox's thread: one io_context, run by one std::thread. Owns both.
/// Thread: post(), after() and cancel() from any; the rest the owner's.
class IoLoop final : public Loop {
public:
    explicit IoLoop(std::shared_ptr<Clock> clock);
    ~IoLoop() override;

    boost::asio::io_context& context() { return m_gate->context; }
    void start();
    /// Runs a function there and waits for it. Not from this thread itself. False after stop().
    bool runAndWait(const std::function<void()>& task);
    /// Refuses new tasks, lets the loop run dry or until it is told to halt, and joins.
    void stop();
    /// Ends the loop at once. Thread: the loop's.
    void halt() { m_gate->context.stop(); }
    bool isCurrent() const { return std::this_thread::get_id() == m_thread.get_id(); }

    void post(Task task) override;
    Clock::TimerId after(Duration delay, Task task) override;
    void cancel(Clock::TimerId timer) override;

private:
    struct Timer {
        Clock::TimerId clockTimer = 0;
        Task task;
    };
    /// Outlives the loop in the hands of clock callbacks that come late; they hold nothing else, so that whatever the
    /// tasks keep alive goes when the loop stops.
    struct Gate {
        boost::asio::io_context context{1};
        std::mutex mutex;
        bool open = true;
        Clock::TimerId nextTimer = 1;
        std::unordered_map<Clock::TimerId, Timer> timers;
    };
    static void fire(const std::shared_ptr<Gate>& gate, Clock::TimerId id);
    static bool postThrough(const std::shared_ptr<Gate>& gate, Task task);

    std::shared_ptr<Clock> m_clock;
    std::shared_ptr<Gate> m_gate = std::make_shared<Gate>();
    boost::asio::executor_work_guard<boost::asio::io_context::executor_type> m_work;
    std::thread m_thread;
};

}  // namespace rollcall::sandbox
