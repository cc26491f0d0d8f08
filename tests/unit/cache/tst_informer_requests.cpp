// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "informer_fixture.h"

using namespace rollcall;
using namespace std::chrono_literals;

namespace {

Error refusedConnection() {
    Error e = makeError(ErrorKind::Network, "connection refused");
    e.connectionRefused = true;
    return e;
}
Error lostConnection() {
    Error e = makeError(ErrorKind::Network, "closed without an answer");
    e.cause = kConnectionLost;
    return e;
}

}  // namespace

/// What goes over the wire, and when: streaming lists, tries within one request, backoff. client-go tools/cache
/// reflector.go and rest/request.go, whole.
class TestInformerRequests : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { m_rig = std::make_unique<InformerRig>(); }
    void cleanup() { m_rig.reset(); }
    void aStreamingListIsAskedForAsClientGoDoes();
    void aStreamingListIsDeliveredAtItsBookmark();
    void aServerWithoutStreamingIsListed();
    void aSlowStreamingListIsNoted();
    void busyListsAreTriedTenTimes();
    void aBusyWatchIsTriedAgainWithinTheRequest();
    void aLostWatchIsTriedAgainAndThenCountsAsEmpty();
    void refusedWatchesBackOffAndDoNotList();
    void noHostBacksOffAndLists();
    void tooManyRequestsInTheStreamDoesNotList();
    void aReadErrorInTheStreamReplacesTheStore();
    void anUnsafeVersionIsNotUsedAgain();
    void nothingIsSentWhileItWaits();
    void stopEndsAWaitForARetry();
    void aStreamThatWasLeftIsNotHeardAnyMore();
    void oneHundredOutagesStaySpread();
    void aMissingResourceIsAskedForUntilItIsThere();
    void signedOutKeepsWhatItHas();

private:
    void streaming() {
        m_rig->options.reflector.watchList = true;
        m_rig->make();
        m_rig->informer->addHandler(&m_handler);
        m_rig->informer->start();
    }
    void listing() {
        m_rig->make();
        m_rig->informer->addHandler(&m_handler);
        m_rig->informer->start();
    }
    ScriptedTransport& net() { return m_rig->transport; }

    std::unique_ptr<InformerRig> m_rig;
    Handler m_handler;
};

void TestInformerRequests::aStreamingListIsAskedForAsClientGoDoes() {
    streaming();
    QVERIFY(net().last().isStream);
    QCOMPARE(net().query("watch"), std::string("true"));
    QCOMPARE(net().query("sendInitialEvents"), std::string("true"));
    QCOMPARE(net().query("resourceVersionMatch"), std::string("NotOlderThan"));
    QCOMPARE(net().query("allowWatchBookmarks"), std::string("true"));
    QCOMPARE(net().query("resourceVersion"), std::string("(unset)"));
    QCOMPARE(net().query("limit"), std::string("(unset)"));
    QCOMPARE(net().query("timeoutSeconds"), std::string("300"));
}

void TestInformerRequests::aStreamingListIsDeliveredAtItsBookmark() {
    m_handler.log.clear();
    streaming();
    net().open();
    net().line(change("ADDED", student("a", "50")));
    net().line(change("ADDED", student("b", "60")));
    QVERIFY(m_handler.log.empty());
    QVERIFY(!m_rig->informer->hasSynced());
    QCOMPARE(m_rig->informer->status().reflector.listed, 2);
    net().line(bookmarkLine("100", true));
    QCOMPARE(m_handler.log, (std::vector<std::string>{"add default/a initial", "add default/b initial"}));
    QVERIFY(m_rig->informer->hasSynced());
    QCOMPARE(m_rig->detail(Step::WatchListDone), std::string("2"));
    net().line(change("MODIFIED", student("a", "101")));
    QCOMPARE(m_handler.log.back(), std::string("update default/a 50>101"));
    QCOMPARE(net().count(), 1u);  // the same stream all the time
    net().fail(makeError(ErrorKind::Network, "cut"));
    QCOMPARE(net().query("resourceVersion"), std::string("101"));
    QCOMPARE(net().query("sendInitialEvents"), std::string("(unset)"));
}

void TestInformerRequests::aServerWithoutStreamingIsListed() {
    streaming();
    Error no = makeError(ErrorKind::Api,
                         "sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled");
    no.httpStatus = 422;
    no.reason = "Invalid";
    net().fail(no);
    QVERIFY(!net().last().isStream);
    QCOMPARE(net().query("resourceVersion"), std::string("0"));
    QVERIFY(m_rig->detail(Step::WatchListFellBack).find("feature gate") != std::string::npos);
    m_rig->sync();
    QVERIFY(m_rig->informer->hasSynced());
}

void TestInformerRequests::aSlowStreamingListIsNoted() {
    streaming();
    net().open();
    m_rig->clock->advance(9s);
    QCOMPARE(m_rig->count(Step::WatchListSlow), 0);
    m_rig->clock->advance(1s);
    QCOMPARE(m_rig->count(Step::WatchListSlow), 1);
    m_rig->clock->advance(10s);
    QCOMPARE(m_rig->count(Step::WatchListSlow), 2);
    net().line(bookmarkLine("100", true));
    m_rig->clock->advance(1min);
    QCOMPARE(m_rig->count(Step::WatchListSlow), 2);
}

void TestInformerRequests::busyListsAreTriedTenTimes() {
    listing();
    for (int i = 1; i <= 10; ++i) {
        net().answer(429, statusBody(429, "TooManyRequests"), "2");
        QCOMPARE(m_rig->last(Step::BackingOff).delay, Duration(2s));
        QVERIFY(m_rig->detail(Step::BackingOff).find("retry " + std::to_string(i) + " of 10") != std::string::npos);
        m_rig->clock->advance(2s);
        QCOMPARE(net().count(), static_cast<std::size_t>(i + 1));
    }
    QCOMPARE(m_rig->count(Step::ListFailed), 0);
    net().answer(429, statusBody(429, "TooManyRequests"), "2");
    QCOMPARE(m_rig->count(Step::ListFailed), 1);
    QCOMPARE(m_rig->last(Step::BackingOff).delay,
             Duration(800ms));  // the reflector's own wait, whatever the server said
    m_rig->clock->advance(800ms);
    net().answer(503, "{}", "1");  // a new request has ten tries again
    m_rig->clock->advance(1s);
    m_rig->sync();
    QVERIFY(m_rig->informer->hasSynced());
}

void TestInformerRequests::aBusyWatchIsTriedAgainWithinTheRequest() {
    listing();
    net().answer(200, list("100", {}));
    Error busy = makeError(ErrorKind::Api, "busy");
    busy.httpStatus = 429;
    busy.retryAfter = 1s;
    net().fail(busy);
    m_rig->clock->advance(999ms);
    QCOMPARE(net().count(), 2u);
    m_rig->clock->advance(1ms);
    QCOMPARE(net().count(), 3u);
    QVERIFY(net().last().isStream);
    QCOMPARE(net().query("resourceVersion"), std::string("100"));
}

void TestInformerRequests::aLostWatchIsTriedAgainAndThenCountsAsEmpty() {
    listing();
    net().answer(200, list("100", {}));
    for (int i = 0; i < 10; ++i) {
        net().fail(lostConnection());
        m_rig->clock->advance(1s);
    }
    QCOMPARE(net().count(), 12u);
    net().fail(lostConnection());
    QCOMPARE(net().count(), 13u);  // an empty watch ended: the next one at once
    QVERIFY(net().last().isStream);
    QCOMPARE(m_rig->count(Step::ListStarted), 1);
}

void TestInformerRequests::refusedWatchesBackOffAndDoNotList() {
    listing();
    net().answer(200, list("100", {}));
    for (const Duration wait : {Duration(800ms), Duration(1600ms), Duration(3200ms)}) {
        net().fail(refusedConnection());
        QCOMPARE(m_rig->last(Step::BackingOff).delay, wait);
        m_rig->clock->advance(wait);
        QVERIFY(net().last().isStream);
    }
    QCOMPARE(m_rig->count(Step::ListStarted), 1);
}

void TestInformerRequests::noHostBacksOffAndLists() {
    listing();
    net().answer(200, list("100", {}));
    net().fail(makeError(ErrorKind::Network, "there is no host of that name"));
    m_rig->clock->advance(800ms);
    QVERIFY(!net().last().isStream);
    QCOMPARE(net().query("resourceVersion"), std::string("100"));
}

void TestInformerRequests::tooManyRequestsInTheStreamDoesNotList() {
    listing();
    m_rig->sync();
    net().line(errorLine(429, "TooManyRequests"));
    m_rig->clock->advance(800ms);
    QVERIFY(net().last().isStream);
    QCOMPARE(m_rig->count(Step::ListStarted), 1);
}

/// A corrupt object was deleted unsafely: the server ends the watch with this.
void TestInformerRequests::aReadErrorInTheStreamReplacesTheStore() {
    listing();
    m_rig->sync();
    net().line(change("ADDED", student("corrupt", "101")));
    net().line(errorLine(500, "StorageReadError"));
    QVERIFY(m_rig->informer->store().get("default/corrupt"));
    m_rig->clock->advance(800ms);
    net().answer(200, list("105", {student("a", "50"), student("b", "60")}));
    QVERIFY(!m_rig->informer->store().get("default/corrupt"));
    QCOMPARE(m_rig->informer->store().size(), 2u);
    QCOMPARE(m_rig->informer->status().reflector.resourceVersion, std::string("105"));
}

void TestInformerRequests::anUnsafeVersionIsNotUsedAgain() {
    listing();
    m_rig->sync();
    net().line(kGone);
    m_rig->clock->advance(800ms);
    QCOMPARE(net().query("resourceVersion"), std::string("100"));
    net().answer(
        504,
        R"({"kind":"Status","reason":"Timeout","code":504,"message":"Too large resource version","details":{"causes":[{"reason":"ResourceVersionTooLarge"}]}})");
    QCOMPARE(net().query("resourceVersion"), std::string("(unset)"));
    net().answer(200, list("7", {}));
    QCOMPARE(net().query("resourceVersion"), std::string("7"));
}

void TestInformerRequests::nothingIsSentWhileItWaits() {
    listing();
    net().answer(500, statusBody(500, "InternalError"));
    m_rig->clock->advance(799ms);
    QCOMPARE(net().count(), 1u);
    QVERIFY(m_rig->informer->status().reflector.backoffUntil.has_value());
    m_rig->clock->advance(1ms);
    QCOMPARE(net().count(), 2u);
}

void TestInformerRequests::stopEndsAWaitForARetry() {
    listing();
    net().answer(429, statusBody(429, "TooManyRequests"), "2");
    m_rig->informer->stop();
    QCOMPARE(m_rig->clock->pendingTimers(), 0u);
    m_rig->clock->advance(1min);
    QCOMPARE(net().count(), 1u);
}

void TestInformerRequests::aStreamThatWasLeftIsNotHeardAnyMore() {
    std::vector<std::function<void()>> posted;
    m_rig->target.type = &studentResource();
    m_rig->informer = std::make_unique<Informer>(
        m_rig->target, m_rig->options, net(), m_rig->clock, m_rig->log,
        [&](std::function<void()> task) { posted.push_back(std::move(task)); }, [] { return 0.0; });
    m_rig->informer->start();
    m_rig->sync();
    const auto left = net().to("/apis/bolingcavalry.k8s.io/v1/students");
    net().line(kGone);
    const std::string late = change("MODIFIED", student("a", "99"));
    left->stream.onLines({std::string_view(late)});  // it is not gone yet
    left->stream.onClosed(Unit{});
    QCOMPARE(m_rig->informer->store().get("default/a")->meta.resourceVersion, std::string("50"));
    QCOMPARE(m_rig->informer->status().reflector.state, ReflectorState::BackingOff);
    m_rig->informer.reset();
}

void TestInformerRequests::oneHundredOutagesStaySpread() {
    listing();
    std::vector<Duration> waits;
    for (int i = 0; i < 100; ++i) {
        net().fail(refusedConnection());
        waits.push_back(m_rig->last(Step::BackingOff).delay);
        m_rig->clock->advance(waits.back());
    }
    QCOMPARE(waits[0], Duration(800ms));
    QCOMPARE(waits[6], Duration(30s));
    QCOMPARE(*std::max_element(waits.begin(), waits.end()), Duration(30s));
    QVERIFY(std::count(waits.begin(), waits.end(), Duration(800ms)) > 1);  // after two minutes it starts anew
}

void TestInformerRequests::aMissingResourceIsAskedForUntilItIsThere() {
    streaming();
    Error missing = makeError(ErrorKind::Api, "the server could not find the requested resource");
    missing.httpStatus = 404;
    for (int i = 0; i < 2; ++i) {
        net().fail(missing);  // the streaming list
        net().answer(404, statusBody(404, "NotFound"));
        QCOMPARE(m_rig->informer->status().reflector.state, ReflectorState::WaitingForResource);
        m_rig->clock->advanceToNext();
    }
    net().open();
    net().line(bookmarkLine("5", true));
    QCOMPARE(m_rig->informer->status().reflector.state, ReflectorState::Streaming);
    QVERIFY(!m_rig->informer->status().reflector.problem);
}

void TestInformerRequests::signedOutKeepsWhatItHas() {
    listing();
    m_rig->sync();
    net().line(kGone);
    m_rig->clock->advance(800ms);
    net().answer(401, statusBody(401, "Unauthorized"));
    QCOMPARE(m_rig->informer->status().reflector.state, ReflectorState::SignedOut);
    QCOMPARE(m_rig->informer->store().size(), 2u);
    m_rig->clock->advanceToNext();
    net().answer(200, list("200", {student("a", "50")}));
    QCOMPARE(m_rig->informer->status().reflector.state, ReflectorState::Streaming);
}

QTEST_GUILESS_MAIN(TestInformerRequests)
#include "tst_informer_requests.moc"
