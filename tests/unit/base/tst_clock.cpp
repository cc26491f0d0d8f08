// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <atomic>
#include <future>

#include "core/base/clock.h"
#include "core/base/fake_clock.h"

using namespace rollcall;
using namespace std::chrono_literals;

class TestClock : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void fakeClockRunsTimersAtTheirOwnTime();
    void fakeClockRunsTimersSetByCallbacksWithinTheSpan();
    void fakeClockCancels();
    void systemClockFiresInOrder();
    void systemClockCancels();
    void pausedClockStandsStillUntilStepped();
    void speedScalesTheClock();
};

void TestClock::fakeClockRunsTimersAtTheirOwnTime() {
    FakeClock clock;
    const MonoTime start = clock.now();
    std::vector<Duration> seen;
    clock.callAfter(20ms, [&] { seen.push_back(clock.now() - start); });
    clock.callAfter(5ms, [&] { seen.push_back(clock.now() - start); });
    clock.advance(4ms);
    QVERIFY(seen.empty());
    clock.advance(100ms);
    QCOMPARE(seen, (std::vector<Duration>{5ms, 20ms}));
    QVERIFY(clock.now() == start + 104ms);
}

void TestClock::fakeClockRunsTimersSetByCallbacksWithinTheSpan() {
    FakeClock clock;
    int ticks = 0;
    std::function<void()> tick = [&] {
        if (++ticks < 10) clock.callAfter(10ms, tick);
    };
    clock.callAfter(10ms, tick);
    clock.advance(55ms);
    QCOMPARE(ticks, 5);
    QVERIFY(clock.untilNext() == Duration(5ms));
}

void TestClock::fakeClockCancels() {
    FakeClock clock;
    bool ran = false;
    const auto id = clock.callAfter(1ms, [&] { ran = true; });
    QVERIFY(clock.cancel(id));
    QVERIFY(!clock.cancel(id));
    clock.advance(1s);
    QVERIFY(!ran);
}

void TestClock::systemClockFiresInOrder() {
    SystemClock clock;
    std::promise<void> done;
    std::vector<int> order;
    clock.callAfter(20ms, [&] { order.push_back(3); done.set_value(); });
    clock.callAfter(10ms, [&] { order.push_back(2); });
    clock.callAfter(-1ms, [&] { order.push_back(1); });
    QVERIFY(done.get_future().wait_for(20s) == std::future_status::ready);
    QCOMPARE(order, (std::vector<int>{1, 2, 3}));
}

void TestClock::systemClockCancels() {
    SystemClock clock;
    std::atomic<bool> ran{false};
    const auto id = clock.callAfter(1h, [&] { ran = true; });
    QVERIFY(clock.cancel(id));
    QVERIFY(!clock.cancel(id));
    QVERIFY(!ran);
}

void TestClock::pausedClockStandsStillUntilStepped() {
    SystemClock clock;
    clock.setSpeed(0);
    const MonoTime paused = clock.now();
    QVERIFY(clock.now() == paused);
    QVERIFY(!clock.step());
    bool ran = false;
    clock.callAfter(1000s, [&] { ran = true; });
    QVERIFY(clock.step());  // runs on this thread, so no race
    QVERIFY(ran);
    QVERIFY(clock.now() == paused + 1000s);
}

void TestClock::speedScalesTheClock() {
    SystemClock clock;
    clock.setSpeed(100'000);
    std::promise<void> done;
    clock.callAfter(1000s, [&] { done.set_value(); });  // 10 ms of real time
    QVERIFY(done.get_future().wait_for(20s) == std::future_status::ready);
    QCOMPARE(clock.speed(), 100'000.0);
}

QTEST_GUILESS_MAIN(TestClock)
#include "tst_clock.moc"
