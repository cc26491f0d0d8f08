// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "core/api/json_writer.h"
#include "core/api/write.h"
#include "tests/unit/api/api_fixture.h"

using namespace rollcall;
using namespace rollcall::test;

namespace {
QJsonObject parsed(const std::string& json) {
    return QJsonDocument::fromJson(QByteArray::fromStdString(json)).object();
}

EventBody sampleEvent() {
    EventBody event;
    event.ns = "default";
    event.name = "object-student.17a8f1b2c3d4e5f6";
    event.involvedApiVersion = "bolingcavalry.k8s.io/v1";
    event.involvedKind = "Student";
    event.involvedNamespace = "default";
    event.involvedName = "object-student";
    event.involvedUid = "bf9b1a08-9b4a-49a2-bbb7-c1f2b0b792bd";
    event.involvedResourceVersion = "289";
    event.reason = "Synced";
    event.message = "Student synced successfully";
    event.component = "student-controller";
    event.first = event.last = WallTime(std::chrono::seconds(1767225600));
    return event;
}
}  // namespace

class WriteTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void eventBodyIsReadBack();
    void eventBodyHasWhatClientGoSends();
    void clusterScopedObjectsHaveNoNamespace();
    void longTextIsCut();
    void foreignBytesAreEscaped();
    void countPatchChangesThreeFields();
    void countPatchWithoutAMessageLeavesItOut();
    void annotationsAndFieldPathAreWritten();
    void combinedEventsHaveNoReportingFields();
    void eventsV1BodyHasWhatTheServerAsksFor();
    void eventsV1SeriesHasMicroTimes();
    void eventsV1IsReadBack();
    void deleteOptionsWithPreconditions();
    void accessReviews();
    void writerPutsCommas();
};

void WriteTest::eventBodyIsReadBack() {
    const auto object = eventResource().decode(sampleEvent().toJson(), eventResource());
    QVERIFY2(object.ok(), object.ok() ? "" : object.error().message.c_str());
    const EventObject& event = asEvent(*object);
    QCOMPARE(event.meta.key(), "default/object-student.17a8f1b2c3d4e5f6");
    QCOMPARE(event.type, "Normal");
    QCOMPARE(event.reason, "Synced");
    QCOMPARE(event.message, "Student synced successfully");
    QCOMPARE(event.component, "student-controller");
    QCOMPARE(event.involvedUid, "bf9b1a08-9b4a-49a2-bbb7-c1f2b0b792bd");
    QCOMPARE(event.firstTimestamp, "2026-01-01T00:00:00Z");
    QCOMPARE(event.count, 1);
}

void WriteTest::eventBodyHasWhatClientGoSends() {
    // Field by field as in the recorded Event that a real server accepted and returned.
    const QJsonObject ours = parsed(sampleEvent().toJson());
    const QJsonObject stored =
        parsed(recorded("event-core-list.json"))[QStringLiteral("items")].toArray()[0].toObject();
    for (const auto& key : stored.keys()) {
        QVERIFY2(ours.contains(key), qPrintable(key));
        QCOMPARE(ours[key].type(), stored[key].type());
    }
    QCOMPARE(ours[QStringLiteral("reportingComponent")].toString(), QStringLiteral("student-controller"));
    QCOMPARE(ours[QStringLiteral("involvedObject")].toObject()[QStringLiteral("resourceVersion")].toString(),
             QStringLiteral("289"));
}

void WriteTest::clusterScopedObjectsHaveNoNamespace() {
    EventBody event = sampleEvent();
    event.involvedNamespace.clear();
    const QJsonObject json = parsed(event.toJson());
    QVERIFY(!json[QStringLiteral("involvedObject")].toObject().contains(QStringLiteral("namespace")));
    QCOMPARE(json[QStringLiteral("metadata")].toObject()[QStringLiteral("namespace")].toString(),
             QStringLiteral("default"));
}

void WriteTest::longTextIsCut() {
    EventBody event = sampleEvent();
    event.message.clear();
    for (int i = 0; i < 2000; ++i) event.message += "中";
    event.reason = std::string(200, 'R');
    const QJsonObject json = parsed(event.toJson());
    QCOMPARE(json[QStringLiteral("message")].toString().toUtf8().size(), 1023);  // 341 whole characters
    QCOMPARE(json[QStringLiteral("reason")].toString().size(), 128);
    QCOMPARE(parsed(event.countPatch())[QStringLiteral("message")].toString().size(), 341);
}

void WriteTest::foreignBytesAreEscaped() {
    EventBody event = sampleEvent();
    event.message = "a \"quoted\" \\ line\n\x1b[2J \xff end";
    const QJsonObject json = parsed(event.toJson());
    QCOMPARE(json[QStringLiteral("message")].toString(), QStringLiteral("a \"quoted\" \\ line\n\u001b[2J \uFFFD end"));
}

void WriteTest::countPatchChangesThreeFields() {
    EventBody event = sampleEvent();
    event.count = 7;
    event.last += std::chrono::seconds(61);
    QCOMPARE(event.countPatch(),
             R"({"count":7,"lastTimestamp":"2026-01-01T00:01:01Z","message":"Student synced successfully"})");
}

void WriteTest::countPatchWithoutAMessageLeavesItOut() {
    EventBody event = sampleEvent();
    event.count = 2;
    event.message.clear();
    QCOMPARE(event.countPatch(), R"({"count":2,"lastTimestamp":"2026-01-01T00:00:00Z"})");
}

void WriteTest::annotationsAndFieldPathAreWritten() {
    EventBody event = sampleEvent();
    event.annotations = {{"b", "2"}, {"a", "1"}};
    event.involvedFieldPath = "spec.containers{app}";
    QVERIFY(contains(event.toJson(), R"("annotations":{"a":"1","b":"2"})"));
    QVERIFY(contains(event.toJson(), R"("fieldPath":"spec.containers{app}")"));
    QVERIFY(!contains(sampleEvent().toJson(), "annotations"));
    QVERIFY(!contains(sampleEvent().toJson(), "fieldPath"));
}

void WriteTest::combinedEventsHaveNoReportingFields() {
    EventBody event = sampleEvent();
    event.combined = true;
    const QJsonObject json = parsed(event.toJson());
    QCOMPARE(json[QStringLiteral("reportingComponent")].toString(), QString());
    QCOMPARE(json[QStringLiteral("source")].toObject()[QStringLiteral("component")].toString(),
             QStringLiteral("student-controller"));
}

namespace {
EventBody sampleV1() {
    EventBody event = sampleEvent();
    event.api = EventApi::EventsV1;
    event.action = "Syncing";
    event.host = "student-controller-host-1";
    event.first += std::chrono::nanoseconds(123456789);
    return event;
}
}  // namespace

void WriteTest::eventsV1BodyHasWhatTheServerAsksFor() {
    // kubernetes pkg/apis/core/validation/events.go: what must be there, what must not, and how long it may be.
    EventBody event = sampleV1();
    event.action = std::string(200, 'A');
    event.host = std::string(200, 'h');
    event.related = ObjectRef{"v1", "Node", "", "node1", "u-2", "", ""};
    const QJsonObject json = parsed(event.toJson());
    QCOMPARE(json[QStringLiteral("apiVersion")].toString(), QStringLiteral("events.k8s.io/v1"));
    QCOMPARE(json[QStringLiteral("eventTime")].toString(), QStringLiteral("2026-01-01T00:00:00.123456Z"));
    QCOMPARE(json[QStringLiteral("reportingController")].toString(), QStringLiteral("student-controller"));
    QCOMPARE(json[QStringLiteral("reportingInstance")].toString().size(), 128);
    QCOMPARE(json[QStringLiteral("action")].toString().size(), 128);
    QCOMPARE(json[QStringLiteral("reason")].toString(), QStringLiteral("Synced"));
    QCOMPARE(json[QStringLiteral("note")].toString(), QStringLiteral("Student synced successfully"));
    QCOMPARE(json[QStringLiteral("regarding")].toObject()[QStringLiteral("kind")].toString(), QStringLiteral("Student"));
    QCOMPARE(json[QStringLiteral("related")].toObject()[QStringLiteral("name")].toString(), QStringLiteral("node1"));
    QCOMPARE(json[QStringLiteral("type")].toString(), QStringLiteral("Normal"));
    for (const char* unset : {"source", "deprecatedSource", "firstTimestamp", "deprecatedFirstTimestamp", "count",
                              "deprecatedCount", "message", "involvedObject", "series"})
        QVERIFY2(!json.contains(QLatin1String(unset)), unset);
}

void WriteTest::eventsV1SeriesHasMicroTimes() {
    EventBody event = sampleV1();
    event.count = 5;
    event.last += std::chrono::seconds(61);
    QCOMPARE(event.countPatch(), R"({"series":{"count":5,"lastObservedTime":"2026-01-01T00:01:01.000000Z"}})");
    QVERIFY(contains(event.toJson(), R"("series":{"count":5,"lastObservedTime":"2026-01-01T00:01:01.000000Z"})"));
}

void WriteTest::eventsV1IsReadBack() {
    EventBody event = sampleV1();
    event.count = 5;
    event.last += std::chrono::seconds(61);
    const auto object = eventV1Resource().decode(event.toJson(), eventV1Resource());
    QVERIFY2(object.ok(), object.ok() ? "" : object.error().message.c_str());
    const EventObject& read = asEvent(*object);
    QCOMPARE(read.message, "Student synced successfully");
    QCOMPARE(read.component, "student-controller");
    QCOMPARE(read.involvedName, "object-student");
    QCOMPARE(read.count, 5);
    QCOMPARE(read.firstTimestamp, "2026-01-01T00:00:00.123456Z");
    QCOMPARE(read.lastTimestamp, "2026-01-01T00:01:01.000000Z");
    QCOMPARE(eventV1Resource().path("default"), "/apis/events.k8s.io/v1/namespaces/default/events");
}

void WriteTest::deleteOptionsWithPreconditions() {
    QCOMPARE(deleteOptions(""), R"({"kind":"DeleteOptions","apiVersion":"v1"})");
    QCOMPARE(deleteOptions("u-1", "9"),
             R"({"kind":"DeleteOptions","apiVersion":"v1","preconditions":{"uid":"u-1","resourceVersion":"9"}})");
}

void WriteTest::accessReviews() {
    const QJsonObject review = parsed(accessReview("list", "bolingcavalry.k8s.io", "students", "default"));
    QCOMPARE(review[QStringLiteral("kind")].toString(), QStringLiteral("SelfSubjectAccessReview"));
    const QJsonObject attributes =
        review[QStringLiteral("spec")].toObject()[QStringLiteral("resourceAttributes")].toObject();
    QCOMPARE(attributes, (QJsonObject{{QStringLiteral("namespace"), QStringLiteral("default")},
                                      {QStringLiteral("verb"), QStringLiteral("list")},
                                      {QStringLiteral("group"), QStringLiteral("bolingcavalry.k8s.io")},
                                      {QStringLiteral("resource"), QStringLiteral("students")}}));
    QVERIFY(!contains(accessReview("get", "", "pods", ""), "namespace"));
}

void WriteTest::writerPutsCommas() {
    JsonWriter w;
    w.beginObject()
        .key("a")
        .beginArray()
        .number(1)
        .boolean(true)
        .null()
        .beginObject()
        .endObject()
        .string("x")
        .endArray();
    w.key("b").raw("[2]").optionalField("c", "").field("d", "e").endObject();
    QCOMPARE(w.text(), R"({"a":[1,true,null,{},"x"],"b":[2],"d":"e"})");
}

QTEST_GUILESS_MAIN(WriteTest)
#include "tst_write.moc"
