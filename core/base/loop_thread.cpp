// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/loop_thread.h"

#include <openssl/crypto.h>

#include <future>

#include "core/base/waker.h"

namespace rollcall {

namespace {

/// OpenSSL keeps something for each thread that used it, which the thread frees when it ends, and frees all that is left
/// when the process exits. QThread::wait() returns a moment before the thread has ended, so that both could free the
/// same: a crash at the very end. Without OpenSSL's exit handler only the thread does; the rest goes with the process.
/// It counts only before any other use of the library, hence before main(), in every program that has such threads.
[[maybe_unused]] const int openSslStaysToTheEnd = OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, nullptr);

}  // namespace

LoopThread::LoopThread(const std::string& name) : m_waker(new Waker([this] { runPosted(); })) {
    m_thread.setObjectName(QString::fromStdString(name));
    m_waker->moveToThread(&m_thread);
    m_tasks.setWake([this] { m_waker->wake(); });
    m_thread.start();
}

LoopThread::~LoopThread() { stop(); }

bool LoopThread::post(Task task) { return postLocked(std::move(task), false); }

bool LoopThread::postLocked(Task task, bool last) {
    std::lock_guard lock(m_postMutex);
    if (m_stopped) return false;
    m_tasks.post(std::move(task));
    m_stopped = last;
    return true;
}

void LoopThread::runAndWait(const Task& task) {
    std::promise<void> done;
    if (post([&] {
            task();
            done.set_value();
        })) {
        done.get_future().wait();
    }
}

void LoopThread::stop() {
    if (!postLocked([this] { m_thread.quit(); }, true)) return;
    m_thread.wait();
    m_rounds.load(std::memory_order_acquire);
    delete m_waker;
    m_waker = nullptr;
}

void LoopThread::runPosted() {
    {
        auto tasks = m_tasks.drain();
        for (Task& task : tasks) task();
    }
    m_rounds.fetch_add(1, std::memory_order_release);
}

}  // namespace rollcall
