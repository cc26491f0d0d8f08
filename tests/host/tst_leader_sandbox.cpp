// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <atomic>

#include "core/api/lease.h"
#include "core/base/loop_thread.h"
#include "core/client/qnam_transport.h"
#include "core/controller/api_event_sink.h"
#include "core/controller/leader_elector.h"
#include "core/sandbox/sandbox_server.h"

using namespace rollcall;
using namespace std::chrono_literals;

namespace {

constexpr double kSpeed = 5;  // 15 s of the machinery's time are 3 s

/// One instance of the program, as far as elections and Events go: its own API thread, client and recorder.
struct Instance {
    Instance(const std::string& identity, const Connection& connection, const std::shared_ptr<Clock>& clock,
             EventRecorderOptions options = {})
        : log(clock), thread("rc-" + identity), client(std::make_unique<ApiClient>(thread, clock, [connection] {
              return std::make_unique<QnamTransport>(connection);
          })) {
        client->setRateLimit(-1, 0);
        const auto post = [this](std::function<void()> task) { thread.post(std::move(task)); };
        sink = std::make_unique<ApiEventSink>(*client);
        recorder = std::make_shared<EventRecorder>(
            "student-controller", ControllerId::Students, *sink, clock, log, post, [](const RecordedEvent&) {},
            systemRandom(), std::move(options));
        ApiLeaseLock::Options lease;
        lease.ns = "default";
        lease.name = "rollcall";
        lease.identity = identity;
        auto lock = std::make_shared<ApiLeaseLock>(*client, lease, recorder);
        LeaderElector::Options election;
        election.identity = identity;
        LeaderElector::Callbacks callbacks;
        callbacks.onStartedLeading = [this] { ++started; };
        callbacks.onStoppedLeading = [this] { ++stopped; };
        elector = *LeaderElector::create(election, callbacks, {lock, clock, log, post});
    }
    ~Instance() {
        thread.runAndWait([this] {
            elector.reset();
            recorder->shutDown();
        });
        client.reset();
        thread.stop();
    }
    void start() {
        thread.post([this] { elector->start(); });
    }
    void stop() {
        thread.post([this] { elector->stop(); });
    }
    LeaderStatus status() const { return elector->status(); }
    bool leads() const { return status().state == LeaderState::Leading; }
    Result<ListPage> list(const ResourceType& type) {
        HttpRequest request;
        request.path = type.path("default");
        const auto answer = client->callBlocking(std::move(request), {}, 20s);
        if (!answer) return answer.error();
        return decodeList(answer->body, type);
    }

    TransitionLog log;
    LoopThread thread;
    std::unique_ptr<ApiClient> client;
    std::unique_ptr<ApiEventSink> sink;
    std::shared_ptr<EventRecorder> recorder;
    std::atomic<int> started{0}, stopped{0};
    std::shared_ptr<LeaderElector> elector;
};

}  // namespace

/// Elections and Events over HTTP: real requests, the sandbox's validation, its conflicts and its strategic merge.
class LeaderSandboxTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup() { m_server.reset(); }
    void aDeadLeaderIsFollowedWithinDurationAndRetry();
    void aReleaseIsFollowedAtTheNextTry();
    void theElectionIsToldInEventsOnTheLease();
    void equalEventsBecomeASeries();

private:
    std::unique_ptr<Instance> instance(const std::string& identity, EventRecorderOptions options = {}) {
        return std::make_unique<Instance>(identity, m_connection, m_clock, std::move(options));
    }
    std::shared_ptr<SystemClock> m_clock;
    std::unique_ptr<sandbox::SandboxServer> m_server;
    Connection m_connection;
};

void LeaderSandboxTest::init() {
    m_clock = std::make_shared<SystemClock>();
    m_clock->setSpeed(kSpeed);
    sandbox::SandboxOptions options;
    options.seedData = options.podSimulator = false;
    auto server = sandbox::SandboxServer::start(std::move(options));
    QVERIFY(server.ok());
    m_server = std::move(server).value();
    m_connection = {};
    m_connection.server = m_server->url();
    m_connection.token = m_server->token();
}

void LeaderSandboxTest::aDeadLeaderIsFollowedWithinDurationAndRetry() {
    auto a = instance("a");
    auto b = instance("b");
    a->start();
    QTRY_VERIFY_WITH_TIMEOUT(a->leads(), 20'000);
    b->start();
    QTRY_COMPARE_WITH_TIMEOUT(b->status().holder, std::string("a"), 20'000);
    QCOMPARE(b->status().state, LeaderState::Standby);
    QTRY_VERIFY_WITH_TIMEOUT(a->log.since(0).size() > 5, 20'000);  // it renews over the wire
    a.reset();
    const MonoTime died = m_clock->now();
    QTRY_VERIFY_WITH_TIMEOUT(b->leads(), 20'000);
    // Its last change was seen at most one wait of ours before; the try after the duration comes at most one wait
    // later, and a wait is up to 2.2 periods. The rest is what the requests take on a loaded machine.
    QVERIFY(m_clock->now() - died > 8s);
    QVERIFY(m_clock->now() - died < 15s + 2 * 4400ms + kSpeed * 3s);
    QCOMPARE(b->status().transitions, 1);
    const auto leases = b->list(leaseResource());
    QVERIFY(leases.ok());
    QCOMPARE(leases->items.size(), 1u);
    QCOMPARE(static_cast<const LeaseObject&>(*leases->items[0]).spec.holder, std::string("b"));
}

void LeaderSandboxTest::aReleaseIsFollowedAtTheNextTry() {
    auto a = instance("a");
    auto b = instance("b");
    a->start();
    QTRY_VERIFY_WITH_TIMEOUT(a->leads(), 20'000);
    b->start();
    QTRY_COMPARE_WITH_TIMEOUT(b->status().holder, std::string("a"), 20'000);
    a->stop();
    QTRY_COMPARE_WITH_TIMEOUT(a->stopped.load(), 1, 20'000);
    QCOMPARE(a->status().state, LeaderState::Off);
    const MonoTime released = m_clock->now();
    QTRY_VERIFY_WITH_TIMEOUT(b->leads(), 20'000);
    QVERIFY(m_clock->now() - released < 4400ms + kSpeed * 1500ms);
    QCOMPARE(b->started.load(), 1);
}

void LeaderSandboxTest::theElectionIsToldInEventsOnTheLease() {
    auto a = instance("a");
    a->start();
    QTRY_VERIFY_WITH_TIMEOUT(a->leads(), 20'000);
    a->stop();
    QTRY_COMPARE_WITH_TIMEOUT(a->stopped.load(), 1, 20'000);
    QTRY_VERIFY_WITH_TIMEOUT(a->recorder->idle(), 20'000);
    const auto events = a->list(eventResource());
    QVERIFY(events.ok());
    std::vector<std::string> messages;
    for (const ObjectPtr& object : events->items) {
        const auto& event = static_cast<const EventObject&>(*object);
        QCOMPARE(event.reason, std::string("LeaderElection"));
        QCOMPARE(event.involvedKind, std::string("Lease"));
        QCOMPARE(event.involvedName, std::string("rollcall"));
        messages.push_back(event.message);
    }
    std::sort(messages.begin(), messages.end());
    QCOMPARE(messages, (std::vector<std::string>{"a became leader", "a stopped leading"}));
}

void LeaderSandboxTest::equalEventsBecomeASeries() {
    EventRecorderOptions options;
    options.api = EventApi::EventsV1;
    auto a = instance("a", options);
    Student student;
    student.kind = "Student";
    student.apiVersion = "bolingcavalry.k8s.io/v1";
    student.meta.ns = "default";
    student.meta.name = "object-student";
    const auto record = [&] { a->recorder->event(student, "Normal", "Synced", "Student synced successfully"); };
    record();
    QTRY_VERIFY_WITH_TIMEOUT(a->recorder->idle(), 20'000);
    record();
    QTRY_VERIFY_WITH_TIMEOUT(a->recorder->idle(), 20'000);
    QCOMPARE(a->recorder->counts().posted, 1);
    QCOMPARE(a->recorder->counts().merged, 1);
    for (const ResourceType* type : {&eventV1Resource(), &eventResource()}) {
        const auto events = a->list(*type);
        QVERIFY(events.ok());
        QCOMPARE(events->items.size(), 1u);
        const auto& event = static_cast<const EventObject&>(*events->items[0]);
        QCOMPARE(event.count, 2);
        QCOMPARE(event.message, std::string("Student synced successfully"));
        QCOMPARE(event.component, std::string("student-controller"));
    }
}

QTEST_GUILESS_MAIN(LeaderSandboxTest)
#include "tst_leader_sandbox.moc"
