// SPDX-License-Identifier: GPL-3.0-or-later
// The examples of RFC 6902, RFC 7386 and of the Kubernetes documentation on strategic merge patches.
#include <QtTest>

#include "core/sandbox/patch.h"

using namespace rollcall::sandbox;

class TestSandboxPatch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void jsonPatchFollowsRfc6902_data();
    void jsonPatchFollowsRfc6902();
    void jsonPatchThatFailsIsTheGeneric422_data();
    void jsonPatchThatFailsIsTheGeneric422();
    void mergePatchFollowsRfc7386_data();
    void mergePatchFollowsRfc7386();
    void strategicMerge_data();
    void strategicMerge();
    void strategicMergeWantsTheMergeKey();
};

namespace {

Json parse(const QByteArray& text) {
    return Json::parse(text.toStdString());
}

void columns() {
    QTest::addColumn<QByteArray>("target");
    QTest::addColumn<QByteArray>("patch");
    QTest::addColumn<QByteArray>("result");
}

}  // namespace

void TestSandboxPatch::jsonPatchFollowsRfc6902_data() {
    columns();
    QTest::newRow("A.1 add member") << QByteArray(R"({"foo":"bar"})")
                                    << QByteArray(R"([{"op":"add","path":"/baz","value":"qux"}])")
                                    << QByteArray(R"({"baz":"qux","foo":"bar"})");
    QTest::newRow("A.2 add element") << QByteArray(R"({"foo":["bar","baz"]})")
                                     << QByteArray(R"([{"op":"add","path":"/foo/1","value":"qux"}])")
                                     << QByteArray(R"({"foo":["bar","qux","baz"]})");
    QTest::newRow("A.3 remove member") << QByteArray(R"({"baz":"qux","foo":"bar"})")
                                       << QByteArray(R"([{"op":"remove","path":"/baz"}])")
                                       << QByteArray(R"({"foo":"bar"})");
    QTest::newRow("A.5 replace") << QByteArray(R"({"baz":"qux","foo":"bar"})")
                                 << QByteArray(R"([{"op":"replace","path":"/baz","value":"boo"}])")
                                 << QByteArray(R"({"baz":"boo","foo":"bar"})");
    QTest::newRow("A.6 move") << QByteArray(R"({"foo":{"bar":"baz","waldo":"fred"},"qux":{"corge":"grault"}})")
                              << QByteArray(R"([{"op":"move","from":"/foo/waldo","path":"/qux/thud"}])")
                              << QByteArray(R"({"foo":{"bar":"baz"},"qux":{"corge":"grault","thud":"fred"}})");
    QTest::newRow("A.8 test")
        << QByteArray(R"({"baz":"qux","foo":["a",2,"c"]})")
        << QByteArray(R"([{"op":"test","path":"/baz","value":"qux"},{"op":"test","path":"/foo/1","value":2}])")
        << QByteArray(R"({"baz":"qux","foo":["a",2,"c"]})");
    QTest::newRow("A.14 escapes") << QByteArray(R"({"/":9,"~1":10})")
                                  << QByteArray(R"([{"op":"test","path":"/~01","value":10}])")
                                  << QByteArray(R"({"/":9,"~1":10})");
    QTest::newRow("replace makes a member, as kube-apiserver lets it")
        << QByteArray(R"({"spec":{}})") << QByteArray(R"([{"op":"replace","path":"/spec/new","value":1}])")
        << QByteArray(R"({"spec":{"new":1}})");
    QTest::newRow("A.16 append") << QByteArray(R"({"foo":["bar"]})")
                                 << QByteArray(R"([{"op":"add","path":"/foo/-","value":["abc","def"]}])")
                                 << QByteArray(R"({"foo":["bar",["abc","def"]]})");
}

void TestSandboxPatch::jsonPatchFollowsRfc6902() {
    QFETCH(QByteArray, target);
    QFETCH(QByteArray, patch);
    QFETCH(QByteArray, result);
    const Outcome<Json> patched = applyJsonPatch(parse(target), parse(patch));
    QVERIFY(patched.ok());
    QCOMPARE(*patched, parse(result));
}

void TestSandboxPatch::jsonPatchThatFailsIsTheGeneric422_data() {
    QTest::addColumn<QByteArray>("patch");
    QTest::newRow("A.9 test fails") << QByteArray(R"([{"op":"test","path":"/baz","value":"bar"}])");
    QTest::newRow("A.12 no parent") << QByteArray(R"([{"op":"add","path":"/x/bat","value":"qux"}])");
    QTest::newRow("remove what is not there") << QByteArray(R"([{"op":"remove","path":"/x"}])");
    QTest::newRow("replace without parent") << QByteArray(R"([{"op":"replace","path":"/x/y","value":1}])");
    QTest::newRow("no operation") << QByteArray(R"([{"path":"/baz"}])");
    QTest::newRow("unknown operation") << QByteArray(R"([{"op":"shuffle","path":"/baz"}])");
}

void TestSandboxPatch::jsonPatchThatFailsIsTheGeneric422() {
    QFETCH(QByteArray, patch);
    const Outcome<Json> patched = applyJsonPatch(parse(R"({"baz":"qux"})"), parse(patch));
    QVERIFY(!patched.ok());
    QCOMPARE(patched.failure().code, 422);
    // As recorded from kube-apiserver 1.36.
    QCOMPARE(patched.failure().message, std::string("the server rejected our request due to an error in our request"));
}

void TestSandboxPatch::mergePatchFollowsRfc7386_data() {
    columns();
    const char* rows[][3] = {
        // the table of appendix A
        {R"({"a":"b"})", R"({"a":"c"})", R"({"a":"c"})"},
        {R"({"a":"b"})", R"({"b":"c"})", R"({"a":"b","b":"c"})"},
        {R"({"a":"b"})", R"({"a":null})", R"({})"},
        {R"({"a":"b","b":"c"})", R"({"a":null})", R"({"b":"c"})"},
        {R"({"a":["b"]})", R"({"a":"c"})", R"({"a":"c"})"},
        {R"({"a":"c"})", R"({"a":["b"]})", R"({"a":["b"]})"},
        {R"({"a":{"b":"c"}})", R"({"a":{"b":"d","c":null}})", R"({"a":{"b":"d"}})"},
        {R"({"a":[{"b":"c"}]})", R"({"a":[1]})", R"({"a":[1]})"},
        {R"({"e":null})", R"({"a":1})", R"({"e":null,"a":1})"},
        {R"([1,2])", R"({"a":"b","c":null})", R"({"a":"b"})"},
        {R"({})", R"({"a":{"bb":{"ccc":null}}})", R"({"a":{"bb":{}}})"},
    };
    for (const auto& row : rows)
        QTest::newRow(row[1]) << QByteArray(row[0]) << QByteArray(row[1]) << QByteArray(row[2]);
}

void TestSandboxPatch::mergePatchFollowsRfc7386() {
    QFETCH(QByteArray, target);
    QFETCH(QByteArray, patch);
    QFETCH(QByteArray, result);
    QCOMPARE(applyMergePatch(parse(target), parse(patch)), parse(result));
}

void TestSandboxPatch::strategicMerge_data() {
    columns();
    // "Update API Objects in Place Using kubectl patch": a second container is added beside the first.
    QTest::newRow("container added by name")
        << QByteArray(R"({"spec":{"containers":[{"name":"patch-demo-ctr","image":"nginx"}]}})")
        << QByteArray(R"({"spec":{"containers":[{"name":"patch-demo-ctr-2","image":"redis"}]}})")
        << QByteArray(
               R"({"spec":{"containers":[{"name":"patch-demo-ctr","image":"nginx"},{"name":"patch-demo-ctr-2","image":"redis"}]}})");
    QTest::newRow("container changed by name")
        << QByteArray(R"({"spec":{"containers":[{"name":"a","image":"nginx","env":[{"name":"X","value":"1"}]}]}})")
        << QByteArray(R"({"spec":{"containers":[{"name":"a","image":"redis","env":[{"name":"Y","value":"2"}]}]}})")
        << QByteArray(
               R"({"spec":{"containers":[{"name":"a","image":"redis","env":[{"name":"X","value":"1"},{"name":"Y","value":"2"}]}]}})");
    // The same page: tolerations have no merge key and are replaced.
    QTest::newRow("list without key is replaced") << QByteArray(R"({"spec":{"tolerations":[{"key":"a"}]}})")
                                                  << QByteArray(R"({"spec":{"tolerations":[{"key":"b"}]}})")
                                                  << QByteArray(R"({"spec":{"tolerations":[{"key":"b"}]}})");
    // community: contributors/devel/sig-api-machinery/strategic-merge-patch.md
    QTest::newRow("$patch: replace on a map")
        << QByteArray(R"({"spec":{"a":1,"b":2}})") << QByteArray(R"({"spec":{"$patch":"replace","c":3}})")
        << QByteArray(R"({"spec":{"c":3}})");
    QTest::newRow("$patch: delete of a list item")
        << QByteArray(
               R"({"spec":{"containers":[{"name":"nginx","image":"nginx-1.0"},{"name":"log-tailer","image":"log-1.0"}]}})")
        << QByteArray(R"({"spec":{"containers":[{"$patch":"delete","name":"log-tailer"}]}})")
        << QByteArray(R"({"spec":{"containers":[{"name":"nginx","image":"nginx-1.0"}]}})");
    QTest::newRow("$patch: replace of a list")
        << QByteArray(R"({"spec":{"containers":[{"name":"nginx","image":"nginx-1.0"}]}})")
        << QByteArray(R"({"spec":{"containers":[{"name":"log-tailer","image":"log-1.0"},{"$patch":"replace"}]}})")
        << QByteArray(R"({"spec":{"containers":[{"name":"log-tailer","image":"log-1.0"}]}})");
    QTest::newRow("$deleteFromPrimitiveList")
        << QByteArray(R"({"metadata":{"finalizers":["a","b","c"]}})")
        << QByteArray(R"({"metadata":{"$deleteFromPrimitiveList/finalizers":["b"],"finalizers":["d"]}})")
        << QByteArray(R"({"metadata":{"finalizers":["a","c","d"]}})");
    QTest::newRow("$retainKeys")
        << QByteArray(R"({"spec":{"volumes":[{"name":"v","emptyDir":{}}]}})")
        << QByteArray(
               R"({"spec":{"volumes":[{"name":"v","$retainKeys":["name","hostPath"],"hostPath":{"path":"/x"}}]}})")
        << QByteArray(R"({"spec":{"volumes":[{"name":"v","hostPath":{"path":"/x"}}]}})");
    QTest::newRow("$setElementOrder")
        << QByteArray(R"({"spec":{"containers":[{"name":"a"},{"name":"b"},{"name":"c"}]}})")
        << QByteArray(
               R"({"spec":{"$setElementOrder/containers":[{"name":"c"},{"name":"a"}],"containers":[{"name":"c","image":"i"}]}})")
        << QByteArray(R"({"spec":{"containers":[{"name":"b"},{"name":"c","image":"i"},{"name":"a"}]}})");
    QTest::newRow("null removes") << QByteArray(R"({"metadata":{"labels":{"a":"1","b":"2"}}})")
                                  << QByteArray(R"({"metadata":{"labels":{"a":null}}})")
                                  << QByteArray(R"({"metadata":{"labels":{"b":"2"}}})");
    // What client-go's event recorder sends for a repeated event.
    QTest::newRow("event count") << QByteArray(R"({"count":1,"message":"m","lastTimestamp":"2026-01-01T00:00:00Z"})")
                                 << QByteArray(R"({"count":2,"lastTimestamp":"2026-01-01T00:00:01Z"})")
                                 << QByteArray(R"({"count":2,"message":"m","lastTimestamp":"2026-01-01T00:00:01Z"})");
    QTest::newRow("status conditions by type")
        << QByteArray(
               R"({"status":{"conditions":[{"type":"Ready","status":"False"},{"type":"PodScheduled","status":"True"}]}})")
        << QByteArray(R"({"status":{"conditions":[{"type":"Ready","status":"True"}]}})")
        << QByteArray(
               R"({"status":{"conditions":[{"type":"Ready","status":"True"},{"type":"PodScheduled","status":"True"}]}})");
}

void TestSandboxPatch::strategicMerge() {
    QFETCH(QByteArray, target);
    QFETCH(QByteArray, patch);
    QFETCH(QByteArray, result);
    const Outcome<Json> patched = applyStrategicMergePatch("Pod", parse(target), parse(patch));
    QVERIFY(patched.ok());
    QCOMPARE(dump(*patched), dump(parse(result)));
}

void TestSandboxPatch::strategicMergeWantsTheMergeKey() {
    const Outcome<Json> patched = applyStrategicMergePatch("Pod", parse(R"({"spec":{"containers":[{"name":"a"}]}})"),
                                                           parse(R"({"spec":{"containers":[{"image":"x"}]}})"));
    QVERIFY(!patched.ok());
    QCOMPARE(patched.failure().message, std::string("map: map[image:x] does not contain declared merge key: name"));
    QCOMPARE(patched.failure().code, 500);
}

QTEST_GUILESS_MAIN(TestSandboxPatch)
#include "tst_sandbox_patch.moc"
