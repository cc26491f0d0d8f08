// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/clock_wait.h"

#include <condition_variable>
#include <memory>
#include <mutex>

namespace rollcall {

bool waitOn(Clock& clock, Duration delay, CancelToken cancel) {
    struct Gate {
        std::mutex mutex;
        std::condition_variable opened;
        bool open = false;
    };
    const auto gate = std::make_shared<Gate>();  // a callback that is just running may outlive this call
    const auto open = [gate] {
        std::lock_guard lock(gate->mutex);
        gate->open = true;
        gate->opened.notify_all();
    };
    const Clock::TimerId timer = clock.callAfter(delay, open);
    const int handle = cancel.onCancel(open);
    {
        std::unique_lock lock(gate->mutex);
        gate->opened.wait(lock, [&] { return gate->open; });
    }
    clock.cancel(timer);
    cancel.removeCallback(handle);
    return !cancel.isCancelled();
}

}  // namespace rollcall
