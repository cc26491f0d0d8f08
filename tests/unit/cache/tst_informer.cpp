// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/base/fake_clock.h"
#include "core/cache/informer.h"
#include "scripted_transport.h"

using namespace rollcall;
using namespace std::chrono_literals;

namespace {

struct Handler : ResourceEventHandler {
    std::vector<std::string> log;
    void onAdd(const Notification& n) override {
        log.push_back("add " + n.after->meta.key() + (n.inInitialList ? " initial" : ""));
    }
    void onUpdate(const Notification& n) override {
        log.push_back("update " + n.after->meta.key() + ' ' + n.before->meta.resourceVersion + ">" +
                      n.after->meta.resourceVersion);
    }
    void onDelete(const Notification& n) override {
        log.push_back("delete " + n.before->meta.key() + (n.finalStateUnknown ? " unknown" : ""));
    }
};

std::string student(const std::string& name, const std::string& version, const std::string& uid = "u") {
    return R"({"apiVersion":"bolingcavalry.k8s.io/v1","kind":"Student","metadata":{"name":")" + name +
           R"(","namespace":"default","uid":")" + uid + name + R"(","resourceVersion":")" + version +
           R"("},"spec":{"name":"张三","school":"深圳中学"}})";
}

std::string list(const std::string& version, const std::vector<std::string>& items, const std::string& next = {}) {
    std::string body = R"({"apiVersion":"bolingcavalry.k8s.io/v1","kind":"StudentList","metadata":{"resourceVersion":")" + version +
                       R"(","continue":")" + next + R"("},"items":[)";
    for (std::size_t i = 0; i < items.size(); ++i) body += (i ? "," : "") + items[i];
    return body + "]}";
}

std::string change(const char* type, const std::string& object) {
    return std::string(R"({"type":")") + type + R"(","object":)" + object + "}";
}

const char* kGone =
    R"json({"type":"ERROR","object":{"kind":"Status","apiVersion":"v1","status":"Failure","message":"too old resource version: 2 (100)","reason":"Expired","code":410}})json";

}  // namespace

/// Reflector, store and handlers together, over a transport that the test plays by hand and a fake clock.
class TestInformer : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void listsThenWatchesFromTheListsVersion();
    void pagesAreDeliveredTogether();
    void selectorsGoIntoEveryRequest();
    void watchEventsReachTheHandlersInOrder();
    void relistGivesTombstonesAndOnlyRealChanges();
    void recreatedUnderTheSameNameIsDeleteThenAdd();
    void goneInTheStreamLeavesItAndRelists();
    void cutStreamResumesFromTheLastEvent();
    void bookmarkMovesTheVersionButTellsNoHandler();
    void anUnreadableEventIsSkipped();
    void resyncTouchesOnlyTheCache();
    void htmlInsteadOfAListBacksOffAndSaysSo();
    void aCutListKeepsTheOldCache();
    void nothingIsDeliveredAfterStop();
    void aDeleteOfTheUnknownIsIgnored();
    void thousandCutsLeaveOneRequestAndNoTimers();

private:
    void makeInformer(ReflectorTarget target = {}, Duration resync = {}) {
        target.type = &studentResource();
        Informer::Options options;
        options.resyncPeriod = resync;
        m_informer.reset();
        m_transport = std::make_unique<ScriptedTransport>();
        m_informer = std::make_unique<Informer>(target, options, *m_transport, m_clock, *m_log,
                                                [](const std::function<void()>& f) { f(); }, [] { return 0.0; });
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

void TestInformer::relistGivesTombstonesAndOnlyRealChanges() {
    sync();
    m_transport->line(kGone);
    m_clock->advance(800ms);
    m_transport->answer(200, list("200", {student("a", "50"), student("c", "150")}));
    QCOMPARE(m_handler.log, (std::vector<std::string>{"delete default/b unknown", "add default/c"}));
}

void TestInformer::recreatedUnderTheSameNameIsDeleteThenAdd() {
    sync();
    m_transport->line(kGone);
    m_clock->advance(800ms);
    m_transport->answer(200, list("200", {student("a", "150", "other"), student("b", "60")}));
    QCOMPARE(m_handler.log, (std::vector<std::string>{"delete default/a unknown", "add default/a"}));
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
    m_transport->line(R"({"type":"BOOKMARK","object":{"kind":"Student","apiVersion":"bolingcavalry.k8s.io/v1","metadata":{"resourceVersion":"170"}}})");
    QVERIFY(m_handler.log.empty());
    QCOMPARE(m_informer->store().size(), 2u);
    QVERIFY(m_informer->status().reflector.lastBookmark.has_value());
    m_clock->advance(5min);
    m_transport->close();
    QCOMPARE(m_transport->query("resourceVersion"), std::string("170"));
}

void TestInformer::anUnreadableEventIsSkipped() {
    sync();
    m_transport->line(R"({"type":"WAT","object":{}})");
    m_transport->line("{\"type\":\"ADDED\",\"object\":{\"metadata\":{\"name\":");
    m_transport->line(change("ADDED", student("c", "104")));
    QCOMPARE(m_handler.log, std::vector<std::string>{"add default/c"});
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

void TestInformer::aDeleteOfTheUnknownIsIgnored() {
    sync();
    m_transport->line(change("DELETED", student("nobody", "103")));
    QVERIFY(m_handler.log.empty());
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
