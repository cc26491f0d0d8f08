// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/base/fake_clock.h"
#include "machine_fixture.h"

using namespace rollcall;
using namespace std::chrono_literals;

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
    void internalErrorsAreWatchedThroughForAWhile();
    void errorsOtherThanInternalAreNotWatchedThrough();
    void otherErrorsAtConnectListAgain();
    void goneOnALaterPageIsNoExpiredToken();
    void theSnapshotsVersionIsTheFirstPages();
    void everyRoundRepeatsOnceWithoutVersion();
    void aForcedPageSizeAlwaysPages();
    void aWatchWithoutVersionWaitsForRealEvents();
    void shortTimeoutsAreNotHonoured();
    void somethingThatIsNoStreamListsAgain();
    void resyncsBelongToTheWatchLoop();
    void streamingAgainClearsTheProblem();

private:
    static ReflectorMachine::Options listing() {
        ReflectorMachine::Options options;
        options.watchList = false;
        return options;
    }
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
    m_machine = std::make_unique<ReflectorMachine>(m_clock, listing(), [] { return 0.0; });
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
    QCOMPARE(list.limit, 0);  // the pager that was switched off stays off for this repetition
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
        ReflectorMachine machine(m_clock, listing(), [random] { return random; });
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
    QCOMPARE(expectWatch(m_machine->onWatchClosed(makeError(ErrorKind::Network, "reset"))).resourceVersion,
             std::string("101"));
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
    expectWait(m_machine->onWatchClosed(refused()));
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

void TestReflectorMachine::internalErrorsAreWatchedThroughForAWhile() {
    auto options = listing();
    options.maxInternalErrorRetry = 1s;
    m_machine = std::make_unique<ReflectorMachine>(m_clock, options, [] { return 0.0; });
    stream();
    for (int i = 0; i < 3; ++i) {  // at once, without a wait
        const auto action = m_machine->onWatchEvent(errorEvent(status(500, "InternalError")), m_sink);
        QCOMPARE(expectWatch(*action).resourceVersion, std::string("100"));
        m_machine->onWatchOpened();
        m_clock->advance(500ms);
    }
    expectWait(*m_machine->onWatchEvent(errorEvent(status(500, "InternalError")), m_sink));
    expectList(m_machine->onWaitOver());
}

void TestReflectorMachine::errorsOtherThanInternalAreNotWatchedThrough() {
    auto options = listing();
    options.maxInternalErrorRetry = 1min;
    m_machine = std::make_unique<ReflectorMachine>(m_clock, options, [] { return 0.0; });
    stream();
    expectWait(*m_machine->onWatchEvent(errorEvent(status(500, "StorageReadError")), m_sink));
    expectList(m_machine->onWaitOver());
}

void TestReflectorMachine::otherErrorsAtConnectListAgain() {
    m_machine->start();
    m_machine->onListPage(page(1, "100"), m_sink);
    expectWait(m_machine->onWatchClosed(makeError(ErrorKind::Network, "there is no host of that name")));
    QVERIFY(!m_machine->inWatchLoop());
    QCOMPARE(expectList(m_machine->onWaitOver()).resourceVersion, std::string("100"));
    m_machine->onListPage(page(1, "100"), m_sink);
    expectWait(m_machine->onWatchClosed(makeError(ErrorKind::Tls, "unknown authority")));
    expectList(m_machine->onWaitOver());
}

void TestReflectorMachine::goneOnALaterPageIsNoExpiredToken() {
    m_machine->start();
    m_machine->onListPage(page(500, "100", "c1"), m_sink);
    const ListAction again = expectList(m_machine->onListFailed(status(410, "Gone")));
    QCOMPARE(again.resourceVersion, std::string());
    QCOMPARE(again.limit, 500);
}

void TestReflectorMachine::theSnapshotsVersionIsTheFirstPages() {
    m_machine->start();
    m_machine->onListPage(page(500, "100", "c1"), m_sink);
    const WatchAction watch = expectWatch(m_machine->onListPage(page(3, "107"), m_sink));
    QCOMPARE(watch.resourceVersion, std::string("100"));
}

void TestReflectorMachine::everyRoundRepeatsOnceWithoutVersion() {
    m_machine->start();
    m_machine->onListFailed(status(410, "Expired"));
    expectWait(m_machine->onListFailed(status(410, "Expired")));
    const ListAction later = expectList(m_machine->onWaitOver());
    QCOMPARE(later.resourceVersion, std::string());
    QCOMPARE(later.limit, 500);
    QCOMPARE(expectList(m_machine->onListFailed(status(410, "Expired"))).resourceVersion, std::string());
    expectWait(m_machine->onListFailed(status(410, "Expired")));
}

void TestReflectorMachine::aForcedPageSizeAlwaysPages() {
    auto options = listing();
    options.pageSize = 4;
    m_machine = std::make_unique<ReflectorMachine>(m_clock, options, [] { return 0.0; });
    QCOMPARE(expectList(m_machine->start()).limit, 4);
    m_machine->onListPage(page(1, "10"), m_sink);
    m_machine->onWatchOpened();
    m_machine->onWatchEvent(errorEvent(status(410, "Expired")), m_sink);
    QCOMPARE(expectList(m_machine->onWaitOver()).limit, 4);
}

void TestReflectorMachine::aWatchWithoutVersionWaitsForRealEvents() {
    m_machine->start();
    QCOMPARE(expectWatch(m_machine->onListPage(page(0, ""), m_sink)).resourceVersion, std::string());
    m_machine->onWatchOpened();
    m_machine->onWatchEvent(change(WatchEventType::Added, "9"), m_sink);
    m_machine->onWatchEvent(change(WatchEventType::Added, "5"), m_sink);
    QCOMPARE(m_machine->lastResourceVersion(), std::string());
    m_machine->onWatchEvent(change(WatchEventType::Bookmark, "12"), m_sink);
    QCOMPARE(m_machine->lastResourceVersion(), std::string("12"));
    m_machine->onWatchEvent(change(WatchEventType::Added, "13"), m_sink);
    QCOMPARE(m_machine->lastResourceVersion(), std::string("13"));
}

void TestReflectorMachine::shortTimeoutsAreNotHonoured() {
    auto options = listing();
    options.minWatchTimeout = 60s;
    m_machine = std::make_unique<ReflectorMachine>(m_clock, options, [] { return 0.0; });
    m_machine->start();
    QCOMPARE(expectWatch(m_machine->onListPage(page(0, "1"), m_sink)).timeout.count(), 300L);
    options.minWatchTimeout = 600s;
    m_machine = std::make_unique<ReflectorMachine>(m_clock, options, [] { return 1.0; });
    m_machine->start();
    QCOMPARE(expectWatch(m_machine->onListPage(page(0, "1"), m_sink)).timeout.count(), 1200L);
}

void TestReflectorMachine::somethingThatIsNoStreamListsAgain() {
    stream();
    expectWait(m_machine->onWatchClosed(makeError(ErrorKind::Protocol, "a line of more than 128 MiB")));
    expectList(m_machine->onWaitOver());
}

void TestReflectorMachine::resyncsBelongToTheWatchLoop() {
    m_machine->start();
    QVERIFY(!m_machine->inWatchLoop());
    m_machine->onListPage(page(1, "100"), m_sink);
    QVERIFY(m_machine->inWatchLoop());
    m_machine->onWatchClosed(refused());
    QVERIFY(m_machine->inWatchLoop());  // waiting to watch on
    m_machine->onWaitOver();
    m_machine->onWatchOpened();
    m_machine->onWatchEvent(errorEvent(status(410, "Expired")), m_sink);
    QVERIFY(!m_machine->inWatchLoop());
}

void TestReflectorMachine::streamingAgainClearsTheProblem() {
    stream();
    m_machine->onWatchClosed(makeError(ErrorKind::Network, "reset"));
    m_machine->onWatchClosed(refused());
    QVERIFY(m_machine->lastError().has_value());
    m_machine->onWaitOver();
    m_machine->onWatchOpened();
    QVERIFY(!m_machine->lastError().has_value());
    QCOMPARE(m_machine->state(), ReflectorState::Streaming);
}

QTEST_GUILESS_MAIN(TestReflectorMachine)
#include "tst_reflector_machine.moc"
