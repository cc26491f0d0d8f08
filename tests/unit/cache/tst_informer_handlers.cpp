// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <algorithm>

#include "informer_fixture.h"

using namespace rollcall;
using namespace std::chrono_literals;

namespace {

/// Tasks that the test runs when it likes: a handler's own context, standing still.
struct Held {
    std::vector<std::function<void()>> tasks;
    std::function<void(std::function<void()>)> post() {
        return [this](std::function<void()> task) { tasks.push_back(std::move(task)); };
    }
    void run() {
        for (auto& task : std::exchange(tasks, {})) task();
    }
};

}  // namespace

/// Several handlers on one informer: client-go tools/cache/shared_informer_test.go. Not here:
/// TestSharedInformerStartRace, HandlerAbuse, AddWhileActive and Shutdown run with real threads in
/// tst_informer_threads; the tests of panics (EventPanics, AsynchronousPanic) have no like, since nothing recovers from
/// a crash of a handler here; TestSharedInformerTransformer: there are no transformers.
class TestInformerHandlers : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { m_rig = std::make_unique<InformerRig>(); }
    void cleanup() { m_rig.reset(); }
    void everyHandlerHasAResyncPeriodOfItsOwn();
    void theShortestPeriodDecidesHowOftenIsChecked();
    void periodsBelowASecondAreRaised();
    void afterTheStartPeriodsAreRaisedToTheCheckPeriod();
    void withoutResyncsNobodyGetsOne();
    void unchangedObjectsOfARelistGoToThoseThatResync();
    void theResyncTimerStartsAnewAfterARelist();
    void aLateHandlerIsToldWhatTheStoreHolds();
    void aLateHandlerOfAnUnsyncedInformerIsNotSynced();
    void handlersAreSyncedOnceTheyWereToldAll();
    void aRemovedHandlerHearsNothingMore();
    void removingTwiceIsHarmless();
    void anotherInformersHandlerIsNotRemoved();
    void theSameHandlerTwiceHearsEverythingTwice();
    void aHandlerMayRemoveItself();
    void aHandlerMayAddAnother();
    void aHandlerMayStopTheInformer();
    void nothingIsAddedToAStoppedInformer();
    void removingFromAStoppedInformerIsHarmless();
    void theStatesOfAnInformer();
    void aSlowHandlerDelaysOnlyItself();
    void aBacklogIsNotedWhenATellingTakesLong();
    void indexesMayBeAddedWhileItRuns();

private:
    void start(Duration resync = {}) {
        m_rig->options.resyncPeriod = resync;
        if (!m_rig->informer) m_rig->make();
        m_rig->informer->start();
    }
    Informer& informer() { return *m_rig->informer; }
    Informer& made(Duration resync = {}) {
        m_rig->options.resyncPeriod = resync;
        m_rig->make();
        return *m_rig->informer;
    }
    static HandlerOptions every(Duration period) {
        HandlerOptions options;
        options.resyncPeriod = period;
        return options;
    }

    std::unique_ptr<InformerRig> m_rig;
};

void TestInformerHandlers::everyHandlerHasAResyncPeriodOfItsOwn() {
    made(1s);
    Handler never, two, three;
    informer().addHandler(&never, every(0s));
    informer().addHandler(&two, every(2s));
    informer().addHandler(&three, every(3s));
    start(1s);
    m_rig->sync();
    for (Handler* h : {&never, &two, &three}) {
        QCOMPARE(h->log.size(), 2u);
        h->log.clear();
    }
    m_rig->clock->advance(2s);
    QCOMPARE(two.log.size(), 2u);
    QVERIFY(never.log.empty() && three.log.empty());
    two.log.clear();
    m_rig->clock->advance(1s);
    QCOMPARE(three.log.size(), 2u);
    QVERIFY(never.log.empty() && two.log.empty());
}

void TestInformerHandlers::theShortestPeriodDecidesHowOftenIsChecked() {
    made(12h);
    Handler handler;
    const auto first = informer().addHandler(&handler, every(0s));
    QCOMPARE(informer().resyncCheckPeriod(), Duration(12h));
    QCOMPARE(first->resyncPeriod(), Duration(0));
    const auto second = informer().addHandler(&handler, every(1min));
    QCOMPARE(informer().resyncCheckPeriod(), Duration(1min));
    const auto third = informer().addHandler(&handler, every(55s));
    QCOMPARE(informer().resyncCheckPeriod(), Duration(55s));
    QCOMPARE(second->resyncPeriod(), Duration(1min));
    const auto fourth = informer().addHandler(&handler, every(5s));
    QCOMPARE(informer().resyncCheckPeriod(), Duration(5s));
    QCOMPARE(first->resyncPeriod(), Duration(0));
    QCOMPARE(second->resyncPeriod(), Duration(1min));
    QCOMPARE(third->resyncPeriod(), Duration(55s));
    QCOMPARE(fourth->resyncPeriod(), Duration(5s));
}

void TestInformerHandlers::periodsBelowASecondAreRaised() {
    made(1min);
    Handler handler;
    QCOMPARE(informer().addHandler(&handler, every(10ms))->resyncPeriod(), Duration(1s));
    QCOMPARE(informer().resyncCheckPeriod(), Duration(1s));
}

void TestInformerHandlers::afterTheStartPeriodsAreRaisedToTheCheckPeriod() {
    start(30s);
    m_rig->sync();
    Handler handler;
    QCOMPARE(informer().addHandler(&handler, every(5s))->resyncPeriod(), Duration(30s));
    QCOMPARE(informer().addHandler(&handler, every(45s))->resyncPeriod(), Duration(45s));
    QCOMPARE(informer().resyncCheckPeriod(), Duration(30s));
}

void TestInformerHandlers::withoutResyncsNobodyGetsOne() {
    start();
    m_rig->sync();
    Handler handler;
    QCOMPARE(informer().addHandler(&handler, every(5s))->resyncPeriod(), Duration(0));
    m_rig->clock->advance(1h);
    QCOMPARE(m_rig->count(Step::Resync), 0);
}

/// TestSharedInformerWatchDisruption.
void TestInformerHandlers::unchangedObjectsOfARelistGoToThoseThatResync() {
    made(1s);
    Handler never, resyncing;
    informer().addHandler(&never, every(0s));
    informer().addHandler(&resyncing, every(1s));
    start(1s);
    m_rig->sync();
    m_rig->clock->advance(1s);  // decides who takes part
    never.log.clear();
    resyncing.log.clear();
    m_rig->transport.line(kGone);
    m_rig->clock->advance(800ms);
    m_rig->transport.answer(200, list("104", {student("a", "50"), student("b", "104"), student("c", "103")}));
    QCOMPARE(never.log, (std::vector<std::string>{"update default/b 60>104", "add default/c"}));
    QCOMPARE(resyncing.log,
             (std::vector<std::string>{"update default/a 50>50", "update default/b 60>104", "add default/c"}));
}

void TestInformerHandlers::theResyncTimerStartsAnewAfterARelist() {
    made(10s);
    Handler handler;
    informer().addHandler(&handler);
    start(10s);
    m_rig->sync();
    m_rig->clock->advance(9s);
    m_rig->transport.line(kGone);
    QVERIFY(!informer().status().nextResync);
    m_rig->clock->advance(2s);  // nothing while it waits or lists
    QCOMPARE(m_rig->count(Step::Resync), 0);
    m_rig->transport.answer(200, list("200", {student("a", "50")}));
    m_rig->clock->advance(9s);
    QCOMPARE(m_rig->count(Step::Resync), 0);
    m_rig->clock->advance(1s);
    QCOMPARE(m_rig->count(Step::Resync), 1);
}

void TestInformerHandlers::aLateHandlerIsToldWhatTheStoreHolds() {
    start();
    m_rig->sync();
    m_rig->transport.line(change("DELETED", student("b", "101")));
    Handler late;
    const auto handle = informer().addHandler(&late);
    QCOMPARE(late.log, std::vector<std::string>{"add default/a initial"});
    QVERIFY(handle->hasSynced());
    m_rig->transport.line(change("ADDED", student("c", "102")));
    QCOMPARE(late.log.back(), std::string("add default/c"));
}

void TestInformerHandlers::aLateHandlerOfAnUnsyncedInformerIsNotSynced() {
    start();
    Handler late;
    const auto handle = informer().addHandler(&late);
    QVERIFY(!handle->hasSynced());
    m_rig->sync();
    QVERIFY(handle->hasSynced());
    QCOMPARE(late.log.size(), 2u);
}

void TestInformerHandlers::handlersAreSyncedOnceTheyWereToldAll() {
    made();
    Held held;
    Handler slow, quick;
    HandlerOptions options;
    options.post = held.post();
    const auto slowHandle = informer().addHandler(&slow, std::move(options));
    const auto quickHandle = informer().addHandler(&quick);
    start();
    m_rig->sync();
    QVERIFY(informer().hasSynced() && quickHandle->hasSynced());
    QVERIFY(!slowHandle->hasSynced());
    QCOMPARE(slowHandle->waiting(), 2u);
    held.run();
    QVERIFY(slowHandle->hasSynced());
    QCOMPARE(slow.log, quick.log);
}

void TestInformerHandlers::aRemovedHandlerHearsNothingMore() {
    made();
    Handler stays, goes;
    informer().addHandler(&stays);
    const auto handle = informer().addHandler(&goes);
    start();
    m_rig->sync();
    informer().removeHandler(handle);
    QVERIFY(handle->isFinished());
    m_rig->transport.line(change("ADDED", student("c", "101")));
    QCOMPARE(stays.log.size(), 3u);
    QCOMPARE(goes.log.size(), 2u);
    QCOMPARE(informer().handlerCount(), 1u);
}

void TestInformerHandlers::removingTwiceIsHarmless() {
    made();
    Handler handler;
    const auto handle = informer().addHandler(&handler);
    informer().removeHandler(handle);
    informer().removeHandler(handle);
    informer().removeHandler(nullptr);
    QCOMPARE(informer().handlerCount(), 0u);
}

void TestInformerHandlers::anotherInformersHandlerIsNotRemoved() {
    InformerRig other;
    other.make();
    Handler handler;
    const auto foreign = other.informer->addHandler(&handler);
    made().addHandler(&handler);
    informer().removeHandler(foreign);
    QCOMPARE(informer().handlerCount(), 1u);
    QCOMPARE(other.informer->handlerCount(), 1u);
    QVERIFY(!foreign->isFinished());
}

void TestInformerHandlers::theSameHandlerTwiceHearsEverythingTwice() {
    made();
    Handler handler;
    const auto first = informer().addHandler(&handler);
    informer().addHandler(&handler);
    start();
    m_rig->sync();
    QCOMPARE(handler.log.size(), 4u);
    informer().removeHandler(first);
    m_rig->transport.line(change("ADDED", student("c", "101")));
    QCOMPARE(handler.log.size(), 5u);
}

void TestInformerHandlers::aHandlerMayRemoveItself() {
    struct Once : Handler {
        Informer* informer = nullptr;
        Informer::Handle handle;
        void onAdd(const Notification& n) override {
            Handler::onAdd(n);
            informer->removeHandler(handle);
        }
    } once;
    once.informer = &made();
    once.handle = informer().addHandler(&once);
    start();
    m_rig->sync();
    QCOMPARE(once.log.size(), 1u);
    QVERIFY(once.handle->isFinished());
}

void TestInformerHandlers::aHandlerMayAddAnother() {
    struct Parent : Handler {
        Informer* informer = nullptr;
        Handler child;
        void onUpdate(const Notification&) override { informer->addHandler(&child); }
    } parent;
    parent.informer = &made();
    informer().addHandler(&parent);
    start();
    m_rig->sync();
    m_rig->transport.line(change("MODIFIED", student("a", "101")));
    QCOMPARE(parent.child.log.size(), 2u);
    m_rig->transport.line(change("DELETED", student("a", "102")));
    QCOMPARE(parent.child.log.back(), std::string("delete default/a"));
}

void TestInformerHandlers::aHandlerMayStopTheInformer() {
    struct Stopper : Handler {
        Informer* informer = nullptr;
        void onAdd(const Notification& n) override {
            Handler::onAdd(n);
            informer->stop();
        }
    } stopper;
    stopper.informer = &made();
    informer().addHandler(&stopper);
    start();
    m_rig->transport.answer(200, list("100", {student("a", "50"), student("b", "60")}));
    QCOMPARE(stopper.log.size(), 1u);
    QVERIFY(informer().isStopped());
    QCOMPARE(m_rig->clock->pendingTimers(), 0u);
}

void TestInformerHandlers::nothingIsAddedToAStoppedInformer() {
    start();
    m_rig->sync();
    informer().stop();
    Handler late;
    QVERIFY(!informer().addHandler(&late));
    QVERIFY(late.log.empty());
}

void TestInformerHandlers::removingFromAStoppedInformerIsHarmless() {
    made();
    Handler handler;
    const auto handle = informer().addHandler(&handler);
    start();
    informer().stop();
    informer().removeHandler(handle);
    QVERIFY(handle->isFinished());
    QCOMPARE(informer().handlerCount(), 0u);
}

void TestInformerHandlers::theStatesOfAnInformer() {
    made();
    QVERIFY(!informer().isStopped() && !informer().hasSynced());
    start();
    const auto requests = m_rig->transport.count();
    informer().start();  // once only
    QCOMPARE(m_rig->transport.count(), requests);
    m_rig->sync();
    QVERIFY(informer().hasSynced());
    informer().stop();
    QVERIFY(informer().isStopped());
    informer().start();
    QCOMPARE(m_rig->transport.count(), requests + 1);  // it is not to be used again
}

void TestInformerHandlers::aSlowHandlerDelaysOnlyItself() {
    made();
    Held held;
    Handler slow, quick;
    HandlerOptions options;
    options.post = held.post();
    const auto handle = informer().addHandler(&slow, std::move(options));
    informer().addHandler(&quick);
    start();
    m_rig->sync();
    for (int i = 0; i < 1500; ++i) m_rig->transport.line(change("MODIFIED", student("a", std::to_string(101 + i))));
    QCOMPARE(quick.log.size(), 1502u);
    QVERIFY(slow.log.empty());
    QCOMPARE(handle->waiting(), 1502u);
    QCOMPARE(held.tasks.size(), 1u);  // one task, however much waits
    held.run();
    QVERIFY(slow.log == quick.log);
    m_rig->transport.line(change("DELETED", student("a", "9000")));
    QCOMPARE(held.tasks.size(), 1u);
}

void TestInformerHandlers::aBacklogIsNotedWhenATellingTakesLong() {
    struct Slow : Handler {
        FakeClock* clock = nullptr;
        Duration takes{};
        void onUpdate(const Notification&) override { clock->advance(takes); }
    } slow;
    made();
    Held held;
    slow.clock = m_rig->clock.get();
    HandlerOptions options;
    options.name = "the slow one";
    options.post = held.post();
    informer().addHandler(&slow, std::move(options));
    start();
    m_rig->sync();
    held.run();
    const auto flood = [&](int from, int count) {
        for (int i = 0; i < count; ++i)
            m_rig->transport.line(change("MODIFIED", student("a", std::to_string(from + i))));
    };
    slow.takes = 101ms;
    flood(1000, 1000);  // long, but no backlog
    held.run();
    QCOMPARE(m_rig->count(Step::HandlerBacklog), 0);
    slow.takes = 100ms;
    flood(3000, 1100);  // a backlog, but not too long
    held.run();
    QCOMPARE(m_rig->count(Step::HandlerBacklog), 0);
    slow.takes = 101ms;
    flood(5000, 1030);
    held.run();
    QCOMPARE(m_rig->count(Step::HandlerBacklog), 5);  // those with more than 1,024 behind them
    QVERIFY(m_rig->detail(Step::HandlerBacklog).find("the slow one: 1025 more") != std::string::npos);
    QCOMPARE(m_rig->last(Step::HandlerBacklog).delay, Duration(101ms));
}

void TestInformerHandlers::indexesMayBeAddedWhileItRuns() {
    made();
    start();
    m_rig->sync();
    QVERIFY(informer().addIndexer(
        "school", [](const Object& o) { return std::vector<std::string>{static_cast<const Student&>(o).school}; }));
    QCOMPARE(informer().store().byIndex("school", "深圳中学").size(), 2u);
    m_rig->transport.line(change("DELETED", student("b", "101")));
    QCOMPARE(informer().store().byIndex("school", "深圳中学").size(), 1u);
}

QTEST_GUILESS_MAIN(TestInformerHandlers)
#include "tst_informer_handlers.moc"
