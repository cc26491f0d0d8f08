// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
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
    void onStep(const QueueStep& s) override { seen.emplace_back(s.step, s.key); }
};
using Seen = std::vector<std::pair<Step, std::string>>;

/// The thread that drains has begun once adds are refused.
std::future<void> drainInBackground(WorkQueue& queue) {
    auto drained = std::async(std::launch::async, [&] { queue.shutDownWithDrain(); });
    while (!queue.shuttingDown()) std::this_thread::yield();
    return drained;
}
bool isReady(std::future<void>& f) {
    return f.wait_for(20s) == std::future_status::ready;
}
bool stillWaits(std::future<void>& f) {
    return f.wait_for(0ms) == std::future_status::timeout;
}
}  // namespace

/// The cases of client-go's util/workqueue/queue_test.go, named as there, and ours.
class TestWorkQueue : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void basic_data();
    void basic();
    void addWhileProcessing_data();
    void addWhileProcessing();
    void len();
    void reinsert();
    void collapseTouches();
    void collapseWhileProcessingDoesNotTouch();
    void queueDrainageUsingShutDownWithDrain();
    void noQueueDrainageUsingShutDown();
    void forceQueueShutdownUsingShutDown();
    void queueDrainageUsingShutDownWithDrainWithDirtyItem();
    void garbageCollection();

    void addWhileProcessingIsParkedUntilDone();
    void ignoresAddAfterShutDown();
    void drainsWhatIsQueuedAfterShutDown();
    void drainLooksAtProcessingNotAtTheQueue();
    void twoDrainsAreBothReleased();
    void aSecondDoneChangesNothing();
    void doneAndGetIsDoneThenGet();
    void doneAndGetBlocksUntilSomethingIsAdded();
    void interruptReleasesAWorkerThatQuits();
    void aWakeUpForAKeyIsPassedOnByAWorkerThatQuits();
    void discardEmptiesQueueAndParked();
    void stepsCarryTheTimeOfTheOperation();
    void manyKeysKeepTheirOrder();

private:
    void bothWaysToShutDown();
    const std::shared_ptr<FakeClock> m_clock = std::make_shared<FakeClock>();
};

void TestWorkQueue::bothWaysToShutDown() {
    QTest::addColumn<bool>("drain");
    QTest::newRow("ShutDown") << false;
    QTest::newRow("ShutDownWithDrain") << true;
}

void TestWorkQueue::basic_data() {
    bothWaysToShutDown();
}

void TestWorkQueue::basic() {
    QFETCH(bool, drain);
    WorkQueue queue(m_clock);
    constexpr int kProducers = 50, kConsumers = 10;
    std::atomic<int> handled{0}, late{0};
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
                if (*key == "added after shutdown!") ++late;
                queue.done(*key);
            }
        });
    }
    for (auto& t : producers) t.join();
    drain ? queue.shutDownWithDrain() : queue.shutDown();
    queue.add("added after shutdown!");
    for (auto& t : consumers) t.join();
    QCOMPARE(queue.length(), 0u);
    QCOMPARE(late.load(), 0);
    QVERIFY(handled >= kProducers);
}

void TestWorkQueue::addWhileProcessing_data() {
    bothWaysToShutDown();
}

/// Every worker adds each key again while it holds it.
void TestWorkQueue::addWhileProcessing() {
    QFETCH(bool, drain);
    WorkQueue queue(m_clock);
    std::vector<std::thread> producers, consumers;
    for (int i = 0; i < 50; ++i) producers.emplace_back([&, i] { queue.add(std::to_string(i)); });
    for (int i = 0; i < 10; ++i) {
        consumers.emplace_back([&] {
            std::map<std::string, int> count;
            while (auto key = queue.get()) {
                if (++count[*key] < 2) queue.add(*key);
                queue.done(*key);
            }
        });
    }
    for (auto& t : producers) t.join();
    drain ? queue.shutDownWithDrain() : queue.shutDown();
    for (auto& t : consumers) t.join();
    QCOMPARE(queue.length(), 0u);
    QCOMPARE(queue.processingCount(), 0u);
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

/// A touch is all that a second add of a queued key is; here it shows as Deduplicated.
void TestWorkQueue::collapseTouches() {
    Steps steps;
    WorkQueue queue(m_clock, &steps);
    queue.add("bar");
    queue.add("bar");
    QCOMPARE(steps.seen, (Seen{{Step::Enqueued, "bar"}, {Step::Deduplicated, "bar"}}));
    QCOMPARE(queue.get().value(), std::string("bar"));
    queue.done("bar");
    QCOMPARE(queue.length(), 0u);
    QCOMPARE(queue.metrics().adds, 1);
}

void TestWorkQueue::collapseWhileProcessingDoesNotTouch() {
    WorkQueue queue(m_clock);
    queue.add("foo");
    QCOMPARE(queue.get().value(), std::string("foo"));
    queue.add("foo");
    queue.add("foo");
    auto other = std::async(std::launch::async, [&] {
        const auto key = queue.get();
        queue.done(*key);
        return *key;
    });
    QVERIFY(other.wait_for(0ms) == std::future_status::timeout);  // blocked until we are done
    queue.done("foo");
    QCOMPARE(other.get(), std::string("foo"));
    QCOMPARE(queue.length(), 0u);
    QCOMPARE(queue.metrics().adds, 2);  // the third add was one with the second
}

void TestWorkQueue::queueDrainageUsingShutDownWithDrain() {
    WorkQueue queue(m_clock);
    queue.add("foo");
    queue.add("bar");
    const auto first = queue.get().value();
    const auto second = queue.get().value();
    auto drained = drainInBackground(queue);
    QVERIFY(!queue.get().has_value());
    queue.done(first);
    QVERIFY(stillWaits(drained));
    queue.done(second);
    QVERIFY(isReady(drained));
}

void TestWorkQueue::noQueueDrainageUsingShutDown() {
    WorkQueue queue(m_clock);
    queue.add("foo");
    queue.add("bar");
    queue.get();
    queue.get();
    queue.shutDown();  // returns although both are still being processed
    QCOMPARE(queue.processingCount(), 2u);
}

void TestWorkQueue::forceQueueShutdownUsingShutDown() {
    WorkQueue queue(m_clock);
    queue.add("foo");
    queue.add("bar");
    queue.get();
    queue.get();
    auto drained = drainInBackground(queue);
    QVERIFY(!queue.get().has_value());
    queue.shutDown();
    QVERIFY(isReady(drained));
    QCOMPARE(queue.processingCount(), 2u);
}

void TestWorkQueue::queueDrainageUsingShutDownWithDrainWithDirtyItem() {
    WorkQueue queue(m_clock);
    queue.add("foo");
    const auto key = queue.get().value();
    queue.add("foo");
    auto drained = drainInBackground(queue);
    QVERIFY(!queue.get().has_value());
    queue.done(key);  // parked while processing: it comes back although the queue is shutting down
    QCOMPARE(queue.get().value(), std::string("foo"));
    queue.done("foo");
    QVERIFY(!queue.get().has_value());
    QVERIFY(isReady(drained));
}

/// What was added and is done leaves nothing behind: the same memory serves any number of keys.
void TestWorkQueue::garbageCollection() {
    KeyTable table;
    std::set<const KeyTable::Entry*> used;
    for (int i = 0; i < 10'000; ++i) {
        const std::string key = "default/key-" + std::to_string(i);
        KeyTable::Entry& entry = table.findOrAdd(key, KeyTable::hash(key));
        used.insert(&entry);
        QCOMPARE(table.find(key, KeyTable::hash(key)), &entry);
        table.erase(entry);
        QVERIFY(table.find(key, KeyTable::hash(key)) == nullptr);
        QVERIFY(entry.key.empty());
    }
    QCOMPARE(table.size(), 0u);
    QCOMPARE(used.size(), 1u);
}

void TestWorkQueue::addWhileProcessingIsParkedUntilDone() {
    Steps steps;
    WorkQueue queue(m_clock, &steps);
    queue.add("foo");
    QCOMPARE(queue.get(1).value(), std::string("foo"));
    queue.add("foo");
    QCOMPARE(queue.length(), 0u);  // parked, not queued
    queue.done("foo", 1);
    QCOMPARE(queue.length(), 1u);
    QCOMPARE(steps.seen, (Seen{{Step::Enqueued, "foo"},
                               {Step::Got, "foo"},
                               {Step::Parked, "foo"},
                               {Step::Done, "foo"},
                               {Step::Enqueued, "foo"}}));
}

void TestWorkQueue::ignoresAddAfterShutDown() {
    Steps steps;
    WorkQueue queue(m_clock, &steps);
    queue.shutDown();
    queue.add("foo");
    QCOMPARE(queue.length(), 0u);
    QCOMPARE(queue.metrics().adds, 0);
    QCOMPARE(steps.seen, (Seen{{Step::IgnoredShuttingDown, "foo"}}));
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

void TestWorkQueue::drainLooksAtProcessingNotAtTheQueue() {
    WorkQueue queue(m_clock);
    queue.add("queued");
    queue.shutDownWithDrain();  // nothing is processed: returns at once
    QCOMPARE(queue.length(), 1u);
}

/// client-go's Done wakes only one of them (queue.go, cond.Signal), and the other waits for a ShutDown.
void TestWorkQueue::twoDrainsAreBothReleased() {
    WorkQueue queue(m_clock);
    queue.add("foo");
    queue.get();
    auto first = drainInBackground(queue);
    auto second = std::async(std::launch::async, [&] { queue.shutDownWithDrain(); });
    queue.done("foo");
    QVERIFY(isReady(first));
    QVERIFY(isReady(second));
}

/// client-go's would queue the dirty key a second time, and two workers could hold it.
void TestWorkQueue::aSecondDoneChangesNothing() {
    Steps steps;
    WorkQueue queue(m_clock, &steps);
    queue.done("never added");
    queue.add("foo");
    queue.get();
    queue.done("foo");
    queue.done("foo");
    queue.add("foo");
    queue.done("foo");  // queued, and held by nobody
    QCOMPARE(queue.length(), 1u);
    QCOMPARE(steps.seen,
             (Seen{{Step::Enqueued, "foo"}, {Step::Got, "foo"}, {Step::Done, "foo"}, {Step::Enqueued, "foo"}}));
    QCOMPARE(queue.metrics().workDuration.count, 1);
}

void TestWorkQueue::doneAndGetIsDoneThenGet() {
    Steps steps;
    WorkQueue queue(m_clock, &steps);
    queue.add("a");
    queue.add("b");
    std::string key;
    QVERIFY(queue.get(key, 1));
    queue.add("a");  // parked: it goes behind "b"
    QVERIFY(queue.doneAndGet(key, 1));
    QCOMPARE(key, std::string("b"));
    QVERIFY(queue.doneAndGet(key, 1));
    QCOMPARE(key, std::string("a"));
    queue.shutDown();
    QVERIFY(!queue.doneAndGet(key, 1));
    const Seen expected{{Step::Enqueued, "a"}, {Step::Enqueued, "b"}, {Step::Got, "a"}, {Step::Parked, "a"},
                        {Step::Done, "a"},     {Step::Enqueued, "a"}, {Step::Got, "b"}, {Step::Done, "b"},
                        {Step::Got, "a"},      {Step::Done, "a"}};
    QCOMPARE(steps.seen, expected);
}

void TestWorkQueue::doneAndGetBlocksUntilSomethingIsAdded() {
    WorkQueue queue(m_clock);
    queue.add("a");
    std::string key = *queue.get();
    auto more = std::async(std::launch::async, [&] { return queue.doneAndGet(key); });
    while (queue.processingCount() > 0) std::this_thread::yield();
    QVERIFY(more.wait_for(0ms) == std::future_status::timeout);
    queue.add("b");
    QVERIFY(more.get());
    QCOMPARE(key, std::string("b"));
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

void TestWorkQueue::aWakeUpForAKeyIsPassedOnByAWorkerThatQuits() {
    for (int round = 0; round < 200; ++round) {
        WorkQueue queue(m_clock);
        std::atomic<bool> quit{false};
        auto leaves = std::async(std::launch::async, [&] { return queue.get(1, &quit); });
        auto stays = std::async(std::launch::async, [&] { return queue.get(2); });
        queue.add("a");
        quit = true;
        queue.interrupt();
        const auto taken = leaves.get();  // either of them may have had the first key
        if (taken) queue.add("b");
        QVERIFY(stays.wait_for(20s) == std::future_status::ready);
        QVERIFY(stays.get().has_value());
    }
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
    QCOMPARE(queue.metrics().depth, 0);
    queue.done("parked");
    QCOMPARE(queue.length(), 0u);
    QVERIFY(!queue.get().has_value());
}

void TestWorkQueue::stepsCarryTheTimeOfTheOperation() {
    struct Times : QueueObserver {
        std::vector<std::pair<Step, MonoTime>> seen;
        void onStep(const QueueStep& s) override { seen.emplace_back(s.step, s.at); }
    } times;
    const auto clock = std::make_shared<FakeClock>();
    const MonoTime start = clock->now();
    WorkQueue queue(clock, &times);
    queue.add("foo");
    clock->advance(1ms);
    queue.get();
    clock->advance(1ms);
    queue.add("foo");
    clock->advance(1ms);
    queue.done("foo");
    const std::vector<std::pair<Step, MonoTime>> expected{{Step::Enqueued, start},
                                                          {Step::Got, start + 1ms},
                                                          {Step::Parked, start + 2ms},
                                                          {Step::Done, start + 3ms},
                                                          {Step::Enqueued, start + 3ms}};
    QVERIFY(times.seen == expected);
}

/// Through several growths of the table and of the ring, with half of the keys finished in between.
void TestWorkQueue::manyKeysKeepTheirOrder() {
    WorkQueue queue(m_clock);
    int added = 0, taken = 0;
    const auto takeOne = [&] {
        const std::string key = queue.get().value();
        queue.done(key);
        return key == "default/student-" + std::to_string(taken++);
    };
    for (int round = 0; round < 40; ++round) {
        for (int i = 0; i < 100; ++i) queue.add("default/student-" + std::to_string(added++));
        for (int i = 0; i < 50; ++i) QVERIFY(takeOne());
    }
    while (taken < added) QVERIFY(takeOne());
    QCOMPARE(queue.length(), 0u);
}

QTEST_GUILESS_MAIN(TestWorkQueue)
#include "tst_work_queue.moc"
