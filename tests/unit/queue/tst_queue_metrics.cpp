// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/base/fake_clock.h"
#include "core/queue/delaying_queue.h"

using namespace rollcall;
using namespace std::chrono_literals;

/// The cases of client-go's util/workqueue/metrics_test.go, and ours. Its tests refresh the two gauges every
/// millisecond; here they have the 500 ms of the real thing.
class TestQueueMetrics : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void metrics();
    void metricShutdown();
    void gaugesMoveEveryHalfSecondOnly();
    void gaugesShowTheMomentOfTheTickNotOfTheQuestion();
    void longestIsTheOldestOfSeveral();
    void depthCountsParkedKeys();
    void retriesCountEveryAddAfter();
    void bucketsArePowersOfTenFromOneMicrosecond();
    void quantileIsLinearWithinABucket();
    void whatIsBeyondTheLastBoundCountsAsThatBound();
};

void TestQueueMetrics::metrics() {
    const auto clock = std::make_shared<FakeClock>();
    WorkQueue queue(clock);
    queue.add("foo");
    QCOMPARE(queue.metrics().adds, 1);
    QCOMPARE(queue.metrics().depth, 1);

    clock->advance(50us);
    queue.get();
    QCOMPARE(queue.metrics().queueDuration.last, Duration(50us));
    QCOMPARE(queue.metrics().queueDuration.count, 1);

    for (int i = 0; i < 5; ++i) queue.add("foo");  // deduplicated while it is processed
    QCOMPARE(queue.metrics().adds, 2);
    QCOMPARE(queue.metrics().depth, 1);

    clock->advance(25us);
    queue.done("foo");
    QCOMPARE(queue.metrics().workDuration.last, Duration(25us));
    QCOMPARE(queue.metrics().workDuration.count, 1);
    QCOMPARE(queue.metrics().depth, 1);

    queue.get();
    QCOMPARE(queue.metrics().queueDuration.last, Duration(25us));  // since it was parked, not since it came back
    QCOMPARE(queue.metrics().queueDuration.count, 2);
    QCOMPARE(queue.metrics().queueDurationSum, Duration(75us));

    clock->advance(1ms);
    queue.done("foo");
    QCOMPARE(queue.metrics().workDuration.last, Duration(1ms));
    QCOMPARE(queue.metrics().workDuration.count, 2);
    QCOMPARE(queue.metrics().workDurationSum, Duration(1025us));
    QCOMPARE(queue.metrics().depth, 0);
}

void TestQueueMetrics::metricShutdown() {
    const auto clock = std::make_shared<FakeClock>();
    WorkQueue queue(clock);
    queue.add("foo");
    queue.get();
    clock->advance(500ms);
    QCOMPARE(queue.metrics().unfinishedWork, Duration(500ms));
    queue.shutDown();
    clock->advance(1h);
    QCOMPARE(queue.metrics().unfinishedWork, Duration(500ms));
    QCOMPARE(queue.metrics().longestRunningProcessor, Duration(500ms));
}

void TestQueueMetrics::gaugesMoveEveryHalfSecondOnly() {
    const auto clock = std::make_shared<FakeClock>();
    WorkQueue queue(clock);
    clock->advance(100ms);
    queue.add("foo");
    queue.get();
    clock->advance(399ms);
    QCOMPARE(queue.metrics().unfinishedWork, Duration::zero());
    clock->advance(1ms);
    QCOMPARE(queue.metrics().unfinishedWork, Duration(400ms));
    clock->advance(499ms);
    QCOMPARE(queue.metrics().unfinishedWork, Duration(400ms));
    queue.done("foo");
    QCOMPARE(queue.metrics().unfinishedWork, Duration(400ms));  // until the next tick
    clock->advance(1ms);
    QCOMPARE(queue.metrics().unfinishedWork, Duration::zero());
    QCOMPARE(queue.metrics().longestRunningProcessor, Duration::zero());
}

void TestQueueMetrics::gaugesShowTheMomentOfTheTickNotOfTheQuestion() {
    const auto clock = std::make_shared<FakeClock>();
    WorkQueue queue(clock);
    queue.add("foo");
    queue.get();
    clock->advance(1300ms);
    queue.done("foo");
    queue.add("bar");
    queue.get();
    clock->advance(100ms);
    QCOMPARE(queue.metrics().unfinishedWork, Duration(1s));  // of foo, at the second tick
    clock->advance(300ms);
    QCOMPARE(queue.metrics().unfinishedWork, Duration(200ms));  // of bar, at the third
}

void TestQueueMetrics::longestIsTheOldestOfSeveral() {
    const auto clock = std::make_shared<FakeClock>();
    WorkQueue queue(clock);
    for (const char* key : {"a", "b", "c"}) {
        queue.add(key);
        queue.get();
        clock->advance(100ms);
    }
    queue.done("b");
    clock->advance(200ms);
    QCOMPARE(queue.metrics().longestRunningProcessor, Duration(500ms));
    QCOMPARE(queue.metrics().unfinishedWork, Duration(800ms));  // a since 500 ms, c since 300 ms
}

void TestQueueMetrics::depthCountsParkedKeys() {
    WorkQueue queue(std::make_shared<FakeClock>());
    queue.add("foo");
    queue.get();
    QCOMPARE(queue.metrics().depth, 0);  // counted down at get, not at done
    queue.add("foo");
    QCOMPARE(queue.length(), 0u);
    QCOMPARE(queue.metrics().depth, 1);
}

void TestQueueMetrics::retriesCountEveryAddAfter() {
    const auto clock = std::make_shared<FakeClock>();
    RateLimitingQueue queue(clock, std::make_shared<ItemExponentialRateLimiter>());
    queue.addAfter("foo", 0ms);
    queue.addAfter("foo", 10ms);
    queue.addAfter("foo", 10ms);  // merged, and counted
    queue.addRateLimited("bar");
    queue.queue().add("baz");
    QCOMPARE(queue.queue().metrics().retries, 4);
    queue.shutDown();
    queue.addAfter("foo", 10ms);
    QCOMPARE(queue.queue().metrics().retries, 4);
}

void TestQueueMetrics::bucketsArePowersOfTenFromOneMicrosecond() {
    QCOMPARE(DurationHistogram::bound(0), Duration(1us));
    QCOMPARE(DurationHistogram::bound(3), Duration(1ms));
    QCOMPARE(DurationHistogram::bound(9), Duration(1000s));
    DurationHistogram histogram;
    for (const Duration d : {Duration(0ns), Duration(1us), Duration(1001ns), Duration(1000s), Duration(1001s)}) {
        histogram.observe(d);
    }
    QCOMPARE(histogram.counts[0], 2);  // a bound belongs to its bucket ("le")
    QCOMPARE(histogram.counts[1], 1);
    QCOMPARE(histogram.counts[9], 1);
    QCOMPARE(histogram.counts[10], 1);
    QCOMPARE(histogram.count, 5);
    QCOMPARE(histogram.sum, Duration(2001s + 2001ns));
}

void TestQueueMetrics::quantileIsLinearWithinABucket() {
    DurationHistogram histogram;
    QCOMPARE(histogram.quantile(0.5), Duration::zero());
    for (int i = 0; i < 90; ++i) histogram.observe(5us);  // 1 … 10 µs
    for (int i = 0; i < 10; ++i) histogram.observe(2ms);  // 1 … 10 ms
    QCOMPARE(histogram.quantile(0.5), Duration(6us));     // 50 of the bucket's 90: 1 µs + 9 µs * 5/9
    QCOMPARE(histogram.quantile(0.9), Duration(10us));
    QCOMPARE(histogram.quantile(0.95), Duration(5500us));
    QCOMPARE(histogram.quantile(1), Duration(10ms));
    QCOMPARE(histogram.mean(), Duration(204'500ns));
}

void TestQueueMetrics::whatIsBeyondTheLastBoundCountsAsThatBound() {
    DurationHistogram histogram;
    histogram.observe(2000s);
    QCOMPARE(histogram.quantile(0.5), Duration(1000s));
}

QTEST_GUILESS_MAIN(TestQueueMetrics)
#include "tst_queue_metrics.moc"
