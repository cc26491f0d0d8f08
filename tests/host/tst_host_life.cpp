// SPDX-License-Identifier: GPL-3.0-or-later
#include <QElapsedTimer>
#include <QTemporaryDir>

#include "host_fixture.h"

using namespace rollcall;
using namespace rollcall::test;

class TestHostLife : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void syncsTheSeedStudentsAndPostsTheirEvents();
    void stopEndsEveryThreadOfTheRun();
    void secondStopAbandons();
    void fiftyRoundsGrowNothing();
    void workersAndProfilesChangeWhileRunning();
    void theTargetCannotChangeWhileRunning();
    void aTakenPortIsSaid();
    void aMissingKubeconfigIsSaid();
    void anUnreachableServerIsSaidAndWaitedOut();
    void aHostCanBeDestroyedAtAnyMoment();
};

void TestHostLife::syncsTheSeedStudentsAndPostsTheirEvents() {
    HostFixture f;
    QVERIFY(f.open().ok());
    f.host->start();
    QTRY_VERIFY_WITH_TIMEOUT(f.host->state() == HostState::Running && f.host->synced(), 20'000);
    QTRY_VERIFY_WITH_TIMEOUT(!f.students.empty() && f.synced() == int(f.students.size()), 20'000);
    QVERIFY(f.students.count("default/object-student"));
    QCOMPARE(f.students["default/object-student"]->name, std::string("张三"));
    QCOMPARE(f.students["default/object-student"]->school, std::string("深圳中学"));
    QTRY_VERIFY_WITH_TIMEOUT(f.posted() >= int(f.students.size()), 20'000);
    QTRY_VERIFY_WITH_TIMEOUT(!f.pods.empty(), 20'000);
    for (const auto& [key, row] : f.pods) QVERIFY(row.left || row.object->phase == "Running");
    QTRY_VERIFY(!f.host->serverVersion().empty());
    QVERIFY(!f.host->failure());
    QCOMPARE(f.pipeline[0].objects, std::int64_t(f.students.size()));
    QCOMPARE(f.pipeline[0].reflector, ReflectorState::Streaming);
    QCOMPARE(f.pipeline[0].lanes.size(), 2u);
}

void TestHostLife::stopEndsEveryThreadOfTheRun() {
    HostFixture f;
    QVERIFY(f.open().ok());
    // The first run leaves what belongs to the target: its network threads.
    f.host->start();
    QTRY_VERIFY_WITH_TIMEOUT(f.posted() > 0, 20'000);
    f.host->stop();
    QTRY_COMPARE_WITH_TIMEOUT(f.host->state(), HostState::Stopped, 20'000);
    const int before = threadCount();
    f.host->start();
    QTRY_VERIFY_WITH_TIMEOUT(f.host->synced(), 20'000);
    QVERIFY(threadCount() > before);
    QElapsedTimer timer;
    timer.start();
    f.host->stop();
    QCOMPARE(f.host->state(), HostState::Stopping);
    QTRY_COMPARE_WITH_TIMEOUT(f.host->state(), HostState::Stopped, 20'000);
    f.take();
    for (const auto& [key, row] : f.queue) {
        QVERIFY2(row.state != KeyState::Ready && row.state != KeyState::Processing && row.state != KeyState::Waiting, key.second.c_str());
    }
    QTRY_COMPARE(threadCount(), before);
}

void TestHostLife::secondStopAbandons() {
    HostFixture f;
    QVERIFY(f.open().ok());
    f.host->start();
    QTRY_VERIFY_WITH_TIMEOUT(f.host->synced(), 20'000);
    f.host->stop();
    f.host->stop();
    QTRY_COMPARE_WITH_TIMEOUT(f.host->state(), HostState::Stopped, 20'000);
}

void TestHostLife::fiftyRoundsGrowNothing() {
    HostFixture f;
    QVERIFY(f.open().ok());
    int threads = 0, descriptors = 0;
    for (int round = 0; round < 50; ++round) {
        f.host->start();
        QTRY_VERIFY_WITH_TIMEOUT(f.host->synced(), 20'000);
        f.host->stop();
        if (round % 2) f.host->stop();
        QTRY_COMPARE_WITH_TIMEOUT(f.host->state(), HostState::Stopped, 20'000);
        if (round == 9) {
            QTRY_VERIFY(threadCount() > 0);
            threads = threadCount();
            descriptors = descriptorCount();
        }
    }
    // The sandbox closes its side of a connection a moment later.
    QTRY_VERIFY2(threadCount() <= threads, qPrintable(QStringLiteral("%1 threads, were %2").arg(threadCount()).arg(threads)));
    QTRY_VERIFY2(descriptorCount() <= descriptors + 2, qPrintable(QStringLiteral("%1 descriptors, were %2").arg(descriptorCount()).arg(descriptors)));
}

void TestHostLife::workersAndProfilesChangeWhileRunning() {
    HostFixture f;
    QVERIFY(f.open().ok());
    f.host->start();
    QTRY_VERIFY_WITH_TIMEOUT(f.host->synced(), 20'000);
    f.host->setWorkers(5);
    QTRY_COMPARE(f.pipeline[0].lanes.size(), 5u);
    f.host->setWorkers(1);
    QTRY_COMPARE(f.pipeline[0].lanes.size(), 1u);
    f.host->setWorkers(99);
    QCOMPARE(f.host->workers(), 16);
    f.host->setProfile(ControllerId::Students, studentsAsPrinted());
    QVERIFY(f.host->profile(ControllerId::Students) == studentsAsPrinted());
}

void TestHostLife::theTargetCannotChangeWhileRunning() {
    HostFixture f;
    QVERIFY(f.open().ok());
    f.host->start();
    const auto result = f.open();
    QVERIFY(!result.ok());
    QVERIFY(f.host->state() != HostState::Failed);
}

void TestHostLife::aTakenPortIsSaid() {
    HostFixture first;
    QVERIFY(first.open().ok());
    const std::string address = first.host->serverAddress();
    ControllerHost::Options options;
    options.sandboxPort = std::stoi(address.substr(address.rfind(':') + 1));
    HostFixture second(options);
    const auto result = second.open();
    QVERIFY(!result.ok());
    QCOMPARE(result.error().kind, ErrorKind::Io);
    QVERIFY2(result.error().message.find(std::to_string(options.sandboxPort)) != std::string::npos, result.error().message.c_str());
    QCOMPARE(second.host->state(), HostState::Failed);
}

void TestHostLife::aMissingKubeconfigIsSaid() {
    HostFixture f;
    Target target;
    target.kind = Target::Kind::Context;
    target.kubeconfig = "/nonexistent/kubeconfig";
    const auto result = f.open(target);
    QVERIFY(!result.ok());
    QCOMPARE(result.error().kind, ErrorKind::Config);
    QVERIFY(result.error().message.find("/nonexistent/kubeconfig") != std::string::npos);
    QVERIFY(f.host->failure());
}

void TestHostLife::anUnreachableServerIsSaidAndWaitedOut() {
    HostFixture f;
    Target target;
    target.kind = Target::Kind::Context;
    target.master = "http://127.0.0.1:1";  // nobody listens on tcpmux
    QVERIFY(f.open(target).ok());
    f.host->start();
    QTRY_VERIFY_WITH_TIMEOUT(f.host->failure() != nullptr, 20'000);
    QVERIFY2(f.host->failure()->message.find("127.0.0.1:1") != std::string::npos, f.host->failure()->message.c_str());
    QCOMPARE(f.host->state(), HostState::Starting);
    f.host->stop();
    QTRY_COMPARE_WITH_TIMEOUT(f.host->state(), HostState::Stopped, 20'000);
}

void TestHostLife::aHostCanBeDestroyedAtAnyMoment() {
    for (int i = 0; i < 6; ++i) {
        HostFixture f;
        if (i == 0) continue;
        QVERIFY(f.open().ok());
        if (i == 1) continue;
        f.host->start();
        if (i == 2) continue;
        QTRY_VERIFY_WITH_TIMEOUT(f.host->synced(), 20'000);
        if (i == 3) continue;
        f.host->stop();
        if (i == 4) continue;
        f.host->setTarget({}, [](const Result<Unit>&) {});
    }
}

QTEST_GUILESS_MAIN(TestHostLife)
#include "tst_host_life.moc"
