// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <thread>

#include "core/base/fake_clock.h"
#include "core/queue/delaying_queue.h"

using namespace rollcall;
using namespace std::chrono_literals;

namespace {
struct Steps : QueueObserver {
    std::vector<Step> seen;
    void onStep(const QueueStep& s) override { seen.push_back(s.step); }
};
}  // namespace

/// The cases of client-go's util/workqueue/delaying_queue_test.go and rate_limiting_queue_test.go, and ours.
class TestDelayingQueue : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void simpleQueue();
    void deduping();
    void addTwoFireEarly();
    void copyShifting();
    void aDelayOfZeroAddsAtOnceAndCountsARetry();
    void keepsTheEarlierTime();
    void addNeitherSeesNorCancelsAWaitingEntry();
    void whatWaitsIsLostAtShutDown();
    void whatWaitsIsLostWhenDraining();
    void aDelayWithoutEndNeverComes();
    void destroyingTheQueueLeavesNoTimerBehind();
    void rateLimitingQueue();
    void forgetClearsOnlyTheCount();
    void addsFromManyThreadsArrive();
};

void TestDelayingQueue::simpleQueue() {
    auto clock = std::make_shared<FakeClock>();
    DelayingQueue queue(clock);
    queue.addAfter("foo", 50ms);
    QCOMPARE(queue.queue().length(), 0u);
    clock->advance(60ms);
    QCOMPARE(queue.queue().length(), 1u);
    queue.queue().done(*queue.queue().get());
    clock->advance(10s);
    QCOMPARE(queue.queue().length(), 0u);
}

void TestDelayingQueue::deduping() {
    auto clock = std::make_shared<FakeClock>();
    Steps steps;
    DelayingQueue queue(clock, &steps);
    queue.addAfter("foo", 50ms);
    queue.addAfter("foo", 70ms);
    QCOMPARE(queue.waitingCount(), 1u);
    QCOMPARE(steps.seen, (std::vector<Step>{Step::AddedAfter, Step::DelayKept}));
    clock->advance(60ms);
    QCOMPARE(queue.queue().length(), 1u);
    queue.queue().done(*queue.queue().get());
    clock->advance(20ms);  // the second add was merged, not kept for later
    QCOMPARE(queue.queue().length(), 0u);

    queue.addAfter("foo", 50ms);
    queue.addAfter("foo", 30ms);
    QCOMPARE(steps.seen.back(), Step::MovedEarlier);
    clock->advance(40ms);
    QCOMPARE(queue.queue().length(), 1u);
    queue.queue().done(*queue.queue().get());
    clock->advance(1s);
    QCOMPARE(queue.queue().length(), 0u);
}

void TestDelayingQueue::addTwoFireEarly() {
    auto clock = std::make_shared<FakeClock>();
    DelayingQueue queue(clock);
    queue.addAfter("foo", 1s);
    queue.addAfter("bar", 50ms);
    queue.addAfter("third", 2s);
    clock->advance(60ms);
    QCOMPARE(queue.queue().length(), 1u);
    QCOMPARE(queue.queue().get().value(), std::string("bar"));
    queue.queue().done("bar");
    clock->advance(950ms);
    QCOMPARE(queue.queue().get().value(), std::string("foo"));
    queue.queue().done("foo");
    clock->advance(2s);
    QCOMPARE(queue.queue().get().value(), std::string("third"));
}

void TestDelayingQueue::copyShifting() {
    auto clock = std::make_shared<FakeClock>();
    DelayingQueue queue(clock);
    queue.addAfter("foo", 1s);
    queue.addAfter("bar", 500ms);
    queue.addAfter("baz", 250ms);
    clock->advance(2s);
    QCOMPARE(queue.queue().get().value(), std::string("baz"));
    QCOMPARE(queue.queue().get().value(), std::string("bar"));
    QCOMPARE(queue.queue().get().value(), std::string("foo"));
}

void TestDelayingQueue::aDelayOfZeroAddsAtOnceAndCountsARetry() {
    DelayingQueue queue(std::make_shared<FakeClock>());
    queue.addAfter("foo", 0ms);
    queue.addAfter("bar", -1s);
    QCOMPARE(queue.queue().length(), 2u);
    QCOMPARE(queue.queue().metrics().retries, 2);
}

void TestDelayingQueue::keepsTheEarlierTime() {
    auto clock = std::make_shared<FakeClock>();
    DelayingQueue queue(clock);
    queue.addAfter("foo", 10ms);
    queue.addAfter("foo", 1h);
    clock->advance(10ms);
    QCOMPARE(queue.queue().length(), 1u);
    QCOMPARE(queue.waitingCount(), 0u);
}

void TestDelayingQueue::addNeitherSeesNorCancelsAWaitingEntry() {
    // kubernetes/kubernetes#112325: processed now, and again when the delay ends.
    auto clock = std::make_shared<FakeClock>();
    DelayingQueue queue(clock);
    queue.addAfter("foo", 50ms);
    queue.queue().add("foo");
    queue.queue().done(*queue.queue().get());
    QCOMPARE(queue.queue().length(), 0u);
    clock->advance(50ms);
    QCOMPARE(queue.queue().length(), 1u);
}

void TestDelayingQueue::whatWaitsIsLostAtShutDown() {
    auto clock = std::make_shared<FakeClock>();
    Steps steps;
    DelayingQueue queue(clock, &steps);
    queue.addAfter("foo", 50ms);
    queue.addAfter("baz", 20ms);
    queue.shutDown();
    QCOMPARE(queue.lostAtShutDown(), (std::vector<std::string>{"baz", "foo"}));
    QCOMPARE(steps.seen.back(), Step::Discarded);
    QCOMPARE(clock->pendingTimers(), 0u);
    clock->advance(1s);
    QCOMPARE(queue.queue().length(), 0u);
    queue.addAfter("bar", 50ms);
    QCOMPARE(queue.waitingCount(), 0u);
    QCOMPARE(queue.queue().metrics().retries, 2);  // ignored when shutting down, not even counted
    QCOMPARE(steps.seen.back(), Step::IgnoredShuttingDown);
}

void TestDelayingQueue::whatWaitsIsLostWhenDraining() {
    const auto clock = std::make_shared<FakeClock>();
    DelayingQueue queue(clock);
    queue.addAfter("foo", 50ms);
    queue.queue().add("bar");
    queue.shutDownWithDrain();
    QCOMPARE(queue.lostAtShutDown(), std::vector<std::string>{"foo"});
    clock->advance(1s);
    QCOMPARE(queue.queue().length(), 1u);  // what was queued stays for the workers
}

void TestDelayingQueue::aDelayWithoutEndNeverComes() {
    const auto clock = std::make_shared<FakeClock>();
    DelayingQueue queue(clock);
    queue.addAfter("foo", Duration::max());
    clock->advance(24h * 365);
    QCOMPARE(queue.queue().length(), 0u);
    QCOMPARE(queue.waitingCount(), 1u);
    queue.addAfter("foo", 1s);  // earlier
    clock->advance(1s);
    QCOMPARE(queue.queue().length(), 1u);
}

void TestDelayingQueue::destroyingTheQueueLeavesNoTimerBehind() {
    auto clock = std::make_shared<FakeClock>();
    {
        DelayingQueue queue(clock);
        queue.addAfter("foo", 50ms);
        QCOMPARE(clock->pendingTimers(), 1u);
    }
    QCOMPARE(clock->pendingTimers(), 0u);
}

void TestDelayingQueue::rateLimitingQueue() {
    auto clock = std::make_shared<FakeClock>();
    RateLimitingQueue queue(clock, std::make_shared<ItemExponentialRateLimiter>(1ms, 1s));
    for (int i = 0; i < 5; ++i) {  // 1, 2, 4, 8, 16 ms
        queue.addRateLimited("one");
        clock->advance(std::chrono::milliseconds(1 << i) - 1us);
        QCOMPARE(queue.queue().length(), 0u);
        clock->advance(1us);
        QCOMPARE(queue.queue().length(), 1u);
        queue.queue().done(*queue.queue().get());
    }
    QCOMPARE(queue.numRequeues("one"), 5);
    queue.addRateLimited("two");  // counts for itself
    clock->advance(1ms);
    QCOMPARE(queue.queue().length(), 1u);
    queue.forget("one");
    QCOMPARE(queue.numRequeues("one"), 0);
    QCOMPARE(queue.numRequeues("two"), 1);
    queue.addRateLimited("one");
    clock->advance(1ms);
    QCOMPARE(queue.queue().length(), 2u);
}

void TestDelayingQueue::forgetClearsOnlyTheCount() {
    auto clock = std::make_shared<FakeClock>();
    RateLimitingQueue queue(clock, std::make_shared<ItemExponentialRateLimiter>(1ms, 1s));
    queue.addRateLimited("one");
    queue.forget("one");
    QCOMPARE(queue.numRequeues("one"), 0);
    QCOMPARE(queue.waitingCount(), 1u);
    clock->advance(1ms);
    QCOMPARE(queue.queue().length(), 1u);
}

void TestDelayingQueue::addsFromManyThreadsArrive() {
    auto clock = std::make_shared<SystemClock>();
    DelayingQueue queue(clock);
    constexpr int kThreads = 4, kEach = 2000;
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t) {
        threads.emplace_back([&, t] {
            for (int i = 0; i < kEach; ++i) {
                queue.addAfter(std::to_string(t) + '/' + std::to_string(i), std::chrono::microseconds(i % 700));
            }
        });
    }
    for (int i = 0; i < kThreads * kEach; ++i) queue.queue().done(*queue.queue().get());
    for (auto& t : threads) t.join();
    QCOMPARE(queue.queue().length(), 0u);
    QCOMPARE(queue.waitingCount(), 0u);
    QCOMPARE(queue.queue().metrics().retries, kThreads * kEach);
}

QTEST_GUILESS_MAIN(TestDelayingQueue)
#include "tst_delaying_queue.moc"
