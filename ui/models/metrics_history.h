// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <deque>
#include <optional>

#include "ui/models/queue_numbers.h"

namespace rollcall {

/// Five minutes of one controller's numbers, a point a second, for the charts. Rates and quantiles are of the second before
/// the point. **Thread**: GUI. A counter that falls (a new run) begins again from nothing.
class MetricsHistory {
public:
    static constexpr std::size_t kPoints = 300;

    struct Point {
        double depth = 0, adds = 0, retries = 0, calls = 0;       ///< the last three a second; calls to the API server
        std::optional<double> queueP50, queueP99, workP50, workP99;  ///< seconds; nothing = no key in that second
    };

    void sample(MonoTime now, const PipelineStats& stats);
    void clear();
    const std::deque<Point>& points() const { return m_points; }

private:
    struct Counters {
        MonoTime at{};
        std::int64_t adds = 0, retries = 0, calls = 0;
        Buckets queue{}, work{};
    };
    std::deque<Point> m_points;
    std::optional<Counters> m_last;
};

}  // namespace rollcall
