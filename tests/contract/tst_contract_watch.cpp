// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "contract_server.h"
#include "core/api/object.h"

using namespace rollcall::test;

#define QCOMPARE_STR(actual, expected) QCOMPARE(QString::fromStdString(actual), QString::fromStdString(expected))

namespace {
constexpr const char* kMerge = "application/merge-patch+json";
std::string typeOf(const std::optional<Json>& event) { return event ? (*event)["type"].get<std::string>() : std::string("(nothing)"); }
std::string nameOf(const std::optional<Json>& event) { return event ? (*event)["object"]["metadata"].value("name", std::string()) : std::string("(nothing)"); }
std::string versionOf(const std::optional<Json>& event) { return event ? (*event)["object"]["metadata"].value("resourceVersion", std::string()) : std::string(); }
}  // namespace

/// Watches: order, versions, selectors, ends. Wordings are those of kube-apiserver 1.36.
class TestContractWatch : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void changesArriveInOrderAfterTheVersion();
    void withoutAVersionItStartsWithWhatIsThere();
    void aDeletionCarriesANewVersion();
    void timeoutSecondsEndsIt();
    void labelSelectorTurnsChangesIntoAddsAndDeletes();
    void aPodThatLeavesItsPhaseArrivesAsDeletedWithItsOldState();
    void anExpiredVersionIsAnErrorEvent();
    void initialEventsEndWithABookmark();
    void initialEventsNeedTheirMatchRule();
    void watchingOneObjectByName();
    void watchAsTable();

private:
    std::string versionNow() { return m_server.get(m_server.students()).version(); }
    ContractServer m_server;
};

void TestContractWatch::changesArriveInOrderAfterTheVersion() {
    m_server.post(m_server.students(), m_server.student("before"));
    auto watch = m_server.watch(m_server.students(), {{"resourceVersion", versionNow()}});
    m_server.post(m_server.students(), m_server.student("ordered"));
    m_server.patch(m_server.students("ordered"), kMerge, {{"spec", {{"school", "一中"}}}});
    m_server.remove(m_server.students("ordered"));
    const auto added = watch->next(), modified = watch->next(), deleted = watch->next();
    QCOMPARE_STR(typeOf(added), "ADDED");
    QCOMPARE_STR(nameOf(added), "ordered");
    QCOMPARE_STR(typeOf(modified), "MODIFIED");
    QCOMPARE_STR((*modified)["object"]["spec"]["school"].get<std::string>(), "一中");
    QCOMPARE_STR(typeOf(deleted), "DELETED");
}

void TestContractWatch::withoutAVersionItStartsWithWhatIsThere() {
    m_server.post(m_server.students(), m_server.student("there"));
    auto watch = m_server.watch(m_server.students(), {});
    bool seen = false;
    while (!seen) {
        const auto event = watch->next();
        QCOMPARE_STR(typeOf(event), "ADDED");
        seen = nameOf(event) == "there";
    }
}

void TestContractWatch::aDeletionCarriesANewVersion() {
    const std::string made = m_server.post(m_server.students(), m_server.student("versions")).version();
    auto watch = m_server.watch(m_server.students(), {{"resourceVersion", made}});
    m_server.remove(m_server.students("versions"));
    const auto deleted = watch->next();
    QCOMPARE_STR(typeOf(deleted), "DELETED");
    QVERIFY(rollcall::compareResourceVersions(versionOf(deleted), made) == 1);
    QCOMPARE_STR((*deleted)["object"]["spec"]["name"].get<std::string>(), "张三");
}

void TestContractWatch::timeoutSecondsEndsIt() {
    auto watch = m_server.watch(m_server.students(), {{"resourceVersion", versionNow()}, {"timeoutSeconds", "1"}});
    QVERIFY(watch->ended());
    QCOMPARE(watch->refusedStatus(), 0);
}

void TestContractWatch::labelSelectorTurnsChangesIntoAddsAndDeletes() {
    Json object = m_server.student("labelled");
    object["metadata"]["labels"] = {{"class", "a"}};
    m_server.post(m_server.students(), object);
    auto watch = m_server.watch(m_server.students(), {{"resourceVersion", versionNow()}, {"labelSelector", "class=b"}});
    m_server.patch(m_server.students("labelled"), kMerge, {{"metadata", {{"labels", {{"class", "b"}}}}}});
    QCOMPARE_STR(typeOf(watch->next()), "ADDED");
    m_server.patch(m_server.students("labelled"), kMerge, {{"spec", {{"school", "一中"}}}});
    QCOMPARE_STR(typeOf(watch->next()), "MODIFIED");
    const Reply left = m_server.patch(m_server.students("labelled"), kMerge, {{"metadata", {{"labels", {{"class", "c"}}}}}});
    const auto deleted = watch->next();
    QCOMPARE_STR(typeOf(deleted), "DELETED");
    QCOMPARE_STR(versionOf(deleted), left.version());
    QCOMPARE_STR((*deleted)["object"]["metadata"]["labels"]["class"].get<std::string>(), "b");
}

void TestContractWatch::aPodThatLeavesItsPhaseArrivesAsDeletedWithItsOldState() {
    m_server.post(m_server.pods(), m_server.pod("leaves"));
    const std::string door = m_server.pods("leaves") + "/status";
    const Reply runs = m_server.patch(door, kMerge, {{"status", {{"phase", "Running"}}}});
    QCOMPARE(runs.status, 200);
    auto watch = m_server.watch(m_server.pods(), {{"resourceVersion", runs.version()}, {"fieldSelector", "status.phase=Running"}});
    const Reply ends = m_server.patch(door, kMerge, {{"status", {{"phase", "Succeeded"}}}});
    const auto deleted = watch->next();
    QCOMPARE_STR(typeOf(deleted), "DELETED");
    QCOMPARE_STR((*deleted)["object"]["status"]["phase"].get<std::string>(), "Running");
    QCOMPARE_STR(versionOf(deleted), ends.version());
    QCOMPARE(m_server.get(m_server.pods("leaves")).status, 200);  // it left the selection, it is not gone
}

void TestContractWatch::anExpiredVersionIsAnErrorEvent() {
    auto watch = m_server.watch(m_server.students(), {{"resourceVersion", m_server.expiredVersion()}});
    const auto error = watch->next();
    QCOMPARE_STR(typeOf(error), "ERROR");
    const Json& status = (*error)["object"];
    QCOMPARE(status["code"].get<int>(), 410);
    QCOMPARE_STR(status["reason"].get<std::string>(), "Expired");
    QVERIFY2(status["message"].get<std::string>().find("too old resource version: ") == 0, status["message"].get<std::string>().c_str());
    QVERIFY(watch->ended());
}

void TestContractWatch::initialEventsEndWithABookmark() {
    m_server.post(m_server.students(), m_server.student("initial"));
    auto watch = m_server.watch(m_server.students(), {{"sendInitialEvents", "true"}, {"resourceVersionMatch", "NotOlderThan"}, {"allowWatchBookmarks", "true"}});
    bool seen = false;
    for (;;) {
        const auto event = watch->next();
        QVERIFY(event.has_value());
        if (typeOf(event) == "BOOKMARK") {
            QCOMPARE_STR((*event)["object"]["metadata"]["annotations"]["k8s.io/initial-events-end"].get<std::string>(), "true");
            QVERIFY(!versionOf(event).empty());
            break;
        }
        QCOMPARE_STR(typeOf(event), "ADDED");
        seen = seen || nameOf(event) == "initial";
    }
    QVERIFY(seen);
    m_server.post(m_server.students(), m_server.student("after-initial"));
    QCOMPARE_STR(nameOf(watch->next()), "after-initial");
}

void TestContractWatch::initialEventsNeedTheirMatchRule() {
    auto watch = m_server.watch(m_server.students(), {{"sendInitialEvents", "true"}});
    QVERIFY(watch->ended());
    QCOMPARE(watch->refusedStatus(), 422);
}

void TestContractWatch::watchingOneObjectByName() {
    m_server.post(m_server.students(), m_server.student("named"));
    auto watch = m_server.watch(m_server.students(), {{"resourceVersion", versionNow()}, {"fieldSelector", "metadata.name=named"}});
    m_server.post(m_server.students(), m_server.student("another"));
    m_server.patch(m_server.students("named"), kMerge, {{"spec", {{"school", "一中"}}}});
    const auto event = watch->next();
    QCOMPARE_STR(typeOf(event), "MODIFIED");
    QCOMPARE_STR(nameOf(event), "named");
}

void TestContractWatch::watchAsTable() {
    const std::string version = versionNow();
    m_server.post(m_server.students(), m_server.student("tabled"));
    Call call;
    call.path = m_server.students();
    call.query = {{"watch", "true"}, {"resourceVersion", version}, {"timeoutSeconds", "1"}};
    call.accept = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json";
    const Reply reply = m_server.call(call);
    const Json first = Json::parse(reply.text.substr(0, reply.text.find('\n')), nullptr, false);
    QVERIFY2(!first.is_discarded(), reply.text.c_str());
    QCOMPARE_STR(first["type"].get<std::string>(), "ADDED");
    QCOMPARE_STR(first["object"]["kind"].get<std::string>(), "Table");
    QCOMPARE_STR(first["object"]["rows"][0]["cells"][0].get<std::string>(), "tabled");
    QVERIFY(!first["object"]["columnDefinitions"].empty());
}

QTEST_GUILESS_MAIN(TestContractWatch)
#include "tst_contract_watch.moc"
