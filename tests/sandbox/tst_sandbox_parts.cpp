// SPDX-License-Identifier: GPL-3.0-or-later
// Selectors, schemas, names, printer paths and ages: what needs no server.
#include <QtTest>

#include "core/sandbox/api_names.h"
#include "core/sandbox/human_time.h"
#include "core/sandbox/json_path.h"
#include "core/sandbox/schema.h"
#include "core/sandbox/selector.h"

using namespace rollcall;
using namespace rollcall::sandbox;

class TestSandboxParts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void labelSelectorSelects_data();
    void labelSelectorSelects();
    void labelSelectorErrorsAreTheServers_data();
    void labelSelectorErrorsAreTheServers();
    void fieldSelectorSelects();
    void fieldSelectorUnescapes();
    void schemaComplaintsAreTheServers_data();
    void schemaComplaintsAreTheServers();
    void statusIsABodyOfItsOwn();
    void nullsOfPlainFieldsAreDropped();
    void unknownFieldsArePrunedAndNamed();
    void openPartsKeepUnknownFields();
    void defaultsFillGapsOnly();
    void wrongMetadataTypesFailInTheDecoder();
    void namesFollowDns1123_data();
    void namesFollowDns1123();
    void agesReadAsKubectlPrintsThem_data();
    void agesReadAsKubectlPrintsThem();
    void jsonPathFindsPrinterColumns_data();
    void jsonPathFindsPrinterColumns();
};

void TestSandboxParts::labelSelectorSelects_data() {
    QTest::addColumn<QByteArray>("selector");
    QTest::addColumn<bool>("selected");
    // The object has environment=production, tier=frontend, n=5.
    const std::pair<const char*, bool> rows[] = {
        {"", true},
        {"environment=production", true},
        {"environment==production", true},
        {"environment!=production", false},
        {"environment in (production, qa)", true},
        {"environment in (qa)", false},
        {"environment notin (qa)", true},
        {"missing notin (qa)", true},
        {"missing!=x", true},
        {"tier", true},
        {"missing", false},
        {"!missing", true},
        {"!tier", false},
        {"environment=production,tier=frontend", true},
        {"environment=production,tier=backend", false},
        {"n>4", true},
        {"n<5", false},
        {"n>5", false},
        {"missing>1", false},
        {"environment=", false},
        {"missing=", false},
        {" tier = frontend ", true},
        {"tier in (frontend),!missing", true},
        {"missing in ()", false},
    };
    for (const auto& [selector, selected] : rows) QTest::newRow(selector) << QByteArray(selector) << selected;
}

void TestSandboxParts::labelSelectorSelects() {
    QFETCH(QByteArray, selector);
    QFETCH(bool, selected);
    const Outcome<LabelSelector> parsed = LabelSelector::parse(selector.toStdString());
    QVERIFY2(parsed.ok(), parsed.ok() ? "" : parsed.failure().message.c_str());
    QCOMPARE(parsed->matches({{"environment", "production"}, {"tier", "frontend"}, {"n", "5"}}), selected);
}

void TestSandboxParts::labelSelectorErrorsAreTheServers_data() {
    QTest::addColumn<QByteArray>("selector");
    QTest::addColumn<QByteArray>("message");
    QTest::newRow("recorded") << QByteArray("a===b")
                              << QByteArray("unable to parse requirement: found '=', expected: identifier");
    // apimachinery labels/selector.go
    QTest::newRow("operator") << QByteArray("a b")
                              << QByteArray(
                                     "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt");
    QTest::newRow("comma") << QByteArray("a,") << QByteArray("found '', expected: identifier after ','");
    QTest::newRow("set") << QByteArray("a in b") << QByteArray("unable to parse requirement: found 'b' expected: '('");
    QTest::newRow("open set") << QByteArray("a in (b")
                              << QByteArray("unable to parse requirement: found '', expected: ',' or ')'");
}

void TestSandboxParts::labelSelectorErrorsAreTheServers() {
    QFETCH(QByteArray, selector);
    QFETCH(QByteArray, message);
    const Outcome<LabelSelector> parsed = LabelSelector::parse(selector.toStdString());
    QVERIFY(!parsed.ok());
    QCOMPARE(parsed.failure().code, 400);
    QCOMPARE(QByteArray::fromStdString(parsed.failure().message), message);
}

void TestSandboxParts::fieldSelectorSelects() {
    const TextPairs fields = {{"status.phase", "Running"}, {"metadata.name", "web-0"}};
    QVERIFY(FieldSelector::parse("status.phase=Running,metadata.name!=web-1")->matches(fields));
    QVERIFY(FieldSelector::parse("status.phase==Running")->matches(fields));
    QVERIFY(!FieldSelector::parse("status.phase!=Running")->matches(fields));
    QVERIFY(FieldSelector::parse("spec.nodeName=")->matches(fields));
    const Outcome<FieldSelector> bad = FieldSelector::parse("metadata.name");
    QVERIFY(!bad.ok());
    QCOMPARE(bad.failure().message, std::string("invalid selector: 'metadata.name'; can't understand 'metadata.name'"));
}

void TestSandboxParts::fieldSelectorUnescapes() {
    const Outcome<FieldSelector> parsed = FieldSelector::parse("a=x\\,y,b=1\\=2");
    QVERIFY(parsed.ok());
    QCOMPARE(parsed->terms.size(), std::size_t(2));
    QCOMPARE(parsed->terms[0].value, std::string("x,y"));
    QCOMPARE(parsed->terms[1].value, std::string("1=2"));
}

namespace {

const Json& conditionSchema() {
    static const Json schema = Json::parse(R"({"type":"object","properties":{
        "spec":{"type":"object","required":["school"],"properties":{
            "name":{"type":"string","minLength":1,"maxLength":5,"pattern":"^[a-z]*$"},"school":{"type":"string"},
            "age":{"type":"integer","minimum":1,"maximum":150},"share":{"type":"number"},"when":{"type":"string","format":"date-time"},
            "kind":{"type":"string","enum":["day","evening"]},"ok":{"type":"boolean"},"port":{"x-kubernetes-int-or-string":true},
            "tags":{"type":"array","maxItems":2,"minItems":1,"items":{"type":"string"}},
            "rows":{"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["id"],
                    "items":{"type":"object","properties":{"id":{"type":"string"}}}}}}}})");
    return schema;
}

}  // namespace

void TestSandboxParts::schemaComplaintsAreTheServers_data() {
    QTest::addColumn<QByteArray>("spec");
    QTest::addColumn<QByteArray>("message");
    const auto row = [](const char* name, const char* spec, const char* message) {
        QTest::newRow(name) << QByteArray(spec) << QByteArray(message);
    };
    row("fine", R"({"school":"s","name":"abc","age":3,"share":1,"port":"http","ok":true})", "");
    // The first two as recorded from kube-apiserver 1.36; the rest as kube-openapi's validation words them.
    row("text", R"({"school":"s","name":5})",
        "spec.name: Invalid value: \"integer\": spec.name in body must be of type string: \"integer\"");
    row("flag", R"({"school":true})",
        "spec.school: Invalid value: \"boolean\": spec.school in body must be of type string: \"boolean\"");
    row("required", R"({})", "spec.school: Required value");
    row("null", R"({"school":null})",
        "spec.school: Invalid value: \"null\": spec.school in body must be of type string: \"null\"");
    row("pattern", R"({"school":"s","name":"A"})",
        "spec.name: Invalid value: \"A\": spec.name in body should match '^[a-z]*$'");
    row("short", R"({"school":"s","name":""})",
        "spec.name: Invalid value: \"\": spec.name in body should be at least 1 chars long");
    row("long", R"({"school":"s","name":"abcdef"})", "spec.name: Too long: may not be more than 5 bytes");
    row("enum", R"({"school":"s","kind":"night"})",
        "spec.kind: Unsupported value: \"night\": supported values: \"day\", \"evening\"");
    row("minimum", R"({"school":"s","age":0})",
        "spec.age: Invalid value: 0: spec.age in body should be greater than or equal to 1");
    row("maximum", R"({"school":"s","age":151})",
        "spec.age: Invalid value: 151: spec.age in body should be less than or equal to 150");
    row("fraction", R"({"school":"s","age":1.5})",
        "spec.age: Invalid value: \"number\": spec.age in body must be of type integer: \"number\"");
    row("many", R"({"school":"s","tags":["a","b","c"]})", "spec.tags: Too many: 3: must have at most 2 items");
    row("few", R"({"school":"s","tags":[]})",
        "spec.tags: Invalid value: 0: spec.tags in body should have at least 1 items");
    row("item", R"({"school":"s","tags":["a",2]})",
        "spec.tags[1]: Invalid value: \"integer\": spec.tags[1] in body must be of type string: \"integer\"");
    row("time", R"({"school":"s","when":"noon"})",
        "spec.when: Invalid value: \"noon\": spec.when in body must be of type date-time: \"noon\"");
    row("status body", R"({"school":7})",
        "spec.school: Invalid value: \"integer\": spec.school in body must be of type string: \"integer\"");
    row("int or string", R"({"school":"s","port":true})",
        "spec.port: Invalid value: \"boolean\": spec.port in body must be of type integer,string: \"boolean\"");
    row("map keys", R"({"school":"s","rows":[{"id":"a"},{"id":"a"}]})",
        "spec.rows[1]: Duplicate value: {\"id\":\"a\"}");
}

void TestSandboxParts::schemaComplaintsAreTheServers() {
    QFETCH(QByteArray, spec);
    QFETCH(QByteArray, message);
    FieldErrors errors;
    validateSchema({{"spec", Json::parse(spec.toStdString())}}, conditionSchema(), errors);
    QByteArray text;
    for (const FieldError& error : errors) text += QByteArray::fromStdString(error.field + ": " + error.detail);
    QCOMPARE(text, message);
}

void TestSandboxParts::statusIsABodyOfItsOwn() {
    const Json schema = Json::parse(
        R"({"type":"object","properties":{"status":{"type":"object","properties":{"n":{"type":"integer"}}}}})");
    FieldErrors errors;
    validateSchema(Json::parse(R"({"status":{"n":"x"}})"), schema, errors, "status");
    QCOMPARE(errors.size(), std::size_t(1));
    // As recorded: the field's whole path, but a text that begins where the body of the subresource does.
    QCOMPARE(errors[0].field, std::string("status.n"));
    QCOMPARE(errors[0].detail, std::string("Invalid value: \"string\": n in body must be of type integer: \"string\""));
}

void TestSandboxParts::nullsOfPlainFieldsAreDropped() {
    Json object = Json::parse(R"({"spec":{"name":null,"school":"s","tags":null}})");
    std::vector<std::string> unknown;
    pruneUnknown(object, conditionSchema(), unknown);
    QCOMPARE(dump(object), std::string(R"({"spec":{"school":"s"}})"));
    QVERIFY(unknown.empty());
}

void TestSandboxParts::unknownFieldsArePrunedAndNamed() {
    Json object = Json::parse(
        R"({"apiVersion":"a","kind":"b","metadata":{"name":"x"},"spec":{"nmae":"x","rows":[{"id":"1","z":2}]},"extra":1})");
    std::vector<std::string> unknown;
    pruneUnknown(object, conditionSchema(), unknown);
    QCOMPARE(unknown, (std::vector<std::string>{"extra", "spec.nmae", "spec.rows[0].z"}));
    QCOMPARE(dump(object),
             std::string(R"({"apiVersion":"a","kind":"b","metadata":{"name":"x"},"spec":{"rows":[{"id":"1"}]}})"));
}

void TestSandboxParts::openPartsKeepUnknownFields() {
    const Json schema = Json::parse(
        R"({"type":"object","properties":{"spec":{"type":"object","x-kubernetes-preserve-unknown-fields":true,
        "properties":{"inner":{"type":"object","properties":{}}}},"map":{"type":"object","additionalProperties":{"type":"string"}}}})");
    Json object = Json::parse(R"({"spec":{"anything":1,"inner":{"gone":1}},"map":{"k":"v"}})");
    std::vector<std::string> unknown;
    pruneUnknown(object, schema, unknown);
    QCOMPARE(unknown, std::vector<std::string>{"spec.inner.gone"});
    QCOMPARE(dump(object), std::string(R"({"map":{"k":"v"},"spec":{"anything":1,"inner":{}}})"));
}

void TestSandboxParts::defaultsFillGapsOnly() {
    const Json schema = Json::parse(R"({"type":"object","properties":{"spec":{"type":"object","properties":{
        "a":{"type":"string","default":"x"},"b":{"type":"integer","default":3},"c":{"type":"string","nullable":true,"default":"y"}}}}})");
    Json object = Json::parse(R"({"spec":{"a":"own","c":null}})");
    applyDefaults(object, schema);
    QCOMPARE(dump(object), std::string(R"({"spec":{"a":"own","b":3,"c":null}})"));
}

void TestSandboxParts::wrongMetadataTypesFailInTheDecoder() {
    std::vector<std::string> unknown;
    Json object = Json::parse(R"({"metadata":{"name":"x","labels":{"a":"b"},"odd":1,"annotations":null}})");
    QCOMPARE(checkObjectMeta(object, unknown), std::string());
    QCOMPARE(unknown, std::vector<std::string>{"metadata.odd"});
    for (const char* metadata : {R"({"name":1})", R"({"labels":{"a":1}})", R"({"labels":[]})",
                                 R"({"creationTimestamp":"noon"})", R"({"finalizers":"a"})", R"([])", R"("x")"}) {
        Json wrong = {{"metadata", Json::parse(metadata)}};
        QVERIFY2(checkObjectMeta(wrong, unknown).find("json: cannot unmarshal") == 0, metadata);
    }
}

void TestSandboxParts::namesFollowDns1123_data() {
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<bool>("subdomain");
    QTest::addColumn<bool>("label");
    QTest::newRow("plain") << QByteArray("web-0") << true << true;
    QTest::newRow("dots") << QByteArray("a.b-c.d") << true << false;
    QTest::newRow("capital") << QByteArray("Web") << false << false;
    QTest::newRow("underscore") << QByteArray("a_b") << false << false;
    QTest::newRow("dash first") << QByteArray("-a") << false << false;
    QTest::newRow("dash last") << QByteArray("a-") << false << false;
    QTest::newRow("empty part") << QByteArray("a..b") << false << false;
    QTest::newRow("63") << QByteArray(63, 'a') << true << true;
    QTest::newRow("64") << QByteArray(64, 'a') << true << false;
    QTest::newRow("254") << QByteArray(254, 'a') << false << false;
}

void TestSandboxParts::namesFollowDns1123() {
    QFETCH(QByteArray, name);
    QFETCH(bool, subdomain);
    QFETCH(bool, label);
    QCOMPARE(dns1123SubdomainProblem(name.toStdString()).empty(), subdomain);
    QCOMPARE(dns1123LabelProblem(name.toStdString()).empty(), label);
}

void TestSandboxParts::agesReadAsKubectlPrintsThem_data() {
    QTest::addColumn<qint64>("seconds");
    QTest::addColumn<QByteArray>("text");
    // apimachinery util/duration/duration_test.go
    const std::pair<qint64, const char*> rows[] = {
        {1, "1s"},
        {70, "70s"},
        {119, "119s"},
        {190, "3m10s"},
        {70 * 60, "70m"},
        {47 * 3600, "47h"},
        {49 * 3600, "2d1h"},
        {(8 * 24 + 2) * 3600, "8d"},
        {367LL * 24 * 3600, "367d"},
        {(365LL * 2 * 24 + 25) * 3600, "2y1d"},
        {365LL * 8 * 24 * 3600, "8y"},
        {600, "10m"},
        {4 * 3600 + 300, "4h5m"},
        {-1, "0s"},
        {-2, "<invalid>"},
    };
    for (const auto& [seconds, text] : rows) QTest::newRow(text) << seconds << QByteArray(text);
}

void TestSandboxParts::agesReadAsKubectlPrintsThem() {
    QFETCH(qint64, seconds);
    QFETCH(QByteArray, text);
    QCOMPARE(QByteArray::fromStdString(humanDuration(std::chrono::seconds(seconds))), text);
}

void TestSandboxParts::jsonPathFindsPrinterColumns_data() {
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("found");
    QTest::newRow("member") << QByteArray(".spec.name") << QByteArray("\"x\"");
    QTest::newRow("missing") << QByteArray(".spec.nothing.more") << QByteArray();
    QTest::newRow("index") << QByteArray(".spec.list[1]") << QByteArray("2");
    QTest::newRow("last") << QByteArray(".spec.list[-1]") << QByteArray("3");
    QTest::newRow("all") << QByteArray(".spec.list[*]") << QByteArray("123");
    QTest::newRow("filter") << QByteArray(".status.conditions[?(@.type==\"Ready\")].status") << QByteArray("\"True\"");
    QTest::newRow("no match") << QByteArray(".status.conditions[?(@.type=='Gone')].status") << QByteArray();
    QTest::newRow("quoted") << QByteArray(".metadata.labels['a.b/c']") << QByteArray("1");
    QTest::newRow("escaped") << QByteArray(".metadata.labels.a\\.b/c") << QByteArray("1");
}

void TestSandboxParts::jsonPathFindsPrinterColumns() {
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, found);
    const Json object = Json::parse(R"({"spec":{"name":"x","list":[1,2,3]},"metadata":{"labels":{"a.b/c":1}},
        "status":{"conditions":[{"type":"Other","status":"False"},{"type":"Ready","status":"True"}]}})");
    QByteArray text;
    for (const Json* value : evaluateJsonPath(object, path.toStdString()))
        text += QByteArray::fromStdString(dump(*value));
    QCOMPARE(text, found);
}

QTEST_GUILESS_MAIN(TestSandboxParts)
#include "tst_sandbox_parts.moc"
