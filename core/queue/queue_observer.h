// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/base/clock.h"
#include "core/trace/transition.h"

namespace rollcall {

struct QueueStep {
    Step step;
    const std::string& key;
    MonoTime at;  ///< the queue's clock, read once for the whole operation
    Duration delay;
    int worker;
};

/// Told of each step while the queue's lock is held, so that the order is the true one. Must be quick and must not call
/// the queue. **Thread**: whichever made the step.
class QueueObserver {
public:
    virtual ~QueueObserver() = default;
    virtual void onStep(const QueueStep& s) = 0;
};

}  // namespace rollcall
