// SPDX-License-Identifier: GPL-3.0-or-later
// JSON, YAML and protobuf as they come off the wire, the two forms of an Event, and the built-in manifest.
#include <QFile>
#include <QtTest>

#include "core/sandbox/builtin_resources.h"
#include "core/sandbox/json_syntax.h"
#include "core/sandbox/list_options.h"
#include "core/sandbox/proto_wire.h"
#include "core/sandbox/seed_data.h"
#include "core/sandbox/yaml_writer.h"

using namespace rollcall;
using namespace rollcall::sandbox;

class TestSandboxFormats : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void yamlSurvivesTheRoundTrip();
    void yamlScalarsGetTheirTypes();
    void hostileYamlIsRefused();
    void deepJsonIsRefused();
    void syntaxErrorsAreGos_data();
    void syntaxErrorsAreGos();
    void duplicateFieldsAreFound();
    void continueTokenSurvivesTheRoundTrip();
    void protobufOfCreateNamespace();
    void protobufOfAccessReview();
    void brokenProtobufIsRefused();
    void eventViewsMapOntoEachOther();
    void builtInStudentDefinitionIsTheManifest();
};

void TestSandboxFormats::yamlSurvivesTheRoundTrip() {
    const Json object =
        Json::parse(R"({"a":{"b":[1,2.5,"3",true,"true",null,{"x":{"y":[]},"z":{}}]},"text":"two\nlines","empty":"",
        "odd":": # - x","name":"张三","time":"2026-01-01T00:00:00Z","nested":[[1,2],[{"k":"v"}]],"*":"&"})");
    const Outcome<Json> back = fromYaml(toYaml(object));
    QVERIFY2(back.ok(), toYaml(object).c_str());
    QCOMPARE(dump(*back), dump(object));
}

void TestSandboxFormats::yamlScalarsGetTheirTypes() {
    const Outcome<Json> read =
        fromYaml("a: 1\nb: 'yes'\nc: yes\nd: ~\ne: 1.5\nf: \"1\"\ng: 0x10\nh: |\n  text\ni: !!str 7\n");
    QVERIFY(read.ok());
    QCOMPARE(dump(*read),
             std::string(R"({"a":1,"b":"yes","c":true,"d":null,"e":1.5,"f":"1","g":"0x10","h":"text\n","i":7})"));
}

void TestSandboxFormats::hostileYamlIsRefused() {
    // "Billion laughs": each alias repeats the one before ten times.
    std::string bomb = "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n";
    for (int i = 1; i < 9; ++i) {
        const std::string last = "*a" + std::to_string(i - 1);
        bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + last;
        for (int j = 0; j < 9; ++j) bomb += "," + last;
        bomb += "]\n";
    }
    QVERIFY(!fromYaml(bomb).ok());
    QVERIFY(!fromYaml(std::string(5000, '[')).ok());
    QVERIFY(!fromYaml("a: [1").ok());
}

void TestSandboxFormats::deepJsonIsRefused() {
    std::string error;
    QVERIFY(!parseJson(std::string(100'000, '['), error));
    QCOMPARE(error, std::string("exceeded max depth"));
    QVERIFY(parseJson("\"" + std::string(1000, '[') + "\"", error));
    QVERIFY(!parseJson("{\"a\":", error));
    QCOMPARE(error, std::string("unexpected end of JSON input"));
}

void TestSandboxFormats::syntaxErrorsAreGos_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("message");
    // encoding/json scanner.go
    const std::pair<const char*, const char*> rows[] = {
        {"", "unexpected end of JSON input"},
        {"{\"a\":", "unexpected end of JSON input"},
        {"\"abc", "unexpected end of JSON input"},
        {"{x", "invalid character 'x' looking for beginning of object key string"},
        {"{\"a\" 1}", "invalid character '1' after object key"},
        {"{\"a\":1 2}", "invalid character '2' after object key:value pair"},
        {"[1 2]", "invalid character '2' after array element"},
        {"{\"a\":x}", "invalid character 'x' looking for beginning of value"},
        {"{} x", "invalid character 'x' after top-level value"},
        {"trux", "invalid character 'x' in literal true (expecting 'e')"},
        {"-x", "invalid character 'x' in numeric literal"},
        {"[1,]", "invalid character ']' looking for beginning of value"},
        {"{\"a\":1,}", "invalid character '}' looking for beginning of object key string"},
    };
    for (const auto& [text, message] : rows) QTest::newRow(text) << QByteArray(text) << QByteArray(message);
}

void TestSandboxFormats::syntaxErrorsAreGos() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, message);
    std::string error;
    QVERIFY(!parseJson(text.toStdString(), error));
    QCOMPARE(QByteArray::fromStdString(error), message);
}

void TestSandboxFormats::duplicateFieldsAreFound() {
    QCOMPARE(duplicateFields(R"({"a":{"b":1,"c":[{"d":1,"d":2}],"b":2},"a2":1})"),
             (std::vector<std::string>{"a.c[0].d", "a.b"}));
    QVERIFY(duplicateFields(R"([{"a":1},{"a":1}])").empty());
}

void TestSandboxFormats::continueTokenSurvivesTheRoundTrip() {
    ContinueToken token;
    token.revision = 214;
    token.startKey = std::string("gen-qdr7c") + '\0';
    token.left = 7;
    const Outcome<ContinueToken> back = ContinueToken::decode(token.encode());
    QVERIFY(back.ok());
    QCOMPARE(back->revision, token.revision);
    QCOMPARE(back->startKey, token.startKey);
    QCOMPARE(back->left, token.left);
    // A token of the real server (recorded) can be read too.
    const Outcome<ContinueToken> real =
        ContinueToken::decode("eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6MjE0LCJzdGFydCI6Ii9nZW4tcWRyN2NcdTAwMDAifQ");
    QVERIFY(real.ok());
    QCOMPARE(real->startKey, token.startKey);
    const Outcome<ContinueToken> garbage = ContinueToken::decode("garbage");
    QVERIFY(!garbage.ok());
    QCOMPARE(garbage.failure().message,
             std::string("invalid continue token: continue key is not valid: invalid character "
                         "'\\u0081' looking for beginning of value"));
}

void TestSandboxFormats::protobufOfCreateNamespace() {
    // The body that kubectl 1.36 sends for `create namespace class-trace`.
    const QByteArray body = QByteArray::fromHex(
        "6b3873000a0f0a02763112094e616d65737061636512230a1b0a0b636c6173732d747261636512001a0022002a00320038004200"
        "12001a020a001a002200");
    const Outcome<Json> object = fromKubernetesProtobuf(body.toStdString());
    QVERIFY(object.ok());
    QCOMPARE(dump(*object),
             std::string(R"({"apiVersion":"v1","kind":"Namespace","metadata":{"name":"class-trace"},"spec":{}})"));
}

void TestSandboxFormats::protobufOfAccessReview() {
    // `kubectl auth can-i list students`
    const QByteArray body = QByteArray::fromHex(
        "6b3873000a320a17617574686f72697a6174696f6e2e6b38732e696f2f7631121753656c665375626a6563744163636573735265766965"
        "77"
        "12550a100a0012001a0022002a0032003800420012370a350a0764656661756c7412046c6973741a14626f6c696e67636176616c72792e"
        "6b"
        "38732e696f22002a0873747564656e747332003a001a0808001200 1a0020001a002200");
    const Outcome<Json> object = fromKubernetesProtobuf(body.toStdString());
    QVERIFY(object.ok());
    QCOMPARE(textAt(*object, "kind"), std::string("SelfSubjectAccessReview"));
    QCOMPARE(
        dump(objectAt(*object, "spec.resourceAttributes")),
        std::string(R"({"group":"bolingcavalry.k8s.io","namespace":"default","resource":"students","verb":"list"})"));
}

void TestSandboxFormats::brokenProtobufIsRefused() {
    const QByteArray whole = QByteArray::fromHex(
        "6b3873000a0f0a02763112094e616d65737061636512230a1b0a0b636c6173732d747261636512001a0022002a00320038004200");
    for (qsizetype cut = 0; cut < whole.size(); ++cut) {
        const Outcome<Json> object = fromKubernetesProtobuf(whole.left(cut).toStdString());
        if (object.ok()) QVERIFY(object->is_object());  // a shorter message may be a whole one; none may crash
    }
    QVERIFY(!fromKubernetesProtobuf("{\"kind\":\"Namespace\"}").ok());
    QVERIFY(!fromKubernetesProtobuf(whole.left(30).toStdString()).ok());
}

void TestSandboxFormats::eventViewsMapOntoEachOther() {
    const Json core =
        Json::parse(R"({"apiVersion":"v1","kind":"Event","metadata":{"name":"e"},"involvedObject":{"name":"s"},
        "reason":"Synced","message":"m","source":{"component":"c"},"firstTimestamp":"2026-01-01T00:00:00Z",
        "lastTimestamp":"2026-01-01T00:00:01Z","count":4,"type":"Normal","eventTime":null,"reportingComponent":"c","reportingInstance":""})");
    const Json v1 = eventToV1(core);
    // Member by member as recorded from kube-apiserver for the same event in both APIs.
    QCOMPARE(
        dump(v1),
        std::string(
            R"({"apiVersion":"events.k8s.io/v1","deprecatedCount":4,"deprecatedFirstTimestamp":"2026-01-01T00:00:00Z",)"
            R"("deprecatedLastTimestamp":"2026-01-01T00:00:01Z","deprecatedSource":{"component":"c"},"eventTime":null,)"
            R"("kind":"Event","metadata":{"name":"e"},"note":"m","reason":"Synced","regarding":{"name":"s"},)"
            R"("reportingController":"c","type":"Normal"})"));
    QCOMPARE(dump(eventFromV1(v1)), dump(core));
}

void TestSandboxFormats::builtInStudentDefinitionIsTheManifest() {
    QFile manifest(QStringLiteral(ROLLCALL_SOURCE_DIR "/resources/manifests/student-crd.yaml"));
    QVERIFY(manifest.open(QIODevice::ReadOnly));
    const Outcome<Json> shipped = fromYaml(manifest.readAll().toStdString());
    const Outcome<Json> built = fromYaml(kStudentDefinition);
    QVERIFY(shipped.ok() && built.ok());
    QCOMPARE(dump(*built), dump(*shipped));
}

QTEST_GUILESS_MAIN(TestSandboxFormats)
#include "tst_sandbox_formats.moc"
