// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <mutex>
#include <utility>
#include <vector>

namespace rollcall {

/// The one way by which data crosses threads: values are appended under a lock and taken all at once by the owner.
/// Thread: post() from any thread; drain() from the owner's. The wake-up carries no payload, which keeps the thread
/// sanitizer meaningful with a Qt that is not instrumented.
template <class T>
class Mailbox {
public:
    /// `wake` runs on the posting thread whenever the box stops being empty. Set it before the first post.
    void setWake(std::function<void()> wake) { m_wake = std::move(wake); }

    void post(T value) {
        bool first;
        {
            std::lock_guard lock(m_mutex);
            first = m_items.empty();
            m_items.push_back(std::move(value));
        }
        if (first && m_wake) m_wake();
    }

    std::vector<T> drain() {
        std::vector<T> taken;
        std::lock_guard lock(m_mutex);
        taken.swap(m_items);
        return taken;
    }

    std::size_t size() const {
        std::lock_guard lock(m_mutex);
        return m_items.size();
    }

private:
    mutable std::mutex m_mutex;
    std::vector<T> m_items;
    std::function<void()> m_wake;
};

}  // namespace rollcall
