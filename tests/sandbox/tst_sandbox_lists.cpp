// SPDX-License-Identifier: GPL-3.0-or-later
// Lists: pages, revisions, selectors, forms, and discovery.
#include <QtTest>

#include "tests/sandbox/sandbox_fixture.h"

using namespace rollcall::sandbox::test;

class TestSandboxLists : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void listsHaveTheServersShape();
    void pagesAreOneSnapshot();
    void selectedPagesHaveNoCount();
    void pageOfACompactedListIsExpired();
    void exactShowsThePast();
    void futureRevisionTimesOutAfterThreeSeconds();
    void listWaitsForARevisionThatComes();
    void parametersAreRefusedInTheServersWords_data();
    void parametersAreRefusedInTheServersWords();
    void selectorsNarrowTheList();
    void partialMetadata();
    void acceptHeaders_data();
    void acceptHeaders();
    void unknownPathsAreNotFound_data();
    void unknownPathsAreNotFound();
    void discoveryListsTheServedResources();
    void aggregatedDiscovery();
    void openApiHasWhatKubectlAsksFor();
    void healthAndVersion();
    void seedIsThereFromTheStart();
    void simulatorWalksPods();

private:
    static void fill(HttpClient& http, std::initializer_list<const char*> names) {
        for (const char* name : names) QCOMPARE(http.post(kStudents, student(name)).code, 201);
    }
    static std::string names(const Json& list) {
        std::string text;
        for (const Json& item : list["items"]) text += item["metadata"].value("name", "") + " ";
        return text;
    }
};

void TestSandboxLists::listsHaveTheServersShape() {
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    const Answer none = http.get(kStudents);
    QCOMPARE(none.body,
             "{\"apiVersion\":\"bolingcavalry.k8s.io/"
             "v1\",\"items\":[],\"kind\":\"StudentList\",\"metadata\":{\"continue\":\"\","
             "\"resourceVersion\":\"" +
                 std::to_string(sandbox.server->revision()) + "\"}}\n");
    fill(http, {"b", "a"});
    http.post(kPods, pod("p"));
    const Json students = http.get(kStudents).json();
    QCOMPARE(names(students), std::string("a b "));
    QCOMPARE(students["items"][0].value("kind", ""), std::string("Student"));
    const Answer pods = http.get(kPods);
    QCOMPARE(pods.body.substr(0, 33), std::string("{\"kind\":\"PodList\",\"apiVersion\":\"v"));
    QVERIFY(!pods.json()["items"][0].contains("kind"));
    QVERIFY(!pods.json()["items"][0].contains("apiVersion"));
    QCOMPARE(names(http.get("/api/v1/pods").json()), std::string("p "));
}

void TestSandboxLists::pagesAreOneSnapshot() {
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    fill(http, {"a", "b", "c", "d", "e"});
    const Json first = http.get(kStudents + "?limit=2").json();
    QCOMPARE(names(first), std::string("a b "));
    QCOMPARE(first["metadata"].value("remainingItemCount", 0), 3);
    http.remove(kStudents + "/c");
    fill(http, {"bb"});
    const Json second = http.get(kStudents + "?limit=2&continue=" + first["metadata"].value("continue", "")).json();
    QCOMPARE(names(second), std::string("c d "));
    QCOMPARE(second["metadata"].value("remainingItemCount", 0), 1);
    QCOMPARE(version(second), version(first));
    const Json third = http.get(kStudents + "?limit=2&continue=" + second["metadata"].value("continue", "")).json();
    QCOMPARE(names(third), std::string("e "));
    QCOMPARE(third["metadata"].value("continue", "?"), std::string());
    QVERIFY(!third["metadata"].contains("remainingItemCount"));
}

void TestSandboxLists::selectedPagesHaveNoCount() {
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    fill(http, {"a", "b", "c"});
    const Json page = http.get(kStudents + "?limit=1&labelSelector=!x").json();
    QCOMPARE(names(page), std::string("a "));
    QVERIFY(!page["metadata"].value("continue", "").empty());
    QVERIFY(!page["metadata"].contains("remainingItemCount"));
}

void TestSandboxLists::pageOfACompactedListIsExpired() {
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    fill(http, {"a", "b", "c"});
    const Json first = http.get(kStudents + "?limit=1").json();
    fill(http, {"d"});
    sandbox.server->compact();
    const Answer gone = http.get(kStudents + "?limit=1&continue=" + first["metadata"].value("continue", ""));
    QCOMPARE(gone.code, 410);
    QCOMPARE(gone.reason(), std::string("Expired"));
    QVERIFY(gone.message().find("The provided continue parameter is too old to display a consistent list result.") ==
            0);
    // The token in the answer goes on where the list stood, with what is there now.
    const std::string token = gone.json()["metadata"].value("continue", "");
    QCOMPARE(names(http.get(kStudents + "?continue=" + token).json()), std::string("b c d "));
}

void TestSandboxLists::exactShowsThePast() {
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    fill(http, {"a", "b"});
    const std::string then = version(http.get(kStudents).json());
    fill(http, {"c"});
    const Json past = http.get(kStudents + "?resourceVersionMatch=Exact&resourceVersion=" + then).json();
    QCOMPARE(names(past), std::string("a b "));
    QCOMPARE(version(past), then);
    QCOMPARE(names(http.get(kStudents + "?resourceVersionMatch=NotOlderThan&resourceVersion=" + then).json()),
             std::string("a b c "));
    QCOMPARE(names(http.get(kStudents + "?resourceVersion=0").json()), std::string("a b c "));
    sandbox.server->compact();
    QCOMPARE(http.get(kStudents + "?resourceVersionMatch=Exact&resourceVersion=" + then).code, 410);
}

void TestSandboxLists::futureRevisionTimesOutAfterThreeSeconds() {
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    HttpClient waiting = sandbox.client();
    const std::string target = kStudents + "?resourceVersion=99999999&resourceVersionMatch=NotOlderThan";
    QVERIFY(waiting.sendRaw("GET " + target + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(sandbox.server->port()) +
                            "\r\nAuthorization: Bearer " + sandbox.server->token() + "\r\n\r\n"));
    QTRY_COMPARE(sandbox.clock->pendingTimers(), std::size_t(1));
    QCOMPARE(sandbox.clock->untilNext(), rollcall::Duration(std::chrono::seconds(3)));
    sandbox.clock->advance(std::chrono::seconds(3));
    const Answer late = waiting.readAnswer();
    QCOMPARE(late.code, 504);
    QCOMPARE(late.header("Retry-After"), std::string("1"));
    // As recorded.
    QCOMPARE(
        late.json(),
        Json::parse(
            R"({"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"Timeout: Too large resource version: 99999999, current: )" +
            std::to_string(sandbox.server->revision()) +
            R"(","reason":"Timeout","details":{"causes":[{"reason":"ResourceVersionTooLarge","message":"Too large resource version"}],"retryAfterSeconds":1},"code":504})"));
}

void TestSandboxLists::listWaitsForARevisionThatComes() {
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    HttpClient waiting = sandbox.client();
    const auto next = std::to_string(sandbox.server->revision() + 1);
    QVERIFY(waiting.sendRaw("GET " + kStudents + "?resourceVersion=" + next +
                            " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(sandbox.server->port()) +
                            "\r\nAuthorization: Bearer " + sandbox.server->token() + "\r\n\r\n"));
    QTRY_COMPARE(sandbox.clock->pendingTimers(), std::size_t(1));
    fill(http, {"a"});
    const Answer answer = waiting.readAnswer();
    QCOMPARE(answer.code, 200);
    QCOMPARE(names(answer.json()), std::string("a "));
}

void TestSandboxLists::parametersAreRefusedInTheServersWords_data() {
    QTest::addColumn<QByteArray>("query");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("message");
    const auto row = [](const char* query, int code, const char* message) {
        QTest::newRow(query) << QByteArray(query) << code << QByteArray(message);
    };
    row("limit=abc", 400, "strconv.ParseInt: parsing \"abc\": invalid syntax");
    row("resourceVersion=abc", 400,
        "invalid resource version: resourceVersion: Invalid value: \"abc\": strconv.ParseUint: parsing \"abc\": "
        "invalid syntax");
    row("fieldSelector=spec.name%3Dx", 400, "field label not supported: spec.name");
    row("labelSelector=a%3D%3D%3Db", 400, "unable to parse requirement: found '=', expected: identifier");
    row("limit=1&continue=garbage", 400,
        "invalid continue token: continue key is not valid: invalid character '\\u0081' looking for beginning of "
        "value");
    row("resourceVersionMatch=Exact", 422,
        "ListOptions.meta.k8s.io \"\" is invalid: resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden "
        "unless resourceVersion is provided");
    row("watch=true&sendInitialEvents=true", 422,
        "ListOptions.meta.k8s.io \"\" is invalid: resourceVersionMatch: Forbidden: sendInitialEvents requires setting "
        "resourceVersionMatch to NotOlderThan");
    row("sendInitialEvents=true", 422,
        "ListOptions.meta.k8s.io \"\" is invalid: sendInitialEvents: Forbidden: sendInitialEvents is forbidden for "
        "list");
}

void TestSandboxLists::parametersAreRefusedInTheServersWords() {
    QFETCH(QByteArray, query);
    QFETCH(int, code);
    QFETCH(QByteArray, message);
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    const Answer answer = http.get(kStudents + "?" + query.toStdString());
    QCOMPARE(answer.code, code);
    QCOMPARE(QByteArray::fromStdString(answer.message()), message);
}

void TestSandboxLists::selectorsNarrowTheList() {
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    Json labelled = student("b");
    labelled["metadata"]["labels"] = {{"grade", "seven"}};
    http.post(kStudents, student("a"));
    http.post(kStudents, labelled);
    QCOMPARE(names(http.get(kStudents + "?labelSelector=grade%3Dseven").json()), std::string("b "));
    QCOMPARE(names(http.get(kStudents + "?labelSelector=grade+notin+(seven)").json()), std::string("a "));
    QCOMPARE(names(http.get(kAllStudents + "?fieldSelector=metadata.name%3Da,metadata.namespace%3Ddefault").json()),
             std::string("a "));
    http.post(kPods, pod("p"));
    http.post(kPods, pod("q"));
    http.patch(kPods + "/q/status", {{"status", {{"phase", "Running"}}}});
    QCOMPARE(names(http.get("/api/v1/pods?fieldSelector=status.phase%3DRunning").json()), std::string("q "));
    QCOMPARE(names(http.get("/api/v1/pods?fieldSelector=status.phase!%3DRunning,spec.nodeName%3D").json()),
             std::string("p "));
    QCOMPARE(
        http.get(kLeases + "?fieldSelector=spec.holderIdentity%3Dx").message(),
        std::string(
            "\"spec.holderIdentity\" is not a known field selector: only \"metadata.name\", \"metadata.namespace\""));
}

void TestSandboxLists::partialMetadata() {
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    fill(http, {"a"});
    const std::string accept = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";
    const Json list = http.get(kStudents, {{"Accept", accept}}).json();
    QCOMPARE(list.value("kind", ""), std::string("PartialObjectMetadataList"));
    QCOMPARE(list["items"][0].value("kind", ""), std::string("PartialObjectMetadata"));
    QVERIFY(!list["items"][0].contains("spec"));
    QCOMPARE(
        http.get(kStudents + "/a", {{"Accept", "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1"}}).json(),
        list["items"][0]);
}

void TestSandboxLists::acceptHeaders_data() {
    QTest::addColumn<QByteArray>("accept");
    QTest::addColumn<int>("code");
    QTest::newRow("none") << QByteArray() << 200;
    QTest::newRow("anything") << QByteArray("*/*") << 200;
    QTest::newRow("kubectl's list of forms") << QByteArray(kTableType.c_str()) << 200;
    QTest::newRow("protobuf first") << QByteArray("application/vnd.kubernetes.protobuf,application/json") << 200;
    QTest::newRow("protobuf alone") << QByteArray("application/vnd.kubernetes.protobuf") << 406;
    QTest::newRow("picture") << QByteArray("image/png") << 406;
}

void TestSandboxLists::acceptHeaders() {
    QFETCH(QByteArray, accept);
    QFETCH(int, code);
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    Headers headers;
    if (!accept.isEmpty()) headers.emplace_back("Accept", accept.toStdString());
    const Answer answer = http.get(kPods, headers);
    QCOMPARE(answer.code, code);
    if (code == 406) QCOMPARE(answer.reason(), std::string("NotAcceptable"));
}

void TestSandboxLists::unknownPathsAreNotFound_data() {
    QTest::addColumn<QByteArray>("target");
    for (const char* target :
         {"/nothing", "/apis/nowhere.example.com/v1/things", "/apis/nowhere.example.com", "/api/v2",
          "/apis/bolingcavalry.k8s.io/v1/namespaces/default/teachers", "/apis/bolingcavalry.k8s.io/v2/students",
          "/openapi/v3/apis/nowhere/v1", "/metrics-not-recorded"}) {
        QTest::newRow(target) << QByteArray(target);
    }
}

void TestSandboxLists::unknownPathsAreNotFound() {
    QFETCH(QByteArray, target);
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    const Answer answer = http.get(target.toStdString());
    QCOMPARE(answer.code, 404);
    QCOMPARE(answer.body, std::string("404 page not found\n"));
    QCOMPARE(answer.header("Content-Type"), std::string("text/plain; charset=utf-8"));
    // Groups that are built in answer with a Status.
    for (const char* builtIn : {"/api/v1/nothing", "/apis/apiextensions.k8s.io/v1beta1/customresourcedefinitions"}) {
        const Answer status = http.get(builtIn);
        QCOMPARE(status.code, 404);
        QCOMPARE(status.message(), std::string("the server could not find the requested resource"));
    }
}

void TestSandboxLists::discoveryListsTheServedResources() {
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    const Json students = http.get("/apis/bolingcavalry.k8s.io/v1").json();
    // As recorded.
    QCOMPARE(students,
             Json::parse(
                 R"({"kind":"APIResourceList","apiVersion":"v1","groupVersion":"bolingcavalry.k8s.io/v1","resources":[
        {"name":"students","singularName":"student","namespaced":true,"kind":"Student","verbs":["delete","deletecollection","get","list","patch","create","update","watch"],"shortNames":["stu"],"storageVersionHash":"iBBplgI7bhg="},
        {"name":"students/status","singularName":"","namespaced":true,"kind":"Student","verbs":["get","patch","update"]}]})"));
    QCOMPARE(
        http.get("/apis/bolingcavalry.k8s.io").json(),
        Json::parse(
            R"({"kind":"APIGroup","apiVersion":"v1","name":"bolingcavalry.k8s.io","versions":[{"groupVersion":"bolingcavalry.k8s.io/v1","version":"v1"}],
                            "preferredVersion":{"groupVersion":"bolingcavalry.k8s.io/v1","version":"v1"}})"));
    QCOMPARE(http.get("/api").json()["versions"], (Json{"v1"}));
    QVERIFY(!http.get("/api/v1").json().contains("apiVersion"));
    QCOMPARE(http.get("/apis").json()["groups"].size(), std::size_t(6));
}

void TestSandboxLists::aggregatedDiscovery() {
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    const std::string kubectls =
        "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/"
        "json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json";
    const Answer groups = http.get("/apis", {{"Accept", kubectls}});
    QCOMPARE(groups.header("Content-Type"),
             std::string("application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"));
    QCOMPARE(groups.json()["items"].back(),
             Json::parse(R"({"metadata":{"name":"bolingcavalry.k8s.io"},"versions":[{"version":"v1","resources":[
        {"resource":"students","responseKind":{"group":"bolingcavalry.k8s.io","version":"v1","kind":"Student"},"scope":"Namespaced","singularResource":"student",
         "verbs":["delete","deletecollection","get","list","patch","create","update","watch"],"shortNames":["stu"],
         "subresources":[{"subresource":"status","responseKind":{"group":"bolingcavalry.k8s.io","version":"v1","kind":"Student"},"verbs":["get","patch","update"]}]}],"freshness":"Current"}]})"));
    QCOMPARE(http.get("/apis", {{"Accept", kubectls}, {"If-None-Match", groups.header("ETag")}}).code, 304);
    QCOMPARE(http.get("/api", {{"Accept", "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList"}})
                 .code,
             406);
}

void TestSandboxLists::openApiHasWhatKubectlAsksFor() {
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    const Json index = http.get("/openapi/v3").json();
    const std::string link = index["paths"]["apis/bolingcavalry.k8s.io/v1"].value("serverRelativeURL", "");
    const Json document = http.get(link).json();
    const Json schema = document["components"]["schemas"]["io.k8s.bolingcavalry.v1.Student"];
    QCOMPARE(schema["x-kubernetes-group-version-kind"][0].value("kind", ""), std::string("Student"));
    QCOMPARE(schema["properties"]["spec"]["properties"]["school"].value("description", ""),
             std::string("School that the student attends."));
    // kubectl apply looks for this parameter to know that the server validates.
    const Json patch =
        document["paths"]["/apis/bolingcavalry.k8s.io/v1/namespaces/{namespace}/students/{name}"]["patch"];
    bool validates = false;
    for (const Json& parameter : patch["parameters"])
        validates = validates || parameter.value("name", "") == "fieldValidation";
    QVERIFY(validates);
    QCOMPARE(patch["x-kubernetes-group-version-kind"].value("kind", ""), std::string("Student"));
    const Json swagger = http.get("/openapi/v2").json();
    QVERIFY(swagger["definitions"].contains("io.k8s.bolingcavalry.v1.Student"));
    const Answer protobuf =
        http.get("/openapi/v2", {{"Accept", "application/com.github.proto-openapi.spec.v2@v1.0+protobuf"}});
    QCOMPARE(protobuf.body.substr(0, 5), std::string("\x0a\x03"
                                                     "2.0"));
}

void TestSandboxLists::healthAndVersion() {
    Sandbox sandbox;
    HttpClient stranger(sandbox.server->port(), {});
    for (const char* path : {"/healthz", "/livez", "/readyz"}) QCOMPARE(stranger.get(path).body, std::string("ok"));
    QVERIFY(stranger.get("/readyz?verbose").body.find("readyz check passed") != std::string::npos);
    QCOMPARE(stranger.get("/version").json().value("minor", ""), std::string("36"));
}

void TestSandboxLists::seedIsThereFromTheStart() {
    rollcall::sandbox::SandboxOptions options = Sandbox::empty();
    options.seedData = true;
    Sandbox sandbox(options);
    HttpClient http = sandbox.client();
    const Json sample = http.get(kStudents + "/object-student").json();
    QCOMPARE(sample["spec"], (Json{{"name", "张三"}, {"school", "深圳中学"}}));
    QVERIFY(http.get(kPods).json()["items"].size() >= 3);
    QCOMPARE(names(http.get(kNamespaces).json()), std::string("default kube-node-lease kube-public kube-system "));
    QCOMPARE(names(http.get("/api/v1/nodes").json()), std::string("node-a node-b "));
}

void TestSandboxLists::simulatorWalksPods() {
    rollcall::sandbox::SandboxOptions options = Sandbox::empty();
    options.podSimulator = true;
    Sandbox sandbox(options);
    HttpClient http = sandbox.client();
    Json once = pod("once");
    once["spec"]["restartPolicy"] = "Never";
    http.post(kPods, pod("always"));
    http.post(kPods, once);
    const auto phase = [&](const char* name) {
        sandbox.clock->advanceToNext();
        return http.get(kPods + "/" + name).json()["status"].value("phase", "");
    };
    QTRY_COMPARE(phase("always"), std::string("Running"));
    QTRY_COMPARE(phase("once"), std::string("Succeeded"));
    const Json running = http.get(kPods + "/always").json();
    QVERIFY(!running["spec"].value("nodeName", "").empty());
    QCOMPARE(running["status"]["containerStatuses"][0].value("ready", false), true);
    http.remove(kPods + "/always");
    QVERIFY(http.get(kPods + "/always").json()["metadata"].contains("deletionTimestamp"));
    const auto code = [&] {
        sandbox.clock->advanceToNext();
        return http.get(kPods + "/always").code;
    };
    QTRY_COMPARE(code(), 404);
}

QTEST_GUILESS_MAIN(TestSandboxLists)
#include "tst_sandbox_lists.moc"
