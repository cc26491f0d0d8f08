// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QThread>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "core/base/mailbox.h"

namespace rollcall {

class Waker;

/// A QThread with an event loop and a mailbox of functions to run on it: the home of an informer or of the API calls.
/// Owns the thread; the destructor runs what was posted, then joins.
class LoopThread {
public:
    using Task = std::function<void()>;

    /// `name` is what debuggers show; Linux keeps 15 characters.
    explicit LoopThread(const std::string& name);
    ~LoopThread();
    LoopThread(const LoopThread&) = delete;
    LoopThread& operator=(const LoopThread&) = delete;

    /// Thread: any. Tasks run in the order posted. Returns false (task dropped) after stop().
    bool post(Task task);
    /// Runs `task` there and waits. Never call it on the GUI thread for anything that may wait, nor on this thread.
    void runAndWait(const Task& task);
    bool isCurrent() const { return QThread::currentThread() == &m_thread; }
    /// Runs what was posted before, then ends the loop and joins. Idempotent. Thread: the owner's.
    void stop();

private:
    void runPosted();

    bool postLocked(Task task, bool last);

    QThread m_thread;
    Mailbox<Task> m_tasks;
    std::mutex m_postMutex;  // so that no post slips in behind the last drain of stop()
    bool m_stopped = false;
    // Each round of tasks happens before stop() returns: QThread says so too, but in a way that the thread sanitizer cannot see.
    std::atomic<std::uint64_t> m_rounds{0};
    Waker* m_waker = nullptr;  // lives in m_thread, deleted when it finishes
};

}  // namespace rollcall
