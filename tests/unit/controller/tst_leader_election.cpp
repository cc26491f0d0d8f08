// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "tests/unit/controller/election_fixture.h"

using namespace rollcall;
using namespace rollcall::test;
using namespace std::chrono_literals;

/// The cases of client-go tools/leaderelection/leaderelection_test.go and the rules of leaderelection.go.
class TestLeaderElection : public QObject, public Election {
    Q_OBJECT
private Q_SLOTS:
    void init() { reset(); }
    void cleanup() {
        m.reset();
        QCOMPARE(m_clock->pendingTimers(), 0u);
    }

    // one try
    void acquiresWhenThereIsNoLease();
    void acquiresALeaseWithoutARecord();
    void acquiresAReleasedLeaseAtOnce();
    void acquiresFromAHolderWhoseDurationIsZero();
    void doesNotAcquireWhileAnotherHolds();
    void acquiresOnceTheDurationHasPassedHere();
    void aChangeOfTheRecordStartsTheDurationAnew();
    void aChangeWithinTheSameSecondIsNone();
    void clockSkewInTheRecordIsIgnored();
    void keepsAcquireTimeOfItsOwnRecord();
    void acquireTimeStaysWhileRenewing();
    void conflictsAreTriedAgain();
    void errorsAreToldAndTriedAgain();
    // the leader
    void theLeaderWritesWithoutReading();
    void aFailedWriteReadsFirst();
    void renewsEveryRetryPeriod();
    void lostWhenNotRenewedBeforeTheDeadline();
    void oneRenewalBeforeTheDeadlineKeepsIt();
    void aHangingRenewalIsAbortedAtTheDeadline();
    void aTickDuringATryIsNotLost();
    void losesToAnother();
    void startsAgainAfterALoss();
};

void TestLeaderElection::acquiresWhenThereIsNoLease() {
    m->elector->start();
    QVERIFY(m->leads());
    QCOMPARE(m->started, 1);
    QCOMPARE(m->lock->ops, (Ops{"get", "create", "update"}));  // the last is the first renewal
    QCOMPARE(m_store.spec->holder, std::string("baz"));
    QCOMPARE(m_store.spec->durationSeconds, 15);
    QCOMPARE(m_store.spec->transitions, 0);
    QVERIFY(m_store.spec->acquireTime == m_clock->wallNow());
    QCOMPARE(m->leaders, Ops{"baz"});
    QCOMPARE(m->lock->events, Ops{"became leader"});
}

void TestLeaderElection::acquiresALeaseWithoutARecord() {
    m_store.put({});
    m->elector->start();
    QVERIFY(m->leads());
    QCOMPARE(m->lock->ops, (Ops{"get", "update", "update"}));
    QCOMPARE(m_store.spec->transitions, 1);
}

void TestLeaderElection::acquiresAReleasedLeaseAtOnce() {
    LeaseSpec released = heldBy("", 15, m_clock->wallNow());
    released.transitions = 4;
    m_store.put(released);
    m->elector->start();
    QVERIFY(m->leads());
    QCOMPARE(m_store.spec->transitions, 5);
}

void TestLeaderElection::acquiresFromAHolderWhoseDurationIsZero() {
    m_store.put(heldBy("bing", 0));
    m->elector->start();
    QVERIFY(m->leads());
    QCOMPARE(m_store.spec->transitions, 1);
}

void TestLeaderElection::doesNotAcquireWhileAnotherHolds() {
    m_store.put(heldBy("bing", 15));
    m->elector->start();
    QCOMPARE(m->state(), LeaderState::Standby);
    QCOMPARE(m->lock->ops, Ops{"get"});
    QCOMPARE(m->leaders, Ops{"bing"});
    QCOMPARE(m->elector->status().holder, std::string("bing"));
    QCOMPARE(m->elector->status().lastError, std::string());
    m_clock->advance(14s);
    QCOMPARE(m->state(), LeaderState::Standby);
    QCOMPARE(m->leaders, Ops{"bing"});
}

void TestLeaderElection::acquiresOnceTheDurationHasPassedHere() {
    m_store.put(heldBy("bing", 3));
    m->elector->start();
    m_clock->advance(2s);
    QVERIFY(!m->leads());
    m_clock->advance(2s);
    QVERIFY(m->leads());
    QCOMPARE(m_store.spec->transitions, 1);
    QCOMPARE(m->leaders, (Ops{"bing", "baz"}));
}

void TestLeaderElection::aChangeOfTheRecordStartsTheDurationAnew() {
    m_store.put(heldBy("bing", 3, WallTime(100s)));
    m->elector->start();
    m_clock->advance(1s);
    m_store.put(heldBy("bing", 3, WallTime(101s)));
    m_clock->advance(3s);  // seen at 2 s, so it is valid until 5 s
    QVERIFY(!m->leads());
    m_clock->advance(2s);
    QVERIFY(m->leads());
}

void TestLeaderElection::aChangeWithinTheSameSecondIsNone() {
    m_store.put(heldBy("bing", 3, WallTime(100s)));
    m->elector->start();
    m_clock->advance(1s);
    m_store.put(heldBy("bing", 3, WallTime(100s + 900ms)));
    m_clock->advance(3s);
    QVERIFY(m->leads());
}

void TestLeaderElection::clockSkewInTheRecordIsIgnored() {
    for (const WallTime skewed : {m_clock->wallNow() - 1000h, m_clock->wallNow() + 1000h}) {
        m_store.put(heldBy("bing", 15, skewed));
        auto other = candidate("other");
        other->elector->start();
        m_clock->advance(14s);
        QVERIFY(!other->leads());  // however old it says it is
        m_clock->advance(2s);
        QVERIFY(other->leads());  // however new it says it is
    }
}

void TestLeaderElection::keepsAcquireTimeOfItsOwnRecord() {
    LeaseSpec own = heldBy("baz", 15, WallTime(100s));
    own.transitions = 3;
    m_store.put(own);
    m->elector->start();
    QVERIFY(m->leads());
    QVERIFY(*m_store.spec->acquireTime == WallTime(100s));
    QVERIFY(*m_store.spec->renewTime == m_clock->wallNow());
    QCOMPARE(m_store.spec->transitions, 3);
}

void TestLeaderElection::acquireTimeStaysWhileRenewing() {
    m->elector->start();
    const WallTime acquired = m_clock->wallNow();
    m_clock->advance(20s);
    QVERIFY(*m_store.spec->acquireTime == acquired);
    QVERIFY(*m_store.spec->renewTime == m_clock->wallNow());
    QVERIFY(*m->elector->status().since == acquired);
    QVERIFY(*m->elector->status().lastRenew == m_clock->wallNow());
}

void TestLeaderElection::conflictsAreTriedAgain() {
    m->lock->fault = [](const std::string& op) {
        return op == "create" ? std::optional(apiError(409, "AlreadyExists")) : std::nullopt;
    };
    m->elector->start();
    QCOMPARE(m->state(), LeaderState::Standby);
    m->mend();
    m_clock->advance(2s);
    QVERIFY(m->leads());
}

void TestLeaderElection::errorsAreToldAndTriedAgain() {
    m->lock->fault = [](const std::string&) { return apiError(403, "Forbidden"); };
    m->elector->start();
    QCOMPARE(m->state(), LeaderState::Standby);
    QCOMPARE(m->elector->status().lastError, std::string("Forbidden"));
    QCOMPARE(steps(), std::vector<Step>{Step::LeaderRenewFailed});
    m->mend();
    m_clock->advance(2s);
    QVERIFY(m->leads());
    QCOMPARE(m->elector->status().lastError, std::string());
}

void TestLeaderElection::theLeaderWritesWithoutReading() {
    m->elector->start();
    m_clock->advance(4s);
    QCOMPARE(m->lock->ops, (Ops{"get", "create", "update", "update", "update"}));
}

void TestLeaderElection::aFailedWriteReadsFirst() {
    m->elector->start();
    m->lock->fault = [n = 0](const std::string& op) mutable {
        return op == "update" && n++ == 0 ? std::optional(apiError(409, "Conflict")) : std::nullopt;
    };
    m_clock->advance(4s);
    QCOMPARE(m->lock->ops, (Ops{"get", "create", "update", "update", "get", "update", "update"}));
    QVERIFY(m->leads());
}

void TestLeaderElection::renewsEveryRetryPeriod() {
    m->elector->start();
    m->lock->ops.clear();
    m_clock->advance(1999ms);
    QVERIFY(m->lock->ops.empty());
    m_clock->advance(1ms);
    QCOMPARE(m->lock->ops.size(), 1u);
    m_clock->advance(20s);
    QCOMPARE(m->lock->ops.size(), 11u);
    QCOMPARE(m->state(), LeaderState::Leading);
}

void TestLeaderElection::lostWhenNotRenewedBeforeTheDeadline() {
    m->elector->start();
    m->cut();
    m->lock->ops.clear();
    // The round of renewals begins 2 s after the last success and lasts 10 s.
    m_clock->advance(12s - 1ms);
    QCOMPARE(m->state(), LeaderState::Leading);
    QCOMPARE(m->lock->ops.size(), 10u);  // at 2, 4, 6, 8 and 10 s: each a write and a read
    m_clock->advance(1ms);
    QCOMPARE(m->state(), LeaderState::Lost);
    QCOMPARE(m->stopped, 1);
    QCOMPARE(m->lock->events, (Ops{"became leader", "stopped leading"}));
    m_clock->advance(60s);
    QCOMPARE(m->state(), LeaderState::Lost);
    QCOMPARE(m->stopped, 1);
}

void TestLeaderElection::oneRenewalBeforeTheDeadlineKeepsIt() {
    m->elector->start();
    m->cut();
    m_clock->advance(11s);
    m->mend();
    m_clock->advance(1ms);
    QCOMPARE(m->state(), LeaderState::Leading);
    m_clock->advance(1s);  // no tick was left before the deadline at 12 s
    QCOMPARE(m->state(), LeaderState::Lost);

    auto other = candidate("other");
    m_store.spec.reset();
    other->elector->start();
    other->cut();
    m_clock->advance(9s);
    other->mend();
    m_clock->advance(30s);
    QCOMPARE(other->state(), LeaderState::Leading);
}

void TestLeaderElection::aHangingRenewalIsAbortedAtTheDeadline() {
    auto kept = candidate("kept", false);
    kept->elector->start();
    kept->lock->hold = true;
    m_clock->advance(2s);
    QCOMPARE(kept->lock->tokens.size(), 1u);
    QVERIFY(!kept->lock->tokens[0].isCancelled());
    m_clock->advance(10s);
    QVERIFY(kept->lock->tokens[0].isCancelled());
    QCOMPARE(kept->state(), LeaderState::Lost);
    kept->lock->answerHeld();  // too late
    QCOMPARE(kept->state(), LeaderState::Lost);
}

void TestLeaderElection::aTickDuringATryIsNotLost() {
    m->elector->start();
    m->lock->ops.clear();
    m->lock->hold = true;
    m->cut();
    m_clock->advance(2s);  // a write that hangs
    m_clock->advance(3s);  // a tick passes meanwhile
    QCOMPARE(m->lock->ops, Ops{"update"});
    m->lock->answerHeld();  // it fails, and is followed by a read
    QCOMPARE(m->lock->ops, (Ops{"update", "get"}));
    m->lock->answerHeld();  // which fails too: the next try begins at once
    QCOMPARE(m->lock->ops, (Ops{"update", "get", "update"}));
    m->lock->answerHeld();
    m->lock->answerHeld();
    QCOMPARE(m->lock->ops.size(), 4u);  // and the one after it at its own tick
    m_clock->advance(1s);
    QCOMPARE(m->lock->ops.size(), 5u);
}

void TestLeaderElection::losesToAnother() {
    m->elector->start();
    m_store.put(heldBy("bing", 15, WallTime(100s)));
    m_clock->advance(2s);
    QCOMPARE(m->state(), LeaderState::Leading);  // until the deadline, as client-go
    m_clock->advance(10s);
    QCOMPARE(m->state(), LeaderState::Lost);
    QCOMPARE(m->leaders, (Ops{"baz", "bing"}));
    QCOMPARE(m_store.spec->holder, std::string("bing"));
    QCOMPARE(m->stopped, 1);
}

void TestLeaderElection::startsAgainAfterALoss() {
    m->elector->start();
    m->cut();
    m_clock->advance(12s);
    QCOMPARE(m->state(), LeaderState::Lost);
    m->mend();
    m->elector->start();
    QVERIFY(m->leads());
    QCOMPARE(m->started, 2);
}

QTEST_GUILESS_MAIN(TestLeaderElection)
#include "tst_leader_election.moc"
