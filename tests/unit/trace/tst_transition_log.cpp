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

void TestTransitionLog::namesEveryStep() {
    QCOMPARE(stepName(Step::ListStarted), "ListStarted");
    QCOMPARE(stepName(Step::GivenUp), "GivenUp");
    QCOMPARE(stepName(Step::SyncFailed), "SyncFailed");
    QCOMPARE(stepName(Step::EngineAbandoned), "EngineAbandoned");
}

QTEST_GUILESS_MAIN(TestTransitionLog)
#include "tst_transition_log.moc"
