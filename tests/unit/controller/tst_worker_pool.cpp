// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <thread>

#include "core/base/fake_clock.h"
#include "core/controller/worker_pool.h"
#include "core/queue/work_queue.h"

using namespace rollcall;
using namespace std::chrono_literals;

class TestWorkerPool : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void runsTheLanesThatAreAskedFor();
    void changesWhileTheyRun();
    void tellsWhenTheLastLaneEnded();
    void restartsALaneThatBrokeOffAfterOneSecond();
    void closingEndsTheWaitForARestart();
};

void TestWorkerPool::runsTheLanesThatAreAskedFor() {
    WorkQueue queue(std::make_shared<FakeClock>());
    std::atomic<int> lanes{0};
    WorkerPool pool(
        std::make_shared<FakeClock>(), [&](int lane, const std::atomic<bool>& quit) {
            lanes |= 1 << lane;
            while (queue.get(lane, &quit)) {
            }
            return true;
        },
        [] {});
    pool.setCount(3);
    QTRY_COMPARE(lanes.load(), 0b1110);
    QCOMPARE(pool.running(), 3);
    pool.close();
    queue.shutDown();
    pool.waitForDone();
    QCOMPARE(pool.running(), 0);
}

void TestWorkerPool::changesWhileTheyRun() {
    WorkQueue queue(std::make_shared<FakeClock>());
    std::atomic<int> handled{0};
    WorkerPool pool(
        std::make_shared<FakeClock>(), [&](int lane, const std::atomic<bool>& quit) {
            while (auto key = queue.get(lane, &quit)) {
                ++handled;
                queue.done(*key);
            }
            return true;
        },
        [] {});
    pool.setCount(1);
    std::atomic<bool> stop{false};
    std::thread producer([&] {
        for (int i = 0; !stop; ++i) queue.add(std::to_string(i));
    });
    for (int round = 0; round < 200; ++round) {
        pool.setCount(1 + round % WorkerPool::kMostWorkers);
        queue.interrupt();
    }
    while (handled == 0) std::this_thread::yield();
    stop = true;
    producer.join();
    pool.setCount(2);
    queue.interrupt();
    QTRY_COMPARE(pool.running(), 2);
    QTRY_COMPARE(queue.length(), 0u);
    pool.close();
    queue.shutDown();
    pool.waitForDone();
}

void TestWorkerPool::tellsWhenTheLastLaneEnded() {
    WorkQueue queue(std::make_shared<FakeClock>());
    std::atomic<int> idle{0};
    WorkerPool pool(
        std::make_shared<FakeClock>(), [&](int lane, const std::atomic<bool>& quit) {
            while (queue.get(lane, &quit)) {
            }
            return true;
        },
        [&] { ++idle; });
    pool.setCount(4);
    pool.close();
    queue.shutDown();
    QTRY_COMPARE(idle.load(), 1);
    pool.waitForDone();
    QCOMPARE(idle.load(), 1);
}

void TestWorkerPool::restartsALaneThatBrokeOffAfterOneSecond() {
    const auto clock = std::make_shared<FakeClock>();
    std::atomic<int> runs{0};
    std::atomic<bool> stop{false};
    WorkerPool pool(
        clock,
        [&](int, const std::atomic<bool>&) {
            ++runs;
            return stop.load();
        },
        [] {});
    pool.setCount(1);
    for (int round = 1; round <= 3; ++round) {
        QTRY_COMPARE(clock->pendingTimers(), 1u);
        QCOMPARE(runs.load(), round);
        clock->advance(999ms);
        QCOMPARE(clock->pendingTimers(), 1u);
        QCOMPARE(pool.running(), 1);  // still a lane, though it does nothing
        clock->advance(1ms);
    }
    QTRY_COMPARE(runs.load(), 4);
    stop = true;
    pool.close();
    pool.waitForDone();
}

void TestWorkerPool::closingEndsTheWaitForARestart() {
    const auto clock = std::make_shared<FakeClock>();
    std::atomic<bool> idle{false};
    WorkerPool pool(
        clock, [](int, const std::atomic<bool>&) { return false; }, [&] { idle = true; });
    pool.setCount(2);
    QTRY_COMPARE(clock->pendingTimers(), 2u);
    pool.setCount(1);  // the second lane is not wanted any more: it does not wait for its second
    QTRY_COMPARE(pool.running(), 1);
    pool.close();
    pool.waitForDone();
    QVERIFY(idle.load());
    QCOMPARE(clock->pendingTimers(), 0u);
}

QTEST_GUILESS_MAIN(TestWorkerPool)
#include "tst_worker_pool.moc"
