// SPDX-License-Identifier: GPL-3.0-or-later
// Answers that are cut, foreign, odd or hostile.
#include <QElapsedTimer>

#include "tests/unit/api/api_fixture.h"

using namespace rollcall;
using namespace rollcall::test;

class DecodeDamageTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void listCutAnywhereIsAnError();
    void watchLineCutAnywhereIsAnError();
    void trailingTextIsAnError();
    void foreignAnswersAreQuotedShortly_data();
    void foreignAnswersAreQuotedShortly();
    void statusInsteadOfList();
    void listsWithoutItemsAreEmpty_data();
    void listsWithoutItemsAreEmpty();
    void oddFieldsAreLeftEmpty_data();
    void oddFieldsAreLeftEmpty();
    void unreadableItemsAreCounted();
    void badUtf8SpoilsOneItem();
    void badUtf8SpoilsOneEvent();
    void watchEventsThatAreNone_data();
    void watchEventsThatAreNone();
    void errorWithoutStatus_data();
    void errorWithoutStatus();
    void bookmarkWithLittle();
    void deepNestingEnds();
    void megabytesOfManagedFields();
    void otherTypesGoThroughTheirOwnDecode();
};

void DecodeDamageTest::listCutAnywhereIsAnError() {
    const std::string body = recorded("student-list.json");
    for (std::size_t length = 0; length + 1 < body.size(); ++length) {
        const auto page = decodeList(std::string_view(body).substr(0, length), studentResource());
        QVERIFY2(!page.ok(), std::to_string(length).c_str());
        QCOMPARE(page.error().kind, ErrorKind::Protocol);
    }
}

void DecodeDamageTest::watchLineCutAnywhereIsAnError() {
    for (const std::string& line : recordedLines("student-changes.jsonl")) {
        for (std::size_t length = 0; length < line.size(); ++length) {
            const auto event = decodeWatchEvent(std::string_view(line).substr(0, length), studentResource());
            QVERIFY2(!event.ok(), line.substr(0, length).c_str());
            QCOMPARE(event.error().kind, ErrorKind::Protocol);
        }
    }
}

void DecodeDamageTest::trailingTextIsAnError() {
    QVERIFY(decodeList(recorded("student-list-empty-namespace.json") + "\n ", studentResource()).ok());
    QVERIFY(!decodeList(recorded("student-list-empty-namespace.json") + "x", studentResource()).ok());
    const std::string line = recordedLines("student-changes.jsonl").at(0);
    QVERIFY(decodeWatchEvent(line + " ", studentResource()).ok());
    QVERIFY(!decodeWatchEvent(line + line, studentResource()).ok());
    QVERIFY(!decodeWatchEvent(line + "}", studentResource()).ok());
}

void DecodeDamageTest::foreignAnswersAreQuotedShortly_data() {
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("message");
    QTest::newRow("html") << QByteArray("<html>\n<body>please log in</body></html>")
                          << QByteArray("not a Kubernetes answer: <html>\u240A<body>please log in</body></html>");
    QTest::newRow("empty") << QByteArray() << QByteArray("not a Kubernetes answer: it is empty");
    QTest::newRow("escape") << QByteArray("\x1b[2Jx") << QByteArray("not a Kubernetes answer: \u241B[2Jx");
    QTest::newRow("long") << QByteArray("中").repeated(500)
                          << QByteArray("not a Kubernetes answer: ") + QByteArray("中").repeated(120);
}

void DecodeDamageTest::foreignAnswersAreQuotedShortly() {
    QFETCH(QByteArray, body);
    QFETCH(QByteArray, message);
    const auto page = decodeList(body.toStdString(), studentResource());
    QVERIFY(!page.ok());
    QCOMPARE(page.error().kind, ErrorKind::Protocol);
    QCOMPARE(page.error().message, message.toStdString());
}

void DecodeDamageTest::statusInsteadOfList() {
    const auto page = decodeList(recorded("status-504-future-rv.json"), studentResource());
    QVERIFY(!page.ok());
    QCOMPARE(page.error().kind, ErrorKind::Api);
    QCOMPARE(page.error().httpStatus, 504);
    QVERIFY(page.error().isTooLargeResourceVersion());
}

void DecodeDamageTest::listsWithoutItemsAreEmpty_data() {
    QTest::addColumn<QByteArray>("body");
    QTest::newRow("null") << QByteArray(R"({"kind":"PodList","items":null})");
    QTest::newRow("missing") << QByteArray(R"({"kind":"PodList","apiVersion":"v1","metadata":{}})");
    QTest::newRow("empty") << QByteArray(R"({"items":[]})");
    QTest::newRow("wrong type") << QByteArray(R"({"kind":"PodList","items":"none"})");
    QTest::newRow("metadata of a wrong type") << QByteArray(R"({"kind":"PodList","metadata":[],"items":[]})");
}

void DecodeDamageTest::listsWithoutItemsAreEmpty() {
    QFETCH(QByteArray, body);
    const auto page = decodeList(body.toStdString(), podResource());
    QVERIFY2(page.ok(), page.ok() ? "" : page.error().message.c_str());
    QVERIFY(page->items.empty());
}

void DecodeDamageTest::oddFieldsAreLeftEmpty_data() {
    QTest::addColumn<QByteArray>("rest");
    QTest::newRow("nothing else") << QByteArray(R"("metadata":{"name":"a"})");
    QTest::newRow("nulls") << QByteArray(
        R"("metadata":{"name":"a","uid":null,"generation":null},"spec":null,"status":null)");
    QTest::newRow("wrong types") << QByteArray(
        R"("metadata":{"name":"a","uid":7,"generation":"x","labels":[]},"spec":{"name":{"a":1},"school":["x"]})");
    QTest::newRow("spec as text") << QByteArray(R"("metadata":{"name":"a"},"spec":"x")");
    QTest::newRow("spec as list") << QByteArray(R"("metadata":{"name":"a"},"spec":[{"name":"x"}])");
    QTest::newRow("generation too large")
        << QByteArray(R"("metadata":{"name":"a","generation":99999999999999999999},"spec":{})");
    QTest::newRow("fraction") << QByteArray(R"("metadata":{"name":"a","generation":1.5},"spec":{"name":1.5})");
}

void DecodeDamageTest::oddFieldsAreLeftEmpty() {
    QFETCH(QByteArray, rest);
    const auto object = studentResource().decode("{" + rest.toStdString() + "}", studentResource());
    QVERIFY2(object.ok(), object.ok() ? "" : object.error().message.c_str());
    const Student& student = asStudent(*object);
    QCOMPARE(student.meta.name, "a");
    QCOMPARE(student.meta.uid, "");
    QCOMPARE(student.meta.generation, 0);
    QCOMPARE(student.name, "");
    QCOMPARE(student.school, "");
}

void DecodeDamageTest::unreadableItemsAreCounted() {
    const auto page = decodeList(
        R"({"kind":"StudentList","metadata":{"resourceVersion":"5"},"items":[{"metadata":{"name":"a"}},{"metadata":{}},{"spec":{}},)"
        R"(7,null,"x",[],{"metadata":{"name":7}},{"kind":"Pod","apiVersion":"v1","metadata":{"name":"p"}},{"metadata":{"name":"b"}}]})",
        studentResource());
    QVERIFY2(page.ok(), page.ok() ? "" : page.error().message.c_str());
    QCOMPARE(page->items.size(), 2U);
    QCOMPARE(page->items[1]->meta.name, "b");
    QCOMPARE(page->skipped, 8);
    QCOMPARE(page->resourceVersion, "5");
}

void DecodeDamageTest::badUtf8SpoilsOneItem() {
    std::string body = recorded("student-list.json");
    body.replace(body.find("李四"), 3, "\xff\xfe\xc0");
    auto page = decodeList(body, studentResource());
    QVERIFY2(page.ok(), page.ok() ? "" : page.error().message.c_str());
    QCOMPARE(page->skipped, 1);
    QCOMPARE(page->items.size(), 2U);
    QCOMPARE(page->items[0]->meta.name, "gen-vc5b8");
    QCOMPARE(page->items[1]->meta.name, "object-student");
    QCOMPARE(page->resourceVersion, "213");
    page = decodeListInPlace(body, studentResource());
    QVERIFY(page.ok());
    QCOMPARE(page->skipped, 1);
}

void DecodeDamageTest::badUtf8SpoilsOneEvent() {
    std::string line = recordedLines("student-changes.jsonl").at(0);
    line.replace(line.find("\"spec\""), 1, "\xff");
    const auto event = decodeWatchEvent(line, studentResource());
    QVERIFY(!event.ok());
    QCOMPARE(event.error().kind, ErrorKind::Protocol);
    QVERIFY(decodeWatchEvent(recordedLines("student-changes.jsonl").at(0), studentResource()).ok());
}

void DecodeDamageTest::watchEventsThatAreNone_data() {
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("unknown type") << QByteArray(R"({"type":"WAT","object":{}})");
    QTest::newRow("no type") << QByteArray(R"({"object":{"metadata":{"name":"a"}}})");
    QTest::newRow("type of a wrong type") << QByteArray(R"({"type":7,"object":{"metadata":{"name":"a"}}})");
    QTest::newRow("no object") << QByteArray(R"({"type":"ADDED"})");
    QTest::newRow("null object") << QByteArray(R"({"type":"ADDED","object":null})");
    QTest::newRow("object as text") << QByteArray(R"({"type":"ADDED","object":"x"})");
    QTest::newRow("no name") << QByteArray(R"({"type":"ADDED","object":{"metadata":{}}})");
    QTest::newRow("a list") << QByteArray("[]");
    QTest::newRow("a number") << QByteArray("7");
    QTest::newRow("null") << QByteArray("null");
    QTest::newRow("text") << QByteArray("hello");
    QTest::newRow("404 of the mux") << QByteArray("404 page not found");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("another kind") << QByteArray(
        R"({"type":"ADDED","object":{"kind":"Teacher","metadata":{"name":"a"}}})");
    QTest::newRow("another version") << QByteArray(
        R"({"type":"ADDED","object":{"apiVersion":"bolingcavalry.k8s.io/v2","metadata":{"name":"a"}}})");
}

void DecodeDamageTest::watchEventsThatAreNone() {
    QFETCH(QByteArray, line);
    const auto event = decodeWatchEvent(line.toStdString(), studentResource());
    QVERIFY(!event.ok());
    QCOMPARE(event.error().kind, ErrorKind::Protocol);
}

void DecodeDamageTest::errorWithoutStatus_data() {
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("nothing") << QByteArray(R"({"type":"ERROR"})");
    QTest::newRow("null") << QByteArray(R"({"type":"ERROR","object":null})");
    QTest::newRow("an object") << QByteArray(R"({"type":"ERROR","object":{"kind":"Student","metadata":{"name":"a"}}})");
}

void DecodeDamageTest::errorWithoutStatus() {
    QFETCH(QByteArray, line);
    const auto event = decodeWatchEvent(line.toStdString(), studentResource());
    QVERIFY(event.ok());
    QCOMPARE(event->type, WatchEventType::Error);
    QCOMPARE(event->error.kind, ErrorKind::Protocol);
    QVERIFY(!event->object);
}

void DecodeDamageTest::bookmarkWithLittle() {
    const auto event = decodeWatchEvent(
        R"({"type":"BOOKMARK","object":{"kind":"Student","metadata":{"resourceVersion":"9"}}})", studentResource());
    QVERIFY(event.ok());
    QCOMPARE(event->type, WatchEventType::Bookmark);
    QCOMPARE(event->resourceVersion, "9");
    QVERIFY(!event->initialEventsEnd);
    QVERIFY(!decodeWatchEvent(
                 R"({"type":"BOOKMARK","object":{"metadata":{"annotations":{"k8s.io/initial-events-end":"false"}}}})",
                 studentResource())
                 ->initialEventsEnd);
}

void DecodeDamageTest::deepNestingEnds() {
    const std::string deep =
        R"({"metadata":{"name":"a"},"spec":{"x":)" + std::string(100000, '[') + std::string(100000, ']') + "}}";
    QVERIFY(studentResource().decode(deep, studentResource()).ok());
    QCOMPARE(yamlFromJson(deep), deep);  // too deep to be laid out: shown as it is
    QVERIFY(!studentResource()
                 .decode(R"({"metadata":{"name":"a"},"spec":)" + std::string(100000, '['), studentResource())
                 .ok());
}

void DecodeDamageTest::megabytesOfManagedFields() {
    const std::string fields = "{\"f\":\"" + std::string(2 * 1024 * 1024, 'm') + "\"}";
    const std::string line = R"({"type":"ADDED","object":{"metadata":{"name":"a","managedFields":[)" + fields +
                             R"(],"uid":"u"},"spec":{"name":"x"}}})";
    const auto event = decodeWatchEvent(line, studentResource());
    QVERIFY(event.ok());
    QCOMPARE(
        event->object->json,
        R"({"kind":"Student","apiVersion":"bolingcavalry.k8s.io/v1","metadata":{"name":"a","uid":"u"},"spec":{"name":"x"}})");
    QVERIFY(event->object->json.capacity() < 1000);
}

void DecodeDamageTest::otherTypesGoThroughTheirOwnDecode() {
    static std::vector<std::string> seen;
    seen.clear();
    ResourceType lease{"coordination.k8s.io", "v1", "leases", "Lease",
                       [](std::string_view json, const ResourceType&) -> Result<ObjectPtr> {
                           seen.emplace_back(json);
                           return makeError(ErrorKind::Protocol, "not today");
                       }};
    const auto page = decodeList(R"({"kind":"LeaseList","items":[ {"a":1} , {"b":[2]}]})", lease);
    QVERIFY(page.ok());
    QCOMPARE(page->skipped, 2);
    QCOMPARE(seen, (std::vector<std::string>{R"({"a":1})", R"({"b":[2]})"}));
}

QTEST_GUILESS_MAIN(DecodeDamageTest)
#include "tst_decode_damage.moc"
