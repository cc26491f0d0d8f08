// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "tests/unit/record/record_fixture.h"

using namespace rollcall;
using namespace rollcall::test;
using namespace std::chrono_literals;

namespace {
EventRecorderOptions eventsV1() {
    EventRecorderOptions options;
    options.api = EventApi::EventsV1;
    options.host = "host-1";
    return options;
}
EventDetails acting(const std::string& action) {
    EventDetails details;
    details.action = action;
    return details;
}
}  // namespace

/// The rules of client-go tools/events (event_broadcaster.go, event_recorder.go) and its tests.
class TestEventSeries : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { m = std::make_unique<Recording>(eventsV1()); }
    void cleanup() { m.reset(); }

    void anEventHasActionAndInstance();
    void theReasonStandsInForTheAction();
    void aRelatedObjectIsNamed();
    void aClusterScopedObjectWithAnOddNameGetsAUuidInDefault();
    void theSecondEqualEventMakesASeriesOfTwo();
    void anotherActionIsAnotherEvent();
    void theNoteIsNotPartOfTheKey();
    void anotherResourceVersionIsAnotherEvent();
    void laterEventsOnlyCountHere();
    void eventsAreWrittenBesideEachOther();
    void transportFaultsAreTriedTwelveTimesWithJitter();
    void theServersNoIsFinal();
    void anExpiredSeriesIsCreatedAnew();
    void aSeriesThatMeetsItsOwnEventIsTriedAgain();
    void aSingleEventThatExistsIsNot();
    void aQuietSeriesIsWrittenOnceMoreAndForgotten();
    void aLivelySeriesIsNotFinished();
    void singleEventsAreForgottenAfterSixMinutes();
    void everyHalfHourTheCountsAreWritten();
    void aRefreshThatFailsKeepsTheSeries();
    void aFinishThatFailsIsTriedAtTheNextSweep();
    void newEventsWaitWhileSeriesAreWritten();
    void shutDownSaysWhatWasNotWritten();

private:
    void series(int count) {
        m->sink.automatic = true;
        for (int i = 0; i < count; ++i) m->record(student());
        m->sink.automatic = false;
        m->sink.calls.clear();
    }
    std::unique_ptr<Recording> m;
};

void TestEventSeries::anEventHasActionAndInstance() {
    m->recorder->event(student(), "Normal", "Synced", "note", acting("Syncing"));
    const EventBody& body = m->sink.calls.at(0).body;
    QVERIFY(body.api == EventApi::EventsV1);
    QCOMPARE(body.action, std::string("Syncing"));
    QCOMPARE(body.component, std::string("student-controller"));
    QCOMPARE(body.host, std::string("student-controller-host-1"));
    QCOMPARE(body.count, 1);
    m->sink.answer();
    QCOMPARE(m->lastState(), PostState::Posted);
    QVERIFY(m->recorder->idle());
}

void TestEventSeries::theReasonStandsInForTheAction() {
    m->record(student());
    QCOMPARE(m->sink.calls.at(0).body.action, std::string("Synced"));
}

void TestEventSeries::aRelatedObjectIsNamed() {
    Student node;
    node.kind = "Node";
    node.apiVersion = "v1";
    node.meta.name = "node1";
    node.meta.uid = "67890";
    EventDetails details = acting("scheduling");
    details.related = &node;
    m->recorder->event(student(), "Warning", "FailedScheduling", "no", details);
    const auto& related = m->sink.calls.at(0).body.related;
    QVERIFY(related.has_value());
    QCOMPARE(related->kind, std::string("Node"));
    QCOMPARE(related->name, std::string("node1"));
    QCOMPARE(related->uid, std::string("67890"));
    QCOMPARE(related->apiVersion, std::string("v1"));
}

void TestEventSeries::aClusterScopedObjectWithAnOddNameGetsAUuidInDefault() {
    Student address = student("2001:db8::123");
    address.meta.ns.clear();
    m->record(address);
    QCOMPARE(m->sink.calls.at(0).body.ns, std::string("default"));
    QCOMPARE(m->sink.calls.at(0).body.name.size(), 36u);
    QCOMPARE(m->sink.calls.at(0).body.involvedName, std::string("2001:db8::123"));
}

void TestEventSeries::theSecondEqualEventMakesASeriesOfTwo() {
    m->record(student());
    m->sink.answer();
    m->clock->advance(3s);
    m->record(student());
    QCOMPARE(m->sink.calls.size(), 2u);
    QVERIFY(m->sink.calls[1].patch);
    QCOMPARE(m->sink.calls[1].body.count, 2);
    QCOMPARE(m->sink.calls[1].body.name, m->sink.calls[0].body.name);
    QVERIFY(m->sink.calls[1].body.last == m->clock->wallNow());
    QVERIFY(m->sink.calls[1].body.first == m->clock->wallNow() - 3s);
    m->sink.answer();
    QCOMPARE(m->lastState(), PostState::Merged);
}

void TestEventSeries::anotherActionIsAnotherEvent() {
    m->recorder->event(student(), "Normal", "test", "note", acting("started"));
    m->sink.answer();
    m->recorder->event(student(), "Normal", "test", "note", acting("stopped"));
    QVERIFY(!m->sink.calls.at(1).patch);
    QCOMPARE(m->sink.calls.at(1).body.count, 1);
}

void TestEventSeries::theNoteIsNotPartOfTheKey() {
    m->record(student(), "one");
    m->record(student(), "two");
    QVERIFY(m->sink.calls.at(1).patch);
    QCOMPARE(m->sink.calls.at(1).body.message, std::string("one"));
}

void TestEventSeries::anotherResourceVersionIsAnotherEvent() {
    m->record(student());
    Student newer = student();
    newer.meta.resourceVersion = "43";
    m->record(newer);
    QVERIFY(!m->sink.calls.at(1).patch);
}

void TestEventSeries::laterEventsOnlyCountHere() {
    series(2);
    for (int i = 0; i < 40; ++i) m->record(student());
    QVERIFY(m->sink.calls.empty());
    QVERIFY(m->recorder->idle());
    QCOMPARE(m->seen.back().body.count, 42);
    QCOMPARE(m->lastState(), PostState::Pending);
    QCOMPARE(m->steps(Step::EventCounted).back().detail, std::string("42"));
}

void TestEventSeries::eventsAreWrittenBesideEachOther() {
    m->record(student("a"));
    m->record(student("b"));
    QCOMPARE(m->sink.calls.size(), 2u);
    QCOMPARE(m->recorder->counts().queued, 2u);
    m->sink.finish(0, EventSink::Written{1, "a.1"});
    QVERIFY(!m->recorder->idle());
    m->sink.finish(1, EventSink::Written{1, "b.1"});
    QVERIFY(m->recorder->idle());
}

void TestEventSeries::transportFaultsAreTriedTwelveTimesWithJitter() {
    m->record(student());
    for (int tries = 1; tries < 12; ++tries) {
        QCOMPARE(m->sink.calls.size(), std::size_t(tries));
        m->sink.cut();
        QCOMPARE(m->steps(Step::EventRetried).back().delay, Duration(11250ms));  // 10 s and half of a quarter
        m->clock->advance(11250ms);
    }
    QCOMPARE(m->sink.calls.size(), 12u);
    m->sink.cut();
    QCOMPARE(m->lastState(), PostState::Dropped);
    QVERIFY(m->recorder->idle());
}

void TestEventSeries::theServersNoIsFinal() {
    m->record(student());
    m->sink.refuse(403, "Forbidden", "NamespaceTerminating");
    QCOMPARE(m->lastState(), PostState::Refused);
    QCOMPARE(m->sink.calls.size(), 1u);
}

void TestEventSeries::anExpiredSeriesIsCreatedAnew() {
    m->record(student());
    m->sink.answer();
    m->record(student());
    m->sink.refuse(404, "NotFound");
    QVERIFY(!m->sink.calls.back().patch);
    QCOMPARE(m->sink.calls.back().body.count, 2);
    m->sink.answer();
    QCOMPARE(m->lastState(), PostState::Posted);
}

void TestEventSeries::aSeriesThatMeetsItsOwnEventIsTriedAgain() {
    m->record(student());  // its POST is still under way
    m->record(student());
    m->sink.refuse(404, "NotFound");
    m->sink.refuse(409, "AlreadyExists");
    QCOMPARE(m->lastState(), PostState::Retrying);
    m->clock->advance(11250ms);
    QVERIFY(m->sink.calls.back().patch);
    m->sink.answer();
    QCOMPARE(m->lastState(), PostState::Merged);
}

void TestEventSeries::aSingleEventThatExistsIsNot() {
    m->record(student());
    m->sink.refuse(409, "AlreadyExists");
    QCOMPARE(m->lastState(), PostState::Posted);
    QVERIFY(m->recorder->idle());
}

void TestEventSeries::aQuietSeriesIsWrittenOnceMoreAndForgotten() {
    series(10);
    const WallTime last = m->clock->wallNow();
    m->clock->advance(6min);  // not before six minutes have passed
    QVERIFY(m->sink.calls.empty());
    m->clock->advance(6min);
    QCOMPARE(m->sink.calls.size(), 1u);
    QVERIFY(m->sink.calls[0].patch);
    QCOMPARE(m->sink.calls[0].body.count, 10);
    QVERIFY(m->sink.calls[0].body.last == last);
    m->sink.answer();
    m->record(student());  // a new one
    QVERIFY(!m->sink.calls.back().patch);
    QCOMPARE(m->sink.calls.back().body.count, 1);
}

void TestEventSeries::aLivelySeriesIsNotFinished() {
    series(10);
    m->clock->advance(11min);
    m->record(student());
    m->clock->advance(1min);
    QVERIFY(m->sink.calls.empty());
}

void TestEventSeries::singleEventsAreForgottenAfterSixMinutes() {
    series(1);
    m->clock->advance(12min);
    QVERIFY(m->sink.calls.empty());
    m->record(student());
    QVERIFY(!m->sink.calls.at(0).patch);
}

void TestEventSeries::everyHalfHourTheCountsAreWritten() {
    series(2);
    for (int i = 0; i < 5; ++i) {
        m->clock->advance(5min);
        m->record(student());
    }
    QVERIFY(m->sink.calls.empty());
    m->clock->advance(5min);
    QCOMPARE(m->sink.calls.size(), 1u);
    QVERIFY(m->sink.calls[0].patch);
    QCOMPARE(m->sink.calls[0].body.count, 7);
    m->sink.answer();
    m->record(student());  // and the series goes on
    QCOMPARE(m->sink.calls.size(), 1u);
    QCOMPARE(m->seen.back().body.count, 8);
}

void TestEventSeries::aRefreshThatFailsKeepsTheSeries() {
    series(2);
    for (int i = 0; i < 5; ++i) {
        m->clock->advance(5min);
        m->record(student());
    }
    m->clock->advance(5min);
    m->sink.fail(makeError(ErrorKind::Config, "a request that cannot be made"));
    QCOMPARE(m->lastState(), PostState::Refused);
    m->record(student());
    QCOMPARE(m->sink.calls.size(), 1u);
    QCOMPARE(m->seen.back().body.count, 8);
}

void TestEventSeries::aFinishThatFailsIsTriedAtTheNextSweep() {
    series(3);
    m->clock->advance(12min);
    QCOMPARE(m->sink.calls.size(), 1u);
    m->sink.cut();
    QCOMPARE(m->lastState(), PostState::Retrying);
    m->clock->advance(6min);
    QCOMPARE(m->sink.calls.size(), 2u);
    m->sink.answer();
    m->clock->advance(6min);
    QCOMPARE(m->sink.calls.size(), 2u);
}

void TestEventSeries::newEventsWaitWhileSeriesAreWritten() {
    series(3);
    m->clock->advance(12min);
    QCOMPARE(m->sink.calls.size(), 1u);
    m->record(student());
    QCOMPARE(m->sink.calls.size(), 1u);
    QCOMPARE(m->recorder->counts().queued, 1u);
    m->sink.answer();  // finished and forgotten; the one that waited is a new Event
    QCOMPARE(m->sink.calls.size(), 2u);
    QVERIFY(!m->sink.calls[1].patch);
}

void TestEventSeries::shutDownSaysWhatWasNotWritten() {
    series(5);
    m->record(student("b"));
    m->recorder->shutDown();
    QCOMPARE(m->clock->pendingTimers(), 0u);
    const auto dropped = m->steps(Step::EventDropped);
    QCOMPARE(dropped.size(), 2u);
    QCOMPARE(dropped[0].key, std::string("default/b"));
    QCOMPARE(dropped[1].detail, std::string("the recorder is shut down with 3 of its series not written"));
    QVERIFY(m->recorder->idle());
}

QTEST_GUILESS_MAIN(TestEventSeries)
#include "tst_event_series.moc"
