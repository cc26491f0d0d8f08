// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

namespace rollcall {

/// The client-side rate limit of client-go's REST client (flowcontrol.NewTokenBucketRateLimiter): `burst` calls at
/// once, then `qps` each second. A reservation may reach into the future; callers go in the order of their
/// reservations. Thread: one at a time.
class TokenBucket {
public:
    /// `qps` < 0 switches it off.
    TokenBucket(double qps, int burst) : m_qps(qps), m_burst(burst), m_tokens(burst) {}

    /// Takes a token; how long to wait for it.
    Duration reserve(MonoTime now);
    /// Gives back what a caller that gave up had reserved.
    void giveBack();
    void configure(double qps, int burst);

private:
    void refill(MonoTime now);

    double m_qps;
    double m_burst;
    double m_tokens;
    MonoTime m_last{};
};

}  // namespace rollcall
