// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <set>
#include <thread>

#include "core/base/loop_thread.h"
#include "tests/unit/record/record_fixture.h"

using namespace rollcall;
using namespace rollcall::test;
using namespace std::chrono_literals;

/// The rules of client-go tools/record/event.go (recordToSink, recordEvent) and E1–E7 of the fault catalogue.
class TestEventRecorder : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { m = std::make_unique<Recording>(); }
    void cleanup() { m.reset(); }

    void postsWhatTheSeedPosts();
    void carriesHostAnnotationsAndFieldPath();
    void onlyNormalAndWarningAreTaken();
    void anObjectWithoutKindIsRefused();
    void aSecondEqualEventPatchesTheCount();
    void theServersAnswerIsCountedOn();
    void onePostAtATime();
    void aClusterScopedObjectsEventGoesToDefault();
    void aPatchOfAnExpiredEventCreatesItAnew();
    void aFailedCountIsPatchedAgain();
    void alreadyExistsIsSuccess();
    void anyAnswerOfTheServerIsFinal();
    void anErrorPageIsAnAnswer();
    void aRequestThatCannotBeMadeIsFinal();
    void anUnreadableYesIsTriedAgain();
    void transportFaultsAreTriedTwelveTimes();
    void theSecondTrySucceeds();
    void aNamespaceThatEndsIsNoNotice();
    void missingRightsAreOneNoticeForEachNamespace();
    void theSinkQueueDropsOnTopAndCounts();
    void theIncomingQueueDropsOnTop();
    void shutDownReportsWhatWasNotPosted();
    void everyStepNamesItsCause();
    void filteredEventsEndTheirWay();
    void namesAreUniqueInOneClockTick();
    void manyThreadsRecordWithoutLoss();

private:
    std::unique_ptr<Recording> m;
};

void TestEventRecorder::postsWhatTheSeedPosts() {
    m->record(student());
    QCOMPARE(m->sink.calls.size(), 1u);
    const EventBody& body = m->sink.calls[0].body;
    QVERIFY(!m->sink.calls[0].patch);
    QVERIFY(body.api == EventApi::CoreV1);
    QCOMPARE(body.ns, std::string("default"));
    QCOMPARE(body.involvedKind, std::string("Student"));
    QCOMPARE(body.involvedUid, std::string("uid-1"));
    QCOMPARE(body.involvedResourceVersion, std::string("42"));
    QCOMPARE(body.type, std::string("Normal"));
    QCOMPARE(body.reason, std::string("Synced"));
    QCOMPARE(body.message, std::string("Student synced successfully"));
    QCOMPARE(body.component, std::string("student-controller"));
    QCOMPARE(body.host, std::string());
    QVERIFY(body.name.starts_with("object-student."));
    QCOMPARE(m->lastState(), PostState::Pending);
    m->sink.answer();
    QCOMPARE(m->lastState(), PostState::Posted);
    QCOMPARE(m->recorder->counts().posted, 1);
    QVERIFY(m->recorder->idle());
}

void TestEventRecorder::carriesHostAnnotationsAndFieldPath() {
    EventRecorderOptions options;
    options.host = "node-1";
    Recording with(options);
    EventDetails details;
    details.annotations["trace"] = "7";
    details.fieldPath = "spec.containers{app}";
    with.recorder->event(student(), "Warning", "Failed", "m", details);
    const EventBody& body = with.sink.calls.at(0).body;
    QCOMPARE(body.host, std::string("node-1"));
    QCOMPARE(body.annotations.at("trace"), std::string("7"));
    QCOMPARE(body.involvedFieldPath, std::string("spec.containers{app}"));
}

void TestEventRecorder::onlyNormalAndWarningAreTaken() {
    m->recorder->event(student(), "Error", "Failed", "m", 17);
    QVERIFY(m->sink.calls.empty());
    QCOMPARE(m->lastState(), PostState::Refused);
    QCOMPARE(m->recorder->counts().refused, 1);
    QCOMPARE(m->recorder->counts().recorded, 0);
    const auto refused = m->steps(Step::EventRefused);
    QCOMPARE(refused.size(), 1u);
    QCOMPARE(refused[0].cause, 17u);
    QVERIFY(refused[0].detail.find("\"Error\"") != std::string::npos);
    m->recorder->event(student(), "Warning", "Failed", "m");
    QCOMPARE(m->sink.calls.size(), 1u);
}

void TestEventRecorder::anObjectWithoutKindIsRefused() {
    Student nameless = student();
    nameless.kind.clear();
    nameless.apiVersion.clear();
    m->record(nameless);
    QVERIFY(m->sink.calls.empty());
    QCOMPARE(m->lastState(), PostState::Refused);
}

void TestEventRecorder::aSecondEqualEventPatchesTheCount() {
    m->record(student());
    m->sink.answer();
    m->record(student());
    QVERIFY(m->sink.calls.back().patch);
    QCOMPARE(m->sink.calls.back().body.count, 2);
    QCOMPARE(m->sink.calls.back().body.name, m->sink.calls.front().body.name);
    m->sink.answer();
    QCOMPARE(m->lastState(), PostState::Merged);
    QCOMPARE(m->recorder->counts().merged, 1);
}

void TestEventRecorder::theServersAnswerIsCountedOn() {
    m->record(student());
    m->sink.finish(0, EventSink::Written{7, "object-student.server"});
    m->record(student());
    QVERIFY(m->sink.calls.back().patch);
    QCOMPARE(m->sink.calls.back().body.count, 8);
    QCOMPARE(m->sink.calls.back().body.name, std::string("object-student.server"));
}

void TestEventRecorder::onePostAtATime() {
    m->record(student("a"));
    m->record(student("b"));
    QCOMPARE(m->sink.calls.size(), 1u);
    m->sink.answer();
    QCOMPARE(m->sink.calls.size(), 2u);
    QCOMPARE(m->sink.calls[1].body.involvedName, std::string("b"));
}

void TestEventRecorder::aClusterScopedObjectsEventGoesToDefault() {
    Student node = student("node-1");
    node.meta.ns.clear();
    m->record(node);
    QCOMPARE(m->sink.calls[0].body.ns, std::string("default"));
    QVERIFY(m->sink.calls[0].body.involvedNamespace.empty());
}

void TestEventRecorder::aPatchOfAnExpiredEventCreatesItAnew() {
    m->record(student());
    m->sink.answer();
    m->record(student());
    m->sink.refuse(404, "NotFound");
    QCOMPARE(m->sink.calls.size(), 3u);
    QVERIFY(!m->sink.calls.back().patch);
    QCOMPARE(m->sink.calls.back().body.count, 2);
    m->sink.answer();
    QCOMPARE(m->lastState(), PostState::Posted);
    m->record(student());
    QVERIFY(m->sink.calls.back().patch);
    QCOMPARE(m->sink.calls.back().body.count, 3);
}

void TestEventRecorder::aFailedCountIsPatchedAgain() {
    m->record(student());
    m->sink.answer();
    m->record(student());
    m->sink.refuse(404, "NotFound");
    m->sink.cut();  // the POST in its place
    m->clock->advance(5s);
    QVERIFY(m->sink.calls.back().patch);
    m->sink.answer();
    QCOMPARE(m->lastState(), PostState::Merged);
}

void TestEventRecorder::alreadyExistsIsSuccess() {
    m->record(student());
    m->sink.refuse(409, "AlreadyExists");
    QCOMPARE(m->lastState(), PostState::Posted);
    QCOMPARE(m->steps(Step::EventPosted).at(0).detail, std::string("already exists"));
}

void TestEventRecorder::anyAnswerOfTheServerIsFinal() {
    m->record(student("a"));
    m->sink.refuse(403, "Forbidden");
    QCOMPARE(m->lastState(), PostState::Refused);
    QCOMPARE(m->seen.back().error->httpStatus, 403);
    QCOMPARE(m->clock->pendingTimers(), 0u);
    m->record(student("b"));
    m->sink.refuse(422, "Invalid");
    m->record(student("c"));
    m->sink.refuse(500, "InternalError");
    QCOMPARE(m->recorder->counts().refused, 3);
    QVERIFY(m->recorder->idle());
}

void TestEventRecorder::anErrorPageIsAnAnswer() {
    m->record(student());
    Error page = makeError(ErrorKind::Protocol, "an HTML page");
    page.httpStatus = 502;
    m->sink.fail(page);
    QCOMPARE(m->lastState(), PostState::Refused);
}

void TestEventRecorder::aRequestThatCannotBeMadeIsFinal() {
    m->record(student());
    m->sink.fail(makeError(ErrorKind::Config, "no server address is given"));
    QCOMPARE(m->lastState(), PostState::Refused);
    QCOMPARE(m->sink.calls.size(), 1u);
}

void TestEventRecorder::anUnreadableYesIsTriedAgain() {
    m->record(student());
    for (int tries = 1; tries < 12; ++tries) {
        QCOMPARE(m->sink.calls.size(), std::size_t(tries));
        m->sink.fail(makeError(ErrorKind::Protocol, "unreadable Event"));
        QVERIFY(m->clock->advanceToNext());
    }
    m->sink.fail(makeError(ErrorKind::Protocol, "unreadable Event"));
    QCOMPARE(m->sink.calls.size(), 12u);
    QCOMPARE(m->lastState(), PostState::Dropped);
}

void TestEventRecorder::transportFaultsAreTriedTwelveTimes() {
    m->record(student("a"));
    m->record(student("b"));
    m->sink.cut();
    QCOMPARE(m->lastState(), PostState::Retrying);
    QCOMPARE(m->clock->untilNext(), Duration(5s));  // 10 s times the random 0.5
    m->clock->advance(5s);
    for (int tries = 2; tries < 12; ++tries) {
        QCOMPARE(m->sink.calls.size(), std::size_t(tries));
        m->sink.cut();
        QCOMPARE(m->clock->untilNext(), Duration(10s));
        m->clock->advance(10s);
    }
    QCOMPARE(m->sink.calls.size(), 12u);
    m->sink.cut();
    QCOMPARE(m->recorder->counts().dropped, 1);
    const auto retried = m->steps(Step::EventRetried);
    QCOMPARE(retried.size(), 11u);
    QCOMPARE(retried[0].delay, Duration(5s));
    QCOMPARE(retried[1].delay, Duration(10s));
    QCOMPARE(m->steps(Step::EventDropped).at(0).detail, std::string("retry limit exceeded: connection refused"));
    QCOMPARE(m->sink.calls.back().body.involvedName, std::string("b"));  // and on to the next
}

void TestEventRecorder::theSecondTrySucceeds() {
    m->record(student());
    m->sink.cut();
    m->clock->advance(5s);
    m->sink.answer();
    QCOMPARE(m->sink.calls.size(), 2u);
    QCOMPARE(m->lastState(), PostState::Posted);
    QVERIFY(!m->seen.back().error);
}

void TestEventRecorder::aNamespaceThatEndsIsNoNotice() {
    m->record(student());
    m->sink.refuse(403, "Forbidden", "NamespaceTerminating");
    QCOMPARE(m->lastState(), PostState::Refused);
    QVERIFY(!m->seen.back().notice);
    QVERIFY(m->steps(Step::EventRefused).at(0).detail.starts_with("the namespace is being deleted"));
}

void TestEventRecorder::missingRightsAreOneNoticeForEachNamespace() {
    for (const char* ns : {"one", "one", "two"}) {
        Student s = student();
        s.meta.ns = ns;
        s.meta.uid = std::to_string(m->seen.size());
        m->record(s);
        m->sink.refuse(403, "Forbidden");
    }
    QCOMPARE(m->sink.calls.size(), 3u);  // client-go does not stop trying
    int notices = 0;
    for (const RecordedEvent& e : m->seen) notices += e.notice;
    QCOMPARE(notices, 2);
    const auto refused = m->steps(Step::EventRefused);
    QVERIFY(refused[0].detail.starts_with("not allowed to write Events in namespace one"));
    QVERIFY(refused[1].detail.starts_with("still not allowed"));
    QVERIFY(refused[2].detail.starts_with("not allowed to write Events in namespace two"));
}

void TestEventRecorder::theSinkQueueDropsOnTopAndCounts() {
    for (int i = 0; i < 1 + int(EventRecorder::kQueueLimit) + 5; ++i) m->record(student("s" + std::to_string(i)));
    const auto counts = m->recorder->counts();
    QCOMPARE(counts.recorded, 1006);
    QCOMPARE(counts.dropped, 5);
    QCOMPARE(counts.queued, 1001u);
    QCOMPARE(m->lastState(), PostState::Dropped);
    QCOMPARE(m->seen.back().body.involvedName, std::string("s1005"));
    QCOMPARE(m->steps(Step::EventDroppedFull).size(), 5u);
}

void TestEventRecorder::theIncomingQueueDropsOnTop() {
    m->held = true;  // the recorder's thread is busy elsewhere
    for (int i = 0; i < int(EventRecorder::kQueueLimit) + 3; ++i) m->record(student("s" + std::to_string(i)));
    QCOMPARE(m->steps(Step::EventRecorded).size(), 1000u);
    QCOMPARE(m->steps(Step::EventDroppedFull).size(), 3u);
    QVERIFY(m->sink.calls.empty());
    m->runHeld();
    QCOMPARE(m->recorder->counts().dropped, 3);
    QCOMPARE(m->sink.calls.size(), 1u);
    QCOMPARE(m->sink.calls[0].body.involvedName, std::string("s0"));
}

void TestEventRecorder::shutDownReportsWhatWasNotPosted() {
    m->record(student("a"));
    m->record(student("b"));
    m->sink.cut();
    m->recorder->shutDown();
    QCOMPARE(m->clock->pendingTimers(), 0u);
    QCOMPARE(m->recorder->counts().dropped, 2);
    QCOMPARE(m->seen[m->seen.size() - 2].body.involvedName, std::string("a"));
    QCOMPARE(m->seen[m->seen.size() - 2].state, PostState::Dropped);
    m->record(student("c"));
    QCOMPARE(m->sink.calls.size(), 1u);
    QCOMPARE(m->recorder->counts().dropped, 3);
    QVERIFY(m->recorder->idle());
    const auto dropped = m->steps(Step::EventDropped);
    QCOMPARE(dropped.size(), 3u);
    QCOMPARE(dropped[0].cause, m->steps(Step::EventRecorded).at(0).seq);
    const auto seen = m->seen.size();
    m->sink.answer();  // too late
    QCOMPARE(m->seen.size(), seen);
}

void TestEventRecorder::everyStepNamesItsCause() {
    m->record(student(), "m", 99);
    m->sink.answer();
    m->record(student(), "m", 100);
    m->sink.answer();
    const auto log = m->log.since(0);
    QCOMPARE(log.size(), 5u);
    QCOMPARE(log[0].step, Step::EventRecorded);
    QCOMPARE(log[0].cause, 99u);
    QCOMPARE(log[0].key, std::string("default/object-student"));
    QCOMPARE(log[1].step, Step::EventPosted);
    QCOMPARE(log[1].cause, log[0].seq);
    QCOMPARE(log[2].cause, 100u);
    QCOMPARE(log[3].step, Step::EventCounted);
    QCOMPARE(log[3].cause, log[2].seq);
    QCOMPARE(log[3].detail, std::string("2"));
    QCOMPARE(log[4].step, Step::EventPatched);
    QCOMPARE(log[4].cause, log[2].seq);
}

void TestEventRecorder::filteredEventsEndTheirWay() {
    m->sink.automatic = true;
    for (int i = 0; i < 30; ++i) m->record(student());
    QCOMPARE(m->sink.calls.size(), 25u);
    QCOMPARE(m->sink.calls.back().body.count, 25);
    QCOMPARE(m->recorder->counts().filtered, 5);
    QCOMPARE(m->steps(Step::EventSpamFiltered).size(), 5u);
    QCOMPARE(m->lastState(), PostState::Filtered);
    QVERIFY(m->recorder->idle());
}

void TestEventRecorder::namesAreUniqueInOneClockTick() {
    m->sink.automatic = true;
    std::set<std::string> names;
    for (int i = 0; i < 900; ++i) {
        Student s = student();
        s.meta.uid = std::to_string(i);  // another object of the same name each time, so nothing is merged
        m->record(s);
    }
    for (const auto& call : m->sink.calls) names.insert(call.body.name);
    QCOMPARE(names.size(), 900u);
}

void TestEventRecorder::manyThreadsRecordWithoutLoss() {
    LoopThread home("recorder");
    m->sink.automatic = true;
    auto recorder = std::make_shared<EventRecorder>(
        "student-controller", ControllerId::Students, m->sink, m->clock, m->log,
        [&](std::function<void()> f) { home.post(std::move(f)); }, [](const RecordedEvent&) {});
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
    QCOMPARE(m->sink.calls.size(), 400u);
}

QTEST_GUILESS_MAIN(TestEventRecorder)
#include "tst_event_recorder.moc"
