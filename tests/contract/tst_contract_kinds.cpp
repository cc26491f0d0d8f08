// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <set>

#include "contract_server.h"
#include "core/api/event_body.h"
#include "core/api/write.h"

using namespace rollcall::test;

#define QCOMPARE_STR(actual, expected) QCOMPARE(QString::fromStdString(actual), QString::fromStdString(expected))

/// Discovery, Events, Leases, reviews, definitions: what the machinery and kubectl need beside Students and Pods.
class TestContractKinds : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void healthAndVersion();
    void discoveryNamesStudents();
    void aggregatedDiscoveryNamesStudents();
    void openApiDescribesStudents();
    void eventsAsTheRecorderWritesThem();
    void oneStoreForBothEventGroups();
    void eventsAreSelectedByTheirObject();
    void aWrongEventIsInvalid();
    void leasesAreHeldAndUpdated();
    void accessReviewsAnswer();
    void selfSubjectReviewNamesTheUser();
    void aProtectedGroupNeedsItsAnnotation();
    void aNewDefinitionIsServed();

private:
    std::string events(const std::string& name = {}) { return "/api/v1/namespaces/" + m_server.ns() + "/events" + (name.empty() ? "" : "/" + name); }
    rollcall::EventBody body(const std::string& name) {
        rollcall::EventBody e;
        e.ns = e.involvedNamespace = m_server.ns();
        e.name = name;
        e.involvedApiVersion = "bolingcavalry.k8s.io/v1";
        e.involvedKind = "Student";
        e.involvedName = "object-student";
        e.involvedUid = "0c0f4f1e-0000-4000-8000-000000000001";
        e.reason = "Synced";
        e.message = "Student synced successfully";
        e.component = "student-controller";
        e.first = e.last = rollcall::WallTime(std::chrono::seconds(1767225600));
        return e;
    }
    ContractServer m_server;
};

void TestContractKinds::healthAndVersion() {
    for (const char* path : {"/healthz", "/livez", "/readyz"}) {
        const Reply reply = m_server.get(path);
        QCOMPARE(reply.status, 200);
        QCOMPARE_STR(reply.text, "ok");
    }
    const Reply version = m_server.get("/version");
    QVERIFY(version.body["gitVersion"].get<std::string>().starts_with("v1."));
}

void TestContractKinds::discoveryNamesStudents() {
    const Reply list = m_server.get("/apis/bolingcavalry.k8s.io/v1");
    QCOMPARE_STR(list.body["kind"].get<std::string>(), "APIResourceList");
    std::map<std::string, Json> resources;
    for (const Json& resource : list.body["resources"]) resources[resource["name"]] = resource;
    QCOMPARE_STR(resources["students"]["kind"].get<std::string>(), "Student");
    QCOMPARE_STR(resources["students"]["singularName"].get<std::string>(), "student");
    QCOMPARE(resources["students"]["namespaced"].get<bool>(), true);
    QVERIFY(resources["students"]["shortNames"] == Json::array({"stu"}));
    const std::set<std::string> verbs = resources["students"]["verbs"];
    QCOMPARE(verbs, (std::set<std::string>{"create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"}));
    QVERIFY(resources.count("students/status"));
    QCOMPARE_STR(m_server.get("/api/v1").body["groupVersion"].get<std::string>(), "v1");
}

void TestContractKinds::aggregatedDiscoveryNamesStudents() {
    Call call;
    call.path = "/apis";
    call.accept = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json";
    const Reply reply = m_server.call(call);
    QCOMPARE_STR(reply.body["kind"].get<std::string>(), "APIGroupDiscoveryList");
    bool found = false;
    for (const Json& group : reply.body["items"]) {
        if (group["metadata"]["name"] != "bolingcavalry.k8s.io") continue;
        const Json& resource = group["versions"][0]["resources"][0];
        QCOMPARE_STR(resource["resource"].get<std::string>(), "students");
        QCOMPARE_STR(resource["responseKind"]["kind"].get<std::string>(), "Student");
        found = true;
    }
    QVERIFY(found);
}

void TestContractKinds::openApiDescribesStudents() {
    const Reply index = m_server.get("/openapi/v3");
    const Json& paths = index.body["paths"];
    QVERIFY(paths.contains("apis/bolingcavalry.k8s.io/v1"));
    const std::string url = paths["apis/bolingcavalry.k8s.io/v1"]["serverRelativeURL"];
    const auto question = url.find('?');
    const Reply group = m_server.get(url.substr(0, question), {{"hash", url.substr(url.find('=') + 1)}});
    QCOMPARE(group.status, 200);
    const Json& schema = group.body["components"]["schemas"]["io.k8s.bolingcavalry.v1.Student"];
    QVERIFY2(schema.is_object(), group.text.substr(0, 300).c_str());
    QCOMPARE_STR(schema["properties"]["spec"]["properties"]["school"]["type"].get<std::string>(), "string");
    QCOMPARE_STR(schema["x-kubernetes-group-version-kind"][0]["kind"].get<std::string>(), "Student");
}

void TestContractKinds::eventsAsTheRecorderWritesThem() {
    auto event = body("object-student.17979cfe362a0001");
    const Reply made = m_server.post(events(), Json::parse(event.toJson()));
    QCOMPARE(made.status, 201);
    QCOMPARE(made.body["count"].get<int>(), 1);
    QCOMPARE_STR(made.body["source"]["component"].get<std::string>(), "student-controller");
    QCOMPARE_STR(made.body["reportingComponent"].get<std::string>(), "student-controller");
    event.count = 2;
    event.last += std::chrono::seconds(5);
    const Reply raised = m_server.patch(events(event.name), rollcall::kStrategicMergePatch, Json::parse(event.countPatch()));
    QCOMPARE(raised.status, 200);
    QCOMPARE(raised.body["count"].get<int>(), 2);
    QCOMPARE_STR(raised.body["firstTimestamp"].get<std::string>(), "2026-01-01T00:00:00Z");
    QCOMPARE_STR(raised.body["lastTimestamp"].get<std::string>(), "2026-01-01T00:00:05Z");
    QCOMPARE_STR(raised.body["involvedObject"]["uid"].get<std::string>(), event.involvedUid);
}

void TestContractKinds::oneStoreForBothEventGroups() {
    const auto event = body("object-student.17979cfe362a0002");
    m_server.post(events(), Json::parse(event.toJson()));
    const Reply other = m_server.get("/apis/events.k8s.io/v1/namespaces/" + m_server.ns() + "/events/" + event.name);
    QCOMPARE(other.status, 200);
    QCOMPARE_STR(other.body["apiVersion"].get<std::string>(), "events.k8s.io/v1");
    QCOMPARE_STR(other.body["note"].get<std::string>(), "Student synced successfully");
    QCOMPARE_STR(other.body["regarding"]["kind"].get<std::string>(), "Student");
    QCOMPARE_STR(other.body["reportingController"].get<std::string>(), "student-controller");
    QCOMPARE(other.body["deprecatedCount"].get<int>(), 1);
    QCOMPARE_STR(other.body["deprecatedSource"]["component"].get<std::string>(), "student-controller");
}

void TestContractKinds::eventsAreSelectedByTheirObject() {
    m_server.post(events(), Json::parse(body("object-student.17979cfe362a0003").toJson()));
    auto other = body("another.17979cfe362a0004");
    other.involvedName = "another";
    m_server.post(events(), Json::parse(other.toJson()));
    const Reply selected = m_server.get(events(), {{"fieldSelector", "involvedObject.name=another,involvedObject.kind=Student,reason=Synced"}});
    QCOMPARE(selected.body["items"].size(), 1u);
    QCOMPARE_STR(selected.body["items"][0]["metadata"]["name"].get<std::string>(), other.name);
}

void TestContractKinds::aWrongEventIsInvalid() {
    Json event = Json::parse(body("object-student.17979cfe362a0005").toJson());
    event["involvedObject"]["namespace"] = "elsewhere";
    const Reply reply = m_server.post(events(), event);
    QCOMPARE(reply.status, 422);
    QVERIFY2(reply.message().find("involvedObject.namespace: Invalid value: \"elsewhere\": does not match event.namespace") != std::string::npos,
             reply.message().c_str());
}

void TestContractKinds::leasesAreHeldAndUpdated() {
    const std::string leases = "/apis/coordination.k8s.io/v1/namespaces/" + m_server.ns() + "/leases";
    const Json lease = {{"apiVersion", "coordination.k8s.io/v1"}, {"kind", "Lease"}, {"metadata", {{"name", "student-controller"}}},
                        {"spec", {{"holderIdentity", "a"}, {"leaseDurationSeconds", 15}, {"acquireTime", "2026-01-01T00:00:00.000000Z"},
                                  {"renewTime", "2026-01-01T00:00:00.000000Z"}, {"leaseTransitions", 0}}}};
    Reply held = m_server.post(leases, lease);
    QCOMPARE(held.status, 201);
    Json taken = held.body;
    taken["spec"]["holderIdentity"] = "b";
    taken["spec"]["leaseTransitions"] = 1;
    QCOMPARE(m_server.put(leases + "/student-controller", taken).status, 200);
    QCOMPARE(m_server.put(leases + "/student-controller", held.body).status, 409);
    QCOMPARE_STR(m_server.get(leases + "/student-controller").body["spec"]["renewTime"].get<std::string>(), "2026-01-01T00:00:00.000000Z");
}

void TestContractKinds::accessReviewsAnswer() {
    const Reply review = m_server.post("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
                                       Json::parse(rollcall::accessReview("list", "bolingcavalry.k8s.io", "students", m_server.ns())));
    QCOMPARE(review.status, 201);
    QCOMPARE(review.body["status"]["allowed"].get<bool>(), true);
}

void TestContractKinds::selfSubjectReviewNamesTheUser() {
    const Reply review = m_server.post("/apis/authentication.k8s.io/v1/selfsubjectreviews",
                                       {{"apiVersion", "authentication.k8s.io/v1"}, {"kind", "SelfSubjectReview"}});
    QCOMPARE(review.status, 201);
    QVERIFY(!review.body["status"]["userInfo"]["username"].get<std::string>().empty());
}

namespace {
Json definition(const std::string& group, const std::string& plural, const std::string& kind) {
    return {{"apiVersion", "apiextensions.k8s.io/v1"},
            {"kind", "CustomResourceDefinition"},
            {"metadata", {{"name", plural + "." + group}}},
            {"spec",
             {{"group", group},
              {"scope", "Namespaced"},
              {"names", {{"plural", plural}, {"singular", plural.substr(0, plural.size() - 1)}, {"kind", kind}}},
              {"versions", Json::array({{{"name", "v1"}, {"served", true}, {"storage", true},
                                         {"schema", {{"openAPIV3Schema", {{"type", "object"}, {"properties", {{"spec", {{"type", "object"}, {"properties", {{"size", {{"type", "integer"}, {"minimum", 1}}}}}}}}}}}}}}})}}}};
}
}  // namespace

void TestContractKinds::aProtectedGroupNeedsItsAnnotation() {
    const Reply refused = m_server.post("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition("contract.k8s.io", "rulers", "Ruler"));
    QCOMPARE(refused.status, 422);
    QVERIFY2(refused.message().find("api-approved.kubernetes.io") != std::string::npos, refused.message().c_str());
    QVERIFY2(refused.message().find("protected groups must have approval annotation") != std::string::npos, refused.message().c_str());
}

void TestContractKinds::aNewDefinitionIsServed() {
    const std::string group = m_server.ns() + ".example.com";
    const std::string door = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    const Reply made = m_server.post(door, definition(group, "pencils", "Pencil"));
    QCOMPARE(made.status, 201);
    const std::string pencils = "/apis/" + group + "/v1/namespaces/" + m_server.ns() + "/pencils";
    QTRY_COMPARE_WITH_TIMEOUT(m_server.get(pencils).status, 200, 20'000);
    const auto pencil = [&](const char* name, int size) {
        return Json{{"apiVersion", group + "/v1"}, {"kind", "Pencil"}, {"metadata", {{"name", name}}}, {"spec", {{"size", size}}}};
    };
    QCOMPARE(m_server.post(pencils, pencil("long", 20)).status, 201);
    const Reply tooShort = m_server.post(pencils, pencil("short", 0));
    QCOMPARE(tooShort.status, 422);
    QVERIFY2(tooShort.message().find("spec.size in body should be greater than or equal to 1") != std::string::npos, tooShort.message().c_str());
    auto watch = m_server.watch(pencils, {{"resourceVersion", m_server.get(pencils).version()}});
    QCOMPARE(m_server.remove(door + "/pencils." + group).status, 200);
    QTRY_COMPARE_WITH_TIMEOUT(m_server.get(pencils).status, 404, 20'000);
    QVERIFY(watch->ended() || watch->next().has_value());
}

QTEST_GUILESS_MAIN(TestContractKinds)
#include "tst_contract_kinds.moc"
