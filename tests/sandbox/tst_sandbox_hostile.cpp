// SPDX-License-Identifier: GPL-3.0-or-later
// Bodies in which every part in turn is something else: each gets an answer, and the server lives.
#include <QtTest>

#include "tests/sandbox/sandbox_fixture.h"

using namespace rollcall::sandbox::test;

class TestSandboxHostile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyPartMayBeAnything_data();
    void everyPartMayBeAnything();
    void patchesMayHoldAnything_data();
    void patchesMayHoldAnything();
};

namespace {

const char* const kValues[] = {"null",   "5",    "-1.5", "true",         "\"x\"",      "[]",
                               "[null]", "[[]]", "{}",   "{\"a\":null}", "[{\"a\":1}]"};

// Every path to a value in `document`, the root included.
void collect(const Json& document, const Json::json_pointer& at, std::vector<Json::json_pointer>& into) {
    into.push_back(at);
    const Json& here = document.at(at);
    if (here.is_object()) {
        for (const auto& [key, value] : here.items()) collect(document, at / key, into);
    } else if (here.is_array()) {
        for (std::size_t i = 0; i < here.size(); ++i) collect(document, at / i, into);
    }
}

struct Kind {
    const char* name;
    std::string collection;
    Json object;
};

std::vector<Kind> kinds() {
    Json podObject = pod("h");
    podObject["spec"]["tolerations"] = Json::array({{{"key", "k"}}});
    podObject["spec"]["containers"][0]["ports"] = Json::array({{{"containerPort", 80}}});
    podObject["metadata"]["annotations"] = {{"a", "b"}};
    Json studentObject = student("h");
    studentObject["status"] = {{"conditions", Json::array({{{"type", "Ready"}}})}, {"observedGeneration", 1}};
    studentObject["metadata"]["finalizers"] = {"a.b/c"};
    return {
        {"students", kStudents, studentObject},
        {"pods", kPods, podObject},
        {"events", kEvents,
         Json::parse(
             R"({"apiVersion":"v1","kind":"Event","metadata":{"name":"h"},"involvedObject":{"namespace":"default"},"source":{},"count":1,"series":{"count":1}})")},
        {"events.k8s.io", kEventsV1,
         Json::parse(
             R"({"apiVersion":"events.k8s.io/v1","kind":"Event","metadata":{"name":"h1"},"regarding":{"namespace":"default"},"eventTime":"2026-01-01T00:00:00.000000Z","reportingController":"a","reportingInstance":"b","action":"c","reason":"d","type":"Normal"})")},
        {"leases", kLeases,
         Json::parse(
             R"({"apiVersion":"coordination.k8s.io/v1","kind":"Lease","metadata":{"name":"h"},"spec":{"leaseDurationSeconds":15}})")},
        {"namespaces", kNamespaces,
         Json::parse(R"({"apiVersion":"v1","kind":"Namespace","metadata":{"name":"h"},"spec":{"finalizers":["x"]}})")},
        {"services", "/api/v1/namespaces/default/services",
         Json::parse(
             R"({"apiVersion":"v1","kind":"Service","metadata":{"name":"h"},"spec":{"ports":[{"port":80}],"selector":{"a":"b"}}})")},
        {"nodes", "/api/v1/nodes",
         Json::parse(
             R"({"apiVersion":"v1","kind":"Node","metadata":{"name":"h"},"spec":{},"status":{"conditions":[{"type":"Ready"}],"addresses":[{"type":"InternalIP"}]}})")},
        {"definitions", kDefinitions,
         Json::parse(
             R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"hs.h.example.com","annotations":{"api-approved.kubernetes.io":"x"}},
             "spec":{"group":"h.example.com","scope":"Namespaced","names":{"plural":"hs","kind":"H","shortNames":["h"]},"versions":[{"name":"v1","served":true,"storage":true,
             "subresources":{"status":{}},"additionalPrinterColumns":[{"name":"A","type":"string","jsonPath":".spec.a","priority":1}],"selectableFields":[{"jsonPath":".spec.a"}],
             "schema":{"openAPIV3Schema":{"type":"object","required":["spec"],"properties":{"spec":{"type":"object","properties":{"a":{"type":"string","maxLength":3,"pattern":"x",
             "enum":["x"],"default":"x"},"l":{"type":"array","maxItems":2,"items":{"type":"integer","minimum":1}}}}}}}}]}})")},
        {"reviews", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
         Json::parse(
             R"({"apiVersion":"authorization.k8s.io/v1","kind":"SelfSubjectAccessReview","spec":{"resourceAttributes":{"verb":"get"}}})")},
    };
}

void kindRows() {
    QTest::addColumn<int>("index");
    const std::vector<Kind> all = kinds();
    for (std::size_t i = 0; i < all.size(); ++i) QTest::newRow(all[i].name) << static_cast<int>(i);
}

// An answer that is either a success or a Status that says what is wrong; "Internal error" would be an exception of
// ours.
bool isAnswer(const Answer& answer) {
    if (answer.code < 200 || answer.reason() == "InternalError") return false;
    return answer.code < 300 || answer.json().value("kind", "") == "Status" || answer.code == 404;
}

}  // namespace

void TestSandboxHostile::everyPartMayBeAnything_data() {
    kindRows();
}

void TestSandboxHostile::everyPartMayBeAnything() {
    QFETCH(int, index);
    const Kind kind = kinds()[static_cast<std::size_t>(index)];
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    std::vector<Json::json_pointer> paths;
    collect(kind.object, Json::json_pointer(), paths);
    for (const Json::json_pointer& path : paths) {
        for (const char* value : kValues) {
            Json broken = kind.object;
            broken[path] = Json::parse(value);
            const Answer made = http.post(kind.collection, broken);
            QVERIFY2(isAnswer(made), (path.to_string() + " = " + value + ": " + made.body).c_str());
            if (made.code != 201 || kind.collection.find("reviews") != std::string::npos) continue;
            const std::string target = kind.collection + "/" + made.json()["metadata"].value("name", "");
            QVERIFY(isAnswer(http.get(target, {{"Accept", kTableType}})));
            QVERIFY(isAnswer(http.put(target, broken)));
            QVERIFY(isAnswer(http.patch(target + "/status", broken)));
            QVERIFY(isAnswer(http.remove(target, {{"gracePeriodSeconds", 0}})));
            // Namespaces and definitions go when their content has gone; asking is waiting enough.
            int tries = 0;
            while (http.get(target).code != 404 && ++tries < 1000)
                http.patch(target, {{"metadata", {{"finalizers", nullptr}}}});
            QVERIFY(tries < 1000);
        }
    }
    QCOMPARE(http.get("/readyz").code, 200);
    QVERIFY(isAnswer(http.get("/openapi/v2")));
}

void TestSandboxHostile::patchesMayHoldAnything_data() {
    kindRows();
}

void TestSandboxHostile::patchesMayHoldAnything() {
    QFETCH(int, index);
    const Kind kind = kinds()[static_cast<std::size_t>(index)];
    if (kind.collection.find("reviews") != std::string::npos) return;  // nothing is kept that could be patched
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    QCOMPARE(http.post(kind.collection, kind.object).code, 201);
    const std::string target = kind.collection + "/" + kind.object["metadata"].value("name", "");
    std::vector<Json::json_pointer> paths;
    collect(kind.object, Json::json_pointer(), paths);
    for (const Json::json_pointer& path : paths) {
        for (const char* value : kValues) {
            Json patch = Json::object();
            if (!path.empty()) patch[path] = Json::parse(value);
            if (path.empty()) patch = Json::parse(value);
            QVERIFY(isAnswer(http.patch(target + "?dryRun=All", patch)));
            QVERIFY(isAnswer(http.patch(target + "?dryRun=All", patch, "application/strategic-merge-patch+json")));
            const Json replace =
                Json::array({{{"op", "replace"}, {"path", path.to_string()}, {"value", Json::parse(value)}}});
            QVERIFY(isAnswer(http.patch(target + "?dryRun=All", replace, "application/json-patch+json")));
        }
    }
    for (const char* directive :
         {R"({"$patch":5})", R"({"spec":{"$patch":null}})", R"({"metadata":{"$setElementOrder/finalizers":5}})",
          R"({"spec":{"containers":[{"$patch":[]}],"$retainKeys":{}}})",
          R"({"metadata":{"$deleteFromPrimitiveList/finalizers":{}}})"}) {
        QVERIFY(isAnswer(http.patch(target, Json::parse(directive), "application/strategic-merge-patch+json")));
    }
    QCOMPARE(http.get("/readyz").code, 200);
}

QTEST_GUILESS_MAIN(TestSandboxHostile)
#include "tst_sandbox_hostile.moc"
