// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QRandomGenerator>
#include <QTest>

#include "model_rows.h"
#include "ui/models/filter_query.h"
#include "ui/models/fuzzy.h"
#include "ui/models/pods_model.h"
#include "ui/models/students_model.h"
#include "ui/models/table_filter.h"
#include "ui/models/workqueue_model.h"

using namespace rollcall;
using namespace std::chrono_literals;

namespace {

QStringList keysIn(const TableFilter& filter) {
    QStringList keys;
    for (int i = 0; i < filter.rowCount(); ++i) keys << filter.index(i, 0).data(KeyRole).toString();
    keys.sort();
    return keys;
}

QueueRow failing(const std::string& key, KeyState state, int retries, const std::string& error) {
    QueueRow row = queueRow(key, state);
    row.retries = retries;
    row.lastError = error;
    return row;
}

}  // namespace

class TstFilterQuery final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void wordsAndNamedColumnsNarrowTogether() {
        WorkqueueModel model;
        model.upsert({failing("class-1/a", KeyState::Waiting, 3, "boom"), failing("class-1/b", KeyState::Waiting, 2, "boom"),
                      failing("class-2/c", KeyState::Waiting, 5, "boom"), failing("class-1/d", KeyState::GivenUp, 5, "other")});
        TableFilter filter;
        filter.setSourceModel(&model);
        filter.setNeedle(QStringLiteral("state:waiting retries:>2 ns:class-1"));
        QCOMPARE(keysIn(filter), QStringList{QStringLiteral("class-1/a")});
        filter.setNeedle(QStringLiteral("boom retries:>=2"));
        QCOMPARE(keysIn(filter).size(), 3);
        filter.setNeedle(QStringLiteral("!state:waiting"));
        QCOMPARE(keysIn(filter), QStringList{QStringLiteral("class-1/d")});
        filter.setNeedle(QStringLiteral("state:givenup"));
        QCOMPARE(keysIn(filter), QStringList{QStringLiteral("class-1/d")});
        filter.setNeedle(QStringLiteral("key:=class-2/c"));
        QCOMPARE(keysIn(filter), QStringList{QStringLiteral("class-2/c")});
        filter.setNeedle(QStringLiteral("retries:5"));
        QCOMPARE(keysIn(filter).size(), 2);
    }

    void aWrongNameIsNamedAndTheRestStillFilters() {
        WorkqueueModel model;
        model.upsert({failing("a/a", KeyState::Waiting, 0, ""), failing("a/b", KeyState::Ready, 0, "")});
        TableFilter filter;
        filter.setSourceModel(&model);
        filter.setNeedle(QStringLiteral("colour:red state:ready"));
        QVERIFY2(filter.error().contains(QStringLiteral("colour")), qPrintable(filter.error()));
        QVERIFY2(filter.error().contains(QStringLiteral("retries")), qPrintable(filter.error()));
        QCOMPARE(keysIn(filter), QStringList{QStringLiteral("a/b")});
        filter.setNeedle(QStringLiteral("retries:>many"));
        QVERIFY(!filter.error().isEmpty());
        QCOMPARE(filter.rowCount(), 2);
        filter.setNeedle(QStringLiteral("state:ready"));
        QVERIFY(filter.error().isEmpty());
    }

    void quotesKeepColonsAndSpaces() {
        WorkqueueModel model;
        model.upsert({failing("a/a", KeyState::Waiting, 1, "injected: sync failed"), failing("a/b", KeyState::Waiting, 1, "sync")});
        TableFilter filter;
        filter.setSourceModel(&model);
        filter.setNeedle(QStringLiteral("\"injected: sync\""));
        QVERIFY(filter.error().isEmpty());
        QCOMPARE(keysIn(filter), QStringList{QStringLiteral("a/a")});
        filter.setNeedle(QStringLiteral("error:\"sync failed\""));
        QCOMPARE(keysIn(filter), QStringList{QStringLiteral("a/a")});
    }

    void spansHaveUnits() {
        WorkqueueModel model;
        model.setNow(MonoTime(100s), {});
        QueueRow soon = queueRow("a/soon", KeyState::Waiting), late = queueRow("a/late", KeyState::Waiting);
        soon.readyAt = MonoTime(100s + 40ms);
        late.readyAt = MonoTime(160s);
        model.upsert({soon, late});
        TableFilter filter;
        filter.setSourceModel(&model);
        filter.setNeedle(QStringLiteral("next:<=50ms"));
        QCOMPARE(keysIn(filter), QStringList{QStringLiteral("a/soon")});
        filter.setNeedle(QStringLiteral("next:>0.5m"));
        QCOMPARE(keysIn(filter), QStringList{QStringLiteral("a/late")});
    }

    void aStudentsStateIsFilteredWhenTheQueueChangesIt() {
        StudentsModel model;
        model.upsert({studentRow("default", "a"), studentRow("default", "b")});
        TableFilter filter;
        filter.setSourceModel(&model);
        filter.setNeedle(QStringLiteral("state:waiting"));
        QCOMPARE(filter.rowCount(), 0);
        model.applyQueue({queueRow("default/b", KeyState::Waiting)}, {});
        QCOMPARE(keysIn(filter), QStringList{QStringLiteral("default/b")});
        filter.setNeedle(QStringLiteral("waiting"));  // what is kept of the row's text follows too
        QCOMPARE(keysIn(filter), QStringList{QStringLiteral("default/b")});
        model.applyQueue({queueRow("default/b", KeyState::Synced)}, {});
        QCOMPARE(filter.rowCount(), 0);
    }

    /// Whatever happened, the rows are those that a filter made now would show, in its order.
    void theOrderIsAlwaysThatOfAFreshFilter() {
        WorkqueueModel model;
        TableFilter filter;
        filter.setSourceModel(&model);
        QAbstractItemModelTester tester(&filter, QAbstractItemModelTester::FailureReportingMode::Fatal);
        filter.sort(WorkqueueModel::State);
        QRandomGenerator random(20260101);
        const auto keyOf = [](int i) { return "ns-" + std::to_string(i % 3) + "/k" + std::to_string(i); };
        QString needle;
        int column = WorkqueueModel::State;
        Qt::SortOrder order = Qt::AscendingOrder;
        const char* const needles[] = {"", "state:ready", "retries:>2", "ns:ns-1", "k1"};
        for (int round = 0; round < 300; ++round) {
            std::vector<QueueRow> batch;
            for (int i = random.bounded(30); i > 0; --i) {
                QueueRow row = failing(keyOf(random.bounded(120)), KeyState(random.bounded(9)), random.bounded(6), "");
                row.position = random.bounded(50);
                row.readyAt = MonoTime(std::chrono::milliseconds(random.bounded(1000)));
                batch.push_back(row);
            }
            model.upsert(batch);
            std::vector<std::pair<ControllerId, std::string>> gone;
            for (int i = random.bounded(20); i > 0; --i) gone.emplace_back(ControllerId::Students, keyOf(random.bounded(120)));
            model.removeKeys(gone);
            if (round % 7 == 0) filter.setNeedle(needle = QString::fromLatin1(needles[random.bounded(5)]));
            if (round % 11 == 0) filter.sort(column = random.bounded(4), order = Qt::SortOrder(random.bounded(2)));
            TableFilter fresh;
            fresh.setSourceModel(&model);
            fresh.sort(column, order);
            fresh.setNeedle(needle);
            QCOMPARE(fresh.rowCount(), filter.rowCount());
            for (int i = 0; i < fresh.rowCount(); ++i)
                QCOMPARE(filter.mapToSource(filter.index(i, 0)).row(), fresh.mapToSource(fresh.index(i, 0)).row());
        }
    }

    void namesAndValuesAreCompleted() {
        const WorkqueueModel model;
        QCOMPARE(filterCompletions(QStringLiteral("ret"), model.filterFields()), QStringList{QStringLiteral("retries:")});
        QCOMPARE(filterCompletions(QStringLiteral("state:par"), model.filterFields()), QStringList{QStringLiteral("state:parked")});
        QCOMPARE(filterCompletions(QStringLiteral("!state:par"), model.filterFields()), QStringList{QStringLiteral("!state:parked")});
        QVERIFY(filterCompletions(QString(), model.filterFields()).isEmpty());
        QVERIFY(filterCompletions(QStringLiteral("state:parked"), model.filterFields()).isEmpty());
    }

    void fuzzyPrefersWordStartsAndNeighbours() {
        const auto score = [](const char* needle, const char* text) {
            return fuzzyScore(QString::fromLatin1(needle), QString::fromLatin1(text));
        };
        QVERIFY(score("gtt", "Go to the trace") >= 0);
        QVERIFY(score("xyz", "Go to the trace") < 0);
        QVERIFY(score("present", "Present: large type") > score("present", "Copy KUBECONFIG, represented"));
        QVERIFY(score("stop", "Stop") > score("stop", "Step to the next timer, or past it"));
        QVERIFY(score("", "anything") >= 0);
    }
};

QTEST_GUILESS_MAIN(TstFilterQuery)
#include "tst_filter_query.moc"
