// SPDX-License-Identifier: GPL-3.0-or-later
// What is particular to the kinds: pods, events, leases, namespaces, definitions, and how kubectl is shown them.
// Texts and defaults as recorded from kube-apiserver 1.36.
#include <QtTest>

#include "tests/sandbox/sandbox_fixture.h"

using namespace rollcall::sandbox::test;

class TestSandboxKinds : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void podsGetTheirDefaults();
    void podsBoundToANodeGoGracefully();
    void podSpecMayNotChange();
    void eventsHaveTwoViews();
    void leasesAreMadeByPut();
    void namespaceGoesWithItsContent();
    void namespaceWaitsForFinalizers();
    void definitionServesItsResourceAndTakesItAway();
    void definitionsOfProtectedGroupsNeedApproval();
    void conflictingDefinitionIsNotServed();
    void tablesComeForKubectl();
    void yamlBothWays();
    void reviewsAllowEverything();
    void eventsExpireAfterAnHour();
};

void TestSandboxKinds::podsGetTheirDefaults() {
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    const Json made = http.post(kPods, pod("web-0")).json();
    QCOMPARE(made["status"].dump(), std::string("{\"phase\":\"Pending\",\"qosClass\":\"BestEffort\"}"));
    QCOMPARE(made["metadata"].value("generation", 0), 1);
    // As recorded for the same pod from the real server.
    QCOMPARE(made["spec"], Json::parse(R"({"containers":[{"name":"c","image":"nginx:1.27","resources":{},
        "terminationMessagePath":"/dev/termination-log","terminationMessagePolicy":"File","imagePullPolicy":"IfNotPresent"}],
        "restartPolicy":"Always","terminationGracePeriodSeconds":30,"dnsPolicy":"ClusterFirst","securityContext":{},
        "schedulerName":"default-scheduler","tolerations":[
        {"key":"node.kubernetes.io/not-ready","operator":"Exists","effect":"NoExecute","tolerationSeconds":300},
        {"key":"node.kubernetes.io/unreachable","operator":"Exists","effect":"NoExecute","tolerationSeconds":300}],
        "priority":0,"enableServiceLinks":true,"preemptionPolicy":"PreemptLowerPriority"})"));
}

void TestSandboxKinds::podsBoundToANodeGoGracefully() {
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    http.post(kPods, pod("loose"));
    http.post(kPods, pod("bound"));
    const Answer binding = http.post(kPods + "/bound/binding", {{"apiVersion", "v1"},
                                                                {"kind", "Binding"},
                                                                {"metadata", {{"name", "bound"}}},
                                                                {"target", {{"kind", "Node"}, {"name", "node-a"}}}});
    QCOMPARE(binding.code, 201);
    QCOMPARE(http.get(kPods + "/bound").json()["spec"].value("nodeName", ""), std::string("node-a"));
    const Json loose = http.remove(kPods + "/loose").json();
    QCOMPARE(loose.value("kind", ""), std::string("Pod"));
    QCOMPARE(http.get(kPods + "/loose").code, 404);
    const Json bound = http.remove(kPods + "/bound").json();
    QCOMPARE(bound["metadata"].value("deletionTimestamp", ""), std::string("2026-01-01T00:00:30Z"));
    QCOMPARE(bound["metadata"].value("deletionGracePeriodSeconds", 0), 30);
    QCOMPARE(http.get(kPods + "/bound").code, 200);
    const Json forced = http.remove(kPods + "/bound", {{"gracePeriodSeconds", 0}}).json();
    QCOMPARE(forced["metadata"].value("deletionGracePeriodSeconds", -1), 0);
    QCOMPARE(forced["metadata"].value("generation", 0), 2);
    QCOMPARE(http.get(kPods + "/bound").code, 404);
}

void TestSandboxKinds::podSpecMayNotChange() {
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    http.post(kPods, pod("web-0"));
    const Answer refused = http.patch(kPods + "/web-0", {{"spec", {{"hostNetwork", true}}}});
    QCOMPARE(refused.code, 422);
    QVERIFY(refused.message().find(
                "Pod \"web-0\" is invalid: spec: Forbidden: pod updates may not change fields other than") == 0);
    const Json image = {{"spec", {{"containers", Json::array({{{"name", "c"}, {"image", "nginx:1.28"}}})}}}};
    QCOMPARE(http.patch(kPods + "/web-0", image, "application/strategic-merge-patch+json").code, 200);
}

void TestSandboxKinds::eventsHaveTwoViews() {
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    const Json core = {{"metadata", {{"name", "a.1"}}},
                       {"involvedObject", {{"kind", "Student"}, {"name", "a"}, {"namespace", "default"}}},
                       {"reason", "Synced"},
                       {"message", "m"},
                       {"source", {{"component", "student-controller"}}},
                       {"type", "Normal"},
                       {"count", 1}};
    QCOMPARE(http.post(kEvents, core).code, 201);
    const Json v1 = http.get(kEventsV1 + "/a.1").json();
    QCOMPARE(v1.value("apiVersion", ""), std::string("events.k8s.io/v1"));
    QCOMPARE(v1.value("note", ""), std::string("m"));
    QCOMPARE(v1["regarding"].value("name", ""), std::string("a"));
    QCOMPARE(v1.value("deprecatedCount", 0), 1);
    const Json fresh = {{"apiVersion", "events.k8s.io/v1"},
                        {"kind", "Event"},
                        {"metadata", {{"name", "b.1"}}},
                        {"eventTime", "2026-01-01T00:00:00.123456Z"},
                        {"reportingController", "student-controller"},
                        {"reportingInstance", "x"},
                        {"action", "Reconcile"},
                        {"reason", "R"},
                        {"regarding", {{"kind", "Student"}, {"name", "a"}, {"namespace", "default"}}},
                        {"note", "n"},
                        {"type", "Warning"}};
    QCOMPARE(http.post(kEventsV1, fresh).code, 201);
    QCOMPARE(http.get(kEvents + "/b.1").json().value("message", ""), std::string("n"));
    const std::string selector = "?fieldSelector=involvedObject.name%3Da%2Creason%3DSynced";
    QCOMPARE(http.get(kEvents + selector).json()["items"].size(), std::size_t(1));
    QCOMPARE(http.get(kEventsV1 + "?fieldSelector=regarding.name%3Da").json()["items"].size(), std::size_t(2));
    QVERIFY(!http.get(kEventsV1).json()["items"][0].contains("kind"));
    QCOMPARE(http.get(kEvents + "?fieldSelector=source%3Dstudent-controller").json()["items"].size(), std::size_t(2));
}

void TestSandboxKinds::leasesAreMadeByPut() {
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    const Json lease = {
        {"apiVersion", "coordination.k8s.io/v1"},
        {"kind", "Lease"},
        {"metadata", {{"name", "l"}}},
        {"spec",
         {{"holderIdentity", "host_1"}, {"leaseDurationSeconds", 15}, {"renewTime", "2026-01-02T03:04:05.000000Z"}}}};
    const Answer made = http.put(kLeases + "/l", lease);
    QCOMPARE(made.code, 201);
    Json renewed = made.json();
    renewed["spec"]["renewTime"] = "2026-01-02T03:04:07.000000Z";
    QCOMPARE(http.put(kLeases + "/l", renewed).code, 200);
    QCOMPARE(http.put(kLeases + "/l", renewed).code, 409);
    renewed["spec"]["leaseDurationSeconds"] = "15";
    const Answer wrong = http.put(kLeases + "/l", renewed);
    QCOMPARE(wrong.code, 400);
    QCOMPARE(wrong.message(),
             std::string(
                 "Lease in version \"v1\" cannot be handled as a Lease: json: cannot unmarshal string into Go struct "
                 "field LeaseSpec.spec.leaseDurationSeconds of type int32"));
}

void TestSandboxKinds::namespaceGoesWithItsContent() {
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    const Json made = http.post(kNamespaces, {{"metadata", {{"name", "class-a"}}}}).json();
    QCOMPARE(made["metadata"]["labels"].value("kubernetes.io/metadata.name", ""), std::string("class-a"));
    QCOMPARE(made["status"].value("phase", ""), std::string("Active"));
    const std::string students = "/apis/bolingcavalry.k8s.io/v1/namespaces/class-a/students";
    http.post(students, student("a"));
    QCOMPARE(http.remove(kNamespaces + "/default").message(),
             std::string("namespaces \"default\" is forbidden: this namespace may not be deleted"));
    const Json marked = http.remove(kNamespaces + "/class-a").json();
    QCOMPARE(marked["status"].value("phase", ""), std::string("Terminating"));
    QTRY_COMPARE(http.get(kNamespaces + "/class-a").code, 404);
    QCOMPARE(http.get(students + "/a").code, 404);
}

void TestSandboxKinds::namespaceWaitsForFinalizers() {
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    http.post(kNamespaces, {{"metadata", {{"name", "class-a"}}}});
    const std::string students = "/apis/bolingcavalry.k8s.io/v1/namespaces/class-a/students";
    Json body = student("a");
    body["metadata"]["finalizers"] = {"a.b/hold"};
    http.post(students, body);
    http.remove(kNamespaces + "/class-a");
    QTRY_VERIFY(http.get(students + "/a").json()["metadata"].contains("deletionTimestamp"));
    const Answer refused = http.post(students, student("x"));
    QCOMPARE(refused.code, 403);
    QCOMPARE(refused.message(),
             std::string("students.bolingcavalry.k8s.io \"x\" is forbidden: unable to create new content in namespace "
                         "class-a because it is being terminated"));
    QCOMPARE(refused.json()["details"]["causes"][0].value("reason", ""), std::string("NamespaceTerminating"));
    QCOMPARE(http.get(kNamespaces + "/class-a").code, 200);
    http.patch(students + "/a", {{"metadata", {{"finalizers", nullptr}}}});
    QTRY_COMPARE(http.get(kNamespaces + "/class-a").code, 404);
}

namespace {

Json teacherDefinition() {
    return Json::parse(
        R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"teachers.school.example.com"},
        "spec":{"group":"school.example.com","scope":"Namespaced","names":{"plural":"teachers","kind":"Teacher","shortNames":["tea"]},
        "versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object","properties":{
        "spec":{"type":"object","properties":{"subject":{"type":"string","default":"maths"}}}}}}}]}})");
}

}  // namespace

void TestSandboxKinds::definitionServesItsResourceAndTakesItAway() {
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    const std::string teachers = "/apis/school.example.com/v1/namespaces/default/teachers";
    QCOMPARE(http.get(teachers).body, std::string("404 page not found\n"));
    QCOMPARE(http.post(kDefinitions, teacherDefinition()).code, 201);
    QTRY_COMPARE(http.get(teachers).code, 200);
    const Json crd = http.get(kDefinitions + "/teachers.school.example.com").json();
    QCOMPARE(crd["status"]["conditions"][0].value("type", ""), std::string("NamesAccepted"));
    QCOMPARE(crd["status"]["conditions"][1].value("type", ""), std::string("Established"));
    QCOMPARE(crd["status"]["acceptedNames"].value("singular", ""), std::string("teacher"));
    const Json made = http.post(teachers, {{"apiVersion", "school.example.com/v1"},
                                           {"kind", "Teacher"},
                                           {"metadata", {{"name", "t"}}},
                                           {"spec", Json::object()}})
                          .json();
    QCOMPARE(made["spec"].value("subject", ""), std::string("maths"));
    QVERIFY(http.get("/apis").body.find("school.example.com") != std::string::npos);
    QVERIFY(http.get("/openapi/v3").body.find("apis/school.example.com/v1") != std::string::npos);
    HttpClient watcher = sandbox.client();
    QCOMPARE(watcher.open(teachers + "?watch=true&resourceVersion=" + version(made)).code, 200);
    const Json marked = http.remove(kDefinitions + "/teachers.school.example.com").json();
    QVERIFY(marked["metadata"].contains("deletionTimestamp"));
    QTRY_COMPARE(http.get(teachers).code, 404);
    // As recorded: the objects go one by one, then the watch ends in good order.
    const auto last = watcher.nextEvent();
    QVERIFY(last);
    QCOMPARE(last->value("type", ""), std::string("DELETED"));
    QVERIFY(!watcher.nextEvent());
    QVERIFY(watcher.ended());
    QCOMPARE(http.get(kDefinitions + "/teachers.school.example.com").code, 404);
    QVERIFY(http.get("/apis").body.find("school.example.com") == std::string::npos);
}

void TestSandboxKinds::definitionsOfProtectedGroupsNeedApproval() {
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    Json crd = teacherDefinition();
    crd["metadata"]["name"] = "teachers.school.k8s.io";
    crd["spec"]["group"] = "school.k8s.io";
    const Answer refused = http.post(kDefinitions, crd);
    QCOMPARE(refused.code, 422);
    QVERIFY(
        refused.message().find(
            "metadata.annotations[api-approved.kubernetes.io]: Required value: protected groups must have approval "
            "annotation \"api-approved.kubernetes.io\", see https://github.com/kubernetes/enhancements/pull/1111") !=
        std::string::npos);
    crd["metadata"]["annotations"] = {{"api-approved.kubernetes.io", "unapproved, for a test"}};
    QCOMPARE(http.post(kDefinitions, crd).code, 201);
    // The Student's own definition shows the same condition as on the real server.
    const Json student = http.get(kDefinitions + "/students.bolingcavalry.k8s.io").json();
    QCOMPARE(student["status"]["conditions"][0].value("reason", ""), std::string("UnapprovedAnnotation"));
    QCOMPARE(student["status"]["conditions"][0].value("message", ""),
             std::string("not approved: \"unapproved, demonstration resource\""));
}

void TestSandboxKinds::conflictingDefinitionIsNotServed() {
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    http.post(kDefinitions, teacherDefinition());
    QTRY_COMPARE(http.get("/apis/school.example.com/v1/teachers").code, 200);
    Json other = teacherDefinition();
    other["metadata"]["name"] = "tutors.school.example.com";
    other["spec"]["names"] = {{"plural", "tutors"}, {"singular", "tutor"}, {"kind", "Teacher"}};
    QCOMPARE(http.post(kDefinitions, other).code, 201);
    QTRY_COMPARE(http.get(kDefinitions + "/tutors.school.example.com").json()["status"]["conditions"].size(),
                 std::size_t(2));
    const Json conditions = http.get(kDefinitions + "/tutors.school.example.com").json()["status"]["conditions"];
    QCOMPARE(conditions[0].value("status", ""), std::string("False"));
    QCOMPARE(http.get("/apis/school.example.com/v1/tutors").code, 404);
}

void TestSandboxKinds::tablesComeForKubectl() {
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    http.post(kStudents, student("a"));
    http.post(kStudents, student("b", {{"name", "王五"}}));
    sandbox.clock->advance(std::chrono::seconds(65));
    const Json table = http.get(kStudents + "?limit=500", {{"Accept", kTableType}}).json();
    QCOMPARE(table.value("kind", ""), std::string("Table"));
    QCOMPARE(table["columnDefinitions"].size(), std::size_t(4));
    QCOMPARE(table["columnDefinitions"][3].value("type", ""), std::string("date"));
    QCOMPARE(table["rows"][0]["cells"], (Json{"a", "张三", "深圳中学", "65s"}));
    QCOMPARE(table["rows"][1]["cells"], (Json{"b", "王五", nullptr, "65s"}));
    QCOMPARE(table["rows"][0]["object"].value("kind", ""), std::string("PartialObjectMetadata"));
    QCOMPARE(http.get(kStudents + "?includeObject=None", {{"Accept", kTableType}}).json()["rows"][0]["object"],
             Json(nullptr));
    QCOMPARE(http.get(kStudents + "/a?includeObject=Object", {{"Accept", kTableType}})
                 .json()["rows"][0]["object"]
                 .value("kind", ""),
             std::string("Student"));
    http.post(kPods, pod("web-0"));
    const Json status = {
        {"status",
         {{"phase", "Running"},
          {"containerStatuses",
           Json::array(
               {{{"name", "c"},
                 {"restartCount", 3},
                 {"ready", true},
                 {"state", {{"running", {{"startedAt", "2026-01-01T00:00:00Z"}}}}},
                 {"lastState", {{"terminated", {{"exitCode", 1}, {"finishedAt", "2026-01-01T00:00:05Z"}}}}}}})}}}};
    QCOMPARE(http.patch(kPods + "/web-0/status", status).code, 200);
    const Json pods = http.get(kPods, {{"Accept", kTableType}}).json();
    QCOMPARE(pods["rows"][0]["cells"],
             (Json{"web-0", "1/1", "Running", "3 (60s ago)", "0s", "<none>", "<none>", "<none>", "<none>"}));
}

void TestSandboxKinds::yamlBothWays() {
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    const Answer made =
        http.request("POST", kStudents,
                     "apiVersion: bolingcavalry.k8s.io/v1\nkind: Student\nmetadata:\n  name: y\nspec:\n  name: 张三\n",
                     {{"Content-Type", "application/yaml"}, {"Accept", "application/yaml"}});
    QCOMPARE(made.code, 201);
    QCOMPARE(made.header("Content-Type"), std::string("application/yaml"));
    QVERIFY(made.body.find("spec:\n  name: 张三\n") != std::string::npos);
    QCOMPARE(http.get(kStudents + "/y").json()["spec"].value("name", ""), std::string("张三"));
    QVERIFY(http.get(kStudents, {{"Accept", "application/yaml"}})
                .body.find("items:\n- apiVersion: bolingcavalry.k8s.io/v1\n") != std::string::npos);
}

void TestSandboxKinds::reviewsAllowEverything() {
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    const Answer answer = http.post("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
                                    {{"apiVersion", "authorization.k8s.io/v1"},
                                     {"kind", "SelfSubjectAccessReview"},
                                     {"spec", {{"resourceAttributes", {{"verb", "delete"}, {"resource", "pods"}}}}}});
    QCOMPARE(answer.code, 201);
    QCOMPARE(answer.json()["status"].value("allowed", false), true);
    QCOMPARE(http.get("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews").code, 405);
    const Json rules =
        http.post("/apis/authorization.k8s.io/v1/selfsubjectrulesreviews", {{"spec", {{"namespace", "default"}}}})
            .json();
    QCOMPARE(rules["status"]["resourceRules"][0]["verbs"][0], Json("*"));
    const Json self = http.post("/apis/authentication.k8s.io/v1/selfsubjectreviews", Json::object()).json();
    QCOMPARE(self["status"]["userInfo"].value("username", ""), std::string("rollcall"));
}

void TestSandboxKinds::eventsExpireAfterAnHour() {
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    const auto event = [](const char* name) {
        return Json{{"metadata", {{"name", name}}}, {"involvedObject", {{"namespace", "default"}}}, {"count", 1}};
    };
    http.post(kEvents, event("old"));
    http.post(kEvents, event("renewed"));
    sandbox.clock->advance(std::chrono::minutes(50));
    http.patch(kEvents + "/renewed", {{"count", 2}});
    sandbox.clock->advance(std::chrono::minutes(15));
    QTRY_COMPARE(http.get(kEvents + "/old").code, 404);
    QCOMPARE(http.get(kEvents + "/renewed").code, 200);
}

QTEST_GUILESS_MAIN(TestSandboxKinds)
#include "tst_sandbox_kinds.moc"
