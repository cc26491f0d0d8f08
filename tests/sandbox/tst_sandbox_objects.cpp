// SPDX-License-Identifier: GPL-3.0-or-later
// Objects over HTTP: created, read, changed, removed. Texts as recorded from kube-apiserver 1.36.
#include <QtTest>
#include <set>

#include "tests/sandbox/sandbox_fixture.h"

using namespace rollcall::sandbox::test;
using rollcall::sandbox::SandboxOptions;

class TestSandboxObjects : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void createFillsInMetadata();
    void generatedNamesAreUnique();
    void writesAreRefusedInTheServersWords_data();
    void writesAreRefusedInTheServersWords();
    void unknownFieldsWarnOrFail();
    void dryRunChangesNothing();
    void updateNeedsTheLatestVersion();
    void writeWithoutChangeKeepsTheVersion();
    void generationRisesWithTheSpecOnly();
    void statusHasAnEndpointOfItsOwn();
    void patchesByAllTypes();
    void patchRefusals();
    void deleteAnswersWithAStatus();
    void deletePreconditions();
    void finalizersHoldAnObject();
    void deleteCollectionObeysItsSelector();
};

void TestSandboxObjects::createFillsInMetadata() {
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    const Answer made = http.post(kStudents, student("a"));
    QCOMPARE(made.code, 201);
    const Json metadata = made.json()["metadata"];
    QCOMPARE(metadata.value("namespace", ""), std::string("default"));
    QCOMPARE(metadata.value("generation", 0), 1);
    QCOMPARE(metadata.value("creationTimestamp", ""), std::string("2026-01-01T00:00:00Z"));
    QCOMPARE(metadata.value("uid", "").size(), std::size_t(36));
    QCOMPARE(version(made.json()), std::to_string(sandbox.server->revision()));
    QCOMPARE(http.get(kStudents + "/a").body, made.body);
}

void TestSandboxObjects::generatedNamesAreUnique() {
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    Json body = student("");
    body["metadata"] = {{"generateName", "gen-"}};
    std::set<std::string> names;
    for (int i = 0; i < 20; ++i) {
        const Answer made = http.post(kStudents, body);
        QCOMPARE(made.code, 201);
        const std::string name = made.json()["metadata"].value("name", "");
        QCOMPARE(name.size(), std::size_t(9));
        QCOMPARE(name.substr(0, 4), std::string("gen-"));
        names.insert(name);
    }
    QCOMPARE(names.size(), std::size_t(20));
}

void TestSandboxObjects::writesAreRefusedInTheServersWords_data() {
    QTest::addColumn<QByteArray>("target");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("reason");
    QTest::addColumn<QByteArray>("message");
    const auto row = [](const char* name, const std::string& target, const char* body, int code, const char* reason,
                        const char* message) {
        QTest::newRow(name) << QByteArray::fromStdString(target) << QByteArray(body) << code << QByteArray(reason)
                            << QByteArray(message);
    };
    row("exists", kStudents, R"({"apiVersion":"bolingcavalry.k8s.io/v1","kind":"Student","metadata":{"name":"there"}})",
        409, "AlreadyExists", "students.bolingcavalry.k8s.io \"there\" already exists");
    row("name", kStudents,
        R"({"apiVersion":"bolingcavalry.k8s.io/v1","kind":"Student","metadata":{"name":"Bad_Name"},"spec":{}})", 422,
        "Invalid",
        "Student.bolingcavalry.k8s.io \"Bad_Name\" is invalid: metadata.name: Invalid value: \"Bad_Name\": a lowercase "
        "RFC 1123 "
        "subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an "
        "alphanumeric "
        "character (e.g. 'example.com', regex used for validation is "
        "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')");
    row("no name", kStudents, R"({"apiVersion":"bolingcavalry.k8s.io/v1","kind":"Student","metadata":{},"spec":{}})",
        422, "Invalid",
        "Student.bolingcavalry.k8s.io \"\" is invalid: metadata.name: Required value: name or generateName is "
        "required");
    row("label", kStudents,
        R"({"apiVersion":"bolingcavalry.k8s.io/v1","kind":"Student","metadata":{"name":"bad","labels":{"a":"b c"}},"spec":{}})",
        422, "Invalid",
        "Student.bolingcavalry.k8s.io \"bad\" is invalid: metadata.labels: Invalid value: \"b c\": a valid label must "
        "be an empty "
        "string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric "
        "character (e.g. "
        "'MyValue',  or 'my_value',  or '12345', regex used for validation is "
        "'(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')");
    row("types", kStudents,
        R"({"apiVersion":"bolingcavalry.k8s.io/v1","kind":"Student","metadata":{"name":"bad"},"spec":{"name":5,"school":true}})",
        422, "Invalid",
        "Student.bolingcavalry.k8s.io \"bad\" is invalid: [spec.name: Invalid value: \"integer\": spec.name in body "
        "must be of type "
        "string: \"integer\", spec.school: Invalid value: \"boolean\": spec.school in body must be of type string: "
        "\"boolean\"]");
    row("broken JSON", kStudents, R"({"apiVersion":)", 400, "BadRequest",
        "the object provided is unrecognized (must be of type Student): couldn't get version/kind; json parse error: "
        "unexpected end of "
        "JSON input ({\"apiVersion\":)");
    row("no kind", kStudents, "{}", 400, "BadRequest",
        "the object provided is unrecognized (must be of type Student): Object 'Kind' is missing in '{}' ({})");
    row("other version", kStudents, R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"bad"}})", 400, "BadRequest",
        "the API version in the data (v1) does not match the expected API version (bolingcavalry.k8s.io/v1)");
    row("other namespace", kStudents,
        R"({"apiVersion":"bolingcavalry.k8s.io/v1","kind":"Student","metadata":{"name":"bad","namespace":"kube-system"}})",
        400, "BadRequest", "the namespace of the provided object does not match the namespace sent on the request");
    row("other kind", kStudents, R"({"apiVersion":"bolingcavalry.k8s.io/v1","kind":"Other","metadata":{"name":"z"}})",
        422, "Invalid", "Other.bolingcavalry.k8s.io \"z\" is invalid: kind: Invalid value: \"Other\": must be Student");
    row("label types", kStudents,
        R"({"apiVersion":"bolingcavalry.k8s.io/v1","kind":"Student","metadata":{"name":"z","labels":{"a":1}}})", 400,
        "BadRequest",
        "Student in version \"v1\" cannot be handled as a Student: json: cannot unmarshal number into Go struct field "
        "ObjectMeta.labels of type string");
    row("no namespace", "/apis/bolingcavalry.k8s.io/v1/namespaces/nowhere/students",
        R"({"apiVersion":"bolingcavalry.k8s.io/v1","kind":"Student","metadata":{"name":"x"}})", 404, "NotFound",
        "namespaces \"nowhere\" not found");
    row("event elsewhere", kEvents, R"({"metadata":{"name":"bad.1"},"involvedObject":{"namespace":"kube-system"}})",
        422, "Invalid",
        "Event \"bad.1\" is invalid: involvedObject.namespace: Invalid value: \"kube-system\": does not match "
        "event.namespace");
    row("event without time", kEventsV1,
        R"({"apiVersion":"events.k8s.io/v1","kind":"Event","metadata":{"name":"x.1","namespace":"default"},"reason":"R","regarding":{"namespace":"default"}})",
        422, "Invalid",
        "Event \"x.1\" is invalid: [eventTime: Required value, type: Invalid value: \"\": has invalid value: ]");
    row("pod without containers", kPods, R"({"metadata":{"name":"p"},"spec":{}})", 422, "Invalid",
        "Pod \"p\" is invalid: spec.containers: Required value");
}

void TestSandboxObjects::writesAreRefusedInTheServersWords() {
    QFETCH(QByteArray, target);
    QFETCH(QByteArray, body);
    QFETCH(int, code);
    QFETCH(QByteArray, reason);
    QFETCH(QByteArray, message);
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    QCOMPARE(http.post(kStudents, student("there")).code, 201);
    const auto before = sandbox.server->revision();
    const Answer answer =
        http.request("POST", target.toStdString(), body.toStdString(), {{"Content-Type", "application/json"}});
    QCOMPARE(answer.code, code);
    QCOMPARE(answer.json().value("kind", ""), std::string("Status"));
    QCOMPARE(answer.json().value("code", 0), code);
    QCOMPARE(QByteArray::fromStdString(answer.reason()), reason);
    QCOMPARE(QByteArray::fromStdString(answer.message()), message);
    QCOMPARE(sandbox.server->revision(), before);
}

void TestSandboxObjects::unknownFieldsWarnOrFail() {
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    const Json misspelt = student("warned", {{"nmae", "x"}});
    const Answer warned = http.post(kStudents + "?fieldValidation=Warn", misspelt);
    QCOMPARE(warned.code, 201);
    QCOMPARE(warned.header("Warning"), std::string("299 - \"unknown field \\\"spec.nmae\\\"\""));
    QCOMPARE(warned.json()["spec"].dump(), std::string("{}"));
    const Answer strict = http.post(kStudents + "?fieldValidation=Strict", student("bad", {{"nmae", "x"}}));
    QCOMPARE(strict.code, 400);
    QCOMPARE(strict.message(),
             std::string("Student in version \"v1\" cannot be handled as a Student: strict decoding error: "
                         "unknown field \"spec.nmae\""));
    const Answer ignored = http.post(kStudents + "?fieldValidation=Ignore", student("ignored", {{"nmae", "x"}}));
    QCOMPARE(ignored.code, 201);
    QVERIFY(ignored.header("Warning").empty());
    const Answer twice = http.request(
        "POST", kStudents + "?fieldValidation=Strict",
        R"({"apiVersion":"bolingcavalry.k8s.io/v1","kind":"Student","metadata":{"name":"z"},"spec":{"name":"a","name":"b"}})",
        {{"Content-Type", "application/json"}});
    QCOMPARE(twice.message(),
             std::string("Student in version \"v1\" cannot be handled as a Student: strict decoding error: "
                         "duplicate field \"spec.name\""));
    // Built-in kinds with a known schema are strict in the same way.
    const Answer event = http.post(kEvents + "?fieldValidation=Strict", {{"metadata", {{"name", "e"}}}, {"typo", 1}});
    QCOMPARE(event.code, 400);
    QVERIFY(event.message().find("unknown field \"typo\"") != std::string::npos);
}

void TestSandboxObjects::dryRunChangesNothing() {
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    http.post(kStudents, student("a"));
    const auto before = sandbox.server->revision();
    const Answer made = http.post(kStudents + "?dryRun=All", student("dry"));
    QCOMPARE(made.code, 201);
    QVERIFY(!made.json()["metadata"].contains("resourceVersion"));
    QVERIFY(made.json()["metadata"].contains("uid"));
    QCOMPARE(http.patch(kStudents + "/a?dryRun=All", {{"spec", {{"school", "X"}}}}).json()["spec"].value("school", ""),
             std::string("X"));
    QCOMPARE(http.remove(kStudents + "/a?dryRun=All").code, 200);
    QCOMPARE(sandbox.server->revision(), before);
    QCOMPARE(http.get(kStudents + "/dry").code, 404);
    QCOMPARE(http.post(kStudents + "?dryRun=Some", student("x")).code, 422);
}

void TestSandboxObjects::updateNeedsTheLatestVersion() {
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    const Json first = http.post(kStudents, student("a")).json();
    Json changed = first;
    changed["spec"]["school"] = "上海中学";
    const Answer put = http.put(kStudents + "/a", changed);
    QCOMPARE(put.code, 200);
    QVERIFY(version(put.json()) != version(first));
    const Answer stale = http.put(kStudents + "/a", changed);
    QCOMPARE(stale.code, 409);
    QCOMPARE(stale.reason(), std::string("Conflict"));
    QCOMPARE(stale.message(),
             std::string("Operation cannot be fulfilled on students.bolingcavalry.k8s.io \"a\": the object has been "
                         "modified; please apply your changes to the latest version and try again"));
    const Answer bare = http.put(kStudents + "/a", student("a"));
    QCOMPARE(bare.code, 422);
    QCOMPARE(bare.message(),
             std::string("students.bolingcavalry.k8s.io \"a\" is invalid: metadata.resourceVersion: Invalid value: 0: "
                         "must be specified for an update"));
    QCOMPARE(http.put(kStudents + "/other", changed).message(),
             std::string("the name of the object (a) does not match the name on the URL (other)"));
    QCOMPARE(http.put(kStudents, changed).message(), std::string("name must be provided"));
    QCOMPARE(http.put(kPods, changed).code, 405);
    QCOMPARE(http.put(kStudents + "/missing", student("missing")).code, 404);
    QCOMPARE(http.patch(kStudents + "/a", {{"metadata", {{"resourceVersion", "1"}}}}).code, 409);
}

void TestSandboxObjects::writeWithoutChangeKeepsTheVersion() {
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    const Json made = http.post(kStudents, student("a")).json();
    QCOMPARE(version(http.put(kStudents + "/a", made).json()), version(made));
    QCOMPARE(version(http.patch(kStudents + "/a", {{"spec", {{"school", "深圳中学"}}}}).json()), version(made));
    QCOMPARE(std::to_string(sandbox.server->revision()), version(made));
}

void TestSandboxObjects::generationRisesWithTheSpecOnly() {
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    http.post(kStudents, student("a"));
    QCOMPARE(http.patch(kStudents + "/a", {{"metadata", {{"labels", {{"x", "y"}}}}}})
                 .json()["metadata"]
                 .value("generation", 0),
             1);
    QCOMPARE(http.patch(kStudents + "/a", {{"spec", {{"school", "X"}}}}).json()["metadata"].value("generation", 0), 2);
    QCOMPARE(http.patch(kStudents + "/a/status", {{"status", {{"observedGeneration", 2}}}})
                 .json()["metadata"]
                 .value("generation", 0),
             2);
    // What no client may set is kept.
    const Json kept = http.patch(kStudents + "/a",
                                 {{"metadata", {{"generation", 77}, {"creationTimestamp", "2020-01-01T00:00:00Z"}}}})
                          .json();
    QCOMPARE(kept["metadata"].value("generation", 0), 2);
    QCOMPARE(kept["metadata"].value("creationTimestamp", ""), std::string("2026-01-01T00:00:00Z"));
}

void TestSandboxObjects::statusHasAnEndpointOfItsOwn() {
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    Json body = student("a");
    body["status"] = {{"observedGeneration", 9}};
    QVERIFY(!http.post(kStudents, body).json().contains("status"));
    QVERIFY(!http.patch(kStudents + "/a", {{"status", {{"observedGeneration", 9}}}}).json().contains("status"));
    const Json written = http.patch(kStudents + "/a/status", {{"status", {{"observedGeneration", 1}}},
                                                              {"spec", {{"school", "lost"}}},
                                                              {"metadata", {{"labels", {{"also", "lost"}}}}}})
                             .json();
    QCOMPARE(written["status"].value("observedGeneration", 0), 1);
    QCOMPARE(written["spec"].value("school", ""), std::string("深圳中学"));
    QVERIFY(!written["metadata"].contains("labels"));
    QCOMPARE(http.get(kStudents + "/a/status").json(), written);
    const Answer invalid =
        http.patch(kStudents + "/a/status", {{"status", {{"conditions", Json::array({{{"type", "Ready"}}})}}}});
    QCOMPARE(invalid.code, 422);
    QVERIFY(invalid.message().find("status.conditions[0].status: Required value") != std::string::npos);
    QCOMPARE(http.patch(kStudents + "/a/scale", {{"spec", {{"replicas", 2}}}}).message(),
             std::string("students.bolingcavalry.k8s.io \"a\" not found"));
}

void TestSandboxObjects::patchesByAllTypes() {
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    http.post(kStudents, student("a"));
    QCOMPARE(http.patch(kStudents + "/a", {{"spec", {{"school", nullptr}}}}).json()["spec"].dump(),
             std::string("{\"name\":\"张三\"}"));
    const Json list = Json::array({{{"op", "add"}, {"path", "/spec/school"}, {"value", "B"}}});
    QCOMPARE(http.patch(kStudents + "/a", list, "application/json-patch+json").json()["spec"].value("school", ""),
             std::string("B"));
    const Json event = {
        {"metadata", {{"name", "e"}}}, {"involvedObject", {{"namespace", "default"}}}, {"count", 1}, {"message", "m"}};
    QCOMPARE(http.post(kEvents, event).code, 201);
    const Json counted = http.patch(kEvents + "/e", {{"count", 2}}, "application/strategic-merge-patch+json").json();
    QCOMPARE(counted.value("count", 0), 2);
    QCOMPARE(counted.value("message", ""), std::string("m"));
}

void TestSandboxObjects::patchRefusals() {
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    http.post(kStudents, student("a"));
    const std::string offered =
        "the body of the request was in an unknown format - accepted media types include: "
        "application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml";
    for (const char* type : {"application/strategic-merge-patch+json", "application/json", "text/plain"}) {
        const Answer refused = http.patch(kStudents + "/a", {{"spec", {{"name", "x"}}}}, type);
        QCOMPARE(refused.code, 415);
        QCOMPARE(refused.reason(), std::string("UnsupportedMediaType"));
        QCOMPARE(refused.message(), offered);
    }
    const Json test = Json::array({{{"op", "test"}, {"path", "/spec/name"}, {"value", "nobody"}}});
    QCOMPARE(http.patch(kStudents + "/a", test, "application/json-patch+json").code, 422);
    QCOMPARE(http.patch(kStudents + "/a", Json::array()).code, 400);
    QCOMPARE(http.patch(kStudents + "/a", Json::object(), "application/json-patch+json").code, 400);
    QCOMPARE(http.patch(kStudents + "/missing", {{"spec", {{"name", "x"}}}}).message(),
             std::string("students.bolingcavalry.k8s.io \"missing\" not found"));
    QCOMPARE(http.patch(kStudents + "/a", {{"metadata", {{"name", "b"}}}}).code, 400);
    QCOMPARE(http.patch(kStudents + "/a", {{"spec", {{"school", 7}}}}).message(),
             std::string("Student.bolingcavalry.k8s.io \"a\" is invalid: spec.school: Invalid value: \"integer\": "
                         "spec.school in body "
                         "must be of type string: \"integer\""));
}

void TestSandboxObjects::deleteAnswersWithAStatus() {
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    const Json made = http.post(kStudents, student("a")).json();
    const Answer gone = http.remove(kStudents + "/a", {{"propagationPolicy", "Background"}});
    QCOMPARE(gone.code, 200);
    QCOMPARE(gone.json(), (Json{{"kind", "Status"},
                                {"apiVersion", "v1"},
                                {"metadata", Json::object()},
                                {"status", "Success"},
                                {"details",
                                 {{"name", "a"},
                                  {"group", "bolingcavalry.k8s.io"},
                                  {"kind", "students"},
                                  {"uid", made["metadata"]["uid"]}}}}));
    const Answer again = http.remove(kStudents + "/a");
    QCOMPARE(again.code, 404);
    QCOMPARE(again.message(), std::string("students.bolingcavalry.k8s.io \"a\" not found"));
}

void TestSandboxObjects::deletePreconditions() {
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    const Json made = http.post(kStudents, student("a")).json();
    const std::string uid = made["metadata"].value("uid", "");
    const Answer otherUid = http.remove(kStudents + "/a", {{"preconditions", {{"uid", "0"}}}});
    QCOMPARE(otherUid.code, 409);
    QCOMPARE(otherUid.message(),
             "Operation cannot be fulfilled on Student.bolingcavalry.k8s.io \"a\": the UID in the precondition (0) "
             "does not match the UID in record (" +
                 uid + "). The object might have been deleted and then recreated");
    const Answer otherVersion = http.remove(kStudents + "/a", {{"preconditions", {{"resourceVersion", "1"}}}});
    QCOMPARE(otherVersion.message(),
             "Operation cannot be fulfilled on Student.bolingcavalry.k8s.io \"a\": the ResourceVersion in the "
             "precondition (1) does not match the ResourceVersion in record (" +
                 version(made) + "). The object might have been modified");
    QCOMPARE(
        http.remove(kStudents + "/a", {{"preconditions", {{"uid", uid}, {"resourceVersion", version(made)}}}}).code,
        200);
}

void TestSandboxObjects::finalizersHoldAnObject() {
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    Json body = student("a");
    body["metadata"]["finalizers"] = {"bolingcavalry.k8s.io/hold"};
    http.post(kStudents, body);
    const Json marked = http.remove(kStudents + "/a").json();
    QCOMPARE(marked.value("kind", ""), std::string("Student"));
    QCOMPARE(marked["metadata"].value("deletionTimestamp", ""), std::string("2026-01-01T00:00:00Z"));
    QCOMPARE(marked["metadata"].value("deletionGracePeriodSeconds", -1), 0);
    QCOMPARE(marked["metadata"].value("generation", 0), 2);
    QCOMPARE(http.remove(kStudents + "/a").json(), marked);
    const Answer more =
        http.patch(kStudents + "/a", {{"metadata", {{"finalizers", {"bolingcavalry.k8s.io/hold", "a.b/c"}}}}});
    QCOMPARE(more.code, 422);
    QVERIFY(more.message().find("no new finalizers can be added if the object is being deleted") != std::string::npos);
    QCOMPARE(http.get(kStudents + "/a").code, 200);
    QCOMPARE(http.patch(kStudents + "/a", {{"metadata", {{"finalizers", nullptr}}}}).code, 200);
    QCOMPARE(http.get(kStudents + "/a").code, 404);
}

void TestSandboxObjects::deleteCollectionObeysItsSelector() {
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    for (const char* name : {"a", "b", "c"}) {
        Json body = student(name);
        if (name[0] != 'b') body["metadata"]["labels"] = {{"go", "yes"}};
        http.post(kStudents, body);
    }
    const Answer gone = http.remove(kStudents + "?labelSelector=go%3Dyes");
    QCOMPARE(gone.code, 200);
    QCOMPARE(gone.json()["items"].size(), std::size_t(2));
    QCOMPARE(http.get(kStudents).json()["items"].size(), std::size_t(1));
}

QTEST_GUILESS_MAIN(TestSandboxObjects)
#include "tst_sandbox_objects.moc"
