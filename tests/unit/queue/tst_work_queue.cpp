// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <array>
#include <future>
#include <set>
#include <thread>

#include "core/base/fake_clock.h"
#include "core/queue/work_queue.h"

using namespace rollcall;
using namespace std::chrono_literals;

namespace {
struct Steps : QueueObserver {
    std::vector<std::pair<Step, std::string>> seen;
    void onQueueStep(Step step, const std::string& key, Duration, int) override { seen.emplace_back(step, key); }
};
}  // namespace

/// The cases of client-go's util/workqueue/queue_test.go, and ours.
class TestWorkQueue : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void basic();
    void addWhileProcessing();
    void len();
    void reinsert();
    void collapse();
    void collapseWhileProcessing();
    void ignoresAddAfterShutDown();
    void drainsWhatIsQueuedAfterShutDown();
    void queueDrainageUsingShutDownWithDrain();
    void drainageWithDirtyItem();
    void noQueueDrainageUsingShutDown();
    void forceQueueShutdownUsingShutDown();
    void forgetsKeysThatAreDone();
    void depthCountsParkedKeys();
    void interruptReleasesAWorkerThatQuits();
    void discardEmptiesQueueAndParked();
    void neverTwoWorkersOnOneKeyAndNoneLost();

private:
    std::shared_ptr<FakeClock> m_clock = std::make_shared<FakeClock>();
};

void TestWorkQueue::basic() {
    WorkQueue queue(m_clock);
    constexpr int kProducers = 50, kConsumers = 10;
    std::atomic<int> handled{0};
    std::vector<std::thread> producers, consumers;
    for (int i = 0; i < kProducers; ++i) {
        producers.emplace_back([&, i] {
            for (int n = 0; n < 50; ++n) queue.add("item-" + std::to_string(i));
        });
    }
    for (int i = 0; i < kConsumers; ++i) {
        consumers.emplace_back([&] {
            while (auto key = queue.get()) {
                ++handled;
                queue.done(*key);
            }
        });
    }
    for (auto& t : producers) t.join();
    queue.shutDown();
    queue.add("added after shutdown!");
    for (auto& t : consumers) t.join();
    QCOMPARE(queue.length(), 0u);
    QVERIFY(handled >= kProducers);
}

void TestWorkQueue::addWhileProcessing() {
    Steps steps;
    WorkQueue queue(m_clock, &steps);
    queue.add("foo");
    QCOMPARE(queue.get(1).value(), std::string("foo"));
    queue.add("foo");
    QCOMPARE(queue.length(), 0u);  // parked, not queued
    queue.done("foo", 1);
    QCOMPARE(queue.length(), 1u);
    const std::vector<std::pair<Step, std::string>> expected{{Step::Enqueued, "foo"}, {Step::Got, "foo"}, {Step::Parked, "foo"},
                                                             {Step::Done, "foo"},     {Step::Enqueued, "foo"}};
    QCOMPARE(steps.seen, expected);
}

void TestWorkQueue::len() {
    WorkQueue queue(m_clock);
    queue.add("foo");
    QCOMPARE(queue.length(), 1u);
    queue.add("bar");
    QCOMPARE(queue.length(), 2u);
    queue.add("foo");
    QCOMPARE(queue.length(), 2u);
}

void TestWorkQueue::reinsert() {
    WorkQueue queue(m_clock);
    queue.add("foo");
    QCOMPARE(queue.get().value(), std::string("foo"));
    queue.add("foo");
    queue.done("foo");
    QCOMPARE(queue.get().value(), std::string("foo"));
    queue.done("foo");
    QCOMPARE(queue.length(), 0u);
}

void TestWorkQueue::collapse() {
    WorkQueue queue(m_clock);
    queue.add("bar");
    queue.add("bar");
    QCOMPARE(queue.get().value(), std::string("bar"));
    queue.done("bar");
    QCOMPARE(queue.length(), 0u);
    QCOMPARE(queue.metrics().adds, 1);
}

void TestWorkQueue::collapseWhileProcessing() {
    WorkQueue queue(m_clock);
    queue.add("foo");
    queue.get();
    queue.add("foo");
    queue.add("foo");
    queue.done("foo");
    QCOMPARE(queue.length(), 1u);
    queue.get();
    queue.done("foo");
    QCOMPARE(queue.length(), 0u);
}

void TestWorkQueue::ignoresAddAfterShutDown() {
    Steps steps;
    WorkQueue queue(m_clock, &steps);
    queue.shutDown();
    queue.add("foo");
    QCOMPARE(queue.length(), 0u);
    QCOMPARE(steps.seen.back().first, Step::IgnoredShuttingDown);
    QVERIFY(!queue.get().has_value());
}

void TestWorkQueue::drainsWhatIsQueuedAfterShutDown() {
    WorkQueue queue(m_clock);
    queue.add("a");
    queue.add("b");
    queue.shutDown();
    QCOMPARE(queue.get().value(), std::string("a"));
    QCOMPARE(queue.get().value(), std::string("b"));
    QVERIFY(!queue.get().has_value());
}

void TestWorkQueue::queueDrainageUsingShutDownWithDrain() {
    WorkQueue queue(m_clock);
    queue.add("foo");
    queue.add("bar");
    const auto first = queue.get().value();
    const auto second = queue.get().value();
    auto drained = std::async(std::launch::async, [&] { queue.shutDownWithDrain(); });
    while (!queue.shuttingDown()) std::this_thread::yield();
    queue.done(first);
    QVERIFY(drained.wait_for(0ms) == std::future_status::timeout);
    queue.done(second);
    QVERIFY(drained.wait_for(20s) == std::future_status::ready);
}

void TestWorkQueue::drainageWithDirtyItem() {
    WorkQueue queue(m_clock);
    queue.add("foo");
    const auto key = queue.get().value();
    queue.add("foo");
    auto drained = std::async(std::launch::async, [&] { queue.shutDownWithDrain(); });
    while (!queue.shuttingDown()) std::this_thread::yield();
    queue.done(key);  // parked while processing: it comes back although the queue is shutting down
    QCOMPARE(queue.get().value(), std::string("foo"));
    queue.done("foo");
    QVERIFY(drained.wait_for(20s) == std::future_status::ready);
}

void TestWorkQueue::noQueueDrainageUsingShutDown() {
    WorkQueue queue(m_clock);
    queue.add("foo");
    queue.get();
    queue.shutDown();  // returns although foo is still processed
    QCOMPARE(queue.processingCount(), 1u);
}

void TestWorkQueue::forceQueueShutdownUsingShutDown() {
    WorkQueue queue(m_clock);
    queue.add("foo");
    queue.get();
    auto drained = std::async(std::launch::async, [&] { queue.shutDownWithDrain(); });
    while (!queue.shuttingDown()) std::this_thread::yield();
    queue.shutDown();
    QVERIFY(drained.wait_for(20s) == std::future_status::ready);
}

void TestWorkQueue::forgetsKeysThatAreDone() {
    WorkQueue queue(m_clock);
    for (int i = 0; i < 10'000; ++i) {
        queue.add("key-" + std::to_string(i));
        queue.done(*queue.get());
    }
    QCOMPARE(queue.processingCount(), 0u);
    QCOMPARE(queue.metrics().depth, 0);
    QCOMPARE(queue.metrics().gets, 10'000);
}

void TestWorkQueue::depthCountsParkedKeys() {
    auto clock = std::make_shared<FakeClock>();
    WorkQueue queue(clock);
    queue.add("foo");
    clock->advance(30ms);
    queue.get();
    queue.add("foo");
    QCOMPARE(queue.length(), 0u);
    QCOMPARE(queue.metrics().depth, 1);
    QCOMPARE(queue.metrics().queueDurationSum, Duration(30ms));
    clock->advance(70ms);
    QCOMPARE(queue.metrics().longestRunningProcessor, Duration(70ms));
    queue.done("foo");
    QCOMPARE(queue.metrics().workDurationSum, Duration(70ms));
    QCOMPARE(queue.metrics().unfinishedWork, Duration::zero());
}

void TestWorkQueue::interruptReleasesAWorkerThatQuits() {
    WorkQueue queue(m_clock);
    std::atomic<bool> quit{false};
    auto worker = std::async(std::launch::async, [&] { return queue.get(1, &quit); });
    quit = true;
    queue.interrupt();
    QVERIFY(worker.wait_for(20s) == std::future_status::ready);
    QVERIFY(!worker.get().has_value());
    queue.add("later");
    QCOMPARE(queue.get().value(), std::string("later"));
}

void TestWorkQueue::discardEmptiesQueueAndParked() {
    WorkQueue queue(m_clock);
    queue.add("parked");
    queue.get();
    queue.add("parked");
    queue.add("queued");
    queue.shutDown();
    const auto discarded = queue.discardQueued();
    QCOMPARE(std::set<std::string>(discarded.begin(), discarded.end()), (std::set<std::string>{"parked", "queued"}));
    queue.done("parked");
    QCOMPARE(queue.length(), 0u);
    QVERIFY(!queue.get().has_value());
}

void TestWorkQueue::neverTwoWorkersOnOneKeyAndNoneLost() {
    constexpr int kThreads = 8, kKeys = 100'000, kHot = 64;
    WorkQueue queue(m_clock);
    std::vector<std::atomic<int>> handled(kKeys);
    std::array<std::atomic<int>, kHot> inside{};
    std::atomic<int> breaches{0};
    std::vector<std::thread> workers, producers;
    for (int w = 0; w < kThreads; ++w) {
        workers.emplace_back([&] {
            while (auto key = queue.get()) {
                const int n = std::stoi(*key);
                if (n < kHot && inside[size_t(n)].fetch_add(1) != 0) ++breaches;
                handled[size_t(n)].fetch_add(1);
                if (n < kHot) inside[size_t(n)].fetch_sub(1);
                queue.done(*key);
            }
        });
    }
    for (int p = 0; p < kThreads; ++p) {
        producers.emplace_back([&, p] {
            for (int n = p; n < kKeys; n += kThreads) {
                queue.add(std::to_string(n));
                queue.add(std::to_string(n % kHot));
            }
        });
    }
    for (auto& t : producers) t.join();
    queue.shutDown();
    for (auto& t : workers) t.join();
    QCOMPARE(breaches.load(), 0);
    QVERIFY(std::all_of(handled.begin(), handled.end(), [](const auto& n) { return n > 0; }));
}

QTEST_GUILESS_MAIN(TestWorkQueue)
#include "tst_work_queue.moc"
