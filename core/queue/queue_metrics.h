// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/base/clock.h"

namespace rollcall {

/// Counts durations in the buckets that Kubernetes gives its queue histograms: ten upper bounds from 1 µs, each ten
/// times the one before (component-base metrics/prometheus/workqueue, ExponentialBuckets(1e-6, 10, 10)). Plain data.
struct DurationHistogram {
    static constexpr std::size_t kBounds = 10;
    /// The largest duration that still counts in bucket `i`, 1 µs … 1000 s; the bucket behind the last has no bound.
    static Duration bound(std::size_t i);

    void observe(Duration duration);
    /// As Prometheus' histogram_quantile works it out: linear within a bucket; what is beyond the last bound counts as
    /// that bound. `q` is 0 … 1; zero when nothing was observed.
    Duration quantile(double q) const;
    Duration mean() const { return count == 0 ? Duration::zero() : sum / count; }

    std::int64_t count = 0;
    Duration sum{};
    Duration last{};                                 ///< the newest observation
    std::array<std::int64_t, kBounds + 1> counts{};  ///< of each bucket alone, not added up
};

/// workqueue_* of client-go, for a named queue (util/workqueue/metrics.go).
struct QueueMetrics {
    std::int64_t depth = 0;  ///< workqueue_depth: counts parked keys too, so it can be larger than length()
    std::int64_t adds = 0;   ///< workqueue_adds_total: adds that made a key dirty
    std::int64_t gets = 0;
    DurationHistogram queueDuration;  ///< workqueue_queue_duration_seconds: from the first add to get()
    DurationHistogram workDuration;   ///< workqueue_work_duration_seconds: from get() to done()
    std::int64_t retries = 0;         ///< workqueue_retries_total: one for each addAfter, whatever its delay
    Duration queueDurationSum{};      ///< queueDuration's
    Duration workDurationSum{};       ///< workDuration's
    Duration unfinishedWork{};        ///< workqueue_unfinished_work_seconds: sum over what is processed; see kRefresh
    Duration longestRunningProcessor{};  ///< workqueue_longest_running_processor_seconds; see kRefresh

    /// The two gauges show the state at the last multiple of this time since the queue was made, not the present one,
    /// and stand still once the queue shuts down (queue.go, defaultUnfinishedWorkUpdatePeriod).
    static constexpr Duration kRefresh = std::chrono::milliseconds(500);
};

}  // namespace rollcall
