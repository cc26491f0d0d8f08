// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/base/fake_clock.h"
#include "core/cache/reflector_machine.h"

using namespace rollcall;
using namespace std::chrono_literals;

namespace {

struct Sink : ReflectorSink {
    std::vector<std::string> log;
    void replace(std::vector<ObjectPtr> objects, const std::string& version) override {
        log.push_back("replace " + std::to_string(objects.size()) + " @" + version);
    }
    void apply(const WatchEvent& event) override { log.push_back("event @" + event.resourceVersion); }
    void bookmark(const std::string& version) override { log.push_back("bookmark @" + version); }
};

ObjectPtr object() { return std::make_shared<Student>(); }

ListPage page(int items, const std::string& version, const std::string& next = {}) {
    ListPage p;
    p.items.assign(static_cast<std::size_t>(items), object());
    p.resourceVersion = version;
    p.continueToken = next;
    return p;
}

Error status(int code, const std::string& reason, const std::string& cause = {}) {
    Error e = makeError(ErrorKind::Api, reason);
    e.httpStatus = code;
    e.reason = reason;
    e.cause = cause;
    return e;
}

WatchEvent change(WatchEventType type, const std::string& version) {
    WatchEvent e;
    e.type = type;
    e.resourceVersion = version;
    if (type != WatchEventType::Bookmark) e.object = object();
    return e;
}

WatchEvent errorEvent(const Error& error) {
    WatchEvent e;
    e.error = error;
    return e;
}

}  // namespace

/// The rules of client-go's reflector_test.go and of W1–W14 in the fault catalogue, one by one.
class TestReflectorMachine : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void firstListAsksForZeroAndFiveHundred();
    void pagesUntilContinueIsEmpty();
    void relistAsksForTheLastVersionWithoutPaging();
    void relistStaysPagedWhenTheServerPagedAtZero();
    void fullListWhenAContinueTokenExpired();
    void expiredListIsRepeatedAtOnceWithoutVersion();
    void expiredListWithoutVersionBacksOff();
    void tooLargeVersionIsRepeatedAtOnceWithoutVersion();
    void versionlessListOnlyUntilItSucceeds();
    void otherListErrorsBackOff();
    void missingResourceIsAWaitingState();
    void signedOutAndForbiddenAreStates();
    void watchTimeoutIsBetweenFiveAndTenMinutes();
    void versionAdvancesWithEventsAndBookmarks();
    void normalCloseWatchesAgainAtOnce();
    void brokenStreamWatchesAgainFromTheLastVersion();
    void veryShortWatchBacksOffAndRelists();
    void shortWatchWithAnEventIsNoFault();
    void refusedConnectionBacksOffAndWatchesAgain();
    void tooManyRequestsAtConnectKeepsTheCache();
    void goneAtConnectRelistsAtTheLastVersion();
    void errorEventGoneRelistsAtTheLastVersion();
    void errorEventTooManyRequestsWatchesAgain();
    void errorEventInternalRelists();
    void retryAfterIsHonouredUpToAMinute();
    void streamingAgainClearsTheProblem();

private:
    ListAction expectList(const ReflectorAction& a) { return std::get<ListAction>(a); }
    WatchAction expectWatch(const ReflectorAction& a) { return std::get<WatchAction>(a); }
    Duration expectWait(const ReflectorAction& a) { return std::get<WaitAction>(a).delay; }
    /// Listed once at version 100 and streaming.
    void stream() {
        m_machine->start();
        m_machine->onListPage(page(3, "100"), m_sink);
        m_machine->onWatchOpened();
        m_sink.log.clear();
    }

    std::shared_ptr<FakeClock> m_clock;
    std::unique_ptr<ReflectorMachine> m_machine;
    Sink m_sink;
};

void TestReflectorMachine::init() {
    m_clock = std::make_shared<FakeClock>();
    m_machine = std::make_unique<ReflectorMachine>(m_clock, ReflectorMachine::Options{}, [] { return 0.0; });
    m_sink.log.clear();
}

void TestReflectorMachine::firstListAsksForZeroAndFiveHundred() {
    const ListAction list = expectList(m_machine->start());
    QCOMPARE(list.resourceVersion, std::string("0"));
    QCOMPARE(list.limit, 500);
    QVERIFY(list.continueToken.empty());
    QCOMPARE(m_machine->state(), ReflectorState::Listing);
}

void TestReflectorMachine::pagesUntilContinueIsEmpty() {
    m_machine->start();
    const ListAction second = expectList(m_machine->onListPage(page(500, "100", "c1"), m_sink));
    QCOMPARE(second.continueToken, std::string("c1"));
    QVERIFY(second.resourceVersion.empty());
    QCOMPARE(second.page, 2);
    QCOMPARE(second.limit, 500);
    QVERIFY(m_sink.log.empty());
    const WatchAction watch = expectWatch(m_machine->onListPage(page(3, "100"), m_sink));
    QCOMPARE(m_sink.log, std::vector<std::string>{"replace 503 @100"});
    QCOMPARE(watch.resourceVersion, std::string("100"));
}

void TestReflectorMachine::relistAsksForTheLastVersionWithoutPaging() {
    stream();
    m_machine->onWatchEvent(errorEvent(status(410, "Expired")), m_sink);
    const ListAction list = expectList(m_machine->onWaitOver());
    QCOMPARE(list.resourceVersion, std::string("100"));
    QCOMPARE(list.limit, 0);
}

void TestReflectorMachine::relistStaysPagedWhenTheServerPagedAtZero() {
    m_machine->start();
    m_machine->onListPage(page(500, "100", "c1"), m_sink);
    m_machine->onListPage(page(3, "100"), m_sink);
    m_machine->onWatchOpened();
    m_machine->onWatchEvent(errorEvent(status(410, "Expired")), m_sink);
    QCOMPARE(expectList(m_machine->onWaitOver()).limit, 500);
}

void TestReflectorMachine::fullListWhenAContinueTokenExpired() {
    m_machine->start();
    m_machine->onListPage(page(500, "100", "c1"), m_sink);
    const ListAction full = expectList(m_machine->onListFailed(status(410, "Expired")));
    QCOMPARE(full.resourceVersion, std::string("0"));
    QCOMPARE(full.limit, 0);
    QVERIFY(full.continueToken.empty());
    m_machine->onListPage(page(700, "120"), m_sink);
    QCOMPARE(m_sink.log, std::vector<std::string>{"replace 700 @120"});
}

void TestReflectorMachine::expiredListIsRepeatedAtOnceWithoutVersion() {
    stream();
    m_machine->onWatchEvent(errorEvent(status(410, "Expired")), m_sink);
    m_machine->onWaitOver();
    const ListAction list = expectList(m_machine->onListFailed(status(410, "Expired")));
    QCOMPARE(list.resourceVersion, std::string());
    QCOMPARE(list.limit, 500);  // a list from the quorum may be paged
}

void TestReflectorMachine::expiredListWithoutVersionBacksOff() {
    m_machine->start();
    m_machine->onListFailed(status(410, "Expired"));
    QCOMPARE(expectWait(m_machine->onListFailed(status(410, "Expired"))), Duration(800ms));
}

void TestReflectorMachine::tooLargeVersionIsRepeatedAtOnceWithoutVersion() {
    stream();
    m_machine->onWatchEvent(errorEvent(status(410, "Expired")), m_sink);
    m_machine->onWaitOver();
    QCOMPARE(expectList(m_machine->onListFailed(status(504, "Timeout", "ResourceVersionTooLarge"))).resourceVersion,
             std::string());
}

void TestReflectorMachine::versionlessListOnlyUntilItSucceeds() {
    m_machine->start();
    m_machine->onListFailed(status(410, "Expired"));
    m_machine->onListPage(page(1, "200"), m_sink);
    m_machine->onWatchOpened();
    m_machine->onWatchEvent(errorEvent(status(500, "InternalError")), m_sink);
    QCOMPARE(expectList(m_machine->onWaitOver()).resourceVersion, std::string("200"));
}

void TestReflectorMachine::otherListErrorsBackOff() {
    m_machine->start();
    QCOMPARE(expectWait(m_machine->onListFailed(makeError(ErrorKind::Network, "refused"))), Duration(800ms));
    QCOMPARE(m_machine->state(), ReflectorState::BackingOff);
    QCOMPARE(expectList(m_machine->onWaitOver()).resourceVersion, std::string("0"));
    QCOMPARE(expectWait(m_machine->onListFailed(makeError(ErrorKind::Protocol, "cut"))), Duration(1600ms));
}

void TestReflectorMachine::missingResourceIsAWaitingState() {
    m_machine->start();
    expectWait(m_machine->onListFailed(status(404, "NotFound")));
    QCOMPARE(m_machine->state(), ReflectorState::WaitingForResource);
    m_machine->onWaitOver();
    m_machine->onListPage(page(0, "5"), m_sink);
    QCOMPARE(m_machine->state(), ReflectorState::Streaming);
}

void TestReflectorMachine::signedOutAndForbiddenAreStates() {
    m_machine->start();
    m_machine->onListFailed(status(401, "Unauthorized"));
    QCOMPARE(m_machine->state(), ReflectorState::SignedOut);
    m_machine->onWaitOver();
    m_machine->onListFailed(status(403, "Forbidden"));
    QCOMPARE(m_machine->state(), ReflectorState::Forbidden);
    QCOMPARE(m_machine->lastError()->httpStatus, 403);
}

void TestReflectorMachine::watchTimeoutIsBetweenFiveAndTenMinutes() {
    for (const double random : {0.0, 0.5, 0.999}) {
        ReflectorMachine machine(m_clock, {}, [random] { return random; });
        machine.start();
        const auto timeout = expectWatch(machine.onListPage(page(0, "1"), m_sink)).timeout;
        QCOMPARE(timeout.count(), static_cast<long>(300 * (1 + random)));
    }
}

void TestReflectorMachine::versionAdvancesWithEventsAndBookmarks() {
    stream();
    QVERIFY(!m_machine->onWatchEvent(change(WatchEventType::Modified, "105"), m_sink));
    QCOMPARE(m_machine->lastResourceVersion(), std::string("105"));
    QVERIFY(!m_machine->onWatchEvent(change(WatchEventType::Bookmark, "170"), m_sink));
    QCOMPARE(m_sink.log, (std::vector<std::string>{"event @105", "bookmark @170"}));
    QCOMPARE(expectWatch(m_machine->onWatchClosed(Unit{})).resourceVersion, std::string("170"));
}

void TestReflectorMachine::normalCloseWatchesAgainAtOnce() {
    stream();
    m_clock->advance(5min);
    QCOMPARE(expectWatch(m_machine->onWatchClosed(Unit{})).resourceVersion, std::string("100"));
    QCOMPARE(m_machine->state(), ReflectorState::Streaming);
}

void TestReflectorMachine::brokenStreamWatchesAgainFromTheLastVersion() {
    stream();
    m_machine->onWatchEvent(change(WatchEventType::Added, "101"), m_sink);
    QCOMPARE(expectWatch(m_machine->onWatchClosed(makeError(ErrorKind::Network, "reset"))).resourceVersion, std::string("101"));
}

void TestReflectorMachine::veryShortWatchBacksOffAndRelists() {
    stream();
    m_clock->advance(999ms);
    expectWait(m_machine->onWatchClosed(Unit{}));
    expectList(m_machine->onWaitOver());
}

void TestReflectorMachine::shortWatchWithAnEventIsNoFault() {
    stream();
    m_machine->onWatchEvent(change(WatchEventType::Bookmark, "101"), m_sink);
    expectWatch(m_machine->onWatchClosed(Unit{}));
}

void TestReflectorMachine::refusedConnectionBacksOffAndWatchesAgain() {
    m_machine->start();
    m_machine->onListPage(page(1, "100"), m_sink);
    expectWait(m_machine->onWatchClosed(makeError(ErrorKind::Network, "connection refused")));
    QCOMPARE(m_machine->state(), ReflectorState::BackingOff);
    QCOMPARE(expectWatch(m_machine->onWaitOver()).resourceVersion, std::string("100"));
    QCOMPARE(m_machine->state(), ReflectorState::BackingOff);  // until the server has answered
}

void TestReflectorMachine::tooManyRequestsAtConnectKeepsTheCache() {
    m_machine->start();
    m_machine->onListPage(page(1, "100"), m_sink);
    expectWait(m_machine->onWatchClosed(status(429, "TooManyRequests")));
    expectWatch(m_machine->onWaitOver());
}

void TestReflectorMachine::goneAtConnectRelistsAtTheLastVersion() {
    m_machine->start();
    m_machine->onListPage(page(1, "100"), m_sink);
    expectWait(m_machine->onWatchClosed(status(410, "Expired")));
    QCOMPARE(expectList(m_machine->onWaitOver()).resourceVersion, std::string("100"));
}

void TestReflectorMachine::errorEventGoneRelistsAtTheLastVersion() {
    stream();
    const auto action = m_machine->onWatchEvent(errorEvent(status(410, "Expired")), m_sink);
    QVERIFY(action.has_value());
    QCOMPARE(expectWait(*action), Duration(800ms));
    QCOMPARE(expectList(m_machine->onWaitOver()).resourceVersion, std::string("100"));
    QVERIFY(m_sink.log.empty());
}

void TestReflectorMachine::errorEventTooManyRequestsWatchesAgain() {
    stream();
    expectWait(*m_machine->onWatchEvent(errorEvent(status(429, "TooManyRequests")), m_sink));
    QCOMPARE(expectWatch(m_machine->onWaitOver()).resourceVersion, std::string("100"));
}

void TestReflectorMachine::errorEventInternalRelists() {
    stream();
    expectWait(*m_machine->onWatchEvent(errorEvent(status(500, "InternalError")), m_sink));
    expectList(m_machine->onWaitOver());
}

void TestReflectorMachine::retryAfterIsHonouredUpToAMinute() {
    m_machine->start();
    Error busy = status(429, "TooManyRequests");
    busy.retryAfter = 7s;
    QCOMPARE(expectWait(m_machine->onListFailed(busy)), Duration(7s));
    busy.retryAfter = 1h;
    QCOMPARE(expectWait(m_machine->onListFailed(busy)), Duration(60s));
}

void TestReflectorMachine::streamingAgainClearsTheProblem() {
    stream();
    m_machine->onWatchClosed(makeError(ErrorKind::Network, "reset"));
    m_machine->onWatchClosed(makeError(ErrorKind::Network, "refused"));
    QVERIFY(m_machine->lastError().has_value());
    m_machine->onWaitOver();
    m_machine->onWatchOpened();
    QVERIFY(!m_machine->lastError().has_value());
    QCOMPARE(m_machine->state(), ReflectorState::Streaming);
}

QTEST_GUILESS_MAIN(TestReflectorMachine)
#include "tst_reflector_machine.moc"
