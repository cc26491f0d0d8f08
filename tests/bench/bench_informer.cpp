// SPDX-License-Identifier: GPL-3.0-or-later
#include <sys/resource.h>

#include <condition_variable>
#include <mutex>

#include "bench.h"
#include "canned_server.h"
#include "core/base/loop_thread.h"
#include "core/cache/informer.h"
#include "core/client/qnam_transport.h"

namespace rollcall::bench {

namespace {

/// Counts what the handlers are told, and lets the measuring thread wait for a number.
class Counter final : public ResourceEventHandler {
public:
    void onAdd(const Notification&) override { count(); }
    void onUpdate(const Notification&) override { count(); }
    void onDelete(const Notification&) override { count(); }
    void waitFor(std::int64_t number) {
        std::unique_lock lock(m_mutex);
        m_target = number;
        m_reached.wait(lock, [&] { return m_count.load() >= number; });
    }

private:
    void count() {
        if (++m_count < m_target.load(std::memory_order_relaxed)) return;
        std::lock_guard lock(m_mutex);
        m_reached.notify_all();
    }
    std::mutex m_mutex;
    std::condition_variable m_reached;
    std::atomic<std::int64_t> m_count{0}, m_target{0};
};

/// An informer for Students on a thread of its own, as the engine runs it.
class Rig {
public:
    explicit Rig(const std::string& server) : m_clock(std::make_shared<SystemClock>()), m_log(m_clock), m_thread(std::make_shared<LoopThread>("bench")) {
        Connection connection;
        connection.name = "bench";
        connection.server = server;
        ReflectorTarget target;
        target.type = &studentResource();
        Informer::Options options;
        options.reflector.watchList = false;  // the canned server knows LIST and WATCH; a LIST is what the anchors measured
        m_thread->runAndWait([&] {
            m_transport = std::make_unique<QnamTransport>(connection);
            m_informer = std::make_unique<Informer>(target, options, *m_transport, m_clock, m_log,
                                                    [thread = m_thread](std::function<void()> task) { thread->post(std::move(task)); });
        });
        m_informer->addHandler(&counter);
    }
    ~Rig() {
        m_thread->runAndWait([&] {
            m_informer->stop();
            m_transport.reset();
        });
        m_thread->stop();
    }
    void start() { m_thread->post([this] { m_informer->start(); }); }

    Counter counter;

private:
    std::shared_ptr<SystemClock> m_clock;
    TransitionLog m_log;
    std::shared_ptr<LoopThread> m_thread;
    std::unique_ptr<Transport> m_transport;
    std::unique_ptr<Informer> m_informer;
};

double peakMegabytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

}  // namespace

void benchSync(int objects, const std::string& server) {
    std::unique_ptr<CannedServer> canned;
    if (server.empty()) canned = std::make_unique<CannedServer>(objects, 0);
    Rig rig(canned ? canned->url() : server);
    const Stopwatch watch;
    rig.start();
    rig.counter.waitFor(objects);
    const std::string name = "LIST of " + std::to_string(objects) + " Students to synced";
    report(name + ", wall", watch.wallSeconds() * 1e3, "ms");
    report(name + ", CPU of the process" + (canned ? " with its server" : ""), watch.cpuSeconds() * 1e3, "ms");
    report("peak memory" + std::string(canned ? " with its server" : ""), peakMegabytes(), "MB");
}

void benchWatch(int events, const std::string& server) {
    constexpr int kObjects = 1000;
    std::unique_ptr<CannedServer> canned;
    if (server.empty()) canned = std::make_unique<CannedServer>(kObjects, events);
    Rig rig(canned ? canned->url() : server);
    rig.start();
    rig.counter.waitFor(kObjects);
    const Stopwatch watch;
    if (canned) canned->release();
    rig.counter.waitFor(kObjects + events);
    const std::string name = std::to_string(events) + " watch events to handled";
    report(name, events / watch.wallSeconds() / 1e3, "k events/s");
    report(name + ", CPU" + (canned ? " with the server" : ""), watch.cpuSeconds() * 1e6 / events, "us/event");
}

}  // namespace rollcall::bench
