// SPDX-License-Identifier: GPL-3.0-or-later
#include <thread>
#include <vector>

#include "bench.h"
#include "core/queue/work_queue.h"
#include "core/trace/transition_log.h"

namespace rollcall::bench {

namespace {

/// As a controller does it: every step goes into the transition log.
class Logged final : public QueueObserver {
public:
    explicit Logged(TransitionLog& log) : m_log(log) {}
    void onQueueStep(Step step, const std::string& key, Duration delay, int worker) override {
        Transition t;
        t.step = step;
        t.key = key;
        t.delay = delay;
        t.worker = worker;
        m_log.append(std::move(t));
    }

private:
    TransitionLog& m_log;
};

double run(int keys, int producers, int consumers, bool logged) {
    auto clock = std::make_shared<SystemClock>();
    TransitionLog log(clock);
    Logged observer(log);
    WorkQueue queue(clock, logged ? &observer : nullptr);
    std::vector<std::string> names;
    for (int i = 0; i < keys; ++i) names.push_back("default/student-" + std::to_string(i));
    const Stopwatch watch;
    std::vector<std::thread> adding, taking;
    for (int c = 0; c < consumers; ++c) {
        taking.emplace_back([&] {
            while (auto key = queue.get()) queue.done(*key);
        });
    }
    for (int p = 0; p < producers; ++p) {
        adding.emplace_back([&, p] {
            for (int i = p; i < keys; i += producers) queue.add(names[static_cast<std::size_t>(i)]);
        });
    }
    for (auto& t : adding) t.join();
    queue.shutDown();
    for (auto& t : taking) t.join();
    return keys / watch.wallSeconds() / 1e6;
}

}  // namespace

void benchQueue(int keys) {
    for (const auto& [producers, consumers] : {std::pair(1, 1), std::pair(4, 4), std::pair(4, 1), std::pair(1, 4)}) {
        const std::string mix = std::to_string(producers) + " producers, " + std::to_string(consumers) + " consumers";
        report("queue, unique keys, " + mix, run(keys, producers, consumers, false), "M keys/s");
    }
    report("the same 1/1 with the transition log", run(keys, 1, 1, true), "M keys/s");
}

}  // namespace rollcall::bench
