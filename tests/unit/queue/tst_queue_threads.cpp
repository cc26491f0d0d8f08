// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <memory>
#include <thread>

#include "core/queue/work_queue.h"
#include "core/trace/transition_log.h"

using namespace rollcall;

/// What must hold whatever the threads do; meant for the thread sanitizer too.
class TestQueueThreads : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void eightThreadsHundredThousandKeys();
    void everyStepOfEveryKeyIsLoggedInOrder();
};

/// No key on two workers at once, none lost, clean drain: 8 threads add 100,000 keys (and some of them again and
/// again), 8 take them out.
void TestQueueThreads::eightThreadsHundredThousandKeys() {
    constexpr int kThreads = 8, kKeys = 100'000, kHot = 64;
    WorkQueue queue(std::make_shared<SystemClock>());
    std::vector<std::string> names;
    for (int i = 0; i < kKeys; ++i) names.push_back(std::to_string(i));
    const auto inside = std::make_unique<std::atomic<int>[]>(kKeys);
    const auto handled = std::make_unique<std::atomic<int>[]>(kKeys);
    std::atomic<int> breaches{0};
    std::vector<std::thread> workers, producers;
    for (int w = 0; w < kThreads; ++w) {
        workers.emplace_back([&, w] {
            std::string key;
            for (bool more = queue.get(key); more;) {
                const auto n = std::stoul(key);
                if (inside[n].fetch_add(1) != 0) ++breaches;
                handled[n].fetch_add(1);
                inside[n].fetch_sub(1);
                if (w % 2 == 0) {
                    more = queue.doneAndGet(key);
                } else {
                    queue.done(key);
                    more = queue.get(key);
                }
            }
        });
    }
    for (int p = 0; p < kThreads; ++p) {
        producers.emplace_back([&, p] {
            for (int n = p; n < kKeys; n += kThreads) {
                queue.add(names[std::size_t(n)]);
                queue.add(names[std::size_t(n % kHot)]);
            }
        });
    }
    for (auto& t : producers) t.join();
    queue.shutDownWithDrain();
    for (auto& t : workers) t.join();
    QCOMPARE(breaches.load(), 0);
    int lost = 0;
    std::int64_t total = 0;
    for (int n = 0; n < kKeys; ++n) {
        if (handled[std::size_t(n)] == 0) ++lost;
        total += handled[std::size_t(n)];
    }
    QCOMPARE(lost, 0);
    const QueueMetrics metrics = queue.metrics();
    QCOMPARE(queue.length(), 0u);
    QCOMPARE(queue.processingCount(), 0u);
    QCOMPARE(metrics.depth, 0);
    QCOMPARE(metrics.gets, total);
    QCOMPARE(metrics.adds, total);
    QCOMPARE(metrics.workDuration.count, total);
}

/// The steps of each key follow each other as the queue's rules say, although many threads write into one log while it
/// is being read.
void TestQueueThreads::everyStepOfEveryKeyIsLoggedInOrder() {
    const auto clock = std::make_shared<SystemClock>();
    TransitionLog log(clock, 1000);
    struct Logged : QueueObserver {
        TransitionLog* log = nullptr;
        void onStep(const QueueStep& s) override {
            log->append(TransitionRef{.step = s.step, .key = s.key, .worker = s.worker, .at = s.at});
        }
    } observer;
    observer.log = &log;
    auto& box = log.subscribe();
    constexpr int kThreads = 4, kKeys = 50, kRounds = 100;
    WorkQueue queue(clock, &observer);
    std::vector<std::thread> workers, producers;
    for (int w = 1; w <= kThreads; ++w) {
        workers.emplace_back([&, w] {
            while (auto key = queue.get(w)) queue.done(*key, w);
        });
        producers.emplace_back([&] {
            for (int i = 0; i < kRounds * kKeys; ++i) queue.add(std::to_string(i % kKeys));
        });
    }
    struct State {
        bool dirty = false, processing = false;
    };
    std::map<std::string, State> states;
    std::uint64_t seq = 0;
    MonoTime last{};
    int wrong = 0;
    const auto check = [&] {
        for (const Transition& t : box.drain()) {
            State& s = states[t.key];
            if (t.seq != ++seq || t.at < last) ++wrong;
            last = t.at;
            switch (t.step) {
                // Queued anew, or at done() because it was parked.
                case Step::Enqueued:
                    wrong += s.processing;
                    s.dirty = true;
                    break;
                case Step::Parked:
                    wrong += !s.processing || s.dirty;
                    s.dirty = true;
                    break;
                case Step::Deduplicated:
                    wrong += !s.dirty;
                    break;
                case Step::Got:
                    wrong += !s.dirty || s.processing;
                    s = {false, true};
                    break;
                case Step::Done:
                    wrong += !s.processing;
                    s.processing = false;
                    break;
                default:
                    ++wrong;
            }
        }
    };
    std::atomic<bool> over{false};
    std::thread ends([&] {
        for (auto& t : producers) t.join();
        queue.shutDown();
        for (auto& t : workers) t.join();
        over = true;
    });
    while (!over) check();
    ends.join();
    check();
    QCOMPARE(wrong, 0);
    QCOMPARE(seq, log.lastSeq());
    QVERIFY(seq >= std::uint64_t(kThreads * kRounds * kKeys));
}

QTEST_GUILESS_MAIN(TestQueueThreads)
#include "tst_queue_threads.moc"
