// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <limits>

#include "core/base/fake_clock.h"
#include "core/queue/rate_limiter.h"

using namespace rollcall;
using namespace std::chrono_literals;

/// Expected values: client-go util/workqueue/default_rate_limiters_test.go and the documented defaults.
class TestRateLimiter : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void itemExponentialFailureRateLimiter();
    void itemExponentialFailureRateLimiterOverFlow();
    void controllerSeriesIsFiveMillisecondsDoubled();
    void bucketGivesTheBurstThenTenASecond();
    void bucketRefillsUpToTheBurst();
    void bucketIsNeverPaidBackByForget();
    void maxOfRateLimiter();
    void theBucketsDebtIsSeenThroughTheOthers();
    void itemFastSlowRateLimiter();
    void withMaxWaitRateLimiter();
    void itemBasedDefaultBeginsAtOneMillisecond();
    void sampleControllerHasABucketOfThreeHundred();
    void bucketsThatNeverFill();
    void bucketCutsNanosecondsOff();
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

void TestRateLimiter::itemExponentialFailureRateLimiterOverFlow() {
    ItemExponentialRateLimiter limiter(1ms, 1000s);
    for (int i = 0; i < 5; ++i) limiter.when("one");
    QCOMPARE(limiter.when("one"), Duration(32ms));
    for (int i = 0; i < 1000; ++i) limiter.when("overflow1");
    QCOMPARE(limiter.when("overflow1"), Duration(1000s));

    ItemExponentialRateLimiter slower(1min, 1000h);
    for (int i = 0; i < 2; ++i) slower.when("two");
    QCOMPARE(slower.when("two"), Duration(4min));
    for (int i = 0; i < 1000; ++i) slower.when("overflow2");
    QCOMPARE(slower.when("overflow2"), Duration(1000h));

    ItemExponentialRateLimiter unlimited(1ms, Duration::max());
    for (int i = 0; i < 1000; ++i) unlimited.when("three");
    QCOMPARE(unlimited.when("three"), Duration::max());
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

void TestRateLimiter::theBucketsDebtIsSeenThroughTheOthers() {
    auto clock = std::make_shared<FakeClock>();
    const auto controller = defaultControllerRateLimiter(clock);
    for (int i = 0; i < 112; ++i) controller->when(std::to_string(i));
    QVERIFY(qAbs(controller->bucketTokens().value_or(0) + 12) < 1e-6);  // burst 100
    QCOMPARE(MaxWaitRateLimiter(controller, 1s).bucketTokens(), controller->bucketTokens());
    QVERIFY(!defaultItemBasedRateLimiter()->bucketTokens());
}

void TestRateLimiter::maxOfRateLimiter() {
    // Fast 5 ms for three attempts, then 3 s; exponential 1 ms * 2^n.
    MaxOfRateLimiter limiter(
        {std::make_shared<FastSlowRateLimiter>(5ms, 3s, 3), std::make_shared<ItemExponentialRateLimiter>(1ms, 1s)});
    const std::vector<Duration> expected{5ms, 5ms, 5ms, 3s, 3s};
    for (const Duration wait : expected) QCOMPARE(limiter.when("one"), wait);
    QCOMPARE(limiter.numRequeues("one"), 5);
    QCOMPARE(limiter.when("two"), Duration(5ms));
    QCOMPARE(limiter.when("two"), Duration(5ms));
    QCOMPARE(limiter.numRequeues("two"), 2);
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

void TestRateLimiter::withMaxWaitRateLimiter() {
    // 5 ms for the first hundred calls and 1000 s for the next, whatever the key.
    struct Steps final : RateLimiter {
        int calls = 0, forgotten = 0;
        Duration when(const std::string&) override { return ++calls <= 100 ? Duration(5ms) : Duration(1000s); }
        void forget(const std::string&) override { ++forgotten; }
        int numRequeues(const std::string&) const override { return calls; }
    };
    const auto steps = std::make_shared<Steps>();
    MaxWaitRateLimiter limiter(steps, 500s);
    for (int i = 0; i < 100; ++i) QCOMPARE(limiter.when(std::to_string(i)), Duration(5ms));
    for (int i = 100; i < 200; ++i) QCOMPARE(limiter.when(std::to_string(i)), Duration(500s));
    QCOMPARE(limiter.numRequeues("any"), 200);
    limiter.forget("any");
    QCOMPARE(steps->forgotten, 1);
}

void TestRateLimiter::itemBasedDefaultBeginsAtOneMillisecond() {
    const auto limiter = defaultItemBasedRateLimiter();
    Duration expected = 1ms;
    for (int i = 0; i < 20; ++i, expected *= 2) QCOMPARE(limiter->when("k"), expected);
    QCOMPARE(limiter->when("k"), Duration(1000s));  // 2^20 ms would be 1048 s
}

void TestRateLimiter::sampleControllerHasABucketOfThreeHundred() {
    const auto limiter = sampleControllerRateLimiter(std::make_shared<FakeClock>());
    for (int i = 0; i < 300; ++i) QCOMPARE(limiter->when(std::to_string(i)), Duration(5ms));
    for (int i = 0; i < 100; ++i) limiter->when("more" + std::to_string(i));
    QCOMPARE(limiter->when("last"), Duration(2020ms));  // 101 tokens in debt at 50/s
    QCOMPARE(limiter->numRequeues("last"), 1);
}

/// golang.org/x/time/rate: Reserve() fails when more is asked for than the burst can ever hold, and its delay is for
/// ever.
void TestRateLimiter::bucketsThatNeverFill() {
    const auto clock = std::make_shared<FakeClock>();
    BucketRateLimiter empty(clock, 10, 0);
    QCOMPARE(empty.when("k"), Duration::max());
    QCOMPARE(empty.tokens(), 0.0);
    BucketRateLimiter once(clock, 0, 1);
    QCOMPARE(once.when("k"), Duration::zero());
    clock->advance(1h);
    QCOMPARE(once.when("k"), Duration::max());
    BucketRateLimiter open(clock, std::numeric_limits<double>::infinity(), 0);
    QCOMPARE(open.when("k"), Duration::zero());
}

/// Its arithmetic in floating point, with what is lost in it: a third of a token takes 333333333 ns, not one more.
void TestRateLimiter::bucketCutsNanosecondsOff() {
    const auto clock = std::make_shared<FakeClock>();
    BucketRateLimiter limiter(clock, 3, 1);
    limiter.when("k");
    QCOMPARE(limiter.when("k"), Duration(333'333'333));
    clock->advance(Duration(333'333'333));
    QCOMPARE(limiter.when("k"), Duration(333'333'333));  // 0.999999999 tokens came back
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
