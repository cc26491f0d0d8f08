// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <set>
#include <thread>

#include "core/base/fake_clock.h"
#include "core/base/loop_thread.h"
#include "core/record/event_recorder.h"

using namespace rollcall;
using namespace std::chrono_literals;

namespace {

struct Sink : EventSink {
    struct Call {
        bool patch;
        EventBody body;
        Done done;
    };
    std::vector<Call> calls;
    bool automatic = false;
    void create(const EventBody& event, Done done) override { add(false, event, std::move(done)); }
    void patchCount(const EventBody& event, Done done) override { add(true, event, std::move(done)); }
    void add(bool patch, const EventBody& event, Done done) {
        calls.push_back({patch, event, done});
        if (automatic) done(Written{event.count, event.name});
    }
    void answer() { auto call = calls.back(); call.done(Written{call.body.count, call.body.name}); }
    void refuse(int code, const std::string& reason) {
        Error e = makeError(ErrorKind::Api, reason);
        e.httpStatus = code;
        e.reason = reason;
        auto done = calls.back().done;
        done(e);
    }
    void cut() {
        auto done = calls.back().done;
        done(makeError(ErrorKind::Network, "connection refused"));
    }
};

Student student(const std::string& name = "object-student") {
    Student s;
    s.apiVersion = "bolingcavalry.k8s.io/v1";
    s.kind = "Student";
    s.meta.ns = "default";
    s.meta.name = name;
    s.meta.uid = "uid-1";
    s.meta.resourceVersion = "42";
    return s;
}

}  // namespace

/// The rules of client-go tools/record/event.go (recordToSink, recordEvent) and E1–E7 of the fault catalogue.
class TestEventRecorder : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void postsWhatTheSeedPosts();
    void aSecondEqualEventPatchesTheCount();
    void onePostAtATime();
    void aClusterScopedObjectsEventGoesToDefault();
    void aPatchOfAnExpiredEventCreatesItAnew();
    void alreadyExistsIsSuccess();
    void anyAnswerOfTheServerIsFinal();
    void transportFaultsAreTriedTwelveTimes();
    void theQueueDropsOnTopAndCounts();
    void shutDownReportsWhatWasNotPosted();
    void namesAreUniqueInOneClockTick();
    void manyThreadsRecordWithoutLoss();

private:
    void record(const Object& about) { m_recorder->event(about, "Normal", "Synced", "Student synced successfully"); }
    PostState lastState() const { return m_seen.back().state; }

    std::shared_ptr<FakeClock> m_clock;
    std::unique_ptr<TransitionLog> m_log;
    std::unique_ptr<Sink> m_sink;
    std::shared_ptr<EventRecorder> m_recorder;
    std::vector<RecordedEvent> m_seen;
};

void TestEventRecorder::init() {
    m_clock = std::make_shared<FakeClock>();
    m_log = std::make_unique<TransitionLog>(m_clock);
    m_sink = std::make_unique<Sink>();
    m_seen.clear();
    m_recorder = std::make_shared<EventRecorder>("student-controller", ControllerId::Students, *m_sink, m_clock, *m_log,
                                                 [](const std::function<void()>& f) { f(); },
                                                 [this](const RecordedEvent& e) { m_seen.push_back(e); }, [] { return 0.5; });
}

void TestEventRecorder::postsWhatTheSeedPosts() {
    record(student());
    QCOMPARE(m_sink->calls.size(), 1u);
    const EventBody& body = m_sink->calls[0].body;
    QVERIFY(!m_sink->calls[0].patch);
    QCOMPARE(body.ns, std::string("default"));
    QCOMPARE(body.involvedKind, std::string("Student"));
    QCOMPARE(body.involvedUid, std::string("uid-1"));
    QCOMPARE(body.involvedResourceVersion, std::string("42"));
    QCOMPARE(body.type, std::string("Normal"));
    QCOMPARE(body.reason, std::string("Synced"));
    QCOMPARE(body.message, std::string("Student synced successfully"));
    QCOMPARE(body.component, std::string("student-controller"));
    QVERIFY(body.name.starts_with("object-student."));
    QCOMPARE(lastState(), PostState::Pending);
    m_sink->answer();
    QCOMPARE(lastState(), PostState::Posted);
    QCOMPARE(m_recorder->counts().posted, 1);
    QVERIFY(m_recorder->idle());
}

void TestEventRecorder::aSecondEqualEventPatchesTheCount() {
    record(student());
    m_sink->answer();
    record(student());
    QVERIFY(m_sink->calls.back().patch);
    QCOMPARE(m_sink->calls.back().body.count, 2);
    QCOMPARE(m_sink->calls.back().body.name, m_sink->calls.front().body.name);
    m_sink->answer();
    QCOMPARE(lastState(), PostState::Merged);
    QCOMPARE(m_recorder->counts().merged, 1);
}

void TestEventRecorder::onePostAtATime() {
    record(student("a"));
    record(student("b"));
    QCOMPARE(m_sink->calls.size(), 1u);
    m_sink->answer();
    QCOMPARE(m_sink->calls.size(), 2u);
    QCOMPARE(m_sink->calls[1].body.involvedName, std::string("b"));
}

void TestEventRecorder::aClusterScopedObjectsEventGoesToDefault() {
    Student node = student("node-1");
    node.meta.ns.clear();
    record(node);
    QCOMPARE(m_sink->calls[0].body.ns, std::string("default"));
    QVERIFY(m_sink->calls[0].body.involvedNamespace.empty());
}

void TestEventRecorder::aPatchOfAnExpiredEventCreatesItAnew() {
    record(student());
    m_sink->answer();
    record(student());
    m_sink->refuse(404, "NotFound");
    QCOMPARE(m_sink->calls.size(), 3u);
    QVERIFY(!m_sink->calls.back().patch);
    QCOMPARE(m_sink->calls.back().body.count, 2);
    m_sink->answer();
    QCOMPARE(lastState(), PostState::Posted);
}

void TestEventRecorder::alreadyExistsIsSuccess() {
    record(student());
    m_sink->refuse(409, "AlreadyExists");
    QCOMPARE(lastState(), PostState::Posted);
}

void TestEventRecorder::anyAnswerOfTheServerIsFinal() {
    record(student("a"));
    m_sink->refuse(403, "Forbidden");
    QCOMPARE(lastState(), PostState::Refused);
    QCOMPARE(m_seen.back().error->httpStatus, 403);
    QCOMPARE(m_clock->pendingTimers(), 0u);
    record(student("b"));
    m_sink->refuse(422, "Invalid");
    QCOMPARE(m_recorder->counts().refused, 2);
    QVERIFY(m_recorder->idle());
}

void TestEventRecorder::transportFaultsAreTriedTwelveTimes() {
    record(student("a"));
    record(student("b"));
    m_sink->cut();
    QCOMPARE(lastState(), PostState::Retrying);
    QCOMPARE(m_clock->untilNext(), Duration(5s));  // 10 s times the random 0.5
    m_clock->advance(5s);
    for (int tries = 2; tries < 12; ++tries) {
        QCOMPARE(m_sink->calls.size(), std::size_t(tries));
        m_sink->cut();
        QCOMPARE(m_clock->untilNext(), Duration(10s));
        m_clock->advance(10s);
    }
    QCOMPARE(m_sink->calls.size(), 12u);
    m_sink->cut();
    QCOMPARE(m_recorder->counts().dropped, 1);
    QCOMPARE(m_sink->calls.back().body.involvedName, std::string("b"));  // and on to the next
}

void TestEventRecorder::theQueueDropsOnTopAndCounts() {
    for (int i = 0; i < 1 + int(EventRecorder::kQueueLimit) + 5; ++i) record(student("s" + std::to_string(i)));
    const auto counts = m_recorder->counts();
    QCOMPARE(counts.recorded, 1006);
    QCOMPARE(counts.dropped, 5);
    QCOMPARE(lastState(), PostState::Dropped);
    QCOMPARE(m_seen.back().body.involvedName, std::string("s1005"));
}

void TestEventRecorder::shutDownReportsWhatWasNotPosted() {
    record(student("a"));
    record(student("b"));
    m_sink->cut();
    m_recorder->shutDown();
    QCOMPARE(m_clock->pendingTimers(), 0u);
    QCOMPARE(m_recorder->counts().dropped, 2);
    QCOMPARE(m_seen[m_seen.size() - 2].body.involvedName, std::string("a"));
    QCOMPARE(m_seen[m_seen.size() - 2].state, PostState::Dropped);
    record(student("c"));
    QCOMPARE(m_sink->calls.size(), 1u);
    QCOMPARE(m_recorder->counts().dropped, 3);
}

void TestEventRecorder::namesAreUniqueInOneClockTick() {
    m_sink->automatic = true;
    std::set<std::string> names;
    for (int i = 0; i < 900; ++i) {
        Student s = student();
        s.meta.uid = std::to_string(i);  // another object of the same name each time, so nothing is merged
        record(s);
    }
    for (const auto& call : m_sink->calls) names.insert(call.body.name);
    QCOMPARE(names.size(), 900u);
}

void TestEventRecorder::manyThreadsRecordWithoutLoss() {
    LoopThread home("recorder");
    m_sink->automatic = true;
    auto recorder = std::make_shared<EventRecorder>("student-controller", ControllerId::Students, *m_sink, m_clock, *m_log,
                                                    [&](std::function<void()> f) { home.post(std::move(f)); },
                                                    [](const RecordedEvent&) {});
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&, t] {
            for (int i = 0; i < 100; ++i) {
                recorder->event(student("s" + std::to_string(t) + "-" + std::to_string(i)), "Normal", "Synced", "m");
            }
        });
    }
    for (auto& t : threads) t.join();
    QTRY_VERIFY(recorder->idle());
    home.stop();
    QCOMPARE(recorder->counts().posted, 400);
    QCOMPARE(m_sink->calls.size(), 400u);
}

QTEST_GUILESS_MAIN(TestEventRecorder)
#include "tst_event_recorder.moc"
