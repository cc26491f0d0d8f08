// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <stdexcept>

#include "core/base/fake_clock.h"
#include "core/controller/controller.h"

using namespace rollcall;
using namespace std::chrono_literals;

namespace {
struct Counting : Reconciler {
    std::atomic<int> runs{0};
    std::atomic<bool> throws{false};
    Result<Unit> reconcile(const std::string&, const ReconcileContext&) override {
        ++runs;
        if (throws) throw std::runtime_error("index out of range");
        return Unit{};
    }
};
}  // namespace

class TestSyncFaults : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup() { m_controller.reset(); }
    void patternsMatchAsGlobs_data();
    void patternsMatchAsGlobs();
    void failsTheNextSyncsThenLetsThemThrough();
    void aShareOfNoneNeverStrikes();
    void slownessIsOnTheClockAndEndsAtTheSecondStop();
    void aPanicIsReportedLosesTheKeyAndEndsTheLaneForASecond();
    void aPanickedKeyIsDoneSoThatItsNextChangeRuns();
    void aReconcilersExceptionIsAPanic();
    void crashIsToldOnlyWhileReallyCrashIsSet();

private:
    void make(int workers = 1) {
        Controller::Config config;
        config.limiter = std::make_shared<ItemExponentialRateLimiter>();
        config.faults = m_faults;
        config.onCrash = [this](const std::string&) { ++m_crashes; };
        m_controller = std::make_unique<Controller>(config, m_business, m_clock, *m_log, [](const std::string&) {});
        m_controller->startWorkers(workers);
    }
    void add(const std::string& name) {
        auto s = std::make_shared<Student>();
        s->meta.ns = "default";
        s->meta.name = name;
        m_controller->onAdd({nullptr, s, false, false, 7});
    }
    std::vector<Step> stepsOf(const std::string& key) {
        std::vector<Step> steps;
        for (const auto& t : m_log->since(0)) {
            if (t.key == key) steps.push_back(t.step);
        }
        return steps;
    }
    void panicOn(const std::string& key) {
        SyncFault fault;
        fault.kind = SyncFault::Kind::Panic;
        fault.key = key;
        m_faults->add(fault);
    }

    std::shared_ptr<FakeClock> m_clock;
    std::shared_ptr<SyncFaults> m_faults;
    std::unique_ptr<TransitionLog> m_log;
    Counting m_business;
    std::atomic<int> m_crashes{0};
    std::unique_ptr<Controller> m_controller;
};

void TestSyncFaults::init() {
    m_clock = std::make_shared<FakeClock>();
    m_faults = std::make_shared<SyncFaults>();
    m_log = std::make_unique<TransitionLog>(m_clock);
    m_business.runs = 0;
    m_business.throws = false;
    m_crashes = 0;
}

void TestSyncFaults::patternsMatchAsGlobs_data() {
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("key");
    QTest::addColumn<bool>("matches");
    QTest::newRow("empty is all") << "" << "default/a" << true;
    QTest::newRow("exact") << "default/a" << "default/a" << true;
    QTest::newRow("no prefix match") << "default/a" << "default/ab" << false;
    QTest::newRow("no suffix match") << "a" << "default/a" << false;
    QTest::newRow("tail") << "default/*" << "default/ab" << true;
    QTest::newRow("star may be nothing") << "default/a*" << "default/a" << true;
    QTest::newRow("middle, second try") << "d*/a*b" << "default/aab" << true;
    QTest::newRow("middle, none") << "d*/a*c" << "default/aab" << false;
    QTest::newRow("all stars") << "**" << "x" << true;
}

void TestSyncFaults::patternsMatchAsGlobs() {
    QFETCH(QString, pattern);
    QFETCH(QString, key);
    QTEST(keyMatches(pattern.toStdString(), key.toStdString()), "matches");
}

void TestSyncFaults::failsTheNextSyncsThenLetsThemThrough() {
    SyncFault fault;
    fault.key = "default/a";
    fault.times = 2;
    fault.message = "no such school";
    m_faults->add(fault);
    make();
    add("a");
    for (const Duration wait : {5ms, 10ms}) {
        QTRY_COMPARE(m_clock->pendingTimers(), 1u);
        QCOMPARE(m_clock->untilNext(), wait);
        m_clock->advance(wait);
    }
    QTRY_COMPARE(m_controller->counts().done, 1);
    QCOMPARE(m_controller->counts().failed, 2);
    QCOMPARE(m_business.runs.load(), 1);  // an injected failure takes the place of the sync
    QVERIFY(m_faults->list().empty());
    const auto all = m_log->since(0);
    const auto failed = std::find_if(all.begin(), all.end(), [](const auto& t) { return t.step == Step::SyncFailed; });
    QVERIFY(failed != all.end());
    QCOMPARE(failed->detail, std::string("no such school"));
}

void TestSyncFaults::aShareOfNoneNeverStrikes() {
    SyncFault fault;
    fault.times = -1;
    fault.share = 0.0;
    m_faults->add(fault);
    for (int i = 0; i < 100; ++i) QVERIFY(m_faults->apply("default/a", *m_clock, {}).ok());
    fault.share = 1.0;
    m_faults->add(fault);
    for (int i = 0; i < 100; ++i) QVERIFY(!m_faults->apply("default/a", *m_clock, {}).ok());
}

void TestSyncFaults::slownessIsOnTheClockAndEndsAtTheSecondStop() {
    SyncFault fault;
    fault.kind = SyncFault::Kind::Slow;
    fault.times = -1;
    fault.delay = 3s;
    m_faults->add(fault);
    make();
    add("a");
    QTRY_COMPARE(m_clock->pendingTimers(), 1u);
    QCOMPARE(m_clock->untilNext(), Duration(3s));
    m_clock->advance(3s);
    QTRY_COMPARE(m_business.runs.load(), 1);
    add("b");
    QTRY_COMPARE(m_clock->pendingTimers(), 1u);
    m_controller->abandon();
    QTRY_VERIFY(m_controller->stopped());
    QCOMPARE(m_business.runs.load(), 1);
}

void TestSyncFaults::aPanicIsReportedLosesTheKeyAndEndsTheLaneForASecond() {
    panicOn("default/a");
    make();
    add("a");
    QTRY_COMPARE(m_controller->counts().panicked, 1);
    QTRY_COMPARE(m_clock->untilNext(), Duration(1s));
    // Neither AddRateLimited nor Forget was reached; Done was, because it is deferred.
    QCOMPARE(stepsOf("default/a"), (std::vector<Step>{Step::Enqueued, Step::Got, Step::SyncPanicked, Step::Lost, Step::Done}));
    add("b");
    QCOMPARE(m_business.runs.load(), 0);  // the only lane is down
    m_clock->advance(1s);
    QTRY_COMPARE(m_controller->counts().done, 1);
}

void TestSyncFaults::aPanickedKeyIsDoneSoThatItsNextChangeRuns() {
    panicOn("default/a");
    make(2);
    add("a");
    QTRY_COMPARE(m_controller->counts().panicked, 1);
    add("a");  // the other lane takes it
    QTRY_COMPARE(m_controller->counts().done, 1);
}

void TestSyncFaults::aReconcilersExceptionIsAPanic() {
    m_business.throws = true;
    make();
    add("a");
    QTRY_COMPARE(m_controller->counts().panicked, 1);
    QTRY_COMPARE(m_crashes.load(), 1);
    const auto all = m_log->since(0);
    const auto panic = std::find_if(all.begin(), all.end(), [](const auto& t) { return t.step == Step::SyncPanicked; });
    QCOMPARE(panic->detail, std::string("index out of range"));
}

void TestSyncFaults::crashIsToldOnlyWhileReallyCrashIsSet() {
    panicOn("default/a");
    panicOn("default/b");
    make(2);
    Profile forgiving;
    forgiving.reallyCrash = false;
    m_controller->setProfile(forgiving);
    add("a");
    QTRY_COMPARE(m_controller->counts().panicked, 1);
    QCOMPARE(m_crashes.load(), 0);
    m_controller->setProfile({});
    add("b");
    QTRY_COMPARE(m_crashes.load(), 1);
}

QTEST_GUILESS_MAIN(TestSyncFaults)
#include "tst_sync_faults.moc"
