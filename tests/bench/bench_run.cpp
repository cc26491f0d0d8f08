// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <thread>
#include <vector>

#include "bench.h"
#include "core/api/resource.h"
#include "core/controller/controller.h"

namespace rollcall::bench {

namespace {

constexpr int kObjects = 1000;
constexpr int kBatch = 100;  // lines that one read of the network brings
constexpr int kRounds = 7;

/// Answers the list and hands over the stream, from which the measuring thread tells events.
class Feeder final : public Transport {
public:
    std::unique_ptr<RequestHandle> send(HttpRequest, std::function<void(Result<HttpAnswer>)> done) override {
        HttpAnswer answer;
        answer.status = 200;
        answer.contentType = "application/json";
        answer.body = R"({"kind":"StudentList","apiVersion":"bolingcavalry.k8s.io/v1","metadata":{"resourceVersion":"1"},"items":[]})";
        pending.push_back([done = std::move(done), answer = std::move(answer)] { done(answer); });
        return std::make_unique<RequestHandle>();
    }
    std::unique_ptr<RequestHandle> openStream(HttpRequest, StreamCallbacks callbacks) override {
        stream = std::move(callbacks);
        pending.push_back([this] { stream.onOpen(200); });
        return std::make_unique<RequestHandle>();
    }
    std::vector<std::function<void()>> pending;
    StreamCallbacks stream;
};

struct Nothing final : Reconciler {
    Result<Unit> reconcile(const std::string&, const ReconcileContext&) override { return Unit{}; }
};

std::vector<std::string> eventLines(int events) {
    std::vector<std::string> lines;
    for (int i = 0; i < events; ++i) {
        const std::string name = "student-" + std::to_string(i % kObjects);
        lines.push_back(std::string(R"({"type":")") + (i < kObjects ? "ADDED" : "MODIFIED") +
                        R"(","object":{"apiVersion":"bolingcavalry.k8s.io/v1","kind":"Student","metadata":{"name":")" + name +
                        R"(","namespace":"default","uid":")" + name + R"(","resourceVersion":")" + std::to_string(i + 2) +
                        R"("},"spec":{"name":"Zhang San","school":"Shenzhen Middle School"}}})");
    }
    return lines;
}

/// Watch events through decoding, store, handler, queue and worker, until the last sync; CPU seconds of the process.
double run(const std::vector<std::string>& lines, std::size_t logCapacity) {
    const auto clock = std::make_shared<SystemClock>();
    TransitionLog log(clock, logCapacity);
    Feeder feeder;
    ReflectorTarget target;
    target.type = &studentResource();
    Informer::Options options;
    options.reflector.watchList = false;
    Informer informer(target, options, feeder, clock, log, [&](std::function<void()> task) { feeder.pending.push_back(std::move(task)); });
    Nothing nothing;
    Controller controller({}, nothing, clock, log, [](const std::string&) {});
    informer.addHandler(&controller);
    controller.startWorkers(2);
    informer.start();
    while (!feeder.pending.empty()) {
        const auto tasks = std::exchange(feeder.pending, {});
        for (const auto& task : tasks) task();
    }
    const Stopwatch watch;
    std::vector<std::string_view> batch;
    for (std::size_t at = 0; at < lines.size(); at += kBatch) {
        batch.assign(lines.begin() + std::ptrdiff_t(at), lines.begin() + std::ptrdiff_t(std::min(at + kBatch, lines.size())));
        feeder.stream.onLines(batch);
    }
    for (;;) {
        const QueueMetrics m = controller.queueMetrics();
        if (m.depth == 0 && m.gets == m.workDuration.count) break;
        std::this_thread::yield();
    }
    const double cpu = watch.cpuSeconds();
    informer.stop();
    return cpu;
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

}  // namespace

/// What the transition log costs of the whole way from the watch event to the end of its sync: rounds with and without it,
/// one after the other, so that whatever else the machine does falls on both.
void benchRun(int events) {
    const auto lines = eventLines(events);
    std::vector<double> with, without, ratio;
    for (int i = 0; i < kRounds; ++i) {
        without.push_back(run(lines, 0));
        with.push_back(run(lines, TransitionLog::kDefaultCapacity));
        ratio.push_back(without.back() / with.back());
    }
    const std::string name = std::to_string(events) + " watch events to synced, CPU";
    report(name + ", with the log", median(with) * 1e6 / events, "us/event");
    report(name + ", without", median(without) * 1e6 / events, "us/event");
    report("throughput with the log / without", median(ratio), "");
}

}  // namespace rollcall::bench
