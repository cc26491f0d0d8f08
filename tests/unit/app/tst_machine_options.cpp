// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include "app/command_line.h"
#include "app/trace_file.h"

using namespace rollcall;
using namespace std::chrono_literals;

class TestMachineOptions : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void withoutOptionsItIsTheCorrectedDefault();
    void profilesForBothOrForOne();
    void switchesAreSetOneByOne();
    void machineryIsChosen();
    void electionHasKubernetesFlags();
    void faultsAreReadInOrder();
    void wrongValuesAreNamed_data();
    void wrongValuesAreNamed();
    void traceLinesAreJsonWithoutEmptyFields();
    void traceFilesArePrivateAndSayWhatFails();

private:
    static CommandLine parse(QStringList arguments) {
        arguments.prepend(QStringLiteral("rollcall"));
        arguments.append(QStringLiteral("--headless"));
        return parseCommandLine(arguments);
    }
    static const Profile& students(const CommandLine& line) { return line.machine.profiles[0]; }
    static const Profile& pods(const CommandLine& line) { return line.machine.profiles[1]; }
};

void TestMachineOptions::withoutOptionsItIsTheCorrectedDefault() {
    const CommandLine line = parse({});
    QVERIFY(line.error.isEmpty());
    QVERIFY(students(line) == studentsCorrected());
    QVERIFY(pods(line) == podsCorrected());
    QCOMPARE(line.machine.machinery.studentResync, std::chrono::milliseconds(30s));  // seed A
    QCOMPARE(line.machine.machinery.podResync, std::chrono::milliseconds(10min));    // seed B
    QVERIFY(line.machine.machinery.watchList);
    QVERIFY(!line.machine.machinery.leader.enabled);
    QVERIFY(line.machine.faults.empty());
}

void TestMachineOptions::profilesForBothOrForOne() {
    const CommandLine both = parse({QStringLiteral("--profile"), QStringLiteral("as-printed")});
    QVERIFY(students(both) == studentsAsPrinted());
    QVERIFY(pods(both) == podsAsPrinted());
    const CommandLine one = parse({QStringLiteral("--profile"), QStringLiteral("students=corrected,pods=as-printed")});
    QVERIFY(students(one) == studentsCorrected());
    QVERIFY(pods(one) == podsAsPrinted());
}

void TestMachineOptions::switchesAreSetOneByOne() {
    const CommandLine line = parse({QStringLiteral("--set"), QStringLiteral("students.requeueOnError=false"),
                                    QStringLiteral("--set"), QStringLiteral("retryLimit=3"), QStringLiteral("--set"),
                                    QStringLiteral("pods.deleteHandler=false")});
    QVERIFY(line.error.isEmpty());
    QVERIFY(!students(line).requeueOnError);
    QVERIFY(pods(line).requeueOnError);
    QCOMPARE(students(line).retryLimit, 3);
    QCOMPARE(pods(line).retryLimit, 3);
    QVERIFY(students(line).deleteHandler);
    QVERIFY(!pods(line).deleteHandler);
}

void TestMachineOptions::machineryIsChosen() {
    const CommandLine line =
        parse({QStringLiteral("--resync"), QStringLiteral("2s"), QStringLiteral("--limiter"), QStringLiteral("item-only"),
               QStringLiteral("--delivery"), QStringLiteral("coalescing"), QStringLiteral("--no-watch-list"),
               QStringLiteral("--events-api"), QStringLiteral("events.k8s.io/v1")});
    QVERIFY(line.error.isEmpty());
    const Machinery& m = line.machine.machinery;
    QCOMPARE(m.studentResync, std::chrono::milliseconds(2s));
    QCOMPARE(m.podResync, std::chrono::milliseconds(2s));
    QVERIFY(m.limiter == LimiterKind::ItemOnly);
    QVERIFY(m.delivery == Delivery::Coalescing);
    QVERIFY(!m.watchList);
    QVERIFY(m.events == EventApi::EventsV1);
}

/// The names are kube-controller-manager's.
void TestMachineOptions::electionHasKubernetesFlags() {
    const CommandLine line = parse({QStringLiteral("--leader-elect"), QStringLiteral("--leader-elect-lease-duration"),
                                    QStringLiteral("6s"), QStringLiteral("--leader-elect-renew-deadline"), QStringLiteral("4s"),
                                    QStringLiteral("--leader-elect-retry-period"), QStringLiteral("1s"),
                                    QStringLiteral("--leader-elect-resource-name"), QStringLiteral("roll"),
                                    QStringLiteral("--leader-elect-resource-namespace"), QStringLiteral("school")});
    QVERIFY(line.error.isEmpty());
    const LeaderOptions& leader = line.machine.machinery.leader;
    QVERIFY(leader.enabled);
    QCOMPARE(leader.leaseDuration, std::chrono::milliseconds(6s));
    QCOMPARE(leader.renewDeadline, std::chrono::milliseconds(4s));
    QCOMPARE(leader.retryPeriod, std::chrono::milliseconds(1s));
    QCOMPARE(leader.name, std::string("roll"));
    QCOMPARE(leader.ns, std::string("school"));
}

void TestMachineOptions::faultsAreReadInOrder() {
    const CommandLine line =
        parse({QStringLiteral("--fail"), QStringLiteral("controller=pods,key=default/a,times=2,message=no = luck"),
               QStringLiteral("--fail"), QStringLiteral("kind=slow,delay=300ms,times=-1,percent=25")});
    QVERIFY2(line.error.isEmpty(), qPrintable(line.error));
    QCOMPARE(line.machine.faults.size(), 2u);
    QVERIFY(line.machine.faults[0].first == ControllerId::Pods);
    QCOMPARE(line.machine.faults[0].second.key, std::string("default/a"));
    QCOMPARE(line.machine.faults[0].second.times, 2);
    QCOMPARE(line.machine.faults[0].second.message, std::string("no = luck"));
    QVERIFY(line.machine.faults[1].first == ControllerId::Students);
    QVERIFY(line.machine.faults[1].second.kind == SyncFault::Kind::Slow);
    QCOMPARE(line.machine.faults[1].second.delay, Duration(300ms));
    QCOMPARE(line.machine.faults[1].second.share, 0.25);
}

void TestMachineOptions::wrongValuesAreNamed_data() {
    QTest::addColumn<QString>("option");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("named");
    QTest::newRow("profile") << "--profile" << "fixed" << "as-printed or corrected";
    QTest::newRow("profile of whom") << "--profile" << "nodes=corrected" << "\"nodes\"";
    QTest::newRow("no value") << "--set" << "requeueOnError" << "--set takes a switch";
    QTest::newRow("no such switch") << "--set" << "requeue=true" << "\"requeue\"";
    QTest::newRow("no boolean") << "--set" << "requeueOnError=yes" << "true or false";
    QTest::newRow("no number") << "--set" << "retryLimit=-1" << "from 0 to 100";
    QTest::newRow("switch of whom") << "--set" << "nodes.retryLimit=1" << "\"nodes\"";
    QTest::newRow("resync") << "--resync" << "often" << "--resync takes a time";
    QTest::newRow("limiter") << "--limiter" << "none" << "item-only";
    QTest::newRow("delivery") << "--delivery" << "random" << "coalescing";
    QTest::newRow("events") << "--events-api" << "v2" << "events.k8s.io/v1";
    QTest::newRow("lease") << "--leader-elect-lease-duration" << "x" << "--leader-elect-lease-duration takes a time";
    QTest::newRow("fault name") << "--fail" << "who=a" << "\"who\"";
    QTest::newRow("fault value") << "--fail" << "times=many" << "\"many\"";
    QTest::newRow("fault percent") << "--fail" << "percent=101" << "\"101\"";
    QTest::newRow("fault kind") << "--fail" << "kind=loud" << "\"loud\"";
    QTest::newRow("fault of whom") << "--fail" << "controller=nodes" << "\"nodes\"";
}

void TestMachineOptions::wrongValuesAreNamed() {
    QFETCH(QString, option);
    QFETCH(QString, value);
    QFETCH(QString, named);
    const CommandLine line = parse({option, value});
    QVERIFY2(line.error.contains(named), qPrintable(line.error));
}

void TestMachineOptions::traceLinesAreJsonWithoutEmptyFields() {
    Transition t;
    t.seq = 7;
    t.at = MonoTime(1500ns);
    t.step = Step::AddedAfter;
    t.controller = ControllerId::Pods;
    t.key = "default/\"a\"";
    t.delay = 5ms;
    t.cause = 6;
    QCOMPARE(traceLine(t), std::string("{\"seq\":7,\"at\":1500,\"step\":\"AddedAfter\",\"controller\":\"pods\","
                                       "\"key\":\"default/\\\"a\\\"\",\"delay\":5000000,\"cause\":6}"));
}

void TestMachineOptions::traceFilesArePrivateAndSayWhatFails() {
    QTemporaryDir dir;
    TraceFile file;
    QVERIFY(file.open(dir.filePath(QStringLiteral("trace.jsonl"))).ok());
    Transition t;
    t.step = Step::WatchFailed;
    t.detail = "Authorization: Bearer canary-0123456789";
    QVERIFY(file.write({t, t}).ok());
    QFile read(dir.filePath(QStringLiteral("trace.jsonl")));
    QVERIFY(read.open(QIODevice::ReadOnly));
    const QByteArray text = read.readAll();
    QCOMPARE(text.count('\n'), 2);
    QVERIFY(!text.contains("canary"));
    QCOMPARE(QJsonDocument::fromJson(text.left(text.indexOf('\n'))).object()[QStringLiteral("step")].toString(),
             QStringLiteral("WatchFailed"));
    QCOMPARE(read.permissions() & (QFile::ReadGroup | QFile::ReadOther | QFile::WriteGroup | QFile::WriteOther),
             QFile::Permissions());
    TraceFile missing;
    const auto opened = missing.open(dir.filePath(QStringLiteral("no/such/trace.jsonl")));
    QVERIFY(!opened.ok());
    QVERIFY(opened.error().kind == ErrorKind::Io);
    QVERIFY(missing.write({t}).ok());  // nothing to write to is nothing to do
}

QTEST_GUILESS_MAIN(TestMachineOptions)
#include "tst_machine_options.moc"
