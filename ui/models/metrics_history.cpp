// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/metrics_history.h"

#include <chrono>
#include <numeric>

namespace rollcall {

namespace {

double rate(std::int64_t before, std::int64_t now, double seconds) {
    const std::int64_t grown = now < before ? now : now - before;
    return seconds > 0 ? double(grown) / seconds : 0;
}

std::int64_t callsOf(const PipelineStats& stats) {
    return std::accumulate(stats.calls.begin(), stats.calls.end(), std::int64_t(0),
                           [](std::int64_t sum, const ApiCallCount& calls) { return sum + calls.count; });
}

}  // namespace

void MetricsHistory::sample(MonoTime now, const PipelineStats& stats) {
    const QueueNumbers numbers = queueNumbers(stats);
    const MetricsRow& row = numbers.row;
    const Counters counters{now, row.adds, row.retries, callsOf(stats), row.queueBuckets, row.workBuckets};
    if (m_last && now <= m_last->at) return;  // a paused clock adds no time
    Point point;
    point.depth = double(row.depth);
    if (m_last) {
        const double seconds = std::chrono::duration<double>(now - m_last->at).count();
        point.adds = rate(m_last->adds, counters.adds, seconds);
        point.retries = rate(m_last->retries, counters.retries, seconds);
        point.calls = rate(m_last->calls, counters.calls, seconds);
        const Buckets queue = bucketsSince(m_last->queue, counters.queue), work = bucketsSince(m_last->work, counters.work);
        point.queueP50 = quantileOf(queue, 0.5);
        point.queueP99 = quantileOf(queue, 0.99);
        point.workP50 = quantileOf(work, 0.5);
        point.workP99 = quantileOf(work, 0.99);
    }
    if (!numbers.measured && stats.done > 0) {  // of the last thousand syncs
        point.workP50 = std::chrono::duration<double>(stats.p50).count();
        point.workP99 = std::chrono::duration<double>(stats.p99).count();
    }
    m_last = counters;
    m_points.push_back(point);
    if (m_points.size() > kPoints) m_points.pop_front();
}

void MetricsHistory::clear() {
    m_points.clear();
    m_last.reset();
}

}  // namespace rollcall
