// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include "ui/models/key_story.h"
#include "ui/models/line_diff.h"
#include "ui/models/live_data.h"
#include "ui/models/metrics_history.h"
#include "ui/models/metrics_model.h"
#include "ui/models/table_filter.h"
#include "ui/models/trace_model.h"

using namespace rollcall;
using namespace std::chrono_literals;

namespace {

Transition step(std::uint64_t seq, Step what, const std::string& key = "default/a", std::uint64_t cause = 0) {
    Transition t;
    t.seq = seq;
    t.at = MonoTime(std::chrono::milliseconds(seq));
    t.step = what;
    t.key = key;
    t.cause = cause;
    return t;
}

std::vector<Transition> many(std::uint64_t from, std::size_t count) {
    std::vector<Transition> all;
    for (std::size_t i = 0; i < count; ++i) all.push_back(step(from + i, Step::Enqueued, "default/" + std::to_string(i % 7)));
    return all;
}

QStringList numbers(const TableFilter& filter) {
    QStringList all;
    for (int i = 0; i < filter.rowCount(); ++i) all << filter.index(i, TraceModel::Number).data().toString();
    return all;
}

PipelineStats measured(std::int64_t adds, const Buckets& work) {
    PipelineStats stats;
    stats.metrics.adds = adds;
    stats.metrics.workBuckets = work;
    for (const std::int64_t n : work) stats.metrics.workCount += n;
    return stats;
}

}  // namespace

class TstTrace final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theNewestFiftyThousandAreKept() {
        LifeLog log;
        TraceModel model(log);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        constexpr std::size_t kBatch = 10'000;
        for (std::uint64_t i = 0; i < 6; ++i) model.add(many(1 + i * kBatch, kBatch));
        QCOMPARE(model.rowCount(), int(LifeLog::kCapacity));
        QCOMPARE(model.at(0).seq, std::uint64_t(10'001));
        QCOMPARE(model.at(model.rowCount() - 1).seq, std::uint64_t(60'000));
        QCOMPARE(model.rowOfSeq(10'002), 1);
        QCOMPARE(model.rowOfSeq(10'000), -1);
        const std::vector<Transition> life = log.of(ControllerId::Students, "default/3");
        QCOMPARE(life.size(), std::size_t(500));  // the newest of what is kept of the key
        for (const Transition& t : life) QCOMPARE(t.key, std::string("default/3"));
        QCOMPARE(resets.count(), 0);
    }

    void aStepIsFoundByItsNameItsKeyAndItsWorker() {
        LifeLog log;
        TraceModel model(log);
        Transition got = step(3, Step::Got);
        got.worker = 2;
        Transition pods = step(4, Step::Enqueued, "default/a");
        pods.controller = ControllerId::Pods;
        model.add({step(1, Step::Enqueued), step(2, Step::Enqueued, "default/b"), got, pods});
        TableFilter filter;
        filter.setSourceModel(&model);
        filter.setNeedle(QStringLiteral("step:Enqueued key:default/a"));
        QCOMPARE(numbers(filter), (QStringList{QStringLiteral("1"), QStringLiteral("4")}));
        filter.setNeedle(QStringLiteral("worker:2"));
        QCOMPARE(numbers(filter), QStringList{QStringLiteral("3")});
        filter.setNeedle(QStringLiteral("controller:pods"));
        QCOMPARE(numbers(filter), QStringList{QStringLiteral("4")});
        filter.setNeedle(QStringLiteral("default/b"));
        QCOMPARE(numbers(filter), QStringList{QStringLiteral("2")});
    }

    void timeIsCountedFromStart() {
        LifeLog log;
        TraceModel model(log);
        Transition start = step(1, Step::EngineStarted, "");
        start.at = MonoTime(100s);
        Transition later = step(2, Step::Enqueued);
        later.at = MonoTime(165s + 40ms);
        model.add({start, later});
        QCOMPARE(model.index(1, TraceModel::Time).data().toString(), QStringLiteral("1:05.040"));
    }

    void aRunNamesTheWatchEventsThatItStandsFor() {
        LifeLog log;
        std::vector<Transition> all{step(1, Step::Added), step(2, Step::Enqueued, "default/a", 1), step(3, Step::Updated),
                                    step(4, Step::Deduplicated, "default/a", 3), step(5, Step::Got)};
        all[0].resourceVersion = "10";
        all[2].resourceVersion = "11";
        log.add(all);
        const auto run = lastRun(log, ControllerId::Students, "default/a");
        QVERIFY(run.has_value());
        QCOMPARE(run->events.size(), std::size_t(2));
        QVERIFY(run->complete);
        QVERIFY2(runSentence(*run).contains(QStringLiteral("10, 11")), qPrintable(runSentence(*run)));
        QVERIFY(!lastRun(log, ControllerId::Pods, "default/a"));
    }

    void aRetryNamesTheRunThatItRepeats() {
        LifeLog log;
        log.add({step(1, Step::Added), step(2, Step::Enqueued, "default/a", 1), step(3, Step::Got), step(4, Step::SyncFailed, "default/a", 3),
                 step(5, Step::AddedAfter, "default/a", 4), step(6, Step::Done, "default/a", 3), step(7, Step::Enqueued), step(8, Step::Got)});
        const auto run = lastRun(log, ControllerId::Students, "default/a");
        QVERIFY(run.has_value());
        QCOMPARE(run->retryOf, std::size_t(1));
    }

    void quantilesAreThoseOfPrometheus() {
        // histogram_quantile over le=0.001:50, 0.01:100, +Inf:100 gives 0.001 for the median and 0.00982 for p99.
        Buckets buckets{};
        buckets[3] = 50;
        buckets[4] = 50;
        QVERIFY(qFuzzyCompare(*quantileOf(buckets, 0.5), 0.001));
        QVERIFY(qFuzzyCompare(*quantileOf(buckets, 0.99), 0.001 + 0.009 * 0.98));
        QVERIFY(!quantileOf({}, 0.5));
        Buckets beyond{};
        beyond[10] = 1;
        QVERIFY(qFuzzyCompare(*quantileOf(beyond, 0.5), 1000.0));
    }

    void ratesAreOfTheLastSecondAndOutlastARestart() {
        MetricsHistory history;
        history.sample(MonoTime(1s), measured(100, {}));
        history.sample(MonoTime(3s), measured(120, {}));
        QCOMPARE(history.points().back().adds, 10.0);
        history.sample(MonoTime(4s), measured(5, {}));  // a new run counts from nothing
        QCOMPARE(history.points().back().adds, 5.0);
        history.sample(MonoTime(4s), measured(50, {}));  // a paused clock
        QCOMPARE(history.points().size(), std::size_t(3));
        for (int i = 0; i < 400; ++i) history.sample(MonoTime(5s) + i * 1s, measured(50, {}));
        QCOMPARE(history.points().size(), MetricsHistory::kPoints);
    }

    void metricsShowADashUntilTheyAreMeasured() {
        MetricsModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        PipelineStats unmeasured;
        unmeasured.adds = 7;
        model.setStats({unmeasured, {}});
        QCOMPARE(model.value(1, ControllerId::Students), QStringLiteral("7"));
        QCOMPARE(model.value(4, ControllerId::Students), QStringLiteral("–"));
        Buckets work{};
        work[4] = 10;
        model.setStats({measured(9, work), {}});
        QCOMPARE(model.value(1, ControllerId::Students), QStringLiteral("9"));
        QVERIFY(model.value(8, ControllerId::Students).endsWith(QStringLiteral("ms")));
        QCOMPARE(model.index(0, MetricsModel::Name).data(CopyRole).toString(), QStringLiteral("workqueue_depth"));
    }

    void apiCallsAreRowsOfTheirOwnBehindTheQueuesMetrics() {
        MetricsModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        const int fixed = model.rowCount();
        PipelineStats students, pods;
        students.calls = {{{"create", "events", 201}, 3}, {{"list", "students", 200}, 1}};
        students.throttled = 2;
        students.throttledTime = 1500ms;
        model.setStats({students, pods});
        QCOMPARE(model.rowCount(), fixed + 2);
        QCOMPARE(model.index(fixed, MetricsModel::Name).data().toString(), QStringLiteral("create events 201"));
        QCOMPARE(model.value(fixed, ControllerId::Students), QStringLiteral("3"));
        QCOMPARE(model.value(fixed, ControllerId::Pods), QStringLiteral("–"));
        QCOMPARE(model.value(fixed - 2, ControllerId::Students), QStringLiteral("2"));
        QCOMPARE(model.value(fixed - 1, ControllerId::Students), QStringLiteral("1.5 s"));
        pods.calls = {{{"get", "pods", 404}, 1}, {{"list", "students", 200}, 1}};
        model.setStats({students, pods});  // the new one comes last, the rest stays where it is
        QCOMPARE(model.rowCount(), fixed + 3);
        QCOMPARE(model.index(fixed + 2, MetricsModel::Name).data(CopyRole).toString(),
                 QStringLiteral("rest_client_requests_total get pods 404"));
        model.clear();
        QCOMPARE(model.rowCount(), fixed);
        MetricsHistory history;
        history.sample(MonoTime(1s), students);
        students.calls[0].count = 13;
        history.sample(MonoTime(3s), students);
        QCOMPARE(history.points().back().calls, 5.0);
    }

    void differencesAreTheFewestLines() {
        const QStringList before{QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c"), QStringLiteral("d")};
        const QStringList after{QStringLiteral("a"), QStringLiteral("x"), QStringLiteral("c"), QStringLiteral("d"), QStringLiteral("e")};
        QCOMPARE(diffText(lineDiff(before, after), 0), QStringLiteral("  …\n- b\n+ x\n  …\n+ e"));
        QVERIFY(diffText(lineDiff(before, before)).isEmpty());
        QCOMPARE(lineDiff({}, before).size(), std::size_t(4));
    }

    void managedFieldsAndLongValuesFold() {
        const QString yaml = QStringLiteral("metadata:\n  managedFields:\n  - manager: x\n    operation: Update\n  name: a\nspec:\n  long: %1\n")
                                 .arg(QString(300, u'y'));
        const QString folded = foldedYaml(yaml);
        QVERIFY2(folded.contains(QStringLiteral("  ▸ managedFields")), qPrintable(folded));
        QVERIFY(!folded.contains(QStringLiteral("manager")));
        QVERIFY(folded.contains(QStringLiteral("  name: a")));
        QVERIFY(folded.contains(QStringLiteral("  ▸ long")));
        QCOMPARE(foldedYaml(QStringLiteral("a: b\n")), QStringLiteral("a: b\n"));
    }

    void twentyRevisionsOfAKeyAreKept() {
        LiveData data;
        for (int i = 0; i < 30; ++i) {
            auto student = std::make_shared<Student>();
            student->meta.ns = "default";
            student->meta.name = "a";
            student->meta.resourceVersion = std::to_string(100 + i);
            Feed feed;
            feed.students.push_back({student});
            data.apply(feed);
            Feed resync;
            resync.students.push_back({student});
            data.apply(resync);
        }
        const auto revisions = data.revisions().of("default/a");
        QCOMPARE(revisions.size(), RevisionLog::kPerKey);
        QCOMPARE(revisions.back()->meta.resourceVersion, std::string("129"));
        QCOMPARE(revisions.front()->meta.resourceVersion, std::string("110"));
    }
};

QTEST_GUILESS_MAIN(TstTrace)
#include "tst_trace.moc"
