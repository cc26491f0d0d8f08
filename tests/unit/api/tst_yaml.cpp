// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonDocument>
#include <QJsonObject>

#include "core/api/yaml_tree.h"
#include "tests/unit/api/api_fixture.h"

using namespace rollcall;
using namespace rollcall::test;

namespace {
QJsonDocument parsed(const std::string& json) {
    return QJsonDocument::fromJson(QByteArray::fromStdString(json));
}
}  // namespace

class YamlTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void looksAsKubectlPrintsIt();
    void styleIsThatOfKubernetes_data();
    void styleIsThatOfKubernetes();
    void emojiIsShown();
    void whatIsNoObjectComesBack_data();
    void whatIsNoObjectComesBack();
    void scalars_data();
    void scalars();
    void documents_data();
    void documents();
    void errorsNameTheirPlace_data();
    void errorsNameTheirPlace();
    void sampleManifest();
    void jsonIsYamlToo();
    void mergeKeysAndAliases();
    void treeKnowsLines();
};

void YamlTest::looksAsKubectlPrintsIt() {
    // The same object by "kubectl get -o json" and "kubectl get -o yaml".
    QCOMPARE(yamlFromJson(recorded("student.json")), recorded("student.yaml"));
}

void YamlTest::styleIsThatOfKubernetes_data() {
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QByteArray>("yaml");
    int row = 0;
    for (const std::string& line : recordedLines("yaml_styles.jsonl")) {
        const QJsonObject pair = parsed(line).object();
        QTest::addRow("%d", ++row) << pair[QStringLiteral("json")].toString().toUtf8()
                                   << pair[QStringLiteral("yaml")].toString().toUtf8();
    }
    QVERIFY(row > 200);
}

void YamlTest::styleIsThatOfKubernetes() {
    QFETCH(QByteArray, json);
    QFETCH(QByteArray, yaml);
    QCOMPARE(QByteArray::fromStdString(yamlFromJson(json.toStdString())), yaml);
    const auto back = jsonFromYaml(yaml.toStdString());
    QVERIFY2(back.ok(), back.ok() ? "" : back.error().message.c_str());
    const QJsonDocument again = parsed(*back);
    QVERIFY(!again.isNull());
    QCOMPARE(again, QJsonDocument::fromJson(json));
}

void YamlTest::emojiIsShown() {
    const std::string json = "{\"name\":\"生产环境-🧪\",\"line\":\"a\u2028b\"}";
    QCOMPARE(yamlFromJson(json), "line: \"a\\Lb\"\nname: 生产环境-🧪\n");
    QCOMPARE(parsed(jsonFromYaml(yamlFromJson(json)).value()), parsed(json));
}

void YamlTest::whatIsNoObjectComesBack_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("text") << QByteArray("hello: world");
    QTest::newRow("list") << QByteArray("[1,2]");
    QTest::newRow("cut") << QByteArray("{\"a\":");
    QTest::newRow("two") << QByteArray("{} {}");
}

void YamlTest::whatIsNoObjectComesBack() {
    QFETCH(QByteArray, text);
    QCOMPARE(yamlFromJson(text.toStdString()), text.toStdString());
}

void YamlTest::scalars_data() {
    QTest::addColumn<QByteArray>("yaml");
    QTest::addColumn<QByteArray>("json");
    // YAML 1.2, 10.3.2 "Core schema".
    QTest::newRow("null") << QByteArray("null") << QByteArray("null");
    QTest::newRow("tilde") << QByteArray("~") << QByteArray("null");
    QTest::newRow("nothing") << QByteArray("") << QByteArray("null");
    QTest::newRow("true") << QByteArray("True") << QByteArray("true");
    QTest::newRow("false") << QByteArray("FALSE") << QByteArray("false");
    QTest::newRow("yes is text") << QByteArray("yes") << QByteArray("\"yes\"");
    QTest::newRow("on is text") << QByteArray("on") << QByteArray("\"on\"");
    QTest::newRow("integer") << QByteArray("-17") << QByteArray("-17");
    QTest::newRow("plus") << QByteArray("+17") << QByteArray("17");
    QTest::newRow("leading zeros") << QByteArray("0017") << QByteArray("17");
    QTest::newRow("zero") << QByteArray("000") << QByteArray("0");
    QTest::newRow("octal") << QByteArray("0o14") << QByteArray("12");
    QTest::newRow("hexadecimal") << QByteArray("0xC") << QByteArray("12");
    QTest::newRow("large") << QByteArray("123456789012345678901234567890")
                           << QByteArray("123456789012345678901234567890");
    QTest::newRow("float") << QByteArray("12e03") << QByteArray("12e03");
    QTest::newRow("fraction") << QByteArray("-.5") << QByteArray("-0.5");
    QTest::newRow("point") << QByteArray("2.") << QByteArray("2.0");
    QTest::newRow("zeros and point") << QByteArray("00.50E+2") << QByteArray("0.50E+2");
    QTest::newRow("version is text") << QByteArray("1.2.3") << QByteArray("\"1.2.3\"");
    QTest::newRow("underscore is text") << QByteArray("1_000") << QByteArray("\"1_000\"");
    QTest::newRow("time is text") << QByteArray("2001-01-01") << QByteArray("\"2001-01-01\"");
    QTest::newRow("quoted number") << QByteArray("\"17\"") << QByteArray("\"17\"");
    QTest::newRow("single-quoted null") << QByteArray("'null'") << QByteArray("\"null\"");
    QTest::newRow("tagged text") << QByteArray("!!str 17") << QByteArray("\"17\"");
    QTest::newRow("text with quotes") << QByteArray("say \"hi\"") << QByteArray("\"say \\\"hi\\\"\"");
    QTest::newRow("escapes") << QByteArray("\"a\\tb\\u5f20\"") << QByteArray("\"a\\tb张\"");
    QTest::newRow("bad UTF-8") << QByteArray("a\xff") << QByteArray("\"a\xEF\xBF\xBD\"");
}

void YamlTest::scalars() {
    QFETCH(QByteArray, yaml);
    QFETCH(QByteArray, json);
    const auto result = jsonFromYaml("a: " + yaml.toStdString());
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().message.c_str());
    QCOMPARE(QByteArray::fromStdString(*result), "{\"a\":" + json + "}");
}

void YamlTest::documents_data() {
    QTest::addColumn<QByteArray>("yaml");
    QTest::addColumn<QByteArray>("json");
    QTest::newRow("nested") << QByteArray("a:\n  b: [1, {c: d}]\ne:\n- f\n- - g\n")
                            << QByteArray(R"({"a":{"b":[1,{"c":"d"}]},"e":["f",["g"]]})");
    QTest::newRow("literal") << QByteArray("a: |\n  x\n  y\n") << QByteArray(R"({"a":"x\ny\n"})");
    QTest::newRow("folded") << QByteArray("a: >-\n  x\n  y\n") << QByteArray(R"({"a":"x y"})");
    QTest::newRow("marker and comments") << QByteArray("# c\n---\na: 1 # d\n") << QByteArray(R"({"a":1})");
    QTest::newRow("marker at the end") << QByteArray("a: 1\n---\n") << QByteArray(R"({"a":1})");
    QTest::newRow("numbers as keys") << QByteArray("1: a\ntrue: b\n") << QByteArray(R"({"1":"a","true":"b"})");
    QTest::newRow("empty ones") << QByteArray("a: {}\nb: []\n") << QByteArray(R"({"a":{},"b":[]})");
}

void YamlTest::documents() {
    QFETCH(QByteArray, yaml);
    QFETCH(QByteArray, json);
    const auto result = jsonFromYaml(yaml.toStdString());
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().message.c_str());
    QCOMPARE(QByteArray::fromStdString(*result), json);
}

void YamlTest::errorsNameTheirPlace_data() {
    QTest::addColumn<QByteArray>("yaml");
    QTest::addColumn<QByteArray>("message");
    QTest::newRow("empty") << QByteArray("") << QByteArray("there is no object");
    QTest::newRow("comment") << QByteArray("# nothing\n") << QByteArray("there is no object");
    QTest::newRow("scalar") << QByteArray("hello") << QByteArray("line 1, column 1: an object must be a map");
    QTest::newRow("list") << QByteArray("\n- a") << QByteArray("line 2, column 1: an object must be a map");
    QTest::newRow("open bracket") << QByteArray("a: [1,\nb: 2\n") << QByteArray("line ");
    QTest::newRow("bad indent") << QByteArray("a: 1\n  b: 2\n") << QByteArray("line 2");
    QTest::newRow("tab") << QByteArray("a:\n\tb: 1\n") << QByteArray("line 2");
    QTest::newRow("twice") << QByteArray("a: 1\nb:\n  c: 1\n  c: 2\n")
                           << QByteArray("line 4, column 1: the key \"c\" occurs twice");
    QTest::newRow("two documents") << QByteArray("a: 1\n---\nb: 2\n") << QByteArray("one object expected");
    QTest::newRow("comma between objects") << QByteArray("{\"a\":1},{\"b\":2}") << QByteArray("one object expected");
    QTest::newRow("comma at the end") << QByteArray("{a: 1},") << QByteArray("one object expected");
    QTest::newRow("infinity") << QByteArray("a: .inf\n") << QByteArray("line 1, column 4: JSON has no infinity");
    QTest::newRow("hexadecimal too large")
        << QByteArray("a: 0xFFFFFFFFFFFFFFFFFF\n") << QByteArray("the number is too large");
    QTest::newRow("map as key") << QByteArray("? {a: b}\n: c\n") << QByteArray("a key must be text");
    QTest::newRow("self alias") << QByteArray("a: &x [*x]\n")
                                << QByteArray("line 1, column 8: an alias refers to the node that it is part of");
    QTest::newRow("deep") << QByteArray("a: ") + QByteArray(200, '[') << QByteArray("nested too deeply");
}

void YamlTest::errorsNameTheirPlace() {
    QFETCH(QByteArray, yaml);
    QFETCH(QByteArray, message);
    const auto result = jsonFromYaml(yaml.toStdString());
    QVERIFY(!result.ok());
    QCOMPARE(result.error().kind, ErrorKind::Config);
    QVERIFY2(contains(result.error().message, message.toStdString()), result.error().message.c_str());
}

void YamlTest::sampleManifest() {
    const auto json = jsonFromYaml(
        "# SPDX\napiVersion: bolingcavalry.k8s.io/v1\nkind: Student\nmetadata:\n  name: object-student\n  namespace: "
        "default\n"
        "spec:\n  name: \"张三\"\n  school: \"深圳中学\"\n");
    QVERIFY(json.ok());
    const auto object = studentResource().decode(*json, studentResource());
    QVERIFY(object.ok());
    QCOMPARE(asStudent(*object).name, "张三");
    QCOMPARE((*object)->meta.key(), "default/object-student");
}

void YamlTest::jsonIsYamlToo() {
    const auto result = jsonFromYaml(R"({"a": "\ud83d\ude00", "b": [1.50, true, null]})");
    QVERIFY(result.ok());
    QCOMPARE(*result, "{\"a\":\"😀\",\"b\":[1.50,true,null]}");
}

void YamlTest::mergeKeysAndAliases() {
    const auto result =
        jsonFromYaml("base: &b {x: 1, y: 2}\none: {<<: *b, y: 3}\ntwo: {<<: [{x: 9}, *b]}\nquoted: {\"<<\": *b}\n");
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().message.c_str());
    QCOMPARE(parsed(*result),
             parsed(R"({"base":{"x":1,"y":2},"one":{"x":1,"y":3},"two":{"x":9,"y":2},"quoted":{"<<":{"x":1,"y":2}}})"));
}

void YamlTest::treeKnowsLines() {
    const auto document = readYaml("a: 1\nb:\n- x\n- y: z\n");
    QVERIFY(document.ok());
    const YamlNode* b = document->root.find("b");
    QVERIFY(b && b->isList());
    QCOMPARE(b->items[1].line, 4);
    QCOMPARE(b->items[1].column, 3);
    QCOMPARE(document->root.fields[1].line, 2);
    QVERIFY(!document->more);
}

QTEST_GUILESS_MAIN(YamlTest)
#include "tst_yaml.moc"
