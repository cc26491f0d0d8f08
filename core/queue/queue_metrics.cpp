// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/queue_metrics.h"

#include <algorithm>

namespace rollcall {

namespace {
constexpr auto kUpperBounds = [] {
    std::array<Duration::rep, DurationHistogram::kBounds> bounds{};
    Duration::rep bound = 1000;  // 1 µs
    for (auto& b : bounds) {
        b = bound;
        bound *= 10;
    }
    return bounds;
}();
}  // namespace

Duration DurationHistogram::bound(std::size_t i) {
    return Duration(kUpperBounds.at(i));
}

void DurationHistogram::observe(Duration duration) {
    std::size_t bucket = 0;
    while (bucket < kBounds && duration.count() > kUpperBounds[bucket]) ++bucket;
    ++counts[bucket];
    ++count;
    sum += duration;
    last = duration;
}

Duration DurationHistogram::quantile(double q) const {
    if (count == 0) return Duration::zero();
    const double rank = std::clamp(q, 0.0, 1.0) * static_cast<double>(count);
    std::int64_t below = 0;
    for (std::size_t i = 0; i < kBounds; ++i) {
        const double upTo = static_cast<double>(below + counts[i]);
        if (counts[i] > 0 && upTo >= rank) {
            const double start = i == 0 ? 0 : static_cast<double>(kUpperBounds[i - 1]);
            const double width = static_cast<double>(kUpperBounds[i]) - start;
            const double share = (rank - static_cast<double>(below)) / static_cast<double>(counts[i]);
            return Duration(static_cast<Duration::rep>(start + width * share));
        }
        below += counts[i];
    }
    return Duration(kUpperBounds[kBounds - 1]);
}

}  // namespace rollcall
