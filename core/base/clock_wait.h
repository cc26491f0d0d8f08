// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/cancel_token.h"
#include "core/base/clock.h"

namespace rollcall {

/// Blocks the calling thread for `delay` of the clock's time, or until `cancel`. False when it was cancelled.
/// Thread: workers' only; never the GUI's, the clock's own or one with an event loop.
bool waitOn(Clock& clock, Duration delay, CancelToken cancel);

}  // namespace rollcall
