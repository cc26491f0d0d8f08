// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <future>
#include <set>

#include "core/base/fake_clock.h"
#include "core/controller/controller.h"

using namespace rollcall;
using namespace std::chrono_literals;

namespace {

ObjectPtr object(const std::string& name, const std::string& version = "1") {
    auto s = std::make_shared<Student>();
    s->meta.ns = "default";
    s->meta.name = name;
    s->meta.resourceVersion = version;
    return s;
}

/// Fails each key as often as it is told to.
struct Business : Reconciler {
    std::mutex mutex;
    std::map<std::string, int> failures, runs;
    std::promise<void>* entered = nullptr;
    std::shared_future<void> gate;
    Result<Unit> reconcile(const std::string& key, const ReconcileContext&) override {
        std::unique_lock lock(mutex);
        ++runs[key];
        if (auto* promise = std::exchange(entered, nullptr)) {
            const auto wait = gate;
            promise->set_value();
            lock.unlock();
            wait.wait();
            lock.lock();
        }
        if (failures[key] == 0) return Unit{};
        --failures[key];
        return makeError(ErrorKind::Internal, "no luck with " + key);
    }
    int runsOf(const std::string& key) {
        std::lock_guard lock(mutex);
        return runs[key];
    }
};

}  // namespace

class TestController : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void syncsWhatItsHandlersEnqueue();
    void fiveRetriesThenGivenUp();
    void aFailedKeyIsLostInSeedA();
    void handlersUseTheLimiterInSeedA();
    void equalVersionsAreDroppedForStudents();
    void deletesAreIgnoredInSeedB();
    void successForgetsTheFailures();
    void profileChangesWhileRunning();
    void stopDrainsTheQueueAndDiscardsWhatWaits();
    void secondStopDiscardsTheQueueToo();
    void causesLeadFromTheEventToTheRun();

private:
    void make(Profile profile, int workers = 1) {
        Controller::Config config;
        config.profile = profile;
        config.limiter = std::make_shared<ItemExponentialRateLimiter>();
        config.onStopped = [this] { m_stopped = true; };
        m_controller = std::make_unique<Controller>(config, m_business, m_clock, *m_log, [this](const std::string& line) {
            std::lock_guard lock(m_lineMutex);
            m_lines.push_back(line);
        });
        if (workers > 0) m_controller->startWorkers(workers);
    }
    void add(const std::string& name) { m_controller->onAdd({nullptr, object(name), false, false, 7}); }
    std::vector<Step> stepsOf(const std::string& key) {
        std::vector<Step> steps;
        for (const auto& t : m_log->since(0)) {
            if (t.key == key) steps.push_back(t.step);
        }
        return steps;
    }
    int countOf(Step step) {
        int n = 0;
        for (const auto& t : m_log->since(0)) n += t.step == step;
        return n;
    }

    std::shared_ptr<FakeClock> m_clock;
    std::unique_ptr<TransitionLog> m_log;
    Business m_business;
    std::mutex m_lineMutex;
    std::vector<std::string> m_lines;
    std::atomic<bool> m_stopped{false};
    std::unique_ptr<Controller> m_controller;
};

void TestController::init() {
    m_clock = std::make_shared<FakeClock>();
    m_log = std::make_unique<TransitionLog>(m_clock);
    m_business.failures.clear();
    m_business.runs.clear();
    m_lines.clear();
    m_stopped = false;
}

void TestController::cleanup() { m_controller.reset(); }

void TestController::syncsWhatItsHandlersEnqueue() {
    make(studentsCorrected(), 2);
    for (int i = 0; i < 50; ++i) add("s" + std::to_string(i));
    QTRY_COMPARE(m_controller->counts().done, 50);
    std::lock_guard lock(m_lineMutex);
    QVERIFY(std::find(m_lines.begin(), m_lines.end(), "Successfully synced 'default/s7'") != m_lines.end());
}

void TestController::fiveRetriesThenGivenUp() {
    make(podsAsPrinted());
    m_business.failures["default/a"] = 1000;
    add("a");
    // Seed B: 1 + 5 attempts, waits of 5, 10, 20, 40 and 80 ms.
    for (const Duration wait : {5ms, 10ms, 20ms, 40ms, 80ms}) {
        QTRY_COMPARE(m_clock->pendingTimers(), 1u);
        QCOMPARE(m_clock->untilNext(), wait);
        m_clock->advance(wait);
    }
    QTRY_COMPARE(m_controller->counts().givenUp, 1);
    QCOMPARE(m_business.runsOf("default/a"), 6);
    QTRY_COMPARE(m_clock->pendingTimers(), 0u);
    const auto all = m_log->since(0);
    const auto given = std::find_if(all.begin(), all.end(), [](const auto& t) { return t.step == Step::GivenUp; });
    QVERIFY(given->detail.find("gave up after 5 retries") == 0);
}

void TestController::aFailedKeyIsLostInSeedA() {
    make(studentsAsPrinted());
    m_business.failures["default/a"] = 1;
    add("a");
    m_clock->advance(5ms);  // AddRateLimited in the handler
    QTRY_COMPARE(m_controller->counts().lost, 1);
    QCOMPARE(m_clock->pendingTimers(), 0u);
    QCOMPARE(m_business.runsOf("default/a"), 1);
    m_controller->onUpdate({object("a", "1"), object("a", "2"), false, false, 8});  // its next change
    m_clock->advance(10ms);
    QTRY_COMPARE(m_controller->counts().done, 1);
}

void TestController::handlersUseTheLimiterInSeedA() {
    make(studentsAsPrinted(), 0);
    add("a");
    QCOMPARE(m_controller->waitingCount(), 1u);
    QCOMPARE(m_clock->untilNext(), Duration(5ms));
    QCOMPARE(stepsOf("default/a"), std::vector<Step>{Step::AddedAfter});
}

void TestController::equalVersionsAreDroppedForStudents() {
    make(studentsCorrected(), 0);
    m_controller->onUpdate({object("a"), object("a"), false, false, 0});
    QCOMPARE(m_controller->counts().equalVersion, 1);
    QCOMPARE(stepsOf("default/a"), std::vector<Step>{Step::SuppressedEqualVersion});
    make(podsCorrected(), 0);
    m_controller->onUpdate({object("b"), object("b"), false, false, 0});
    QCOMPARE(stepsOf("default/b"), std::vector<Step>{Step::Enqueued});
}

void TestController::deletesAreIgnoredInSeedB() {
    make(podsAsPrinted(), 0);
    m_controller->onDelete({object("a"), nullptr, false, false, 0});
    QVERIFY(stepsOf("default/a").empty());
    make(podsCorrected(), 0);
    m_controller->onDelete({object("b"), nullptr, false, true, 0});
    QCOMPARE(stepsOf("default/b"), std::vector<Step>{Step::Enqueued});
}

void TestController::successForgetsTheFailures() {
    make(studentsCorrected());
    for (int round = 0; round < 2; ++round) {  // the second time starts at 5 ms again
        m_business.failures["default/a"] = 1;
        add("a");
        QTRY_COMPARE(m_clock->pendingTimers(), 1u);
        QCOMPARE(m_clock->untilNext(), Duration(5ms));
        m_clock->advance(5ms);
        QTRY_COMPARE(m_controller->counts().done, round + 1);
    }
    QCOMPARE(countOf(Step::Forgotten), 2);
}

void TestController::profileChangesWhileRunning() {
    make(studentsAsPrinted());
    Profile fixed = studentsAsPrinted();
    fixed.addRateLimitedInHandlers = false;
    fixed.requeueOnError = true;
    m_controller->setProfile(fixed);
    m_business.failures["default/a"] = 1;
    add("a");
    QTRY_COMPARE(m_clock->pendingTimers(), 1u);
    m_clock->advance(5ms);
    QTRY_COMPARE(m_controller->counts().done, 1);
}

void TestController::stopDrainsTheQueueAndDiscardsWhatWaits() {
    std::promise<void> entered, gate;
    m_business.entered = &entered;
    m_business.gate = gate.get_future().share();
    make(studentsCorrected());
    m_business.failures["default/waits"] = 1;
    add("holds");
    entered.get_future().wait();
    for (const char* name : {"b", "c", "d"}) add(name);
    m_controller->shutDown();
    QVERIFY(!m_stopped);
    gate.set_value();
    QTRY_VERIFY(m_stopped);
    QCOMPARE(m_controller->counts().done, 4);
    add("late");
    QCOMPARE(stepsOf("default/late"), std::vector<Step>{Step::IgnoredShuttingDown});
}

void TestController::secondStopDiscardsTheQueueToo() {
    std::promise<void> entered, gate;
    m_business.entered = &entered;
    m_business.gate = gate.get_future().share();
    make(studentsCorrected());
    add("holds");
    entered.get_future().wait();
    for (const char* name : {"b", "c", "d"}) add(name);
    m_controller->shutDown();
    m_controller->abandon();
    gate.set_value();
    QTRY_VERIFY(m_stopped);
    QCOMPARE(m_controller->counts().done, 1);
    QCOMPARE(countOf(Step::Discarded), 3);
}

void TestController::causesLeadFromTheEventToTheRun() {
    make(studentsCorrected());
    add("a");
    QTRY_COMPARE(m_controller->counts().done, 1);
    std::map<Step, Transition> by;
    for (const auto& t : m_log->since(0)) by[t.step] = t;
    QCOMPARE(by[Step::Enqueued].cause, 7u);  // the notification's seq
    QCOMPARE(by[Step::SyncSucceeded].cause, by[Step::Got].seq);
    QCOMPARE(by[Step::SyncSucceeded].worker, 1);
}

QTEST_GUILESS_MAIN(TestController)
#include "tst_controller.moc"
