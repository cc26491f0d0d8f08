// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/base/fake_clock.h"
#include "machine_fixture.h"

using namespace rollcall;
using namespace std::chrono_literals;

namespace {

WatchEvent about(WatchEventType type, const std::string& name, const std::string& version) {
    WatchEvent e;
    e.type = type;
    e.resourceVersion = version;
    auto student = std::make_shared<Student>();
    student->meta.name = name;
    student->meta.resourceVersion = version;
    e.object = student;
    return e;
}

WatchEvent bookmark(const std::string& version, bool end) {
    WatchEvent e;
    e.type = WatchEventType::Bookmark;
    e.resourceVersion = version;
    e.initialEventsEnd = end;
    return e;
}

struct NamingSink : Sink {
    void replace(std::vector<ObjectPtr> objects, const std::string& version) override {
        std::string text = "replace";
        for (const ObjectPtr& object : objects) text += ' ' + object->meta.name + '=' + object->meta.resourceVersion;
        log.push_back(text + " @" + version);
    }
};

}  // namespace

/// Streaming lists, by the rules of client-go's reflector.go (watchList) and the cases of reflector_watchlist_test.go.
class TestReflectorWatchList : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void streamsByDefault();
    void nothingIsDeliveredBeforeTheBookmark();
    void theBookmarkDeliversAndTheStreamGoesOn();
    void changesDuringTheListAreAppliedToIt();
    void aBookmarkWithoutTheAnnotationIsNoEnd();
    void aServerThatCannotStreamIsListed();
    void anyOtherErrorFallsBackToo();
    void theNextRoundStreamsAgain();
    void tooManyRequestsBacksOffAndStreamsAgain();
    void refusedConnectionBacksOffAndStreamsAgain();
    void anEndBeforeTheBookmarkStreamsAgain();
    void aVeryShortStreamFallsBack();
    void anExpiredVersionStreamsTheNewest();
    void aTooLargeVersionStreamsTheNewest();
    void anErrorEventOfExpiryStreamsTheNewest();
    void afterTheListACutWatchesFromTheLastEvent();
    void expiryOfTheWatchStreamsFromTheLastVersionFirst();
    void tooShortAfterTheListIsAFault();
    void slowListsAreNoticed();

private:
    WatchAction begin() { return expectWatch(m_machine->start()); }
    /// a and b at version 2.
    void sync() {
        begin();
        m_machine->onWatchOpened();
        m_machine->onWatchEvent(about(WatchEventType::Added, "a", "1"), m_sink);
        m_machine->onWatchEvent(about(WatchEventType::Added, "b", "2"), m_sink);
        m_machine->onWatchEvent(bookmark("2", true), m_sink);
    }

    std::shared_ptr<FakeClock> m_clock;
    std::unique_ptr<ReflectorMachine> m_machine;
    NamingSink m_sink;
};

void TestReflectorWatchList::init() {
    m_clock = std::make_shared<FakeClock>();
    m_machine = std::make_unique<ReflectorMachine>(m_clock, ReflectorMachine::Options{}, [] { return 0.0; });
    m_sink.log.clear();
}

void TestReflectorWatchList::streamsByDefault() {
    const WatchAction watch = begin();
    QVERIFY(watch.initialEvents);
    QCOMPARE(watch.resourceVersion, std::string());
    QCOMPARE(watch.timeout.count(), 300L);
    QCOMPARE(m_machine->state(), ReflectorState::Listing);
    m_machine->onWatchOpened();
    QCOMPARE(m_machine->state(), ReflectorState::Listing);
}

void TestReflectorWatchList::nothingIsDeliveredBeforeTheBookmark() {
    begin();
    m_machine->onWatchOpened();
    QVERIFY(!m_machine->onWatchEvent(about(WatchEventType::Added, "a", "1"), m_sink));
    QVERIFY(m_sink.log.empty());
    QCOMPARE(m_machine->lastResourceVersion(), std::string());
    QCOMPARE(m_machine->collected(), 1u);
    QVERIFY(!m_machine->inWatchLoop());
}

void TestReflectorWatchList::theBookmarkDeliversAndTheStreamGoesOn() {
    sync();
    QCOMPARE(m_sink.log, std::vector<std::string>{"replace a=1 b=2 @2"});
    QCOMPARE(m_machine->state(), ReflectorState::Streaming);
    QVERIFY(m_machine->inWatchLoop());
    QVERIFY(!m_machine->onWatchEvent(about(WatchEventType::Modified, "a", "3"), m_sink));
    QCOMPARE(m_sink.log.back(), std::string("event @3"));
    QCOMPARE(m_machine->lastResourceVersion(), std::string("3"));
}

void TestReflectorWatchList::changesDuringTheListAreAppliedToIt() {
    begin();
    m_machine->onWatchOpened();
    for (const auto& [type, name, version] :
         std::vector<std::tuple<WatchEventType, const char*, const char*>>{{WatchEventType::Added, "p1", "1"},
                                                                           {WatchEventType::Added, "p2", "2"},
                                                                           {WatchEventType::Modified, "p1", "3"},
                                                                           {WatchEventType::Added, "p3", "4"},
                                                                           {WatchEventType::Deleted, "p3", "5"}}) {
        QVERIFY(!m_machine->onWatchEvent(about(type, name, version), m_sink));
    }
    m_machine->onWatchEvent(bookmark("5", true), m_sink);
    QCOMPARE(m_sink.log, std::vector<std::string>{"replace p1=3 p2=2 @5"});
}

void TestReflectorWatchList::aBookmarkWithoutTheAnnotationIsNoEnd() {
    begin();
    m_machine->onWatchOpened();
    m_machine->onWatchEvent(about(WatchEventType::Added, "a", "1"), m_sink);
    m_machine->onWatchEvent(bookmark("2", false), m_sink);
    QVERIFY(m_sink.log.empty());
}

void TestReflectorWatchList::aServerThatCannotStreamIsListed() {
    begin();
    const ListAction list = expectList(m_machine->onWatchClosed(status(422, "Invalid")));
    QCOMPARE(list.resourceVersion, std::string("0"));
    QCOMPARE(list.limit, 500);
    const WatchAction watch = expectWatch(m_machine->onListPage(page(1, "1"), m_sink));
    QVERIFY(!watch.initialEvents);
    QCOMPARE(watch.resourceVersion, std::string("1"));
}

void TestReflectorWatchList::anyOtherErrorFallsBackToo() {
    for (const Error& error : {status(403, "Forbidden"), status(404, "NotFound"), status(500, "InternalError"),
                               makeError(ErrorKind::Network, "there is no host of that name")}) {
        init();
        begin();
        expectList(m_machine->onWatchClosed(error));
    }
    init();
    begin();
    m_machine->onWatchOpened();
    expectList(*m_machine->onWatchEvent(errorEvent(status(500, "InternalError")), m_sink));
}

/// reflector.go keeps what it fell back to for one ListAndWatch only.
void TestReflectorWatchList::theNextRoundStreamsAgain() {
    begin();
    m_machine->onWatchClosed(status(422, "Invalid"));
    expectWait(m_machine->onListFailed(status(403, "Forbidden")));
    QVERIFY(expectWatch(m_machine->onWaitOver()).initialEvents);
}

void TestReflectorWatchList::tooManyRequestsBacksOffAndStreamsAgain() {
    begin();
    QCOMPARE(expectWait(m_machine->onWatchClosed(status(429, "TooManyRequests"))), Duration(800ms));
    QVERIFY(expectWatch(m_machine->onWaitOver()).initialEvents);
    QCOMPARE(expectWait(m_machine->onWatchClosed(status(429, "TooManyRequests"))), Duration(1600ms));
    QVERIFY(expectWatch(m_machine->onWaitOver()).initialEvents);
}

void TestReflectorWatchList::refusedConnectionBacksOffAndStreamsAgain() {
    begin();
    expectWait(m_machine->onWatchClosed(refused()));
    QVERIFY(expectWatch(m_machine->onWaitOver()).initialEvents);
}

void TestReflectorWatchList::anEndBeforeTheBookmarkStreamsAgain() {
    begin();
    m_machine->onWatchOpened();
    m_machine->onWatchEvent(about(WatchEventType::Added, "a", "1"), m_sink);
    QVERIFY(expectWatch(m_machine->onWatchClosed(Unit{})).initialEvents);
    m_machine->onWatchOpened();
    m_machine->onWatchEvent(about(WatchEventType::Added, "b", "1"), m_sink);
    m_machine->onWatchEvent(bookmark("1", true), m_sink);
    QCOMPARE(m_sink.log, std::vector<std::string>{"replace b=1 @1"});  // nothing of the first try
}

void TestReflectorWatchList::aVeryShortStreamFallsBack() {
    begin();
    m_machine->onWatchOpened();
    m_clock->advance(999ms);
    expectList(m_machine->onWatchClosed(Unit{}));
}

void TestReflectorWatchList::anExpiredVersionStreamsTheNewest() {
    sync();
    m_machine->onWatchEvent(errorEvent(status(410, "Expired")), m_sink);
    QCOMPARE(expectWatch(m_machine->onWaitOver()).resourceVersion, std::string("2"));
    QCOMPARE(expectWatch(m_machine->onWatchClosed(status(410, "Expired"))).resourceVersion, std::string());
    m_machine->onWatchOpened();
    m_machine->onWatchEvent(bookmark("50", true), m_sink);
    m_machine->onWatchEvent(errorEvent(status(410, "Expired")), m_sink);
    QCOMPARE(expectWatch(m_machine->onWaitOver()).resourceVersion, std::string("50"));
}

void TestReflectorWatchList::aTooLargeVersionStreamsTheNewest() {
    sync();
    m_machine->onWatchEvent(errorEvent(status(500, "InternalError")), m_sink);
    m_machine->onWaitOver();
    const WatchAction watch = expectWatch(m_machine->onWatchClosed(status(504, "Timeout", "ResourceVersionTooLarge")));
    QVERIFY(watch.initialEvents);
    QCOMPARE(watch.resourceVersion, std::string());
}

void TestReflectorWatchList::anErrorEventOfExpiryStreamsTheNewest() {
    begin();
    m_machine->onWatchOpened();
    m_machine->onWatchEvent(about(WatchEventType::Added, "a", "1"), m_sink);
    const auto action = m_machine->onWatchEvent(errorEvent(status(410, "Expired")), m_sink);
    QVERIFY(expectWatch(*action).initialEvents);
}

void TestReflectorWatchList::afterTheListACutWatchesFromTheLastEvent() {
    sync();
    m_machine->onWatchEvent(about(WatchEventType::Added, "c", "3"), m_sink);
    const WatchAction watch = expectWatch(m_machine->onWatchClosed(Unit{}));
    QVERIFY(!watch.initialEvents);
    QCOMPARE(watch.resourceVersion, std::string("3"));
}

void TestReflectorWatchList::expiryOfTheWatchStreamsFromTheLastVersionFirst() {
    sync();
    m_machine->onWatchEvent(about(WatchEventType::Added, "c", "3"), m_sink);
    m_machine->onWatchClosed(Unit{});
    expectWait(m_machine->onWatchClosed(status(410, "Expired")));
    const WatchAction watch = expectWatch(m_machine->onWaitOver());
    QVERIFY(watch.initialEvents);
    QCOMPARE(watch.resourceVersion, std::string("3"));
}

void TestReflectorWatchList::tooShortAfterTheListIsAFault() {
    sync();
    m_clock->advance(999ms);
    expectWait(m_machine->onWatchClosed(Unit{}));
    QVERIFY(expectWatch(m_machine->onWaitOver()).initialEvents);
}

void TestReflectorWatchList::slowListsAreNoticed() {
    begin();
    m_machine->onWatchOpened();
    m_clock->advance(10s);
    QCOMPARE(m_machine->watchListOverdue().value_or(""), std::string("no event for 10 s"));
    m_machine->onWatchEvent(about(WatchEventType::Added, "a", "1"), m_sink);
    m_clock->advance(9s);
    QVERIFY(!m_machine->watchListOverdue());
    m_clock->advance(1s);
    QVERIFY(m_machine->watchListOverdue()->find("10 s ago") != std::string::npos);
    m_machine->onWatchEvent(bookmark("1", true), m_sink);
    QVERIFY(!m_machine->watchListOverdue());
}

QTEST_GUILESS_MAIN(TestReflectorWatchList)
#include "tst_reflector_watch_list.moc"
