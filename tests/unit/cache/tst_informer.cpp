// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "informer_fixture.h"

using namespace rollcall;
using namespace std::chrono_literals;

/// Reflector, store and handlers together, over a transport that the test plays by hand and a fake clock.
class TestInformer : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void listsThenWatchesFromTheListsVersion();
    void pagesAreDeliveredTogether();
    void selectorsGoIntoEveryRequest();
    void watchEventsReachTheHandlersInOrder();
    void relistGivesTombstonesFirst();
    void recreatedUnderTheSameNameIsAnUpdateWithAnotherUid();
    void goneInTheStreamLeavesItAndRelists();
    void cutStreamResumesFromTheLastEvent();
    void bookmarkMovesTheVersionButTellsNoHandler();
    void anUnreadableEventIsSkipped();
    void aBrokenStreamIsLeftAndListedAgain();
    void resyncTouchesOnlyTheCache();
    void htmlInsteadOfAListBacksOffAndSaysSo();
    void aCutListKeepsTheOldCache();
    void nothingIsDeliveredAfterStop();
    void aDeleteOfTheUnknownIsToldAsItCame();
    void aDeletionTellsTheLastState();
    void thousandCutsLeaveOneRequestAndNoTimers();

private:
    void makeInformer(ReflectorTarget target = {}, Duration resync = {}) {
        target.type = &studentResource();
        Informer::Options options;
        options.resyncPeriod = resync;
        options.reflector.watchList = false;
        m_informer.reset();
        m_transport = std::make_unique<ScriptedTransport>();
        m_informer = std::make_unique<Informer>(
            target, options, *m_transport, m_clock, *m_log, [](const std::function<void()>& f) { f(); },
            [] { return 0.0; });
        m_informer->addHandler(&m_handler);
        m_informer->start();
    }
    void sync() {
        m_transport->answer(200, list("100", {student("a", "50"), student("b", "60")}));
        m_transport->open();
        m_handler.log.clear();
    }

    std::shared_ptr<FakeClock> m_clock;
    std::unique_ptr<TransitionLog> m_log;
    std::unique_ptr<ScriptedTransport> m_transport;
    std::unique_ptr<Informer> m_informer;
    Handler m_handler;
};

void TestInformer::init() {
    m_informer.reset();
    m_clock = std::make_shared<FakeClock>();
    m_log = std::make_unique<TransitionLog>(m_clock);
    m_handler.log.clear();
    makeInformer();
}

void TestInformer::listsThenWatchesFromTheListsVersion() {
    QCOMPARE(m_transport->lastRequest().path, std::string("/apis/bolingcavalry.k8s.io/v1/students"));
    QCOMPARE(m_transport->query("resourceVersion"), std::string("0"));
    QCOMPARE(m_transport->query("limit"), std::string("500"));
    QVERIFY(!m_informer->hasSynced());
    m_transport->answer(200, list("100", {student("a", "50"), student("b", "60")}));
    QVERIFY(m_informer->hasSynced());
    QCOMPARE(m_handler.log, (std::vector<std::string>{"add default/a initial", "add default/b initial"}));
    QVERIFY(m_transport->last().isStream);
    QCOMPARE(m_transport->query("watch"), std::string("true"));
    QCOMPARE(m_transport->query("allowWatchBookmarks"), std::string("true"));
    QCOMPARE(m_transport->query("resourceVersion"), std::string("100"));  // the list's, not an item's (W13)
    QCOMPARE(m_transport->query("timeoutSeconds"), std::string("300"));
    QVERIFY(m_transport->lastRequest().deadline > 300s);
    QCOMPARE(m_informer->store().size(), 2u);
    QCOMPARE(static_cast<const Student&>(*m_informer->store().get("default/a")).name, std::string("张三"));
}

void TestInformer::pagesAreDeliveredTogether() {
    m_transport->answer(200, list("100", {student("a", "50")}, "token=="));
    QVERIFY(!m_informer->hasSynced());
    QCOMPARE(m_transport->query("continue"), std::string("token=="));
    QCOMPARE(m_transport->query("resourceVersion"), std::string("(unset)"));
    m_transport->answer(200, list("100", {student("b", "60")}));
    QVERIFY(m_informer->hasSynced());
    QCOMPARE(m_informer->status().objects, 2);
}

void TestInformer::selectorsGoIntoEveryRequest() {
    ReflectorTarget target;
    target.ns = "class-1";
    target.fieldSelector = "status.phase=Running";
    makeInformer(target);
    QCOMPARE(m_transport->lastRequest().path, std::string("/apis/bolingcavalry.k8s.io/v1/namespaces/class-1/students"));
    QCOMPARE(m_transport->query("fieldSelector"), std::string("status.phase=Running"));
    m_transport->answer(200, list("100", {}));
    QCOMPARE(m_transport->query("fieldSelector"), std::string("status.phase=Running"));
}

void TestInformer::watchEventsReachTheHandlersInOrder() {
    sync();
    m_transport->line(change("MODIFIED", student("a", "101")));
    m_transport->line(change("ADDED", student("c", "102")));
    m_transport->line(change("DELETED", student("b", "103")));
    QCOMPARE(m_handler.log, (std::vector<std::string>{"update default/a 50>101", "add default/c", "delete default/b"}));
    QVERIFY(!m_informer->store().get("default/b"));
    QCOMPARE(m_informer->status().reflector.resourceVersion, std::string("103"));
}

void TestInformer::relistGivesTombstonesFirst() {
    sync();
    m_transport->line(kGone);
    m_clock->advance(800ms);
    m_transport->answer(200, list("200", {student("a", "50"), student("c", "150")}));
    // What did not change is told as well, since no resync has yet decided who takes part in them.
    QCOMPARE(m_handler.log,
             (std::vector<std::string>{"delete default/b unknown", "update default/a 50>50", "add default/c"}));
}

void TestInformer::recreatedUnderTheSameNameIsAnUpdateWithAnotherUid() {
    sync();
    m_transport->line(kGone);
    m_clock->advance(800ms);
    m_transport->answer(200, list("200", {student("a", "150", "other"), student("b", "60")}));
    // client-go compares by key alone: another uid is for the handler to see.
    QCOMPARE(m_handler.log, (std::vector<std::string>{"update default/a 50>150", "update default/b 60>60"}));
    QCOMPARE(m_informer->store().get("default/a")->meta.uid, std::string("othera"));
}

void TestInformer::goneInTheStreamLeavesItAndRelists() {
    sync();
    auto& stream = m_transport->last();
    m_transport->line(kGone);
    QVERIFY(stream.aborted);
    QCOMPARE(m_informer->status().reflector.state, ReflectorState::BackingOff);
    QVERIFY(m_informer->status().reflector.backoffUntil.has_value());
    const auto before = m_transport->count();
    m_clock->advance(799ms);
    QCOMPARE(m_transport->count(), before);
    m_clock->advance(1ms);
    QVERIFY(!m_transport->last().isStream);
    QCOMPARE(m_transport->query("resourceVersion"), std::string("100"));
    m_transport->answer(410, R"({"kind":"Status","reason":"Expired","code":410,"message":"too old"})");
    QCOMPARE(m_transport->query("resourceVersion"), std::string("(unset)"));  // at once, from the quorum
}

void TestInformer::cutStreamResumesFromTheLastEvent() {
    sync();
    m_transport->line(change("MODIFIED", student("a", "101")));
    m_transport->fail(makeError(ErrorKind::Network, "connection reset"));
    QVERIFY(m_transport->last().isStream);
    QCOMPARE(m_transport->query("resourceVersion"), std::string("101"));
}

void TestInformer::bookmarkMovesTheVersionButTellsNoHandler() {
    sync();
    m_transport->line(
        R"({"type":"BOOKMARK","object":{"kind":"Student","apiVersion":"bolingcavalry.k8s.io/v1","metadata":{"resourceVersion":"170"}}})");
    QVERIFY(m_handler.log.empty());
    QCOMPARE(m_informer->store().size(), 2u);
    QVERIFY(m_informer->status().reflector.lastBookmark.has_value());
    m_clock->advance(5min);
    m_transport->close();
    QCOMPARE(m_transport->query("resourceVersion"), std::string("170"));
}

void TestInformer::anUnreadableEventIsSkipped() {
    sync();
    m_transport->line(R"({"type":"ADDED","object":{"kind":"Table","apiVersion":"meta.k8s.io/v1","rows":[]}})");
    m_transport->line(
        R"({"type":"ADDED","object":{"kind":"Pod","apiVersion":"v1","metadata":{"name":"x","resourceVersion":"1"}}})");
    m_transport->line("{\"type\":\"ADDED\",\"object\":{\"metadata\":{\"name\":\"\xff\"}}}");
    m_transport->line(change("ADDED", student("c", "104")));
    QCOMPARE(m_handler.log, std::vector<std::string>{"add default/c"});
}

void TestInformer::aBrokenStreamIsLeftAndListedAgain() {
    for (const char* broken :
         {R"({"type":"WAT","object":{}})", "{\"type\":\"ADDED\",\"object\":{\"metadata\":{\"name\":"}) {
        init();
        sync();
        auto& stream = m_transport->last();
        m_transport->line(broken);
        QVERIFY(stream.aborted);
        m_clock->advance(800ms);
        QVERIFY(!m_transport->last().isStream);
        QCOMPARE(m_transport->query("resourceVersion"), std::string("100"));
    }
}

void TestInformer::resyncTouchesOnlyTheCache() {
    makeInformer({}, 30s);
    sync();
    const auto requests = m_transport->count();
    m_clock->advance(30s);
    QCOMPARE(m_transport->count(), requests);
    std::sort(m_handler.log.begin(), m_handler.log.end());
    QCOMPARE(m_handler.log, (std::vector<std::string>{"update default/a 50>50", "update default/b 60>60"}));
    m_clock->advance(30s);
    QCOMPARE(m_handler.log.size(), 4u);
}

void TestInformer::htmlInsteadOfAListBacksOffAndSaysSo() {
    m_transport->answer(200, "<html>login</html>");
    QCOMPARE(m_informer->status().reflector.state, ReflectorState::BackingOff);
    QVERIFY(m_informer->status().reflector.problem->message.find("not a Kubernetes answer") != std::string::npos);
}

void TestInformer::aCutListKeepsTheOldCache() {
    sync();
    m_transport->line(kGone);
    m_clock->advance(800ms);
    m_transport->answer(200, list("200", {student("x", "150")}).substr(0, 90));
    QCOMPARE(m_informer->store().size(), 2u);
    QVERIFY(m_handler.log.empty());
    QCOMPARE(m_informer->status().reflector.state, ReflectorState::BackingOff);
}

void TestInformer::nothingIsDeliveredAfterStop() {
    sync();
    m_transport->line(kGone);
    const auto requests = m_transport->count();
    m_informer->stop();
    QCOMPARE(m_clock->pendingTimers(), 0u);
    m_clock->advance(10min);
    QCOMPARE(m_transport->count(), requests);
    QVERIFY(m_transport->last().aborted);
    QCOMPARE(m_informer->status().reflector.state, ReflectorState::Stopped);
}

void TestInformer::aDeleteOfTheUnknownIsToldAsItCame() {
    sync();
    m_transport->line(change("DELETED", student("nobody", "103")));
    QCOMPARE(m_handler.log, std::vector<std::string>{"delete default/nobody"});
    QCOMPARE(m_informer->store().size(), 2u);
}

void TestInformer::aDeletionTellsTheLastState() {
    sync();
    m_transport->line(change("DELETED", student("b", "103")));
    QCOMPARE(m_handler.deletedVersion, std::string("103"));
}

void TestInformer::thousandCutsLeaveOneRequestAndNoTimers() {
    sync();
    for (int i = 0; i < 1000; ++i) {
        m_transport->line(change("MODIFIED", student("a", std::to_string(1000 + i))));
        m_transport->fail(makeError(ErrorKind::Network, "cut"));
        m_transport->open();
    }
    QCOMPARE(m_handler.log.size(), 1000u);
    QCOMPARE(m_clock->pendingTimers(), 0u);
    QVERIFY(!m_transport->last().aborted);
    QCOMPARE(m_informer->store().size(), 2u);
}

QTEST_GUILESS_MAIN(TestInformer)
#include "tst_informer.moc"
