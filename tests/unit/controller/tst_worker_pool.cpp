// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <thread>

#include "core/base/fake_clock.h"
#include "core/controller/worker_pool.h"
#include "core/queue/work_queue.h"

using namespace rollcall;

class TestWorkerPool : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void runsTheLanesThatAreAskedFor();
    void changesWhileTheyRun();
    void tellsWhenTheLastLaneEnded();
};

void TestWorkerPool::runsTheLanesThatAreAskedFor() {
    WorkQueue queue(std::make_shared<FakeClock>());
    std::atomic<int> lanes{0};
    WorkerPool pool(
        [&](int lane, const std::atomic<bool>& quit) {
            lanes |= 1 << lane;
            while (queue.get(lane, &quit)) {
            }
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
        [&](int lane, const std::atomic<bool>& quit) {
            while (auto key = queue.get(lane, &quit)) {
                ++handled;
                queue.done(*key);
            }
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
        [&](int lane, const std::atomic<bool>& quit) {
            while (queue.get(lane, &quit)) {
            }
        },
        [&] { ++idle; });
    pool.setCount(4);
    pool.close();
    queue.shutDown();
    QTRY_COMPARE(idle.load(), 1);
    pool.waitForDone();
    QCOMPARE(idle.load(), 1);
}

QTEST_GUILESS_MAIN(TestWorkerPool)
#include "tst_worker_pool.moc"
