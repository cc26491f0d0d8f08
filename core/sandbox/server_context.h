// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>

#include "core/base/clock.h"

namespace rollcall::sandbox {

/// The server's one thread, as its parts see it.
class Loop {
public:
    using Task = std::function<void()>;

    virtual ~Loop() = default;
    /// Runs the task later on the server's thread. Thread: any.
    virtual void post(Task task) = 0;
    /// Runs it there when `delay` of the injected Clock has passed. Dropped when the server ends first.
    virtual Clock::TimerId after(Duration delay, Task task) = 0;
    /// The task may still run when its time had already come.
    virtual void cancel(Clock::TimerId timer) = 0;
};

}  // namespace rollcall::sandbox
