// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>

#include "core/base/clock.h"

namespace rollcall {

/// A random number in [0, 1); replaceable in tests. Thread: the owner's.
using RandomSource = std::function<double()>;
RandomSource systemRandom();

/// Exponential waits with jitter that start again after a quiet time (apimachinery pkg/util/wait, Backoff.DelayWithReset).
/// Thread: the owner's.
class Backoff {
public:
    struct Options {
        Duration initial;
        Duration cap;
        double factor;
        double jitter;       ///< each wait is d … d * (1 + jitter)
        Duration resetAfter;  ///< measured from the last reset, as client-go does since v0.36
    };
    /// client-go tools/cache/reflector.go: 800 ms doubled, jitter 1.0, cap 30 s (so up to 60 s), reset after 2 min.
    static Options reflector();

    Backoff(std::shared_ptr<Clock> clock, Options options, RandomSource random = systemRandom());
    Duration next();

private:
    const std::shared_ptr<Clock> m_clock;
    const Options m_options;
    const RandomSource m_random;
    Duration m_duration;
    MonoTime m_lastReset;
};

}  // namespace rollcall
