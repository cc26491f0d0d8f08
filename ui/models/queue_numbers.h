// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "core/session/feed.h"

namespace rollcall {

using Buckets = std::array<std::int64_t, 11>;

/// The upper bound of bucket `i` in seconds, 1e-6 … 1e3; the last one has none and answers as the one before.
double bucketBound(std::size_t i);
/// As Prometheus' histogram_quantile: linear within a bucket; what is beyond the last bound counts as that bound. Seconds;
/// nothing when the buckets are empty. `q` is 0 … 1.
std::optional<double> quantileOf(const Buckets& buckets, double q);
/// What came since `before`; all of `now` when a new run counts from nothing.
Buckets bucketsSince(const Buckets& before, const Buckets& now);

/// The queue's own metrics, or what the other numbers tell of them while nobody measures.
struct QueueNumbers {
    bool measured = false;  ///< the histograms and the two gauges mean something
    MetricsRow row;
};
/// Thread: pure.
QueueNumbers queueNumbers(const PipelineStats& stats);

}  // namespace rollcall
