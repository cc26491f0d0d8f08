// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QItemSelectionModel>
#include <QSignalSpy>
#include <QTest>
#include <random>

#include "model_rows.h"
#include "ui/models/live_data.h"
#include "ui/models/table_filter.h"
#include "ui/models/visual_state.h"

using namespace rollcall;
using namespace std::chrono_literals;

namespace {

constexpr auto kFatal = QAbstractItemModelTester::FailureReportingMode::Fatal;

QString cell(const QAbstractItemModel& model, int row, int column, int role = Qt::DisplayRole) {
    return model.index(row, column).data(role).toString();
}

QStringList column(const QAbstractItemModel& model, int column) {
    QStringList texts;
    for (int row = 0; row < model.rowCount(); ++row) texts << cell(model, row, column);
    return texts;
}

Feed students(int count) {
    Feed feed;
    for (int i = 0; i < count; ++i) feed.students.push_back(studentRow("ns", "s" + std::to_string(1000 + i)));
    return feed;
}

}  // namespace

class TstTableModels final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void mergesNeighbouringChangesIntoRanges() {
        StudentsModel model;
        QAbstractItemModelTester tester(&model, kFatal);
        model.upsert(students(10).students);
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        model.upsert({studentRow("ns", "s1004", "2"), studentRow("ns", "s1002", "2"), studentRow("ns", "s1003", "2"),
                      studentRow("ns", "s1008", "2")});
        QCOMPARE(changed.size(), 2);
        QCOMPARE(changed[0][0].toModelIndex().row(), 2);
        QCOMPARE(changed[0][1].toModelIndex().row(), 4);
        QCOMPARE(changed[1][0].toModelIndex().row(), 8);
    }

    void insertsABatchAtOnceAndRemovesByKey() {
        StudentsModel model;
        QAbstractItemModelTester tester(&model, kFatal);
        QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
        QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
        model.upsert(students(500).students);
        QCOMPARE(inserted.size(), 1);
        model.remove({"ns/s1010", "ns/s1012", "ns/s1011", "ns/unknown", "ns/s1499"});
        QCOMPARE(removed.size(), 2);
        QCOMPARE(model.rowCount(), 496);
        QCOMPARE(model.rowForKey(ControllerId::Students, "ns/s1013"), 10);
        QCOMPARE(model.rowForKey(ControllerId::Students, "ns/s1011"), -1);
        QCOMPARE(model.rowForKey(ControllerId::Pods, "ns/s1013"), -1);
    }

    void aKeyTwiceInOneBatchIsOneRowWithTheLastValue() {
        StudentsModel model;
        QAbstractItemModelTester tester(&model, kFatal);
        model.upsert({studentRow("a", "b", "1"), studentRow("a", "b", "2")});
        QCOMPARE(model.rowCount(), 1);
        QCOMPARE(cell(model, 0, StudentsModel::Version), QStringLiteral("2"));
    }

    void resetOnlyWhenTheFeedSaysSo() {
        LiveData data;
        QAbstractItemModelTester tester(&data.students(), kFatal);
        QSignalSpy reset(&data.students(), &QAbstractItemModel::modelReset);
        data.apply(students(5));
        data.apply(students(5));
        QCOMPARE(reset.size(), 0);
        Feed feed = students(1);
        feed.reset = true;
        data.apply(feed);
        QCOMPARE(reset.size(), 1);
        QCOMPARE(data.students().rowCount(), 1);
    }

    void selectionAndOrderSurviveAThousandUpdates() {
        LiveData data;
        TableFilter filter;
        filter.setSourceModel(&data.students());
        filter.sort(StudentsModel::Version);
        data.apply(students(200));
        QAbstractItemModelTester tester(&filter, kFatal);
        QItemSelectionModel selection(&filter);
        const QModelIndex chosen = filter.mapFromSource(data.students().index(42, 0));
        selection.setCurrentIndex(chosen, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        for (int i = 0; i < 1000; ++i) {
            Feed feed;
            feed.students.push_back(
                studentRow("ns", "s" + std::to_string(1000 + (i * 7) % 200), std::to_string(i + 10)));
            if (i % 50 == 0) feed.studentsRemoved.push_back("ns/s" + std::to_string(1100 + i / 50));
            data.apply(feed);
        }
        QCOMPARE(selection.currentIndex().data(KeyRole).toString(), QStringLiteral("ns/s1042"));
        QCOMPARE(selection.selectedRows().size(), 1);
        QCOMPARE(selection.selectedRows().first().data(KeyRole).toString(), QStringLiteral("ns/s1042"));
    }

    void queueIsOrderedByWhatHappensNext() {
        LiveData data;
        TableFilter filter;
        filter.setSourceModel(&data.queue());
        filter.sort(WorkqueueModel::State);
        QAbstractItemModelTester tester(&filter, kFatal);
        Feed feed;
        auto add = [&](const char* key, KeyState state) -> QueueRow& {
            feed.queue.push_back(queueRow(key, state));
            return feed.queue.back();
        };
        add("a/given-up", KeyState::GivenUp);
        add("a/ready-2", KeyState::Ready).position = 2;
        add("a/ready-1", KeyState::Ready).position = 1;
        add("a/synced", KeyState::Synced);
        add("a/late", KeyState::Waiting).readyAt = MonoTime(9s);
        add("a/soon", KeyState::Waiting).readyAt = MonoTime(3s);
        add("a/parked", KeyState::Parked);
        add("a/processing", KeyState::Processing);
        data.apply(feed);
        QCOMPARE(column(filter, WorkqueueModel::Key),
                 QStringList({QStringLiteral("a/soon"), QStringLiteral("a/late"), QStringLiteral("a/processing"),
                              QStringLiteral("a/parked"), QStringLiteral("a/ready-1"), QStringLiteral("a/ready-2"),
                              QStringLiteral("a/given-up"), QStringLiteral("a/synced")}));
    }

    void queueSaysWhenTheNextTryIs() {
        WorkqueueModel model;
        QAbstractItemModelTester tester(&model, kFatal);
        model.setNow(MonoTime(10s), {});
        QueueRow waiting = queueRow("a/w", KeyState::Waiting);
        waiting.readyAt = MonoTime(10s + 1234ms);
        QueueRow second = queueRow("a/r", KeyState::Ready);
        second.position = 2;
        model.upsert({waiting, second, queueRow("a/p", KeyState::Parked)});
        QCOMPARE(column(model, WorkqueueModel::NextTry),
                 QStringList({QStringLiteral("1.2 s"), QStringLiteral("2nd"), QStringLiteral("–")}));
        model.setNow(MonoTime(11200ms), {});
        QCOMPARE(cell(model, 0, WorkqueueModel::NextTry), QStringLiteral("34 ms"));
        model.setNow(MonoTime(20s), {});
        QCOMPARE(cell(model, 0, WorkqueueModel::NextTry), QStringLiteral("0 ms"));
    }

    void sameKeyOfTwoControllersIsTwoRows() {
        WorkqueueModel model;
        QAbstractItemModelTester tester(&model, kFatal);
        model.upsert({queueRow("a/b", KeyState::Ready), queueRow("a/b", KeyState::Waiting, ControllerId::Pods)});
        QCOMPARE(model.rowCount(), 2);
        model.removeKeys({{ControllerId::Pods, "a/b"}});
        QCOMPARE(model.rowCount(), 1);
        QVERIFY(model.row(ControllerId::Students, "a/b"));
        QVERIFY(!model.row(ControllerId::Pods, "a/b"));
    }

    void manyRowsAreOrderedAsFewAre() {
        StudentsModel model;
        std::vector<StudentRow> rows;
        for (int i = 0; i < 2000; ++i)
            rows.push_back(studentRow("a", "s" + std::to_string(i), std::to_string((i * 7919) % 1500 + 1)));
        model.upsert(std::move(rows));
        for (const char* odd : {"", "opaque"}) {  // one version that is no number, and all are compared as text again
            if (*odd) model.upsert({studentRow("a", "odd", odd)});
            for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
                TableFilter filter;
                filter.setSourceModel(&model);
                filter.sort(StudentsModel::Version, order);
                for (int i = 1; i < filter.rowCount(); ++i) {
                    const int a = filter.mapToSource(filter.index(i - 1, 0)).row();
                    const int b = filter.mapToSource(filter.index(i, 0)).row();
                    const int compared = model.compareRows(a, b, StudentsModel::Version);
                    QVERIFY(compared == 0 ? a < b : order == Qt::AscendingOrder ? compared < 0 : compared > 0);
                }
            }
        }
    }

    void theQueuesNumbersFollowItsRows() {
        WorkqueueModel model;
        std::mt19937 random(7);
        constexpr KeyState kStates[] = {KeyState::Ready, KeyState::Processing, KeyState::Waiting, KeyState::Parked,
                                        KeyState::Synced};
        for (int round = 0; round < 200; ++round) {
            std::vector<QueueRow> rows;
            std::vector<std::pair<ControllerId, std::string>> gone;
            for (int i = 0; i < 6; ++i) {
                const auto controller = ControllerId(random() % 2);
                const std::string key = "a/" + std::to_string(random() % 40);
                if (random() % 4 == 0)
                    gone.emplace_back(controller, key);
                else
                    rows.push_back(queueRow(key, kStates[random() % std::size(kStates)], controller));
            }
            model.upsert(std::move(rows));
            model.removeKeys(gone);
            if (round == 120) model.clear();
            for (const ControllerId id : {ControllerId::Students, ControllerId::Pods}) {
                int all = 0;
                std::vector<std::string> expected, found;
                for (int i = 0; i < model.rowCount(); ++i) {
                    const QueueRow& row = model.at(i);
                    all += row.controller == id ? 1 : 0;
                    if (row.controller == id && WorkqueueModel::isInQueue(row.state)) expected.push_back(row.key);
                }
                model.forEachInQueue(id, [&](const QueueRow& row) { found.push_back(row.key); });
                QCOMPARE(model.countOf(int(id)), all);
                QCOMPARE(found, expected);
            }
        }
    }

    void studentsShowTheStateOfTheirKey() {
        LiveData data;
        QAbstractItemModelTester tester(&data.students(), kFatal);
        Feed feed;
        feed.queue = {queueRow("ns/later", KeyState::Waiting), queueRow("ns/pod", KeyState::Ready, ControllerId::Pods)};
        data.apply(feed);
        feed = {};
        feed.students = {studentRow("ns", "later"), studentRow("ns", "pod")};
        data.apply(feed);
        QCOMPARE(data.students().index(0, StudentsModel::Key).data(StateRole).toInt(), int(VisualState::Waiting));
        QVERIFY(!data.students().index(1, StudentsModel::Key).data(StateRole).isValid());
        QSignalSpy changed(&data.students(), &QAbstractItemModel::dataChanged);
        feed = {};
        feed.queueRemoved = {{ControllerId::Students, "ns/later"}};
        data.apply(feed);
        QCOMPARE(changed.size(), 1);
        QVERIFY(!data.students().index(0, StudentsModel::Key).data(StateRole).isValid());
    }

    void versionsSortAsApimachineryComparesThem() {
        StudentsModel model;
        TableFilter filter;
        filter.setSourceModel(&model);
        filter.sort(StudentsModel::Version);
        model.upsert({studentRow("a", "x", "100"), studentRow("a", "y", "99"), studentRow("a", "z", "1000")});
        QCOMPARE(column(filter, StudentsModel::Version),
                 QStringList({QStringLiteral("99"), QStringLiteral("100"), QStringLiteral("1000")}));
    }

    void podThatLeftSaysWhatItWas() {
        PodsModel model;
        QAbstractItemModelTester tester(&model, kFatal);
        model.upsert({podRow("a", "x"), podRow("a", "y", true)});
        QCOMPARE(cell(model, 0, PodsModel::Phase), QStringLiteral("Running"));
        QCOMPARE(cell(model, 1, PodsModel::Phase), QStringLiteral("left selection: was Running"));
        QVERIFY(model.index(1, 0).data(MutedRole).toBool());
        QCOMPARE(model.runningCount(), 1);
    }

    void anEventWhoseCountRisesStaysOneRow() {
        EventsModel model;
        QAbstractItemModelTester tester(&model, kFatal);
        const WallTime t(1767225600s);
        model.add({eventRow("ns/e1", "ns/x", t)});
        EventRow again = eventRow("ns/e1", "ns/x", t + 5s);
        again.count = 2;
        again.post = PostState::Merged;
        model.add({again});
        model.setNow({}, t + 7s);
        QCOMPARE(model.rowCount(), 1);
        QCOMPARE(cell(model, 0, EventsModel::Count), QStringLiteral("2"));
        QCOMPARE(cell(model, 0, EventsModel::Last), QStringLiteral("2 s"));
        QCOMPARE(cell(model, 0, EventsModel::Object), QStringLiteral("student/x"));
    }

    void eventsNewestFirstAndBounded() {
        EventsModel model;
        TableFilter filter;
        filter.setSourceModel(&model);
        filter.sort(EventsModel::Last);
        std::vector<EventRow> rows;
        const int count = EventsModel::kMaxRows + 1000;
        for (int i = 0; i < count; ++i) {
            rows.push_back(
                eventRow("e" + std::to_string(i), "ns/x" + std::to_string(i), WallTime(1767225600s + i * 1s)));
        }
        model.add(rows);
        QCOMPARE(model.rowCount(), EventsModel::kMaxRows);
        QCOMPARE(filter.index(0, 0).data(KeyRole).toString(), QStringLiteral("ns/x%1").arg(count - 1));
        QCOMPARE(model.rowForKey(ControllerId::Students, "ns/x0"), -1);
    }

    void filterWantsEveryWordAndOneController() {
        WorkqueueModel model;
        TableFilter filter;
        filter.setSourceModel(&model);
        QueueRow failed = queueRow("class-1/zhao", KeyState::Waiting);
        failed.lastError = "409 Conflict";
        model.upsert({failed, queueRow("class-1/qian", KeyState::Ready),
                      queueRow("class-1/zhao", KeyState::Ready, ControllerId::Pods)});
        filter.setNeedle(QStringLiteral("  CONFLICT class-1 "));
        QCOMPARE(filter.rowCount(), 1);
        filter.setNeedle(QStringLiteral("zhao"));
        QCOMPARE(filter.rowCount(), 2);
        filter.setController(int(ControllerId::Students));
        QCOMPARE(filter.rowCount(), 1);
        QCOMPARE(filter.candidateCount(), 2);
        filter.setNeedle({});
        QCOMPARE(filter.rowCount(), 2);
    }

    void foreignTextCannotDriveTheWindow() {
        StudentsModel model;
        model.upsert({studentRow("ns", "x", "1", "a\x1b[2Jb\r\n",
                                 "\xe2\x80\xae"
                                 "evil <b>bold</b>")});
        const QString name = cell(model, 0, StudentsModel::StudentName);
        QVERIFY(!name.contains(QChar(0x1B)));
        QVERIFY(!name.contains(QLatin1Char('\n')));
        QVERIFY(!cell(model, 0, StudentsModel::School).contains(QChar(0x202E)));
        QVERIFY(cell(model, 0, StudentsModel::School).contains(QStringLiteral("<b>bold</b>")));
        QCOMPARE(cell(model, 0, StudentsModel::StudentName, CopyRole), QStringLiteral("a\x1b[2Jb\r\n"));
    }

    void freshRowsAreMarkedForAMomentAndAWholeListIsNot() {
        StudentsModel model;
        model.setNow(MonoTime(10s), {});
        model.upsert(students(100).students);
        QVERIFY(!model.isFresh(0));
        model.upsert({studentRow("ns", "s1000", "2")});
        QVERIFY(model.isFresh(0));
        model.setNow(MonoTime(12s), {});
        QVERIFY(!model.isFresh(0));
    }
};

QTEST_GUILESS_MAIN(TstTableModels)
#include "tst_table_models.moc"
