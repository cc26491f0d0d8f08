// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <thread>

#include "core/base/fake_clock.h"
#include "core/trace/transition_log.h"

using namespace rollcall;
using namespace std::chrono_literals;

class TestTransitionLog : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void numbersAndStampsEachStep();
    void keepsOnlyTheNewestAndSaysHowManyItForgot();
    void handsEveryStepToItsSubscriberInOrder();
    void keepsEveryFieldWhateverItsLength();
    void aSubscriberFarBehindMissesNothing();
    void wakesTheSubscriberOnceUntilItDrains();
    void timeNeverRunsBackwards();
    void readersAndWritersDoNotDisturbEachOther();
    void namesEveryStep();
};

namespace {
Transition step(Step s, const char* key) {
    Transition t;
    t.step = s;
    t.key = key;
    return t;
}
}  // namespace

void TestTransitionLog::numbersAndStampsEachStep() {
    auto clock = std::make_shared<FakeClock>();
    TransitionLog log(clock);
    const MonoTime start = clock->now();
    QCOMPARE(log.append(step(Step::Enqueued, "a")), 1u);
    clock->advance(5ms);
    QCOMPARE(log.append(step(Step::Got, "a")), 2u);
    const auto all = log.since(0);
    QCOMPARE(all.size(), 2u);
    QVERIFY(all[0].at == start);
    QVERIFY(all[1].at == start + 5ms);
    QCOMPARE(log.since(1).size(), 1u);
    QCOMPARE(log.since(1)[0].step, Step::Got);
    QVERIFY(log.since(2).empty());
}

void TestTransitionLog::keepsOnlyTheNewestAndSaysHowManyItForgot() {
    TransitionLog log(std::make_shared<FakeClock>(), 3);
    for (const char* key : {"a", "b", "c", "d", "e"}) log.append(step(Step::Enqueued, key));
    const auto kept = log.since(0);
    QCOMPARE(kept.size(), 3u);
    QCOMPARE(kept.front().key, std::string("c"));
    QCOMPARE(kept.front().seq, 3u);
    QCOMPARE(log.forgotten(), 2u);
    QCOMPARE(log.since(4).front().key, std::string("e"));
}

void TestTransitionLog::handsEveryStepToItsSubscriberInOrder() {
    TransitionLog log(std::make_shared<FakeClock>());
    Mailbox<Transition>& box = log.subscribe();
    constexpr int kThreads = 4, kEach = 2000;
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t) {
        threads.emplace_back([&] {
            for (int i = 0; i < kEach; ++i) log.append(step(Step::Enqueued, "k"));
        });
    }
    std::uint64_t seen = 0;
    bool inOrder = true;
    const auto take = [&] {
        for (const Transition& t : box.drain()) inOrder = inOrder && t.seq == ++seen;
    };
    while (log.lastSeq() < kThreads * kEach) take();
    for (auto& thread : threads) thread.join();
    take();
    QVERIFY(inOrder);
    QCOMPARE(seen, std::uint64_t(kThreads * kEach));
}

void TestTransitionLog::keepsEveryFieldWhateverItsLength() {
    const auto clock = std::make_shared<FakeClock>();
    TransitionLog log(clock);
    Transition t;
    t.step = Step::SyncFailed;
    t.controller = ControllerId::Pods;
    t.key = "default/object-student";
    t.resourceVersion = "18446744073709551616";
    t.worker = 3;
    t.retries = 5;
    t.delay = 80ms;
    t.cause = 7;
    t.detail = std::string(200'000, 'x');  // more than a chunk of the store
    log.append(step(Step::Enqueued, ""));
    log.append(t);
    log.append(TransitionRef{.step = Step::Got, .key = "b", .at = clock->now() + 1ms});
    const auto all = log.since(0);
    QCOMPARE(all.size(), 3u);
    QVERIFY(all[0].key.empty() && all[0].detail.empty());
    QCOMPARE(all[1].seq, 2u);
    QCOMPARE(all[1].step, t.step);
    QCOMPARE(all[1].controller, t.controller);
    QCOMPARE(all[1].key, t.key);
    QCOMPARE(all[1].resourceVersion, t.resourceVersion);
    QCOMPARE(all[1].worker, 3);
    QCOMPARE(all[1].retries, 5);
    QCOMPARE(all[1].delay, Duration(80ms));
    QCOMPARE(all[1].cause, 7u);
    QCOMPARE(all[1].detail, t.detail);
    QCOMPARE(all[2].key, std::string("b"));
    QVERIFY(all[2].at == clock->now() + 1ms);
}

void TestTransitionLog::aSubscriberFarBehindMissesNothing() {
    TransitionLog log(std::make_shared<FakeClock>(), 10);
    log.append(step(Step::Enqueued, "before it subscribed"));
    auto& box = log.subscribe();
    constexpr std::uint64_t kSteps = 5000;  // several chunks, and far beyond the capacity
    for (std::uint64_t i = 0; i < kSteps; ++i) log.append(step(Step::Got, "default/student"));
    QCOMPARE(log.since(0).size(), 10u);
    QCOMPARE(box.size(), std::size_t(kSteps));
    const auto all = box.drain();
    QCOMPARE(all.size(), std::size_t(kSteps));
    QCOMPARE(all.front().seq, 2u);
    QCOMPARE(all.back().seq, kSteps + 1);
    QCOMPARE(box.size(), 0u);
    QVERIFY(box.drain().empty());
}

void TestTransitionLog::wakesTheSubscriberOnceUntilItDrains() {
    TransitionLog log(std::make_shared<FakeClock>());
    auto& box = log.subscribe();
    int woken = 0;
    box.setWake([&] { ++woken; });
    for (int i = 0; i < 3; ++i) log.append(step(Step::Got, "a"));
    QCOMPARE(woken, 1);
    QCOMPARE(box.drain().size(), 3u);
    log.append(step(Step::Got, "a"));
    QCOMPARE(woken, 2);
}

void TestTransitionLog::timeNeverRunsBackwards() {
    const auto clock = std::make_shared<FakeClock>();
    TransitionLog log(clock);
    const MonoTime now = clock->now();
    log.append(TransitionRef{.step = Step::Got, .at = now + 2ms});
    log.append(TransitionRef{.step = Step::Got, .at = now + 1ms});  // read before, written after
    clock->advance(5ms);
    log.append(TransitionRef{.step = Step::Got});
    const auto all = log.since(0);
    QVERIFY(all[0].at == now + 2ms);
    QVERIFY(all[1].at == now + 2ms);
    QVERIFY(all[2].at == now + 5ms);
}

void TestTransitionLog::readersAndWritersDoNotDisturbEachOther() {
    TransitionLog log(std::make_shared<FakeClock>(), 500);
    constexpr int kThreads = 3, kEach = 3000;
    std::vector<std::thread> writers;
    for (int w = 0; w < kThreads; ++w) {
        writers.emplace_back([&, w] {
            const std::string key = "default/key-of-writer-" + std::to_string(w);
            for (int i = 0; i < kEach; ++i) log.append(TransitionRef{.step = Step::Got, .key = key, .worker = w});
        });
    }
    int wrong = 0;
    while (log.lastSeq() < kThreads * kEach) {
        const auto some = log.since(0);
        for (std::size_t i = 0; i < some.size(); ++i) {
            if (some[i].seq != some[0].seq + i) ++wrong;
            if (some[i].key != "default/key-of-writer-" + std::to_string(some[i].worker)) ++wrong;
        }
        if (some.size() > 500) ++wrong;
    }
    for (auto& t : writers) t.join();
    QCOMPARE(wrong, 0);
    QCOMPARE(log.since(0).back().seq, std::uint64_t(kThreads * kEach));
}

void TestTransitionLog::namesEveryStep() {
    QCOMPARE(stepName(Step::ListStarted), "ListStarted");
    QCOMPARE(stepName(Step::GivenUp), "GivenUp");
    QCOMPARE(stepName(Step::SyncFailed), "SyncFailed");
    QCOMPARE(stepName(Step::EngineAbandoned), "EngineAbandoned");
}

QTEST_GUILESS_MAIN(TestTransitionLog)
#include "tst_transition_log.moc"
