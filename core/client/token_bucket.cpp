// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/token_bucket.h"

#include <algorithm>
#include <cmath>

namespace rollcall {

void TokenBucket::refill(MonoTime now) {
    if (m_last != MonoTime{} && now > m_last) {
        const double seconds = std::chrono::duration<double>(now - m_last).count();
        m_tokens = std::min(m_burst, m_tokens + seconds * m_qps);
    }
    m_last = std::max(m_last, now);
}

Duration TokenBucket::reserve(MonoTime now) {
    if (m_qps < 0) return Duration::zero();
    refill(now);
    m_tokens -= 1;
    if (m_tokens >= 0) return Duration::zero();
    if (m_qps == 0) return std::chrono::hours(24);
    const double nanoseconds = std::ceil(-m_tokens / m_qps * 1e9 - 1e-3);
    return Duration(static_cast<Duration::rep>(nanoseconds));
}

void TokenBucket::giveBack() {
    m_tokens = std::min(m_burst, m_tokens + 1);
}

void TokenBucket::configure(double qps, int burst) {
    m_tokens += burst - m_burst;
    m_qps = qps;
    m_burst = burst;
}

}  // namespace rollcall
