// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/cache/coalescing_queue.h"
#include "queue_fixture.h"

using namespace rollcall;

/// The cases of client-go's delta_fifo_test.go (with Replaced told apart from Sync, as informers have it). Left out:
/// transformer and KeyOf (no such functions here), PopShouldUnblockWhenClosed (both ends are on one thread).
class TestCoalescingQueue : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void keysComeInTheOrderOfTheirFirstChange();
    void allThatHappenedToAnObjectComesTogether();
    void aListAfterADeletionStillBringsTheObject();
    void listsMakeDeletionsForWhatIsOnlyQueued_data();
    void listsMakeDeletionsForWhatIsOnlyQueued();
    void withoutAStoreADeletionOfTheUnqueuedIsDropped();
    void withAStoreADeletionOfTheKnownIsQueued();
    void aDeletionOfWhatIsOnlyQueuedIsKept();
    void additionAndListComeTogether();
    void aResyncLeavesOutWhatIsQueued();
    void aResyncBringsWhatTheStoreHolds();
    void listsMakeDeletions_data();
    void listsMakeDeletions();
    void aListOfOneNamespaceSpeaksOfNoOther();
    void consecutiveDeletionsBecomeTheRicherOne();
    void syncedAfterTheListsDeletionsToo();
    void hasSynced_data();
    void hasSynced();
    void nothingJumpsTheLine();

private:
    void known(std::vector<ObjectPtr> objects) { m_store.replace(std::move(objects)); }
    std::vector<Lines> drain() {
        std::vector<Lines> all;
        while (m_queue->size() > 0) all.push_back(take(*m_queue));
        return all;
    }
    /// "+foo=10" adds, "~" updates, "-" deletes, "[foo=5 bar=6]" lists.
    void play(const QString& script) {
        const auto object = [](const QString& text) {
            const auto parts = text.split(QLatin1Char('='));
            return thing(parts[0].toStdString(), parts[1].toInt());
        };
        for (const QString& step : script.split(QLatin1Char(';'), Qt::SkipEmptyParts)) {
            const QString rest = step.mid(1);
            if (step[0] == QLatin1Char('+')) m_queue->push(DeltaType::Added, object(rest));
            if (step[0] == QLatin1Char('~')) m_queue->push(DeltaType::Updated, object(rest));
            if (step[0] == QLatin1Char('-')) m_queue->push(DeltaType::Deleted, object(rest));
            if (step[0] != QLatin1Char('[')) continue;
            std::vector<ObjectPtr> objects;
            for (const QString& o : rest.chopped(1).split(QLatin1Char(' '), Qt::SkipEmptyParts))
                objects.push_back(object(o));
            m_queue->replace(whole(std::move(objects)));
        }
    }
    static QString text(const std::vector<Lines>& all) {
        QStringList keys;
        for (const Lines& lines : all) {
            QStringList deltas;
            for (const std::string& line : lines) deltas << QString::fromStdString(line);
            keys << deltas.join(QLatin1String(", "));
        }
        keys.sort();  // nothing is promised about the order of deletions
        return keys.join(QLatin1String(" | "));
    }

    Store m_store;
    std::unique_ptr<CoalescingQueue> m_queue;
};

void TestCoalescingQueue::init() {
    m_store.replace(std::vector<ObjectPtr>{});
    m_queue = std::make_unique<CoalescingQueue>(&m_store);
}

void TestCoalescingQueue::keysComeInTheOrderOfTheirFirstChange() {
    for (int i = 0; i < 500; ++i) {
        m_queue->push(DeltaType::Added, thing("a" + std::to_string(i), i));
        m_queue->push(DeltaType::Added, thing("b" + std::to_string(i), i));
    }
    for (int i = 0; i < 500; ++i) {
        const std::string n = std::to_string(i);
        QCOMPARE(take(*m_queue), Lines{"Added a" + n + '=' + n});
        QCOMPARE(take(*m_queue), Lines{"Added b" + n + '=' + n});
    }
}

void TestCoalescingQueue::allThatHappenedToAnObjectComesTogether() {
    play(QStringLiteral("+foo=10;~foo=12;-foo=15"));
    QCOMPARE(m_queue->size(), 1u);
    QCOMPARE(take(*m_queue), (Lines{"Added foo=10", "Updated foo=12", "Deleted foo=15"}));
    QCOMPARE(take(*m_queue), Lines{"(empty)"});
}

void TestCoalescingQueue::aListAfterADeletionStillBringsTheObject() {
    known({thing("foo", 1)});
    play(QStringLiteral("-foo=1;[foo=2]"));
    QCOMPARE(take(*m_queue), (Lines{"Deleted foo=1", "Replaced foo=2"}));
}

void TestCoalescingQueue::listsMakeDeletionsForWhatIsOnlyQueued_data() {
    QTest::addColumn<QString>("script");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* script, const char* expected) {
        QTest::newRow(name) << QString::fromLatin1(script) << QString::fromLatin1(expected);
    };
    row("added", "+foo=2;[]", "Added foo=2, Deleted? foo=2");
    row("replaced", "+foo=2;[foo=2];[]", "Added foo=2, Replaced foo=2, Deleted? foo=2");
    row("deleted", "+foo=2;-foo=2;[]", "Added foo=2, Deleted foo=2");
    row("listed twice", "+foo=2;[foo=2];[foo=2];[]", "Added foo=2, Replaced foo=2, Replaced foo=2, Deleted? foo=2");
    row("two lists without it", "+foo=2;[];[]", "Added foo=2, Deleted? foo=2");
    row("back again", "+foo=2;-foo=2;+foo=3;[]", "Added foo=2, Deleted foo=2, Added foo=3, Deleted? foo=3");
}

void TestCoalescingQueue::listsMakeDeletionsForWhatIsOnlyQueued() {
    QFETCH(QString, script);
    QFETCH(QString, expected);
    play(script);
    QCOMPARE(text(drain()), expected);
    m_queue = std::make_unique<CoalescingQueue>(nullptr);
    play(script);
    QCOMPARE(text(drain()), expected);
}

void TestCoalescingQueue::withoutAStoreADeletionOfTheUnqueuedIsDropped() {
    m_queue = std::make_unique<CoalescingQueue>(nullptr);
    play(QStringLiteral("+foo=10;~bar=15;+qux=17;-qux=18;-baz=20"));
    QCOMPARE(text(drain()), QStringLiteral("Added foo=10 | Added qux=17, Deleted qux=18 | Updated bar=15"));
}

void TestCoalescingQueue::withAStoreADeletionOfTheKnownIsQueued() {
    known({thing("foo", 5), thing("bar", 6), thing("baz", 7)});
    play(QStringLiteral("+foo=10;~bar=15;-baz=20;-nobody=1"));
    QCOMPARE(text(drain()), QStringLiteral("Added foo=10 | Deleted baz=20 | Updated bar=15"));
}

void TestCoalescingQueue::aDeletionOfWhatIsOnlyQueuedIsKept() {
    play(QStringLiteral("+foo=5;-foo=6"));
    QCOMPARE(take(*m_queue), (Lines{"Added foo=5", "Deleted foo=6"}));
}

void TestCoalescingQueue::additionAndListComeTogether() {
    play(QStringLiteral("+foo=10;[foo=15]"));
    QCOMPARE(take(*m_queue), (Lines{"Added foo=10", "Replaced foo=15"}));
    QCOMPARE(m_queue->size(), 0u);
}

void TestCoalescingQueue::aResyncLeavesOutWhatIsQueued() {
    known({thing("foo", 5)});
    play(QStringLiteral("~foo=6"));
    QCOMPARE(m_queue->resync(), 0u);
    QCOMPARE(take(*m_queue), Lines{"Updated foo=6"});
    play(QStringLiteral("-foo=10"));
    m_queue->resync();
    QCOMPARE(take(*m_queue), Lines{"Deleted foo=10"});
}

void TestCoalescingQueue::aResyncBringsWhatTheStoreHolds() {
    known({thing("foo", 5)});
    QCOMPARE(m_queue->resync(), 1u);
    QCOMPARE(take(*m_queue), Lines{"Sync foo=5"});
}

void TestCoalescingQueue::listsMakeDeletions_data() {
    QTest::addColumn<QString>("script");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* script, const char* expected) {
        QTest::newRow(name) << QString::fromLatin1(script) << QString::fromLatin1(expected);
    };
    row("a deletion is queued", "-baz=10;[foo=5]", "Deleted baz=10 | Deleted? bar=6 | Replaced foo=5");
    row("an addition is queued", "+baz=10;[foo=5]", "Added baz=10, Deleted? baz=10 | Deleted? bar=6 | Replaced foo=5");
    row("deleted and made again", "-bar=6;+bar=100;[foo=5]",
        "Deleted bar=6, Added bar=100, Deleted? bar=100 | Deleted? baz=7 | Replaced foo=5");
    row("listed before", "[bar=100 foo=5];[foo=5]",
        "Deleted? baz=7 | Replaced bar=100, Deleted? bar=100 | Replaced foo=5, Replaced foo=5");
}

void TestCoalescingQueue::listsMakeDeletions() {
    QFETCH(QString, script);
    QFETCH(QString, expected);
    known({thing("foo", 5), thing("bar", 6), thing("baz", 7)});
    play(script);
    QCOMPARE(text(drain()), expected);
}

void TestCoalescingQueue::aListOfOneNamespaceSpeaksOfNoOther() {
    known({thing("foo", 5, "a"), thing("bar", 6, "b")});
    m_queue->push(DeltaType::Added, thing("qux", 7, "b"));
    m_queue->replace({{}, "9", "a"});
    QCOMPARE(text(drain()), QStringLiteral("Added b/qux=7 | Deleted? a/foo=5"));
}

void TestCoalescingQueue::consecutiveDeletionsBecomeTheRicherOne() {
    known({thing("foo", 5)});
    play(QStringLiteral("[];-foo=6"));  // what the server says of the last state replaces the guess
    DeltaBatch batch;
    QVERIFY(m_queue->pop(batch));
    QCOMPARE(batch.deltas.size(), 1u);
    QCOMPARE(describe(batch.deltas[0]), std::string("Deleted foo=6"));
    QCOMPARE(batch.merged, 1);
}

void TestCoalescingQueue::syncedAfterTheListsDeletionsToo() {
    known({thing("foo", 5), thing("bar", 6), thing("baz", 7)});
    play(QStringLiteral("[foo=5]"));
    for (int i = 0; i < 3; ++i) {
        QVERIFY(!m_queue->hasSynced());
        bool initial = false;
        take(*m_queue, &initial);
        QVERIFY(initial);
    }
    QVERIFY(m_queue->hasSynced());
}

void TestCoalescingQueue::hasSynced_data() {
    QTest::addColumn<QString>("script");
    QTest::addColumn<int>("pops");
    QTest::addColumn<bool>("synced");
    QTest::newRow("nothing yet") << QString() << 0 << false;
    QTest::newRow("an addition first") << QStringLiteral("+a=1") << 0 << true;
    QTest::newRow("an empty list") << QStringLiteral("[]") << 0 << true;
    QTest::newRow("a list") << QStringLiteral("[a=1 b=2]") << 0 << false;
    QTest::newRow("half of it") << QStringLiteral("[a=1 b=2]") << 1 << false;
    QTest::newRow("all of it") << QStringLiteral("[a=1 b=2]") << 2 << true;
    QTest::newRow("the same key twice") << QStringLiteral("[a=1 a=2]") << 1 << true;
}

void TestCoalescingQueue::hasSynced() {
    QFETCH(QString, script);
    QFETCH(int, pops);
    QFETCH(bool, synced);
    play(script);
    for (int i = 0; i < pops; ++i) take(*m_queue);
    QCOMPARE(m_queue->hasSynced(), synced);
}

void TestCoalescingQueue::nothingJumpsTheLine() {
    play(QStringLiteral("+foo=10;+bar=1;+foo=11;+foo=13;+zab=30"));
    QCOMPARE(take(*m_queue), (Lines{"Added foo=10", "Added foo=11", "Added foo=13"}));
    play(QStringLiteral("+foo=14"));
    QCOMPARE(take(*m_queue), Lines{"Added bar=1"});
    QCOMPARE(take(*m_queue), Lines{"Added zab=30"});
    QCOMPARE(take(*m_queue), Lines{"Added foo=14"});
}

QTEST_GUILESS_MAIN(TestCoalescingQueue)
#include "tst_coalescing_queue.moc"
