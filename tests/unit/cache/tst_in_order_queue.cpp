// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/cache/in_order_queue.h"
#include "queue_fixture.h"

using namespace rollcall;

/// The cases of client-go's the_real_fifo_test.go for atomic events. Left out: those of the flavour that compares lists
/// with the store on arrival (replaceWithDeleteDeltaIn, ReplaceMakesDeletions*, ResyncNonExisting, Resync,
/// UpdateResyncRace, HasSyncedCorrectOnDeletion, DeleteExistingNonPropagated, …WithLister), which 0.37 has switched
/// off; transformers and a key function of one's own (transformer, KeyOf, PopBrokenItemsInBatch: every object here has
/// its key); blocking (PopShouldUnblockWhenClosed: both ends are on one thread).
class TestInOrderQueue : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyChangeComesInTheOrderOfItsArrival();
    void aKeyThatComesAgainEndsTheBatch();
    void aDeletionOfTheUnknownIsPassedOn();
    void additionsAndListsStayApart();
    void aListIsOneDelta();
    void listsResyncsAndBookmarksComeAlone();
    void aListEndsTheBatchBeforeIt();
    void batchesHoldAThousandAtMost();
    void theInitialListIsABatchOfItsOwn();
    void nothingJumpsTheLine();
    void hasSynced_data();
    void hasSynced();
    void syncedOnlyOnceTheListIsHandled();
    void aLongQueueGivesItsMemoryBackAndLosesNothing();
};

void TestInOrderQueue::everyChangeComesInTheOrderOfItsArrival() {
    InOrderQueue queue;
    for (int i = 0; i < 500; ++i) {
        queue.push(DeltaType::Added, thing("a" + std::to_string(i), i + 1));
        queue.push(DeltaType::Added, thing("b" + std::to_string(i), i + 1));
    }
    DeltaBatch batch;
    int last = -1;
    while (queue.pop(batch)) {
        for (std::size_t i = 0; i < batch.deltas.size(); ++i) {
            const std::string name = batch.deltas[i].object->meta.name;
            const int number = std::stoi(name.substr(1)) * 2 + (name[0] == 'b');
            QCOMPARE(number, last + 1);
            last = number;
        }
        queue.finish();
    }
    QCOMPARE(last, 999);
}

void TestInOrderQueue::aKeyThatComesAgainEndsTheBatch() {
    InOrderQueue queue;
    queue.push(DeltaType::Added, thing("foo", 10));
    queue.push(DeltaType::Updated, thing("foo", 12));
    queue.push(DeltaType::Deleted, thing("foo", 15));
    QCOMPARE(queue.size(), 3u);
    QCOMPARE(take(queue), Lines{"Added foo=10"});
    QCOMPARE(take(queue), Lines{"Updated foo=12"});
    QCOMPARE(take(queue), Lines{"Deleted foo=15"});
    QCOMPARE(take(queue), Lines{"(empty)"});
}

void TestInOrderQueue::aDeletionOfTheUnknownIsPassedOn() {
    InOrderQueue queue;
    queue.push(DeltaType::Added, thing("foo", 10));
    queue.push(DeltaType::Deleted, thing("baz", 20));
    QCOMPARE(take(queue), (Lines{"Added foo=10", "Deleted baz=20"}));
}

void TestInOrderQueue::additionsAndListsStayApart() {
    InOrderQueue queue;
    queue.push(DeltaType::Added, thing("foo", 10));
    queue.replace(whole({thing("foo", 15)}, "15"));
    QCOMPARE(take(queue), Lines{"Added foo=10"});
    QCOMPARE(take(queue), Lines{"ReplacedAll foo=15 @15"});
}

void TestInOrderQueue::aListIsOneDelta() {
    InOrderQueue queue;
    queue.replace(whole({thing("foo", 5), thing("bar", 6)}, "7"));
    queue.replace(whole({}, "9"));
    QCOMPARE(queue.size(), 2u);
    QCOMPARE(take(queue), Lines{"ReplacedAll foo=5 bar=6 @7"});
    QCOMPARE(take(queue), Lines{"ReplacedAll @9"});
}

void TestInOrderQueue::listsResyncsAndBookmarksComeAlone() {
    InOrderQueue queue;
    queue.replace(whole({thing("foo", 5)}, "7"));
    QCOMPARE(queue.resync(), 1u);
    queue.bookmark("8");
    queue.push(DeltaType::Updated, thing("foo", 9));
    queue.push(DeltaType::Updated, thing("bar", 10));
    QCOMPARE(take(queue), Lines{"ReplacedAll foo=5 @7"});
    QCOMPARE(take(queue), Lines{"SyncAll"});
    QCOMPARE(take(queue), Lines{"Bookmark @8"});
    QCOMPARE(take(queue), (Lines{"Updated foo=9", "Updated bar=10"}));
}

void TestInOrderQueue::aListEndsTheBatchBeforeIt() {
    InOrderQueue queue;
    queue.push(DeltaType::Added, thing("a", 1));
    queue.push(DeltaType::Added, thing("b", 2));
    queue.replace(whole({thing("c", 3)}, "3"));
    queue.push(DeltaType::Added, thing("d", 4));
    QCOMPARE(take(queue), (Lines{"Added a=1", "Added b=2"}));
    QCOMPARE(take(queue), Lines{"ReplacedAll c=3 @3"});
    QCOMPARE(take(queue), Lines{"Added d=4"});
}

void TestInOrderQueue::batchesHoldAThousandAtMost() {
    InOrderQueue queue;
    for (int i = 0; i < 1500; ++i) queue.push(DeltaType::Updated, thing("n" + std::to_string(i), i));
    QCOMPARE(take(queue).size(), 1000u);
    QCOMPARE(queue.size(), 500u);
    QCOMPARE(take(queue).size(), 500u);
}

void TestInOrderQueue::theInitialListIsABatchOfItsOwn() {
    InOrderQueue queue;
    queue.replace(whole({thing("a", 1)}, "1"));
    queue.push(DeltaType::Added, thing("b", 2));
    bool initial = false;
    QCOMPARE(take(queue, &initial), Lines{"ReplacedAll a=1 @1"});
    QVERIFY(initial);
    QCOMPARE(take(queue, &initial), Lines{"Added b=2"});
    QVERIFY(!initial);
}

void TestInOrderQueue::nothingJumpsTheLine() {
    InOrderQueue queue;
    for (const auto& [name, version] :
         std::vector<std::pair<std::string, int>>{{"foo", 10}, {"bar", 1}, {"foo", 11}, {"foo", 13}, {"zab", 30}}) {
        queue.push(DeltaType::Added, thing(name, version));
    }
    QCOMPARE(take(queue), (Lines{"Added foo=10", "Added bar=1"}));
    queue.push(DeltaType::Added, thing("foo", 14));
    QCOMPARE(take(queue), Lines{"Added foo=11"});
    QCOMPARE(take(queue), (Lines{"Added foo=13", "Added zab=30"}));
    QCOMPARE(take(queue), Lines{"Added foo=14"});
}

void TestInOrderQueue::hasSynced_data() {
    QTest::addColumn<QString>("actions");
    QTest::addColumn<bool>("synced");
    QTest::newRow("nothing yet") << QString() << false;
    QTest::newRow("an addition first") << QStringLiteral("add") << true;
    QTest::newRow("an empty list, not handled") << QStringLiteral("empty") << false;
    QTest::newRow("an empty list, handled") << QStringLiteral("empty pop") << true;
    QTest::newRow("a list, not handled") << QStringLiteral("list") << false;
    QTest::newRow("a list, handled") << QStringLiteral("list pop") << true;
}

void TestInOrderQueue::hasSynced() {
    QFETCH(QString, actions);
    QFETCH(bool, synced);
    InOrderQueue queue;
    for (const QString& action : actions.split(QLatin1Char(' '))) {
        if (action == QLatin1String("add")) queue.push(DeltaType::Added, thing("a", 1));
        if (action == QLatin1String("empty")) queue.replace(whole({}));
        if (action == QLatin1String("list")) queue.replace(whole({thing("a", 1), thing("b", 2)}));
        if (action == QLatin1String("pop")) take(queue);
    }
    QCOMPARE(queue.hasSynced(), synced);
}

void TestInOrderQueue::syncedOnlyOnceTheListIsHandled() {
    InOrderQueue queue;
    queue.replace(whole({thing("a", 1)}));
    DeltaBatch batch;
    QVERIFY(queue.pop(batch));
    QVERIFY(!queue.hasSynced());  // whoever asks while it is being handled must not be told yes
    queue.finish();
    QVERIFY(queue.hasSynced());
}

void TestInOrderQueue::aLongQueueGivesItsMemoryBackAndLosesNothing() {
    InOrderQueue queue;
    int pushed = 0, taken = 0;
    for (int round = 0; round < 22; ++round) {  // the queue never gets empty, so its front has to be cut off
        for (int i = 0; i < 1500; ++i, ++pushed) queue.push(DeltaType::Updated, thing("n" + std::to_string(i), pushed));
        for (const std::string& line : take(queue)) {
            QVERIFY(line.size() > 4 && line.substr(line.find('=') + 1) == std::to_string(taken));
            ++taken;
        }
    }
    for (DeltaBatch batch; queue.pop(batch); queue.finish()) taken += static_cast<int>(batch.deltas.size());
    QCOMPARE(taken, pushed);
}

QTEST_GUILESS_MAIN(TestInOrderQueue)
#include "tst_in_order_queue.moc"
