// SPDX-License-Identifier: GPL-3.0-or-later
#include "queue_mixes.h"

#include <chrono>
#include <cstdio>
#include <thread>

#include "bench.h"
#include "core/queue/work_queue.h"
#include "core/trace/transition_log.h"

namespace rollcall::bench {

namespace {

constexpr int kRepeatedKeys = 1000;
constexpr auto kWork = std::chrono::microseconds(2);

/// As a controller does it: every step goes into the transition log.
class Logged final : public QueueObserver {
public:
    explicit Logged(TransitionLog& log) : m_log(log) {}
    void onStep(const QueueStep& s) override {
        TransitionRef t;
        t.step = s.step;
        t.key = s.key;
        t.delay = s.delay;
        t.worker = s.worker;
        t.at = s.at;
        m_log.append(t);
    }

private:
    TransitionLog& m_log;
};

std::vector<std::string> keys(int count) {
    std::vector<std::string> names;
    char name[64];
    for (int i = 0; i < count; ++i) {
        std::snprintf(name, sizeof name, "default/student-%07d", i);
        names.emplace_back(name);
    }
    return names;
}

void work(std::chrono::nanoseconds time) {
    const auto end = std::chrono::steady_clock::now() + time;
    while (time.count() > 0 && std::chrono::steady_clock::now() < end) {
    }
}

void consume(WorkQueue& queue, QueueUse use, std::chrono::nanoseconds time = {}) {
    if (use == QueueUse::Together) {
        std::string key;
        for (bool more = queue.get(key); more; more = queue.doneAndGet(key)) work(time);
        return;
    }
    while (auto key = queue.get()) {
        work(time);
        queue.done(*key);
    }
}

double flow(WorkQueue& queue, const QueueMix& mix, const std::vector<std::string>& names, int count, QueueUse use) {
    const auto time = mix.mode == "work" ? kWork : kWork * 0;
    const Stopwatch watch;
    std::vector<std::thread> adding, taking;
    for (int c = 0; c < mix.consumers; ++c) taking.emplace_back([&] { consume(queue, use, time); });
    for (int p = 0; p < mix.producers; ++p) {
        adding.emplace_back([&, p] {
            for (int i = p; i < count; i += mix.producers) queue.add(names[static_cast<std::size_t>(i) % names.size()]);
        });
    }
    for (auto& t : adding) t.join();
    queue.shutDown();
    for (auto& t : taking) t.join();
    return count / watch.wallSeconds();
}

double fillAndDrain(WorkQueue& queue, const std::vector<std::string>& names, QueueUse use, bool timeDrain) {
    const Stopwatch filling;
    for (const std::string& key : names) queue.add(key);
    const double filled = filling.wallSeconds();
    queue.shutDown();
    const Stopwatch draining;
    consume(queue, use);
    return static_cast<double>(names.size()) / (timeDrain ? draining.wallSeconds() : filled);
}

double cycle(WorkQueue& queue, const std::vector<std::string>& names) {
    const Stopwatch watch;
    for (const std::string& key : names) {
        queue.add(key);
        queue.done(*queue.get());
    }
    return static_cast<double>(names.size()) / watch.wallSeconds();
}

}  // namespace

std::vector<QueueMix> queueMixes() {
    return {{"unique", 1, 1}, {"unique", 4, 4}, {"unique", 4, 1}, {"unique", 1, 4}, {"unique", 16, 16},
            {"fill", 1, 0},   {"drain", 0, 1},  {"cycle", 1, 1},  {"repeat", 1, 0}, {"repeat", 4, 0},
            {"repeat", 1, 1}, {"repeat", 4, 1}, {"repeat", 4, 4}, {"work", 1, 2}};
}

std::string nameOf(const QueueMix& mix) {
    return mix.mode + ' ' + std::to_string(mix.producers) + "p/" + std::to_string(mix.consumers) + 'c';
}

double runMix(const QueueMix& mix, int count, QueueUse use) {
    const auto clock = std::make_shared<SystemClock>();
    TransitionLog log(clock);
    Logged observer(log);
    WorkQueue queue(clock, use == QueueUse::Logged ? &observer : nullptr);
    const bool repeat = mix.mode == "repeat";
    const std::vector<std::string> names = keys(repeat ? kRepeatedKeys : count);
    if (repeat) count *= 5;  // as quick as they are
    if (mix.mode == "fill" || mix.mode == "drain") return fillAndDrain(queue, names, use, mix.mode == "drain");
    if (mix.mode == "cycle") return cycle(queue, names);
    return flow(queue, mix, names, count, use);
}

}  // namespace rollcall::bench
