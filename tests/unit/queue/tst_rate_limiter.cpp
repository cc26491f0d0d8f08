// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/base/fake_clock.h"
#include "core/queue/rate_limiter.h"

using namespace rollcall;
using namespace std::chrono_literals;

/// Expected values: client-go util/workqueue/default_rate_limiters_test.go and the documented defaults.
class TestRateLimiter : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void itemExponentialFailureRateLimiter();
    void itemExponentialReachesItsCapWithoutOverflow();
    void controllerSeriesIsFiveMillisecondsDoubled();
    void bucketGivesTheBurstThenTenASecond();
    void bucketRefillsUpToTheBurst();
    void bucketIsNeverPaidBackByForget();
    void maxOfTakesTheLongestAndForgetsEverywhere();
    void itemFastSlowRateLimiter();
    void maxWaitCapsTheAnswer();
    void threeHundredHandlersTakeTwentySeconds();
};

void TestRateLimiter::itemExponentialFailureRateLimiter() {
    ItemExponentialRateLimiter limiter(1ms, 1s);
    const std::vector<Duration> expected{1ms, 2ms, 4ms, 8ms, 16ms};
    for (const Duration wait : expected) QCOMPARE(limiter.when("one"), wait);
    QCOMPARE(limiter.numRequeues("one"), 5);
    QCOMPARE(limiter.when("two"), Duration(1ms));
    QCOMPARE(limiter.when("two"), Duration(2ms));
    QCOMPARE(limiter.numRequeues("two"), 2);
    limiter.forget("one");
    QCOMPARE(limiter.numRequeues("one"), 0);
    QCOMPARE(limiter.when("one"), Duration(1ms));
}

void TestRateLimiter::itemExponentialReachesItsCapWithoutOverflow() {
    ItemExponentialRateLimiter limiter(1ms, 1000s);
    for (int i = 0; i < 5; ++i) limiter.when("overflow1");
    QCOMPARE(limiter.when("overflow1"), Duration(32ms));
    for (int i = 0; i < 1000; ++i) limiter.when("overflow2");
    QCOMPARE(limiter.when("overflow2"), Duration(1000s));
}

void TestRateLimiter::controllerSeriesIsFiveMillisecondsDoubled() {
    ItemExponentialRateLimiter limiter;
    Duration expected = 5ms;
    for (int i = 0; i < 18; ++i, expected *= 2) QCOMPARE(limiter.when("k"), expected);
    QCOMPARE(limiter.when("k"), Duration(1000s));  // the 19th call on: 5 ms * 2^18 would be 1310 s
    QCOMPARE(limiter.when("k"), Duration(1000s));
}

void TestRateLimiter::bucketGivesTheBurstThenTenASecond() {
    auto clock = std::make_shared<FakeClock>();
    BucketRateLimiter limiter(clock);
    for (int i = 0; i < 100; ++i) QCOMPARE(limiter.when("k"), Duration::zero());
    QCOMPARE(std::chrono::round<std::chrono::milliseconds>(limiter.when("k")), 100ms);
    QCOMPARE(std::chrono::round<std::chrono::milliseconds>(limiter.when("other")), 200ms);
    QVERIFY(qAbs(limiter.tokens() + 2) < 1e-6);
}

void TestRateLimiter::bucketRefillsUpToTheBurst() {
    auto clock = std::make_shared<FakeClock>();
    BucketRateLimiter limiter(clock, 10, 5);
    for (int i = 0; i < 5; ++i) limiter.when("k");
    clock->advance(200ms);
    QCOMPARE(limiter.when("k"), Duration::zero());
    QCOMPARE(limiter.when("k"), Duration::zero());
    QCOMPARE(std::chrono::round<std::chrono::milliseconds>(limiter.when("k")), 100ms);
    clock->advance(1h);
    QCOMPARE(limiter.tokens(), 5.0);
}

void TestRateLimiter::bucketIsNeverPaidBackByForget() {
    auto clock = std::make_shared<FakeClock>();
    BucketRateLimiter limiter(clock, 1, 1);
    QCOMPARE(limiter.when("k"), Duration::zero());
    limiter.forget("k");
    QCOMPARE(limiter.numRequeues("k"), 0);
    QCOMPARE(limiter.when("k"), Duration(1s));
}

void TestRateLimiter::maxOfTakesTheLongestAndForgetsEverywhere() {
    // TestMaxOfRateLimiter: fast 5 ms for three attempts, then 3 s; exponential 1 ms * 2^n.
    MaxOfRateLimiter limiter({std::make_shared<FastSlowRateLimiter>(5ms, 3s, 3),
                              std::make_shared<ItemExponentialRateLimiter>(1ms, 1s)});
    const std::vector<Duration> expected{5ms, 5ms, 5ms, 3s, 3s};
    for (const Duration wait : expected) QCOMPARE(limiter.when("one"), wait);
    QCOMPARE(limiter.numRequeues("one"), 5);
    limiter.forget("one");
    QCOMPARE(limiter.numRequeues("one"), 0);
    QCOMPARE(limiter.when("one"), Duration(5ms));
}

void TestRateLimiter::itemFastSlowRateLimiter() {
    FastSlowRateLimiter limiter(5ms, 10s, 3);
    const std::vector<Duration> expected{5ms, 5ms, 5ms, 10s, 10s};
    for (const Duration wait : expected) QCOMPARE(limiter.when("one"), wait);
    QCOMPARE(limiter.numRequeues("one"), 5);
    limiter.forget("one");
    QCOMPARE(limiter.when("one"), Duration(5ms));
}

void TestRateLimiter::maxWaitCapsTheAnswer() {
    MaxWaitRateLimiter limiter(std::make_shared<FastSlowRateLimiter>(5ms, 1000s, 3), 500ms);
    const std::vector<Duration> expected{5ms, 5ms, 5ms, 500ms, 500ms};
    for (const Duration wait : expected) QCOMPARE(limiter.when("one"), wait);
    QCOMPARE(limiter.numRequeues("one"), 5);
}

void TestRateLimiter::threeHundredHandlersTakeTwentySeconds() {
    // kubernetes/kubernetes#75577: AddRateLimited in the handlers with the default limiter; 100 are free, then 10/s.
    auto limiter = defaultControllerRateLimiter(std::make_shared<FakeClock>());
    Duration last{};
    for (int i = 0; i < 300; ++i) last = limiter->when("student-" + std::to_string(i));
    QCOMPARE(std::chrono::round<std::chrono::milliseconds>(last), 20s);
}

QTEST_GUILESS_MAIN(TestRateLimiter)
#include "tst_rate_limiter.moc"
