// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <random>

#include "tests/unit/controller/election_fixture.h"

using namespace rollcall;
using namespace rollcall::test;
using namespace std::chrono_literals;

/// The cases of client-go tools/leaderelection/leaderelection_test.go and the rules of leaderelection.go.
class TestLeaderHandover : public QObject, public Election {
    Q_OBJECT
private Q_SLOTS:
    void init() { reset(); }
    void cleanup() {
        m.reset();
        QCOMPARE(m_clock->pendingTimers(), 0u);
    }

    // the end
    void stoppingReleases();
    void releaseRetriesOnConflict();
    void releaseThatHangsEndsAtTheDeadline();
    void releaseLeavesAnothersLease();
    void withoutReleaseTheLeaseStays();
    void stoppingARenewalUnderWayReleases();
    void stoppingACandidateTellsToo();
    void stoppingFromWithinACallbackReleases();
    // the rest
    void candidatesWaitWithJitter();
    void wrongOptionsAreRefused_data();
    void wrongOptionsAreRefused();
    void checkFindsAStaleLeader();
    void theLogTellsTheCourse();
    void anotherTakesOverWithinDurationAndRetry();
    void aReleaseLetsAnotherTakeOverAtItsNextTry();
    void neverTwoLeaders_data();
    void neverTwoLeaders();
};

void TestLeaderHandover::stoppingReleases() {
    m->elector->start();
    m_clock->advance(7s);
    m->lock->ops.clear();
    m->elector->stop();
    QCOMPARE(m->lock->ops, (Ops{"get", "update"}));
    QCOMPARE(m_store.spec->holder, std::string());
    QCOMPARE(m_store.spec->durationSeconds, 1);
    QCOMPARE(m_store.spec->transitions, 0);
    QVERIFY(*m_store.spec->acquireTime == m_clock->wallNow());
    QVERIFY(*m_store.spec->renewTime == m_clock->wallNow());
    QCOMPARE(m->state(), LeaderState::Off);
    QCOMPARE(m->stopped, 1);
    QCOMPARE(m->lock->events, (Ops{"became leader", "stopped leading"}));
    m->elector->stop();
    QCOMPARE(m->stopped, 1);
}

void TestLeaderHandover::releaseRetriesOnConflict() {
    m->elector->start();
    m->lock->ops.clear();
    m->lock->fault = [n = 0](const std::string& op) mutable {
        return op == "update" && n++ == 0 ? std::optional(apiError(409, "Conflict")) : std::nullopt;
    };
    m->elector->stop();
    QCOMPARE(m->lock->ops, (Ops{"get", "update", "get", "update"}));
    QCOMPARE(m_store.spec->holder, std::string());
}

void TestLeaderHandover::releaseThatHangsEndsAtTheDeadline() {
    m->elector->start();
    m->lock->hold = true;
    m->elector->stop();
    m_clock->advance(10s - 1ms);
    QCOMPARE(m->stopped, 0);
    m_clock->advance(1ms);
    QCOMPARE(m->stopped, 1);
    QVERIFY(m->lock->tokens.back().isCancelled());
    QCOMPARE(m->state(), LeaderState::Off);
}

void TestLeaderHandover::releaseLeavesAnothersLease() {
    m->elector->start();
    m_store.put(heldBy("bing", 15));
    m->elector->stop();
    QCOMPARE(m_store.spec->holder, std::string("bing"));
    QCOMPARE(m->stopped, 1);
}

void TestLeaderHandover::withoutReleaseTheLeaseStays() {
    auto kept = candidate("kept", false);
    kept->elector->start();
    kept->elector->stop();
    QCOMPARE(m_store.spec->holder, std::string("kept"));
    QCOMPARE(kept->stopped, 1);
    QCOMPARE(kept->lock->events, (Ops{"became leader", "stopped leading"}));
}

void TestLeaderHandover::stoppingARenewalUnderWayReleases() {
    m->elector->start();
    m->lock->hold = true;
    m_clock->advance(2s);
    m->lock->hold = false;
    m->elector->stop();
    QVERIFY(m->lock->tokens.at(0).isCancelled());
    QCOMPARE(m_store.spec->holder, std::string());
    QCOMPARE(m->stopped, 1);
}

void TestLeaderHandover::stoppingACandidateTellsToo() {
    m_store.put(heldBy("bing", 15));
    m->elector->start();
    m->elector->stop();
    QCOMPARE(m->started, 0);
    QCOMPARE(m->stopped, 1);
    QVERIFY(m->lock->events.empty());
    QCOMPARE(m_store.spec->holder, std::string("bing"));
    QCOMPARE(m->state(), LeaderState::Off);
}

void TestLeaderHandover::stoppingFromWithinACallbackReleases() {
    m->whenStarted = [this] { m->elector->stop(); };
    m->elector->start();
    QCOMPARE(m->state(), LeaderState::Off);
    QCOMPARE(m->stopped, 1);
    QCOMPARE(m_store.spec->holder, std::string());
}

void TestLeaderHandover::candidatesWaitWithJitter() {
    m_store.put(heldBy("bing", 1000));
    m->elector->start();
    QCOMPARE(m_clock->untilNext(), Duration(2s));
    m->random = 0.5;
    m_clock->advance(2s);
    QCOMPARE(m_clock->untilNext(), Duration(3200ms));
    m->random = 1;  // the end of the range, which is not reached
    m_clock->advance(3200ms);
    QCOMPARE(m_clock->untilNext(), Duration(4400ms));
}

void TestLeaderHandover::wrongOptionsAreRefused_data() {
    QTest::addColumn<int>("lease");
    QTest::addColumn<int>("renew");
    QTest::addColumn<int>("retry");
    QTest::addColumn<QString>("identity");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, int lease, int renew, int retry, const char* identity, const char* message) {
        QTest::newRow(name) << lease << renew << retry << QString::fromLatin1(identity) << QString::fromLatin1(message);
    };
    row("good", 15000, 2000, 1000, "baz", "");
    row("no identity", 15000, 2000, 1000, "", "identity is empty");
    row("lease as long as deadline", 10000, 10000, 2000, "baz", "greater than the renew deadline");
    row("deadline at 1.2 retries", 15000, 2400, 2000, "baz", "1.2 times the retry period");
    row("deadline just above", 15000, 2401, 2000, "baz", "");
    row("no retry period", 15000, 10000, 0, "baz", "retry period must be greater");
    row("less than a second", 900, 500, 100, "baz", "one second");
}

void TestLeaderHandover::wrongOptionsAreRefused() {
    QFETCH(int, lease);
    QFETCH(int, renew);
    QFETCH(int, retry);
    QFETCH(QString, identity);
    QFETCH(QString, message);
    LeaderElector::Options options;
    options.identity = identity.toStdString();
    options.leaseDuration = std::chrono::milliseconds(lease);
    options.renewDeadline = std::chrono::milliseconds(renew);
    options.retryPeriod = std::chrono::milliseconds(retry);
    const LeaderElector::Callbacks callbacks{[] {}, [] {}, {}};
    const LeaderElector::Ports ports{m->lock, m_clock, *m_log, [](const std::function<void()>& task) { task(); }};
    const auto made = LeaderElector::create(options, callbacks, ports);
    QCOMPARE(made.ok(), message.isEmpty());
    if (!made)
        QVERIFY2(made.error().message.find(message.toStdString()) != std::string::npos, made.error().message.c_str());
    if (!made) QVERIFY(made.error().kind == ErrorKind::Config);
    QVERIFY(!LeaderElector::create(m->options, {{}, [] {}, {}}, ports).ok());
    QVERIFY(!LeaderElector::create(m->options, {[] {}, {}, {}}, ports).ok());
    QVERIFY(!LeaderElector::create(m->options, callbacks, {{}, m_clock, *m_log, ports.post}).ok());
}

void TestLeaderHandover::checkFindsAStaleLeader() {
    QVERIFY(!m->elector->check(0s));  // a standby is well
    m->elector->start();
    m->lock->hold = true;
    m_clock->advance(2s);
    QVERIFY(!m->elector->check(0s));
    m->lock->held.clear();
    auto stuck = candidate("stuck", false);
    m_store.spec.reset();
    stuck->elector->start();
    stuck->cut();
    m_clock->advance(15s);
    QVERIFY(!stuck->elector->check(0s));
    m_clock->advance(5s);
    QVERIFY(!stuck->elector->check(5s));
    m_clock->advance(1ms);
    QVERIFY(stuck->elector->check(5s));
}

void TestLeaderHandover::theLogTellsTheCourse() {
    m->elector->start();
    m_clock->advance(2s);
    m->elector->stop();
    QCOMPARE(steps(), (std::vector<Step>{Step::LeaderSeen, Step::LeaderAcquired, Step::LeaderRenewed,
                                         Step::LeaderRenewed, Step::LeaderReleased}));
    std::uint64_t before = 0;
    for (const Transition& t : m_log->since(0)) {
        QCOMPARE(t.key, std::string("kube-system/rollcall"));
        QCOMPARE(t.detail, std::string("baz"));
        QCOMPARE(t.cause, before);
        before = t.seq;
    }
}

void TestLeaderHandover::anotherTakesOverWithinDurationAndRetry() {
    auto other = candidate("other");
    m->elector->start();
    m_clock->advance(1s);
    other->elector->start();
    m_clock->advance(60s);
    QVERIFY(m->leads() && !other->leads());
    m.reset();  // it dies: no release
    const MonoTime died = m_clock->now();
    while (!other->leads()) QVERIFY(m_clock->advanceToNext());
    QVERIFY(m_clock->now() - died > 12s);
    QVERIFY(m_clock->now() - died <= 15s + 2s);
    QCOMPARE(m_store.spec->transitions, 1);
    QCOMPARE(other->leaders, (Ops{"baz", "other"}));
}

void TestLeaderHandover::aReleaseLetsAnotherTakeOverAtItsNextTry() {
    auto other = candidate("other");
    m->elector->start();
    m_clock->advance(1s);
    other->elector->start();
    m->elector->stop();
    QVERIFY(!other->leads());
    m_clock->advance(2s);
    QVERIFY(other->leads());
    QCOMPARE(m_store.spec->transitions, 1);
}

void TestLeaderHandover::neverTwoLeaders_data() {
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 1; seed <= 8; ++seed) QTest::addRow("seed %u", seed) << seed;
}

void TestLeaderHandover::neverTwoLeaders() {
    QFETCH(unsigned, seed);
    std::mt19937 dice(seed);
    const auto roll = [&dice](int sides) { return std::uniform_int_distribution(0, sides - 1)(dice); };
    std::vector<std::unique_ptr<Candidate>> all;
    for (const char* identity : {"a", "b", "c"}) all.push_back(candidate(identity));
    for (auto& one : all) {
        one->random = roll(1000) / 1000.0;
        one->elector->start();
    }
    int changes = 0;
    std::string leader;
    for (int i = 0; i < 600; ++i) {
        m_clock->advance(std::chrono::milliseconds(1 + roll(1500)));
        Candidate& one = *all[std::size_t(roll(3))];
        if (roll(12) == 0) one.cut();
        if (roll(10) == 0) one.mend();
        if (roll(10) == 0) one.elector->stop();
        for (auto& each : all) {
            const LeaderState state = each->state();
            if ((state == LeaderState::Off || state == LeaderState::Lost) && roll(8) == 0) each->elector->start();
        }
        int leading = 0;
        for (auto& each : all) leading += each->leads();
        QVERIFY2(leading <= 1, qPrintable(QString::number(i)));
        if (m_store.spec && m_store.spec->holder != leader) {
            leader = m_store.spec->holder;
            ++changes;
        }
    }
    QVERIFY(changes > 5);
}

QTEST_GUILESS_MAIN(TestLeaderHandover)
#include "tst_leader_handover.moc"
