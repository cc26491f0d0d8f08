// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/trace/lineage.h"

using namespace rollcall;

class TestLineage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { m_log.clear(); }
    void aRunNamesTheEventThatLedToIt();
    void eventsThatCollapsedAreAllNamed();
    void changesWhileProcessingBelongToTheNextRun();
    void aRetryGoesBackToTheEventsOfTheFailedRun();
    void anAddFromTheDelayHeapHasTheCauseOfItsDelay();
    void otherKeysAndControllersStayOut();
    void forgottenStepsMakeItIncomplete();

private:
    std::uint64_t step(Step step, std::uint64_t cause = 0, const char* key = "default/a",
                       ControllerId id = ControllerId::Students) {
        Transition t;
        t.seq = m_first + m_log.size();
        t.step = step;
        t.cause = cause;
        t.key = key;
        t.controller = id;
        m_log.push_back(t);
        return t.seq;
    }
    using Seqs = std::vector<std::uint64_t>;
    std::vector<Transition> m_log;
    std::uint64_t m_first = 1;
};

void TestLineage::aRunNamesTheEventThatLedToIt() {
    const auto added = step(Step::Added);
    step(Step::Enqueued, added);
    const auto got = step(Step::Got);
    const Lineage l = lineageOf(m_log, got);
    QVERIFY(l.complete);
    QCOMPARE(l.events, Seqs{added});
    QVERIFY(l.retryOf.empty());
}

void TestLineage::eventsThatCollapsedAreAllNamed() {
    const auto one = step(Step::Added);
    step(Step::Enqueued, one);
    const auto two = step(Step::Updated);
    step(Step::Deduplicated, two);
    const auto three = step(Step::Deleted);
    step(Step::Deduplicated, three);
    QCOMPARE(lineageOf(m_log, step(Step::Got)).events, (Seqs{one, two, three}));
}

void TestLineage::changesWhileProcessingBelongToTheNextRun() {
    const auto one = step(Step::Added);
    step(Step::Enqueued, one);
    const auto first = step(Step::Got);
    const auto two = step(Step::Updated);
    step(Step::Parked, two);
    const auto three = step(Step::Updated);
    step(Step::Deduplicated, three);
    step(Step::Done);
    step(Step::Enqueued);  // by Done
    const auto second = step(Step::Got);
    QCOMPARE(lineageOf(m_log, first).events, Seqs{one});
    const Lineage l = lineageOf(m_log, second);
    QVERIFY(l.complete);
    QCOMPARE(l.events, (Seqs{two, three}));
    QVERIFY(l.retryOf.empty());
}

void TestLineage::aRetryGoesBackToTheEventsOfTheFailedRun() {
    const auto one = step(Step::Added);
    step(Step::Enqueued, one);
    const auto first = step(Step::Got);
    const auto failed = step(Step::SyncFailed, first);
    step(Step::AddedAfter, failed);
    step(Step::Done);
    step(Step::Enqueued);  // by the delay heap
    const auto second = step(Step::Got);
    const auto failedAgain = step(Step::SyncFailed, second);
    step(Step::AddedAfter, failedAgain);
    step(Step::Done);
    step(Step::Enqueued);
    const Lineage l = lineageOf(m_log, step(Step::Got));
    // The Enqueued of the heap follows Done, as that of a parked key would, but nothing was parked.
    QVERIFY(l.complete);
    QCOMPARE(l.events, Seqs{one});
    QCOMPARE(l.retryOf, (Seqs{first, second}));
}

void TestLineage::anAddFromTheDelayHeapHasTheCauseOfItsDelay() {
    const auto one = step(Step::Added);
    step(Step::AddedAfter, one);  // AddRateLimited in the handler, as seed A does
    const auto two = step(Step::Updated);
    step(Step::MovedEarlier, two);
    step(Step::Enqueued);
    QCOMPARE(lineageOf(m_log, step(Step::Got)).events, (Seqs{one, two}));
}

void TestLineage::otherKeysAndControllersStayOut() {
    const auto one = step(Step::Added);
    step(Step::Enqueued, one);
    const auto other = step(Step::Updated, 0, "default/b");
    step(Step::Enqueued, other, "default/b");
    const auto pod = step(Step::Updated, 0, "default/a", ControllerId::Pods);
    step(Step::Deduplicated, pod, "default/a", ControllerId::Pods);
    QCOMPARE(lineageOf(m_log, step(Step::Got)).events, Seqs{one});
}

void TestLineage::forgottenStepsMakeItIncomplete() {
    m_first = 1000;
    step(Step::Enqueued, 990);  // its cause is no longer kept
    QVERIFY(!lineageOf(m_log, step(Step::Got)).complete);
    QVERIFY(!lineageOf(m_log, 5).complete);
    QVERIFY(!lineageOf({}, 5).complete);
}

QTEST_GUILESS_MAIN(TestLineage)
#include "tst_lineage.moc"
