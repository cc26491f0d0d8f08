// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/base/backoff.h"
#include "core/base/fake_clock.h"

using namespace rollcall;
using namespace std::chrono_literals;

/// client-go: 800 ms doubled, jitter 1.0, cap 30 s, reset two minutes after the last reset.
class TestBackoff : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void doublesUpToItsCap();
    void jitterDoublesAtMost();
    void startsAgainAfterTwoMinutes();
};

void TestBackoff::doublesUpToItsCap() {
    auto clock = std::make_shared<FakeClock>();
    Backoff backoff(clock, Backoff::reflector(), [] { return 0.0; });
    for (const Duration expected : {Duration(800ms), Duration(1600ms), Duration(3200ms), Duration(6400ms),
                                    Duration(12800ms), Duration(25600ms), Duration(30s), Duration(30s)}) {
        QCOMPARE(backoff.next(), expected);
    }
}

void TestBackoff::jitterDoublesAtMost() {
    Backoff backoff(std::make_shared<FakeClock>(), Backoff::reflector(), [] { return 0.5; });
    QCOMPARE(backoff.next(), Duration(1200ms));
    Backoff most(std::make_shared<FakeClock>(), Backoff::reflector(), [] { return 1.0; });
    for (int i = 0; i < 6; ++i) most.next();
    QCOMPARE(most.next(), Duration(60s));
}

void TestBackoff::startsAgainAfterTwoMinutes() {
    auto clock = std::make_shared<FakeClock>();
    Backoff backoff(clock, Backoff::reflector(), [] { return 0.0; });
    backoff.next();
    backoff.next();
    clock->advance(2min);
    QCOMPARE(backoff.next(), Duration(3200ms));  // not yet: more than two minutes are needed
    clock->advance(1ms);
    QCOMPARE(backoff.next(), Duration(800ms));
    clock->advance(119s);
    QCOMPARE(backoff.next(), Duration(1600ms));  // measured from the reset, not from the last wait
}

QTEST_GUILESS_MAIN(TestBackoff)
#include "tst_backoff.moc"
