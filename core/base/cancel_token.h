// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>

namespace rollcall {

/// A one-way switch shared by copies: whoever holds it can ask, wait a callback or flip it (Go's stop channel).
/// Thread: any. Callbacks run on the cancelling thread, or at once in onCancel() when it was cancelled before.
class CancelToken {
public:
    using Callback = std::function<void()>;

    CancelToken() : m_state(std::make_shared<State>()) {}

    void cancel();
    bool isCancelled() const;
    /// Returns a handle for removeCallback(); 0 when it ran at once.
    int onCancel(Callback callback);
    /// Does not wait for a callback that is running.
    void removeCallback(int handle);

private:
    struct State {
        mutable std::mutex mutex;
        bool cancelled = false;
        int next = 1;
        std::map<int, Callback> callbacks;
    };
    std::shared_ptr<State> m_state;
};

}  // namespace rollcall
