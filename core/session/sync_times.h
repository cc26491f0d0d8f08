// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <deque>
#include <vector>

#include "core/base/clock.h"

namespace rollcall {

/// The newest 1,000 durations and their percentiles. Thread: one at a time.
class SyncTimes {
public:
    static constexpr std::size_t kKept = 1000;

    void add(Duration d) {
        m_times.push_back(d);
        if (m_times.size() > kKept) m_times.pop_front();
    }
    /// The smallest time that at least `share` (0–1) of the kept ones do not exceed; zero when there are none.
    Duration percentile(double share) const {
        if (m_times.empty()) return {};
        std::vector<Duration> sorted(m_times.begin(), m_times.end());
        const double rank = std::ceil(share * static_cast<double>(sorted.size()));  // nearest rank, 1-based
        const auto nth = sorted.begin() + (static_cast<std::ptrdiff_t>(std::max(rank, 1.0)) - 1);
        std::nth_element(sorted.begin(), nth, sorted.end());
        return *nth;
    }

private:
    std::deque<Duration> m_times;
};

}  // namespace rollcall
