// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "informer_fixture.h"

using namespace rollcall;
using namespace std::chrono_literals;

namespace {

const std::string kCluster = "/apis/bolingcavalry.k8s.io/v1/students";
std::string pathOf(const std::string& ns) {
    return "/apis/bolingcavalry.k8s.io/v1/namespaces/" + ns + "/students";
}

std::string in(const std::string& ns, const std::string& name, const std::string& version) {
    std::string text = student(name, version);
    const std::string from = "default";
    return text.replace(text.find(from), from.size(), ns);
}

}  // namespace

/// W27 and W28: the cluster-wide list is forbidden, some namespaces are not.
class TestInformerNamespaces : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup() { m_rig.reset(); }
    void withoutNamespacesItStaysForbidden();
    void aForbiddenClusterListTriesEachNamespace();
    void syncedWhenAllAllowedOnesAreListed();
    void neverSyncedWhenAllAreForbidden();
    void eachNamespaceHasAStateOfItsOwn();
    void aRelistOfOneLeavesTheOthers();
    void rightsGivenLaterInANamespaceAreNoticed();
    void rightsGivenLaterForTheClusterTakeOver();
    void aProbeThatFailsChangesNothing();
    void namespacesComeAndGo();
    void rightsTakenAwayLaterKeepTheRows();
    void eachNamespaceMayHaveATransportOfItsOwn();
    void theTwoDeliveriesAgree();
    void stopEndsThemAll();

private:
    void start() {
        m_rig->make();
        m_rig->informer->addHandler(&m_handler);
        m_rig->informer->start();
    }
    void forbid(const std::string& path) {
        ScriptedTransport::answerTo(net().to(path), 403, statusBody(403, "Forbidden", "students is forbidden"));
    }
    void give(const std::string& ns, const std::string& version, const std::vector<std::string>& items) {
        ScriptedTransport::answerTo(net().to(pathOf(ns)), 200, list(version, items));
        net().to(pathOf(ns))->stream.onOpen(200);
    }
    /// a has one and b two students, c is forbidden.
    void partial() {
        start();
        forbid(kCluster);
        forbid(pathOf("c"));
        give("a", "100", {in("a", "x", "10")});
        give("b", "101", {in("b", "y", "11"), in("b", "z", "12")});
    }
    ScriptedTransport& net() { return m_rig->transport; }
    const NamespaceStatus& status(const std::string& ns) {
        m_status = m_rig->informer->status();
        for (const NamespaceStatus& s : m_status.namespaces) {
            if (s.ns == ns) return s;
        }
        static const NamespaceStatus none;
        return none;
    }

    std::unique_ptr<InformerRig> m_rig;
    std::vector<std::string> m_names;
    InformerStatus m_status;
    Handler m_handler;
};

void TestInformerNamespaces::init() {
    m_rig = std::make_unique<InformerRig>();
    m_handler.log.clear();
    m_names = {"a", "b", "c"};
    m_rig->options.fallbackNamespaces = [this] { return m_names; };
}

void TestInformerNamespaces::withoutNamespacesItStaysForbidden() {
    m_names.clear();
    start();
    forbid(kCluster);
    QCOMPARE(m_rig->informer->status().reflector.state, ReflectorState::Forbidden);
    QVERIFY(!m_rig->informer->status().perNamespace);
    m_rig->clock->advanceToNext();
    QCOMPARE(net().lastRequest().path, kCluster);
}

void TestInformerNamespaces::aForbiddenClusterListTriesEachNamespace() {
    start();
    forbid(kCluster);
    for (const char* ns : {"a", "b", "c"}) QVERIFY(net().to(pathOf(ns)));
    QVERIFY(m_rig->informer->status().perNamespace);
    QVERIFY(m_rig->detail(Step::NamespaceForbidden).find("all namespaces") != std::string::npos);
}

void TestInformerNamespaces::syncedWhenAllAllowedOnesAreListed() {
    start();
    forbid(kCluster);
    give("a", "100", {in("a", "x", "10")});
    QCOMPARE(m_handler.log, std::vector<std::string>{"add a/x initial"});
    QVERIFY(!m_rig->informer->hasSynced());
    give("b", "101", {in("b", "y", "11")});
    QCOMPARE(m_handler.log.back(), std::string("add b/y initial"));
    QVERIFY(!m_rig->informer->hasSynced());
    forbid(pathOf("c"));  // the last answer is a refusal
    QVERIFY(m_rig->informer->hasSynced());
    QCOMPARE(m_rig->count(Step::Synced), 1);
}

void TestInformerNamespaces::neverSyncedWhenAllAreForbidden() {
    start();
    for (const std::string& path : {kCluster, pathOf("a"), pathOf("b"), pathOf("c")}) forbid(path);
    QVERIFY(!m_rig->informer->hasSynced());
    QCOMPARE(m_rig->informer->status().reflector.state, ReflectorState::Forbidden);
}

void TestInformerNamespaces::eachNamespaceHasAStateOfItsOwn() {
    partial();
    QCOMPARE(status("a").state, ReflectorState::Streaming);
    QVERIFY(status("a").listed && !status("a").forbidden);
    QVERIFY(!status("c").listed && status("c").forbidden);
    QCOMPARE(status("c").problem->httpStatus, 403);
    QCOMPARE(m_status.reflector.state, ReflectorState::Streaming);  // of those that are allowed
    QCOMPARE(m_status.objects, 3);
    QVERIFY(m_rig->detail(Step::NamespaceForbidden).substr(0, 2) == "c:");
}

void TestInformerNamespaces::aRelistOfOneLeavesTheOthers() {
    partial();
    m_handler.log.clear();
    const std::string gone = errorLine(410, "Expired");
    net().to(pathOf("b"))->stream.onLines({std::string_view(gone)});
    m_rig->clock->advance(800ms);
    ScriptedTransport::answerTo(net().to(pathOf("b")), 200, list("200", {in("b", "z", "150")}));
    QCOMPARE(m_handler.log, (std::vector<std::string>{"delete b/y unknown", "update b/z 12>150"}));
    QVERIFY(m_rig->informer->store().get("a/x"));
    QCOMPARE(m_rig->informer->store().listNamespace("b").size(), 1u);
}

void TestInformerNamespaces::rightsGivenLaterInANamespaceAreNoticed() {
    partial();
    m_rig->clock->advance(800ms);
    give("c", "120", {in("c", "w", "20")});
    QVERIFY(m_rig->informer->store().get("c/w"));
    QVERIFY(!status("c").forbidden);
    QCOMPARE(m_handler.log.back(), std::string("add c/w"));  // no part of the first list
}

void TestInformerNamespaces::rightsGivenLaterForTheClusterTakeOver() {
    partial();
    m_handler.log.clear();
    m_rig->clock->advance(60s);
    const auto probe = net().to(kCluster);
    QCOMPARE(probe->request.query[0].first, std::string("limit"));
    ScriptedTransport::answerTo(probe, 200, list("300", {}));
    QVERIFY(net().to(pathOf("a")));  // until the list is there
    ScriptedTransport::answerTo(net().to(kCluster), 200,
                                list("300", {in("a", "x", "10"), in("b", "z", "12"), in("d", "new", "290")}));
    QVERIFY(!net().to(pathOf("a")));
    QVERIFY(net().to(kCluster)->isStream);
    QVERIFY(!m_rig->informer->status().perNamespace);
    QVERIFY(std::count(m_handler.log.begin(), m_handler.log.end(), "delete b/y unknown") == 1);
    QVERIFY(std::count(m_handler.log.begin(), m_handler.log.end(), "add d/new") == 1);
    QCOMPARE(m_rig->informer->store().size(), 3u);
}

void TestInformerNamespaces::aProbeThatFailsChangesNothing() {
    partial();
    for (int i = 0; i < 3; ++i) {
        m_rig->clock->advance(60s);
        ScriptedTransport::answerTo(net().to(kCluster), 403, statusBody(403, "Forbidden"));
        QVERIFY(m_rig->informer->status().perNamespace);
        QCOMPARE(m_rig->informer->store().size(), 3u);
    }
}

void TestInformerNamespaces::namespacesComeAndGo() {
    partial();
    m_names = {"b", "d"};
    m_rig->clock->advance(60s);
    QVERIFY(net().to(pathOf("d")));
    QVERIFY(!net().to(pathOf("a")));
    QVERIFY(!m_rig->informer->store().get("a/x"));
    QCOMPARE(m_handler.log.back(), std::string("delete a/x unknown"));
    QCOMPARE(m_rig->informer->status().namespaces.size(), 2u);
}

void TestInformerNamespaces::rightsTakenAwayLaterKeepTheRows() {
    partial();
    const std::string gone = errorLine(410, "Expired");
    net().to(pathOf("a"))->stream.onLines({std::string_view(gone)});
    m_rig->clock->advance(800ms);
    forbid(pathOf("a"));
    QVERIFY(status("a").listed && status("a").forbidden);
    QVERIFY(m_rig->informer->store().get("a/x"));
}

void TestInformerNamespaces::eachNamespaceMayHaveATransportOfItsOwn() {
    struct Shared final : Transport {
        explicit Shared(ScriptedTransport& t) : real(t) {}
        std::unique_ptr<RequestHandle> send(HttpRequest r, std::function<void(Result<HttpAnswer>)> done) override {
            return real.send(std::move(r), std::move(done));
        }
        std::unique_ptr<RequestHandle> openStream(HttpRequest r, StreamCallbacks c) override {
            return real.openStream(std::move(r), std::move(c));
        }
        ScriptedTransport& real;
    };
    int made = 0;
    m_rig->options.makeTransport = [&]() -> std::unique_ptr<Transport> {
        ++made;
        return std::make_unique<Shared>(m_rig->transport);
    };
    partial();
    QCOMPARE(made, 3);
    QVERIFY(m_rig->informer->hasSynced());
}

void TestInformerNamespaces::theTwoDeliveriesAgree() {
    partial();
    const auto inOrder = m_handler.log;
    init();
    m_rig->options.delivery = Delivery::Coalescing;
    partial();
    QCOMPARE(m_handler.log, inOrder);
    QVERIFY(m_rig->informer->hasSynced());
}

void TestInformerNamespaces::stopEndsThemAll() {
    partial();
    m_rig->informer->stop();
    for (const std::string& path : {kCluster, pathOf("a"), pathOf("b"), pathOf("c")}) QVERIFY(!net().to(path));
    QCOMPARE(m_rig->clock->pendingTimers(), 0u);
}

QTEST_GUILESS_MAIN(TestInformerNamespaces)
#include "tst_informer_namespaces.moc"
