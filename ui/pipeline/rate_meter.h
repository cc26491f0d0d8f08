// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <deque>
#include <vector>

#include "core/base/clock.h"

namespace rollcall {

/// Turns a counter that only rises into a rate over the last seconds, and keeps a minute of rates for the small curve.
/// A counter that falls (a new engine) starts again. **Thread**: GUI.
class RateMeter {
public:
    /// Call once a second or more often.
    void sample(MonoTime now, std::int64_t count) {
        if (!m_samples.empty() && count < m_samples.back().second) clear();
        if (!m_samples.empty() && now - m_samples.back().first < std::chrono::milliseconds(200)) {
            m_samples.back().second = std::max(m_samples.back().second, count);
        } else {
            m_samples.emplace_back(now, count);
        }
        while (m_samples.size() > 2 && now - m_samples.front().first > kWindow) m_samples.pop_front();
    }

    double perSecond(MonoTime now) const {
        if (m_samples.size() < 2) return 0;
        const Duration span = std::max<Duration>(now - m_samples.front().first, std::chrono::seconds(1));
        return double(m_samples.back().second - m_samples.front().second) / std::chrono::duration<double>(span).count();
    }

    /// One point of the curve: call at 1 Hz.
    void mark(MonoTime now) {
        m_curve.push_back(perSecond(now));
        if (m_curve.size() > kCurve) m_curve.pop_front();
    }
    std::vector<double> curve() const { return {m_curve.begin(), m_curve.end()}; }
    void clear() {
        m_samples.clear();
        m_curve.clear();
    }

private:
    static constexpr Duration kWindow =
        std::chrono::seconds(3);  ///< long enough to be steady, short enough to follow a burst
    static constexpr std::size_t kCurve = 60;
    std::deque<std::pair<MonoTime, std::int64_t>> m_samples;
    std::deque<double> m_curve;
};

}  // namespace rollcall
