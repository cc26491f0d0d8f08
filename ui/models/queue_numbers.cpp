// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/queue_numbers.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace rollcall {

double bucketBound(std::size_t i) {
    constexpr std::size_t kLast = 9;
    return std::pow(10.0, double(std::min(i, kLast)) - 6);
}

std::optional<double> quantileOf(const Buckets& buckets, double q) {
    const auto all = std::accumulate(buckets.begin(), buckets.end(), std::int64_t(0));
    if (all <= 0) return std::nullopt;
    const double rank = q * double(all);
    double before = 0;
    for (std::size_t i = 0; i < buckets.size(); ++i) {
        const auto here = double(buckets[i]);
        if (here > 0 && before + here >= rank) {
            const double low = i == 0 ? 0 : bucketBound(i - 1), high = bucketBound(i);
            return low + (high - low) * std::clamp((rank - before) / here, 0.0, 1.0);
        }
        before += here;
    }
    return bucketBound(buckets.size() - 1);
}

Buckets bucketsSince(const Buckets& before, const Buckets& now) {
    Buckets since{};
    for (std::size_t i = 0; i < now.size(); ++i) {
        if (now[i] < before[i]) return now;
        since[i] = now[i] - before[i];
    }
    return since;
}

QueueNumbers queueNumbers(const PipelineStats& stats) {
    QueueNumbers numbers;
    numbers.row = stats.metrics;
    numbers.measured = stats.metrics.adds > 0 || stats.metrics.queueCount > 0 || stats.metrics.workCount > 0;
    if (numbers.measured) return numbers;
    numbers.row.depth = stats.ready + stats.parked;  // client-go counts what is dirty
    numbers.row.adds = stats.adds;
    numbers.row.retries = stats.retries;
    return numbers;
}

}  // namespace rollcall
