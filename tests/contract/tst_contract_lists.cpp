// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <set>

#include "contract_server.h"

using namespace rollcall::test;

#define QCOMPARE_STR(actual, expected) QCOMPARE(QString::fromStdString(actual), QString::fromStdString(expected))

/// Lists: pages, selectors, resource versions. Wordings are those of kube-apiserver 1.36.
class TestContractLists : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void aListNamesItsKindAndVersion();
    void itemsOfAListCarryKindAndVersion();
    void pagesAreOneSnapshot();
    void aBrokenContinueTokenIsBadRequest();
    void labelSelectors_data();
    void labelSelectors();
    void aBrokenLabelSelectorIsBadRequest();
    void fieldSelectorByName();
    void fieldSelectorOfPodsByPhase();
    void anUnsupportedFieldSelectorIsBadRequest();
    void versionZeroAndUnsetAnswer();
    void aFutureVersionIsTooLarge();
    void tablesHaveThePrinterColumns();
    void metadataOnly();
    void deleteCollectionObeysItsSelector();

private:
    std::set<std::string> names(const Reply& reply) {
        std::set<std::string> found;
        for (const Json& item : reply.body["items"]) found.insert(item["metadata"]["name"]);
        return found;
    }
    Reply list(std::vector<std::pair<std::string, std::string>> query) { return m_server.get(m_server.students(), std::move(query)); }
    ContractServer m_server;
};

void TestContractLists::initTestCase() {
    for (const auto& [name, school, grade] : {std::tuple("s1", "one", "1"), std::tuple("s2", "one", "2"), std::tuple("s3", "two", "1"),
                                              std::tuple("s4", "two", ""), std::tuple("s5", "", "")}) {
        Json object = m_server.student(name);
        if (*school) object["metadata"]["labels"]["school"] = school;
        if (*grade) object["metadata"]["labels"]["grade"] = grade;
        QCOMPARE(m_server.post(m_server.students(), object).status, 201);
    }
}

void TestContractLists::aListNamesItsKindAndVersion() {
    const Reply all = list({});
    QCOMPARE(all.status, 200);
    QCOMPARE_STR(all.body["kind"].get<std::string>(), "StudentList");
    QCOMPARE_STR(all.body["apiVersion"].get<std::string>(), "bolingcavalry.k8s.io/v1");
    QVERIFY(!all.version().empty());
    QCOMPARE(names(all), (std::set<std::string>{"s1", "s2", "s3", "s4", "s5"}));
    QCOMPARE_STR(m_server.get(m_server.pods()).body["kind"].get<std::string>(), "PodList");
}

void TestContractLists::itemsOfAListCarryKindAndVersion() {
    QCOMPARE_STR(list({}).body["items"][0].value("kind", std::string()), "Student");  // a custom resource's do
    m_server.post(m_server.pods(), m_server.pod("plain"));
    QVERIFY(!m_server.get(m_server.pods()).body["items"][0].contains("kind"));  // a built-in one's do not (W23)
}

void TestContractLists::pagesAreOneSnapshot() {
    const Reply first = list({{"limit", "2"}});
    QCOMPARE(first.body["items"].size(), 2u);
    QCOMPARE(first.body["metadata"]["remainingItemCount"].get<int>(), 3);
    const std::string token = first.body["metadata"]["continue"];
    QVERIFY(!token.empty());
    QCOMPARE(m_server.post(m_server.students(), m_server.student("s2-between")).status, 201);
    std::set<std::string> seen = names(first);
    const Reply second = list({{"limit", "2"}, {"continue", token}});
    QCOMPARE(second.status, 200);
    QCOMPARE_STR(second.version(), first.version());
    seen.merge(names(second));
    const Reply third = list({{"limit", "2"}, {"continue", second.body["metadata"]["continue"]}});
    seen.merge(names(third));
    QVERIFY(!third.body["metadata"].contains("continue") || third.body["metadata"]["continue"].get<std::string>().empty());
    QCOMPARE(seen, (std::set<std::string>{"s1", "s2", "s3", "s4", "s5"}));
    m_server.remove(m_server.students("s2-between"));
}

void TestContractLists::aBrokenContinueTokenIsBadRequest() {
    const Reply reply = list({{"limit", "2"}, {"continue", "not-a-token"}});
    QCOMPARE(reply.status, 400);
    QCOMPARE_STR(reply.reason(), "BadRequest");
    QVERIFY2(reply.message().find("continue key is not valid") != std::string::npos, reply.message().c_str());
}

void TestContractLists::labelSelectors_data() {
    QTest::addColumn<QString>("selector");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* selector, const char* expected) { QTest::newRow(selector) << QString::fromLatin1(selector) << QString::fromLatin1(expected); };
    row("school=one", "s1 s2");
    row("school==one", "s1 s2");
    row("school!=one", "s3 s4 s5");
    row("school in (one,two)", "s1 s2 s3 s4");
    row("school notin (one)", "s3 s4 s5");
    row("school", "s1 s2 s3 s4");
    row("!school", "s5");
    row("school=one,grade=2", "s2");
    row("school in (two),!grade", "s4");
    row("grade=", "");
    row("grade>1", "s2");
}

void TestContractLists::labelSelectors() {
    QFETCH(QString, selector);
    QFETCH(QString, expected);
    const Reply reply = list({{"labelSelector", selector.toStdString()}});
    QCOMPARE(reply.status, 200);
    std::set<std::string> wanted;
    for (const QString& name : expected.split(QLatin1Char(' '), Qt::SkipEmptyParts)) wanted.insert(name.toStdString());
    QCOMPARE(names(reply), wanted);
}

void TestContractLists::aBrokenLabelSelectorIsBadRequest() {
    const Reply reply = list({{"labelSelector", "school in (one"}});
    QCOMPARE(reply.status, 400);
    QVERIFY2(reply.message().find("unable to parse requirement") != std::string::npos, reply.message().c_str());
}

void TestContractLists::fieldSelectorByName() {
    QCOMPARE(names(list({{"fieldSelector", "metadata.name=s3"}})), std::set<std::string>{"s3"});
    QCOMPARE(names(list({{"fieldSelector", "metadata.name!=s3"}})).count("s3"), 0u);
}

void TestContractLists::fieldSelectorOfPodsByPhase() {
    m_server.post(m_server.pods(), m_server.pod("waits"));
    m_server.post(m_server.pods(), m_server.pod("runs"));
    QCOMPARE(m_server.patch(m_server.pods("runs") + "/status", "application/merge-patch+json", {{"status", {{"phase", "Running"}}}}).status, 200);
    const auto running = names(m_server.get(m_server.pods(), {{"fieldSelector", "status.phase=Running"}}));
    QCOMPARE(running, std::set<std::string>{"runs"});
    QVERIFY(names(m_server.get(m_server.pods(), {{"fieldSelector", "status.phase=Pending"}})).count("waits"));
}

void TestContractLists::anUnsupportedFieldSelectorIsBadRequest() {
    const Reply students = list({{"fieldSelector", "spec.school=one"}});
    QCOMPARE(students.status, 400);
    QVERIFY2(students.message().find("field label not supported: spec.school") != std::string::npos, students.message().c_str());
    const Reply pods = m_server.get(m_server.pods(), {{"fieldSelector", "spec.color=red"}});
    QCOMPARE(pods.status, 400);
    QVERIFY2(pods.message().find("field label not supported: spec.color") != std::string::npos, pods.message().c_str());
}

void TestContractLists::versionZeroAndUnsetAnswer() {
    QVERIFY(names(list({{"resourceVersion", "0"}})).count("s1"));
    const Reply unset = list({});
    QCOMPARE(list({{"resourceVersion", unset.version()}}).status, 200);
    const Reply exact = list({{"resourceVersion", unset.version()}, {"resourceVersionMatch", "Exact"}});
    QCOMPARE(exact.status, 200);
    QCOMPARE_STR(exact.version(), unset.version());
    QCOMPARE(list({{"resourceVersionMatch", "Exact"}}).status, 422);  // needs a version (apimachinery internalversion validation)
}

void TestContractLists::aFutureVersionIsTooLarge() {
    const Reply reply = list({{"resourceVersion", "999999999999"}});
    QCOMPARE(reply.status, 504);
    QCOMPARE_STR(reply.reason(), "Timeout");
    QVERIFY2(reply.message().find("Too large resource version: 999999999999, current: ") != std::string::npos, reply.message().c_str());
    QCOMPARE_STR(reply.body["details"]["causes"][0]["reason"].get<std::string>(), "ResourceVersionTooLarge");
    QCOMPARE(reply.body["details"]["retryAfterSeconds"].get<int>(), 1);
}

void TestContractLists::tablesHaveThePrinterColumns() {
    Call call;
    call.path = m_server.students();
    call.accept = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json";
    const Reply table = m_server.call(call);
    QCOMPARE(table.status, 200);
    QCOMPARE_STR(table.body["kind"].get<std::string>(), "Table");
    std::vector<std::string> columns;
    for (const Json& column : table.body["columnDefinitions"]) columns.push_back(column["name"]);
    QCOMPARE(columns, (std::vector<std::string>{"Name", "Student", "School", "Age"}));
    QCOMPARE_STR(table.body["rows"][0]["cells"][1].get<std::string>(), "张三");
    QCOMPARE_STR(table.body["rows"][0]["object"]["kind"].get<std::string>(), "PartialObjectMetadata");
}

void TestContractLists::metadataOnly() {
    Call call;
    call.path = m_server.students();
    call.accept = "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io,application/json";
    const Reply reply = m_server.call(call);
    QCOMPARE_STR(reply.body["kind"].get<std::string>(), "PartialObjectMetadataList");
    QVERIFY(!reply.body["items"][0].contains("spec"));
    QVERIFY(reply.body["items"][0]["metadata"].contains("uid"));
}

void TestContractLists::deleteCollectionObeysItsSelector() {
    Call call;
    call.method = "DELETE";
    call.path = m_server.students();
    call.query = {{"labelSelector", "school=two"}};
    QCOMPARE(m_server.call(call).status, 200);
    QCOMPARE(names(list({})), (std::set<std::string>{"s1", "s2", "s5"}));
}

QTEST_GUILESS_MAIN(TestContractLists)
#include "tst_contract_lists.moc"
