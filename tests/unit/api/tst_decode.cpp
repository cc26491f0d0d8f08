// SPDX-License-Identifier: GPL-3.0-or-later
// Answers of a real API server, read.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "tests/unit/api/api_fixture.h"

using namespace rollcall;
using namespace rollcall::test;

namespace {
QJsonObject parsed(const std::string& json) {
    return QJsonDocument::fromJson(QByteArray::fromStdString(json)).object();
}
QJsonObject metadata(const ObjectPtr& object) {
    return parsed(object->json)[QStringLiteral("metadata")].toObject();
}
}  // namespace

class DecodeTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void listOfStudents();
    void listInPlaceIsTheSame();
    void listPage();
    void emptyList();
    void podsTakeKindFromTheirList();
    void eventsOfBothApis();
    void keptTextHasNoManagedFields();
    void keptTextIsTheWholeObject();
    void prettyAnswersAreMinified();
    void watchOfChanges();
    void watchListEndsWithMarkedBookmark();
    void watchErrorCarriesItsStatus();
    void watchOfPodsAndEvents();
    void tablesAreNoObjects();
    void whatCannotBeFollowedIsTold();
    void objectBeforeTypeIsRead();
    void escapesAreDecoded();
    void managedFieldsAnywhere_data();
    void managedFieldsAnywhere();
    void pathsOfResources();
};

void DecodeTest::listOfStudents() {
    const auto page = decodeList(recorded("student-list.json"), studentResource());
    QVERIFY2(page.ok(), page.ok() ? "" : page.error().message.c_str());
    QCOMPARE(page->items.size(), 3U);
    QCOMPARE(page->resourceVersion, "213");
    QCOMPARE(page->continueToken, "");
    QVERIFY(!page->remaining);
    QCOMPARE(page->skipped, 0);
    const Student& student = asStudent(page->items[2]);
    QCOMPARE(student.meta.key(), "default/object-student");
    QCOMPARE(student.meta.uid.substr(0, 8), "b56e133e");
    QCOMPARE(student.meta.resourceVersion, "211");
    QCOMPARE(student.meta.generation, 1);
    QVERIFY(student.meta.creationTimestamp.starts_with("2026-11-30T18:"));
    QCOMPARE(student.meta.deletionTimestamp, "");
    QCOMPARE(student.kind, "Student");
    QCOMPARE(student.apiVersion, "bolingcavalry.k8s.io/v1");
    QCOMPARE(student.name, "张三");
    QCOMPARE(student.school, "深圳中学");
    QCOMPARE(asStudent(page->items[0]).school, "");  // it has none
}

void DecodeTest::listInPlaceIsTheSame() {
    const std::string text = recorded("student-list.json");
    std::string roomy = text;
    roomy.reserve(text.size() + 64);
    std::string tight = text;
    tight.shrink_to_fit();
    const auto expected = decodeList(text, studentResource());
    for (std::string* body : {&roomy, &tight}) {
        const auto page = decodeListInPlace(*body, studentResource());
        QVERIFY(page.ok());
        QCOMPARE(page->items.size(), expected->items.size());
        for (std::size_t i = 0; i < page->items.size(); ++i) QCOMPARE(page->items[i]->json, expected->items[i]->json);
        QCOMPARE(*body, text);
    }
}

void DecodeTest::listPage() {
    const auto page = decodeList(recorded("student-list-limit1.json"), studentResource());
    QVERIFY(page.ok());
    QCOMPARE(page->items.size(), 1U);
    QCOMPARE(page->remaining, std::optional<std::int64_t>(2));
    QVERIFY(page->continueToken.starts_with("eyJ2Ijoi"));
}

void DecodeTest::emptyList() {
    const auto page = decodeList(recorded("student-list-empty-namespace.json"), studentResource());
    QVERIFY(page.ok());
    QVERIFY(page->items.empty());
    QVERIFY(!page->resourceVersion.empty());
}

void DecodeTest::podsTakeKindFromTheirList() {
    const auto page = decodeList(recorded("pod-list.json"), podResource());
    QVERIFY2(page.ok(), page.ok() ? "" : page.error().message.c_str());
    QCOMPARE(page->items.size(), 3U);
    QCOMPARE(asPod(page->items[0]).phase, "Pending");
    QCOMPARE(asPod(page->items[1]).phase, "Running");
    QCOMPARE(asPod(page->items[1]).nodeName, "");
    QCOMPARE(page->items[1]->kind, "Pod");
    QCOMPARE(page->items[1]->apiVersion, "v1");
    const QJsonObject kept = parsed(page->items[1]->json);
    QCOMPARE(kept[QStringLiteral("kind")].toString(), QStringLiteral("Pod"));
    QCOMPARE(kept[QStringLiteral("apiVersion")].toString(), QStringLiteral("v1"));
    // Read alone again, it is the same.
    const auto again = podResource().decode(page->items[1]->json, podResource());
    QVERIFY(again.ok());
    QCOMPARE((*again)->json, page->items[1]->json);
}

void DecodeTest::eventsOfBothApis() {
    const auto page = decodeList(recorded("event-core-list.json"), eventResource());
    QVERIFY2(page.ok(), page.ok() ? "" : page.error().message.c_str());
    const EventObject& core = asEvent(page->items[0]);
    QCOMPARE(core.type, "Normal");
    QCOMPARE(core.reason, "Synced");
    QCOMPARE(core.message, "sync success");
    QCOMPARE(core.component, "student-controller");
    QCOMPARE(core.count, 4);
    QCOMPARE(core.firstTimestamp, "2026-11-30T18:28:12Z");
    QCOMPARE(core.lastTimestamp, "2026-11-30T18:33:13Z");
    QCOMPARE(core.involvedKind, "Student");
    QCOMPARE(core.involvedName, "object-student");
    QCOMPARE(core.involvedNamespace, "default");
    const EventObject& newer = asEvent(page->items[1]);
    QCOMPARE(newer.component, "student-controller");
    QCOMPARE(newer.count, 5);
    QCOMPARE(newer.firstTimestamp, "2026-11-30T18:33:13.123456Z");
    QCOMPARE(newer.lastTimestamp, "2026-11-30T18:33:13.654321Z");
}

void DecodeTest::keptTextHasNoManagedFields() {
    for (const char* file : {"student-list.json", "pod-list.json"}) {
        const ResourceType& type = file[0] == 's' ? studentResource() : podResource();
        const std::string body = recorded(file);
        QVERIFY(contains(body, "managedFields"));
        const auto page = decodeList(body, type);
        for (const auto& object : page->items) {
            QVERIFY(!contains(object->json, "managedFields"));
            QVERIFY2(!parsed(object->json).isEmpty(), object->json.c_str());
            QCOMPARE(metadata(object)[QStringLiteral("uid")].toString().toStdString(), object->meta.uid);
        }
    }
}

void DecodeTest::keptTextIsTheWholeObject() {
    const std::string body = recorded("pod-list.json");
    const auto page = decodeList(body, podResource());
    const auto items =
        QJsonDocument::fromJson(QByteArray::fromStdString(body)).object()[QStringLiteral("items")].toArray();
    for (qsizetype i = 0; i < items.size(); ++i) {
        QJsonObject expected = items[i].toObject();
        QJsonObject meta = expected[QStringLiteral("metadata")].toObject();
        meta.remove(QStringLiteral("managedFields"));
        expected[QStringLiteral("metadata")] = meta;
        expected[QStringLiteral("kind")] = QStringLiteral("Pod");
        expected[QStringLiteral("apiVersion")] = QStringLiteral("v1");
        QCOMPARE(parsed(page->items[static_cast<std::size_t>(i)]->json), expected);
    }
}

void DecodeTest::prettyAnswersAreMinified() {
    const std::string pretty = recorded("student-get-pretty.json");
    QVERIFY(contains(pretty, "\n  \""));
    const auto object = studentResource().decode(pretty, studentResource());
    QVERIFY2(object.ok(), object.ok() ? "" : object.error().message.c_str());
    QVERIFY(!contains((*object)->json, "\n"));
    QVERIFY(!contains((*object)->json, "managedFields"));
    QVERIFY((*object)->json.starts_with(R"({"apiVersion":"bolingcavalry.k8s.io/v1","kind":"Student")"));
    QVERIFY(!parsed((*object)->json).isEmpty());
}

void DecodeTest::watchOfChanges() {
    std::vector<WatchEventType> types;
    std::vector<std::string> versions;
    for (const std::string& line : recordedLines("student-changes.jsonl")) {
        const auto event = decodeWatchEvent(line, studentResource());
        QVERIFY2(event.ok(), event.ok() ? "" : event.error().message.c_str());
        types.push_back(event->type);
        versions.push_back(event->resourceVersion);
        if (event->type == WatchEventType::Deleted) QVERIFY(!event->object->meta.deletionTimestamp.empty());
        if (event->object) QCOMPARE(event->object->meta.key(), "default/watched");
    }
    using enum WatchEventType;
    QCOMPARE(types, (std::vector{Added, Modified, Modified, Modified, Modified, Deleted, Bookmark}));
    QCOMPARE(versions, (std::vector<std::string>{"241", "242", "243", "244", "245", "246", "246"}));
}

void DecodeTest::watchListEndsWithMarkedBookmark() {
    int marked = 0;
    for (const std::string& line : recordedLines("student-watchlist-initial-events-end.jsonl")) {
        const auto event = decodeWatchEvent(line, studentResource());
        QVERIFY(event.ok());
        if (!event->initialEventsEnd) continue;
        ++marked;
        QCOMPARE(event->type, WatchEventType::Bookmark);
        QCOMPARE(event->resourceVersion, "262");
        QVERIFY(!event->object);
    }
    QCOMPARE(marked, 1);
}

void DecodeTest::watchErrorCarriesItsStatus() {
    const auto event = decodeWatchEvent(recordedLines("student-watch-too-old-410.jsonl").at(0), studentResource());
    QVERIFY(event.ok());
    QCOMPARE(event->type, WatchEventType::Error);
    QVERIFY(event->error.isGone());
    QCOMPARE(event->error.httpStatus, 410);
    QCOMPARE(event->error.reason, "Expired");
    QCOMPARE(event->error.message, "too old resource version: 2 (210)");
}

void DecodeTest::watchOfPodsAndEvents() {
    for (const auto& [file, type] :
         {std::pair("pod-watchlist.jsonl", &podResource()), {"event-watchlist.jsonl", &eventResource()}}) {
        int objects = 0;
        for (const std::string& line : recordedLines(file)) {
            const auto event = decodeWatchEvent(line, *type);
            QVERIFY2(event.ok(), event.ok() ? "" : event.error().message.c_str());
            objects += event->object ? 1 : 0;
        }
        QVERIFY(objects > 0);
    }
}

void DecodeTest::tablesAreNoObjects() {
    const auto list = decodeList(recorded("student-list-table.json"), studentResource());
    QVERIFY(!list.ok());
    QCOMPARE(list.error().kind, ErrorKind::Protocol);
    const auto event = decodeWatchEvent(recordedLines("pod-watch-table.jsonl").at(0), podResource());
    QVERIFY(!event.ok());
    QCOMPARE(event.error().kind, ErrorKind::Protocol);
    QVERIFY(event.error().cause.empty());  // only that event is lost
}

void DecodeTest::whatCannotBeFollowedIsTold() {
    for (const char* line : {R"({"type":"WAT","object":{}})", R"({"type":"ADDED","object":{"metadata":{)"}) {
        const auto event = decodeWatchEvent(line, studentResource());
        QVERIFY(!event.ok());
        QCOMPARE(event.error().cause, std::string(kWatchDecoding));
        QCOMPARE(event.error().httpStatus, 500);
        QCOMPARE(event.error().reason, std::string("InternalError"));
    }
}

void DecodeTest::objectBeforeTypeIsRead() {
    const auto event = decodeWatchEvent(
        R"({"object":{"kind":"Student","metadata":{"name":"a","resourceVersion":"7"}},"type":"MODIFIED"})",
        studentResource());
    QVERIFY(event.ok());
    QCOMPARE(event->type, WatchEventType::Modified);
    QCOMPARE(event->object->meta.name, "a");
    QCOMPARE(event->resourceVersion, "7");
}

void DecodeTest::escapesAreDecoded() {
    const auto object = studentResource().decode(
        R"({"metadata":{"name":"a"},"spec":{"name":"\u5f20\u4e09 \ud83d\ude00","school":"a\"b\\c\n"}})",
        studentResource());
    QVERIFY(object.ok());
    QCOMPARE(asStudent(*object).name, "张三 \xF0\x9F\x98\x80");
    QCOMPARE(asStudent(*object).school, "a\"b\\c\n");
}

void DecodeTest::managedFieldsAnywhere_data() {
    QTest::addColumn<QByteArray>("metadata");
    QTest::addColumn<QByteArray>("kept");
    QTest::newRow("first") << QByteArray(R"({"managedFields":[{"a":[1,{}]}],"name":"a"})")
                           << QByteArray(R"({"name":"a"})");
    QTest::newRow("last") << QByteArray(R"({"name":"a","managedFields":[{"a":"]"}]})") << QByteArray(R"({"name":"a"})");
    QTest::newRow("middle") << QByteArray(R"({"name":"a","managedFields":[],"uid":"u"})")
                            << QByteArray(R"({"name":"a","uid":"u"})");
    QTest::newRow("null") << QByteArray(R"({"name":"a","managedFields":null,"uid":"u"})")
                          << QByteArray(R"({"name":"a","uid":"u"})");
    QTest::newRow("number") << QByteArray(R"({"managedFields":7,"name":"a"})") << QByteArray(R"({"name":"a"})");
    QTest::newRow("object") << QByteArray(R"({"name":"a","managedFields":{"x":1}})") << QByteArray(R"({"name":"a"})");
    QTest::newRow("spaced") << QByteArray("{ \"name\" : \"a\" , \"managedFields\" : [ 1 ] , \"uid\" : \"u\" }")
                            << QByteArray(R"({"name":"a","uid":"u"})");
    QTest::newRow("spaced, last") << QByteArray("{ \"name\" : \"a\" , \"managedFields\" : [ 1 ] }")
                                  << QByteArray(R"({"name":"a"})");
    QTest::newRow("as a value") << QByteArray(R"({"name":"a","uid":"managedFields"})")
                                << QByteArray(R"({"name":"a","uid":"managedFields"})");
    QTest::newRow("deeper") << QByteArray(R"({"name":"a","annotations":{"managedFields":"1"}})")
                            << QByteArray(R"({"name":"a","annotations":{"managedFields":"1"}})");
}

void DecodeTest::managedFieldsAnywhere() {
    QFETCH(QByteArray, metadata);
    QFETCH(QByteArray, kept);
    const std::string head = R"({"apiVersion":"bolingcavalry.k8s.io/v1","kind":"Student","metadata":)";
    const auto object = studentResource().decode(head + metadata.toStdString() + "}", studentResource());
    QVERIFY2(object.ok(), object.ok() ? "" : object.error().message.c_str());
    QCOMPARE(QJsonDocument::fromJson(QByteArray::fromStdString((*object)->json)),
             QJsonDocument::fromJson(QByteArray::fromStdString(head) + kept + "}"));
    if (!metadata.contains(" : ")) QCOMPARE((*object)->json, head + kept.toStdString() + "}");
}

void DecodeTest::pathsOfResources() {
    QCOMPARE(studentResource().path(), "/apis/bolingcavalry.k8s.io/v1/students");
    QCOMPARE(studentResource().path("default", "object-student", "status"),
             "/apis/bolingcavalry.k8s.io/v1/namespaces/default/students/object-student/status");
    QCOMPARE(podResource().path("kube-system"), "/api/v1/namespaces/kube-system/pods");
    QCOMPARE(eventResource().path("a", "x/../y?z"), "/api/v1/namespaces/a/events/x%2F..%2Fy%3Fz");
}

QTEST_GUILESS_MAIN(DecodeTest)
#include "tst_decode.moc"
