// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "tests/sandbox/sandbox_fixture.h"

using namespace rollcall::sandbox::test;
using namespace std::chrono_literals;

class TestSandboxWatch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void changesArriveInOrder();
    void watchContinuesFromARevision();
    void unsetRevisionBeginsWithThePresent();
    void watchListEndsWithItsMark();
    void selectorTurnsChangesIntoAddedAndDeleted();
    void leavingRunningIsDeletedWithThePreviousObject();
    void fieldSelectorByName();
    void compactedRevisionIsAnErrorEvent();
    void futureRevisionWaitsInSilence();
    void bookmarksComeEachMinuteAndBeforeTheEnd();
    void noBookmarksUnlessAskedFor();
    void timeoutEndsTheWatchInGoodOrder();
    void tablesWhenAskedFor();
    void bothEventViewsSeeEveryEvent();
    void otherNamespacesStayOut();
    void cutWatchesEndInGoodOrder();
    void deletedCarriesTheRevisionOfTheDeletion();

private:
    static std::string brief(const std::optional<Json>& event) {
        if (!event) return "nothing";
        return event->value("type", "") + " " + (*event)["object"]["metadata"].value("name", "");
    }
};

void TestSandboxWatch::changesArriveInOrder() {
    Sandbox sandbox;
    HttpClient http = sandbox.client(), watch = sandbox.client();
    const std::string from = version(http.get(kStudents).json());
    const Answer open = watch.open(kStudents + "?watch=true&resourceVersion=" + from);
    QCOMPARE(open.code, 200);
    QCOMPARE(open.header("Content-Type"), std::string("application/json"));
    const Json made = http.post(kStudents, student("a")).json();
    const Json changed = http.patch(kStudents + "/a", {{"spec", {{"school", "X"}}}}).json();
    http.remove(kStudents + "/a");
    const auto added = watch.nextEvent();
    QCOMPARE(brief(added), std::string("ADDED a"));
    QCOMPARE((*added)["object"], made);
    const auto modified = watch.nextEvent();
    QCOMPARE(brief(modified), std::string("MODIFIED a"));
    QCOMPARE((*modified)["object"], changed);
    QCOMPARE(brief(watch.nextEvent()), std::string("DELETED a"));
}

void TestSandboxWatch::watchContinuesFromARevision() {
    Sandbox sandbox;
    HttpClient http = sandbox.client(), watch = sandbox.client();
    const std::string first = version(http.post(kStudents, student("a")).json());
    http.post(kStudents, student("b"));
    http.remove(kStudents + "/a");
    watch.open(kStudents + "?watch=true&resourceVersion=" + first);
    QCOMPARE(brief(watch.nextEvent()), std::string("ADDED b"));
    QCOMPARE(brief(watch.nextEvent()), std::string("DELETED a"));
    http.post(kStudents, student("c"));
    QCOMPARE(brief(watch.nextEvent()), std::string("ADDED c"));
}

void TestSandboxWatch::unsetRevisionBeginsWithThePresent() {
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    http.post(kStudents, student("b"));
    http.post(kStudents, student("a"));
    for (const char* revision : {"", "&resourceVersion=", "&resourceVersion=0"}) {
        HttpClient watch = sandbox.client();
        watch.open(kStudents + "?watch=1" + revision);
        QCOMPARE(brief(watch.nextEvent()), std::string("ADDED a"));
        QCOMPARE(brief(watch.nextEvent()), std::string("ADDED b"));
    }
    // With bookmarks the end of the present state is marked, as recorded.
    HttpClient marked = sandbox.client();
    marked.open(kStudents + "?watch=true&resourceVersion=&allowWatchBookmarks=true");
    marked.nextEvent();
    marked.nextEvent();
    const auto end = marked.nextEvent();
    QCOMPARE(brief(end), std::string("BOOKMARK "));
    QCOMPARE((*end)["object"]["metadata"]["annotations"].value("k8s.io/initial-events-end", ""), std::string("true"));
}

void TestSandboxWatch::watchListEndsWithItsMark() {
    Sandbox sandbox;
    HttpClient http = sandbox.client(), watch = sandbox.client(), pods = sandbox.client();
    http.post(kStudents, student("a"));
    const std::string query =
        "?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";
    watch.open(kStudents + query);
    QCOMPARE(brief(watch.nextEvent()), std::string("ADDED a"));
    const auto mark = watch.nextEvent();
    QVERIFY(mark);
    QCOMPARE(
        *mark,
        Json::parse(R"({"type":"BOOKMARK","object":{"apiVersion":"bolingcavalry.k8s.io/v1","kind":"Student","metadata":{
        "annotations":{"k8s.io/initial-events-end":"true"},"resourceVersion":")" +
                    std::to_string(sandbox.server->revision()) + R"("}}})"));
    http.post(kStudents, student("b"));
    QCOMPARE(brief(watch.nextEvent()), std::string("ADDED b"));
    pods.open(kPods + query);
    // The bookmark of a built-in kind carries what its Go type always writes.
    const auto podMark = pods.nextEvent();
    QVERIFY(podMark);
    QCOMPARE((*podMark)["object"]["spec"].dump(), std::string("{\"containers\":null}"));
    QCOMPARE((*podMark)["object"]["status"].dump(), std::string("{}"));
}

void TestSandboxWatch::selectorTurnsChangesIntoAddedAndDeleted() {
    Sandbox sandbox;
    HttpClient http = sandbox.client(), watch = sandbox.client();
    const std::string from = version(http.post(kStudents, student("a")).json());
    watch.open(kStudents + "?watch=true&labelSelector=in%3Dyes&resourceVersion=" + from);
    http.post(kStudents, student("never"));
    const Json in = http.patch(kStudents + "/a", {{"metadata", {{"labels", {{"in", "yes"}}}}}}).json();
    http.patch(kStudents + "/a", {{"spec", {{"school", "X"}}}});
    const Json out = http.patch(kStudents + "/a", {{"metadata", {{"labels", {{"in", "no"}}}}}}).json();
    http.remove(kStudents + "/a");
    const auto added = watch.nextEvent();
    QCOMPARE(brief(added), std::string("ADDED a"));
    QCOMPARE((*added)["object"], in);
    QCOMPARE(brief(watch.nextEvent()), std::string("MODIFIED a"));
    const auto left = watch.nextEvent();
    QCOMPARE(brief(left), std::string("DELETED a"));
    QCOMPARE((*left)["object"]["metadata"]["labels"].value("in", ""), std::string("yes"));
    QCOMPARE(version((*left)["object"]), version(out));
    http.post(kStudents, student("x"));
    QVERIFY(!watch.nextEvent(200ms));  // its real deletion happened outside of the selection
}

void TestSandboxWatch::leavingRunningIsDeletedWithThePreviousObject() {
    Sandbox sandbox;
    HttpClient http = sandbox.client(), watch = sandbox.client();
    http.post(kPods, pod("p"));
    watch.open("/api/v1/pods?watch=true&fieldSelector=status.phase%3DRunning&resourceVersion=" +
               std::to_string(sandbox.server->revision()));
    http.patch(kPods + "/p/status", {{"status", {{"phase", "Running"}}}});
    const Json ended = http.patch(kPods + "/p/status", {{"status", {{"phase", "Succeeded"}}}}).json();
    QCOMPARE(brief(watch.nextEvent()), std::string("ADDED p"));
    const auto left = watch.nextEvent();
    QCOMPARE(brief(left), std::string("DELETED p"));
    QCOMPARE((*left)["object"]["status"].value("phase", ""), std::string("Running"));
    QCOMPARE(version((*left)["object"]), version(ended));
}

void TestSandboxWatch::fieldSelectorByName() {
    Sandbox sandbox;
    HttpClient http = sandbox.client(), watch = sandbox.client(), named = sandbox.client();
    const std::string from = std::to_string(sandbox.server->revision());
    watch.open(kStudents + "?watch=true&fieldSelector=metadata.name%3Db&resourceVersion=" + from);
    named.open(kStudents + "/b?watch=true&resourceVersion=" + from);
    http.post(kStudents, student("a"));
    http.post(kStudents, student("b"));
    QCOMPARE(brief(watch.nextEvent()), std::string("ADDED b"));
    QCOMPARE(brief(named.nextEvent()), std::string("ADDED b"));
}

void TestSandboxWatch::compactedRevisionIsAnErrorEvent() {
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    const std::string old = version(http.post(kStudents, student("a")).json());
    http.post(kStudents, student("b"));
    sandbox.server->compact();
    for (const std::string& from : {old, std::string("2")}) {
        HttpClient watch = sandbox.client();
        QCOMPARE(watch.open(kStudents + "?watch=true&resourceVersion=" + from).code, 200);
        const auto error = watch.nextEvent();
        QVERIFY(error);
        QCOMPARE(
            *error,
            Json::parse(
                R"({"type":"ERROR","object":{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure",)"
                R"("message":"too old resource version: )" +
                from + " (" + std::to_string(sandbox.server->revision()) + R"x()","reason":"Expired","code":410}})x"));
        QVERIFY(!watch.nextEvent());
        QVERIFY(watch.ended());
    }
}

void TestSandboxWatch::futureRevisionWaitsInSilence() {
    Sandbox sandbox;
    HttpClient http = sandbox.client(), watch = sandbox.client();
    QCOMPARE(
        watch.open(kStudents + "?watch=true&resourceVersion=" + std::to_string(sandbox.server->revision() + 1)).code,
        200);
    http.post(kStudents, student("a"));
    http.post(kStudents, student("b"));
    QCOMPARE(brief(watch.nextEvent()), std::string("ADDED b"));
}

void TestSandboxWatch::bookmarksComeEachMinuteAndBeforeTheEnd() {
    Sandbox sandbox;
    HttpClient http = sandbox.client(), watch = sandbox.client();
    const std::string from = std::to_string(sandbox.server->revision());
    watch.open(kStudents + "?watch=true&allowWatchBookmarks=true&timeoutSeconds=150&resourceVersion=" + from);
    QTRY_COMPARE(sandbox.clock->pendingTimers(), std::size_t(1));
    http.post(kPods, pod("elsewhere"));  // moves the revision without an event here
    for (const auto& wait : {60s, 60s, 28s}) {
        QCOMPARE(sandbox.clock->untilNext(), rollcall::Duration(wait));
        sandbox.clock->advance(wait);
        const auto mark = watch.nextEvent();
        QCOMPARE(brief(mark), std::string("BOOKMARK "));
        QCOMPARE(version((*mark)["object"]), std::to_string(sandbox.server->revision()));
        QVERIFY(!(*mark)["object"]["metadata"].contains("annotations"));
        QTRY_COMPARE(sandbox.clock->pendingTimers(), std::size_t(1));
    }
    sandbox.clock->advance(2s);
    QVERIFY(!watch.nextEvent());
    QVERIFY(watch.ended());
}

void TestSandboxWatch::noBookmarksUnlessAskedFor() {
    Sandbox sandbox;
    HttpClient watch = sandbox.client();
    watch.open(kStudents +
               "?watch=true&timeoutSeconds=100&resourceVersion=" + std::to_string(sandbox.server->revision()));
    for (const auto& wait : {60s, 38s, 2s}) {
        QTRY_COMPARE(sandbox.clock->untilNext(), rollcall::Duration(wait));
        sandbox.clock->advance(wait);
    }
    QVERIFY(!watch.nextEvent());
    QVERIFY(watch.ended());
}

void TestSandboxWatch::timeoutEndsTheWatchInGoodOrder() {
    Sandbox sandbox;
    HttpClient watch = sandbox.client();
    watch.open(kStudents +
               "?watch=true&timeoutSeconds=1&resourceVersion=" + std::to_string(sandbox.server->revision()));
    QTRY_COMPARE(sandbox.clock->untilNext(), rollcall::Duration(1s));
    QCOMPARE(sandbox.server->openWatches(), 1);
    sandbox.clock->advance(1s);
    QVERIFY(!watch.nextEvent());
    QVERIFY(watch.ended());
    QTRY_COMPARE(sandbox.server->openWatches(), 0);
}

void TestSandboxWatch::tablesWhenAskedFor() {
    Sandbox sandbox;
    HttpClient http = sandbox.client(), watch = sandbox.client();
    http.post(kStudents, student("a"));
    watch.open(kStudents + "?watch=true&allowWatchBookmarks=true", {{"Accept", kTableType}});
    const auto first = watch.nextEvent();
    QVERIFY(first);
    QCOMPARE((*first)["object"].value("kind", ""), std::string("Table"));
    QCOMPARE((*first)["object"]["columnDefinitions"].size(), std::size_t(4));
    QCOMPARE((*first)["object"]["rows"][0]["cells"], (Json{"a", "张三", "深圳中学", "0s"}));
    // As recorded: a bookmark is a row without content.
    const auto mark = watch.nextEvent();
    QVERIFY(mark);
    QCOMPARE((*mark)["object"]["columnDefinitions"], Json(nullptr));
    QCOMPARE((*mark)["object"]["rows"][0]["cells"], (Json{"", nullptr, nullptr, nullptr}));
    QCOMPARE((*mark)["object"]["rows"][0]["object"]["metadata"]["annotations"].value("k8s.io/initial-events-end", ""),
             std::string("true"));
    http.post(kStudents, student("b"));
    const auto second = watch.nextEvent();
    QVERIFY(second);
    QCOMPARE((*second)["object"]["columnDefinitions"], Json(nullptr));
    QCOMPARE((*second)["object"]["rows"][0]["object"]["metadata"].value("name", ""), std::string("b"));
}

void TestSandboxWatch::bothEventViewsSeeEveryEvent() {
    Sandbox sandbox;
    HttpClient http = sandbox.client(), core = sandbox.client(), v1 = sandbox.client();
    const std::string from = "?watch=true&resourceVersion=" + std::to_string(sandbox.server->revision());
    core.open(kEvents + from);
    v1.open(kEventsV1 + from);
    http.post(kEvents,
              {{"metadata", {{"name", "e"}}}, {"involvedObject", {{"namespace", "default"}}}, {"message", "m"}});
    QCOMPARE((*core.nextEvent())["object"].value("message", ""), std::string("m"));
    QCOMPARE((*v1.nextEvent())["object"].value("note", ""), std::string("m"));
}

void TestSandboxWatch::otherNamespacesStayOut() {
    Sandbox sandbox;
    HttpClient http = sandbox.client(), one = sandbox.client(), all = sandbox.client();
    const std::string from = "?watch=true&resourceVersion=" + std::to_string(sandbox.server->revision());
    one.open(kStudents + from);
    all.open(kAllStudents + from);
    http.post("/apis/bolingcavalry.k8s.io/v1/namespaces/kube-public/students", student("there"));
    http.post(kStudents, student("here"));
    QCOMPARE(brief(one.nextEvent()), std::string("ADDED here"));
    QCOMPARE(brief(all.nextEvent()), std::string("ADDED there"));
}

void TestSandboxWatch::cutWatchesEndInGoodOrder() {
    Sandbox sandbox;
    HttpClient watch = sandbox.client();
    watch.open(kStudents + "?watch=true&resourceVersion=" + std::to_string(sandbox.server->revision()));
    QTRY_COMPARE(sandbox.server->openWatches(), 1);
    sandbox.server->cutWatches();
    QVERIFY(!watch.nextEvent());
    QVERIFY(watch.ended());
    QTRY_COMPARE(sandbox.server->openWatches(), 0);
}

void TestSandboxWatch::deletedCarriesTheRevisionOfTheDeletion() {
    Sandbox sandbox;
    HttpClient http = sandbox.client(), watch = sandbox.client();
    Json held = student("a");
    held["metadata"]["finalizers"] = {"a.b/hold"};
    http.post(kStudents, held);
    watch.open(kStudents + "?watch=true&resourceVersion=" + std::to_string(sandbox.server->revision()));
    const Json marked = http.remove(kStudents + "/a").json();
    http.patch(kStudents + "/a", {{"metadata", {{"finalizers", nullptr}}}});
    const auto modified = watch.nextEvent();
    QCOMPARE(brief(modified), std::string("MODIFIED a"));
    QCOMPARE((*modified)["object"], marked);
    // As recorded: the state before the last write, at the revision after it.
    const auto deleted = watch.nextEvent();
    QCOMPARE(brief(deleted), std::string("DELETED a"));
    QCOMPARE((*deleted)["object"]["metadata"]["finalizers"].size(), std::size_t(1));
    QCOMPARE(version((*deleted)["object"]), std::to_string(std::stoi(version(marked)) + 1));
}

QTEST_GUILESS_MAIN(TestSandboxWatch)
#include "tst_sandbox_watch.moc"
