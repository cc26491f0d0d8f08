// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/base/fake_clock.h"
#include "core/queue/delaying_queue.h"
#include "core/session/key_board.h"
#include "core/session/sync_times.h"

using namespace rollcall;
using namespace std::chrono_literals;

/// The board is fed by a real queue: what it says must be what the queue does.
class TestKeyBoard : public QObject, public QueueObserver {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void readyProcessingSynced();
    void collapsedAddsAreCounted();
    void aKeyAddedWhileProcessedIsParkedThenReady();
    void failureWaitsForItsDelay();
    void aWaitingKeyThatIsAddedIsReadyAndWaitsAgain();
    void theEndOfADelayIsSeen();
    void givenUpStaysVisibleWithItsRetries();
    void discardedAtStop();
    void placesInLineMoveUp();
    void countsAreTheQueues();
    void lanesFollowTheWorkers();
    void finishedRowsOfGoneObjectsAreForgotten();
    void percentilesAreNearestRank();

private:
    void onStep(const QueueStep& s) override { note(s.step, s.key, s.worker, s.delay); }
    void note(Step step, const std::string& key, int worker = 0, Duration delay = {}, const std::string& detail = {}, int retries = 0) {
        Transition t;
        t.step = step;
        t.key = key;
        t.worker = worker;
        t.delay = delay;
        t.detail = detail;
        t.retries = retries;
        t.at = m_clock->now();
        m_board->apply(t);
    }
    KeyState state(const std::string& key) const { return m_board->row(key)->state; }

    std::shared_ptr<FakeClock> m_clock;
    std::unique_ptr<KeyBoard> m_board;
    std::unique_ptr<DelayingQueue> m_queue;
};

void TestKeyBoard::init() {
    m_queue.reset();
    m_clock = std::make_shared<FakeClock>();
    m_board = std::make_unique<KeyBoard>(ControllerId::Students);
    m_queue = std::make_unique<DelayingQueue>(m_clock, this);
}

void TestKeyBoard::readyProcessingSynced() {
    m_queue->queue().add("a");
    QCOMPARE(state("a"), KeyState::Ready);
    m_clock->advance(3ms);
    m_queue->queue().get(2);
    QCOMPARE(state("a"), KeyState::Processing);
    QCOMPARE(m_board->row("a")->worker, 2);
    QVERIFY(m_board->row("a")->since == m_clock->now());
    note(Step::SyncSucceeded, "a", 2);
    QCOMPARE(state("a"), KeyState::Processing);  // until Done
    m_queue->queue().done("a", 2);
    QCOMPARE(state("a"), KeyState::Synced);
    QCOMPARE(m_board->row("a")->runs, 1);
    QCOMPARE(m_board->takeChanged().size(), 1u);
    QVERIFY(m_board->takeChanged().empty());
}

void TestKeyBoard::collapsedAddsAreCounted() {
    for (int i = 0; i < 7; ++i) m_queue->queue().add("a");
    QCOMPARE(m_board->row("a")->causes, 7);
    QCOMPARE(m_board->adds(), 1);
}

void TestKeyBoard::aKeyAddedWhileProcessedIsParkedThenReady() {
    m_queue->queue().add("a");
    m_queue->queue().get(1);
    m_queue->queue().add("a");
    m_queue->queue().add("a");
    QCOMPARE(state("a"), KeyState::Parked);
    QCOMPARE(m_board->parked(), 1);
    QCOMPARE(m_board->processing(), 1);
    m_queue->queue().done("a", 1);
    QCOMPARE(state("a"), KeyState::Ready);
    QCOMPARE(m_board->row("a")->causes, 2);
    QCOMPARE(m_board->parked(), 0);
}

void TestKeyBoard::failureWaitsForItsDelay() {
    m_queue->queue().add("a");
    m_queue->queue().get(1);
    note(Step::SyncFailed, "a", 1, {}, "no luck");
    m_queue->addAfter("a", 20ms);
    QCOMPARE(state("a"), KeyState::Processing);
    m_queue->queue().done("a", 1);
    QCOMPARE(state("a"), KeyState::Waiting);
    QCOMPARE(m_board->row("a")->lastError, std::string("no luck"));
    QVERIFY(m_board->row("a")->readyAt == m_clock->now() + 20ms);
    QCOMPARE(m_board->row("a")->delay, Duration(20ms));
    m_clock->advance(20ms);
    QCOMPARE(state("a"), KeyState::Ready);
    QCOMPARE(m_board->waiting(), 0);
}

void TestKeyBoard::aWaitingKeyThatIsAddedIsReadyAndWaitsAgain() {
    m_queue->addAfter("a", 50ms);
    m_queue->queue().add("a");
    QCOMPARE(state("a"), KeyState::Ready);
    QCOMPARE(m_board->waiting(), 1);
    m_queue->queue().get(1);
    note(Step::SyncSucceeded, "a", 1);
    m_queue->queue().done("a", 1);
    QCOMPARE(state("a"), KeyState::Waiting);  // the heap knows nothing of the run
    m_clock->advance(50ms);
    QCOMPARE(state("a"), KeyState::Ready);
}

void TestKeyBoard::theEndOfADelayIsSeen() {
    m_queue->addAfter("a", 50ms);
    m_queue->queue().add("a");
    m_clock->advance(50ms);  // deduplicated: it is still in the queue
    QCOMPARE(m_board->waiting(), 0);
    QCOMPARE(int(m_queue->waitingCount()), 0);
    m_queue->queue().get(1);
    m_queue->addAfter("b", 10ms);
    m_queue->queue().add("b");
    m_queue->queue().get(2);
    m_clock->advance(10ms);  // parked behind its worker
    QCOMPARE(m_board->waiting(), 0);
    QCOMPARE(state("b"), KeyState::Parked);
}

void TestKeyBoard::givenUpStaysVisibleWithItsRetries() {
    m_queue->queue().add("a");
    m_queue->queue().get(1);
    note(Step::SyncFailed, "a", 1, {}, "no luck");
    note(Step::GivenUp, "a", 1, {}, "gave up after 5 retries: no luck", 5);
    m_queue->queue().done("a", 1);
    QCOMPARE(state("a"), KeyState::GivenUp);
    QCOMPARE(m_board->row("a")->retries, 5);
    QVERIFY(m_board->takeFinishedOf({"a"}).empty());
}

void TestKeyBoard::discardedAtStop() {
    m_queue->addAfter("waits", 50ms);
    m_queue->queue().add("queued");
    m_queue->shutDown();
    m_queue->queue().discardQueued();
    QCOMPARE(state("waits"), KeyState::Discarded);
    QCOMPARE(state("queued"), KeyState::Discarded);
    QCOMPARE(m_board->ready() + m_board->waiting(), 0);
}

void TestKeyBoard::placesInLineMoveUp() {
    for (const char* key : {"a", "b", "c"}) m_queue->queue().add(key);
    m_board->takeChanged();
    QCOMPARE(m_board->row("c")->position, 3);
    m_queue->queue().get(1);
    m_board->takeChanged();
    QCOMPARE(m_board->row("a")->position, 0);
    QCOMPARE(m_board->row("b")->position, 1);
    QCOMPARE(m_board->row("c")->position, 2);
}

void TestKeyBoard::countsAreTheQueues() {
    for (int i = 0; i < 200; ++i) {
        m_queue->queue().add(std::to_string(i % 50));
        if (i % 3 == 0) m_queue->addAfter(std::to_string(i % 40), std::chrono::milliseconds(1 + i % 7));
        if (i % 4 == 0) {
            const auto key = m_queue->queue().get(1);
            if (i % 8 == 0) m_queue->queue().add(*key);
            note(Step::SyncSucceeded, *key, 1);
            m_queue->queue().done(*key, 1);
        }
        m_clock->advance(1ms);
        QCOMPARE(m_board->ready(), int(m_queue->queue().length()));
        QCOMPARE(m_board->waiting(), int(m_queue->waitingCount()));
        QCOMPARE(m_board->processing(), int(m_queue->queue().processingCount()));
    }
    QCOMPARE(m_board->adds(), m_queue->queue().metrics().adds);
    QCOMPARE(m_board->gets(), m_queue->queue().metrics().gets);
}

void TestKeyBoard::lanesFollowTheWorkers() {
    note(Step::WorkerStarted, {}, 2);
    note(Step::WorkerStarted, {}, 1);
    m_queue->queue().add("a");
    m_queue->queue().get(2);
    auto lanes = m_board->lanes();
    QCOMPARE(lanes.size(), 2u);
    QCOMPARE(lanes[0].number, 1);
    QVERIFY(lanes[0].key.empty());
    QCOMPARE(lanes[1].key, std::string("a"));
    m_queue->queue().done("a", 2);
    note(Step::WorkerStopped, {}, 2);
    QCOMPARE(m_board->lanes().size(), 1u);
}

void TestKeyBoard::finishedRowsOfGoneObjectsAreForgotten() {
    m_queue->queue().add("a");
    m_queue->queue().get(1);
    QVERIFY(m_board->takeFinishedOf({"a"}).empty());
    note(Step::SyncSucceeded, "a", 1);
    m_queue->queue().done("a", 1);
    QCOMPARE(m_board->takeFinishedOf({"a", "never-seen"}), std::vector<std::string>{"a"});
    QVERIFY(!m_board->row("a"));
    QVERIFY(m_board->takeChanged().empty());
}

void TestKeyBoard::percentilesAreNearestRank() {
    SyncTimes times;
    QCOMPARE(times.percentile(0.5), Duration::zero());
    for (int i = 1; i <= 100; ++i) times.add(std::chrono::milliseconds(i));
    QCOMPARE(times.percentile(0.50), Duration(50ms));
    QCOMPARE(times.percentile(0.99), Duration(99ms));
    for (int i = 0; i < 1000; ++i) times.add(7ms);
    QCOMPARE(times.percentile(0.99), Duration(7ms));  // only the newest thousand count
}

QTEST_GUILESS_MAIN(TestKeyBoard)
#include "tst_key_board.moc"
