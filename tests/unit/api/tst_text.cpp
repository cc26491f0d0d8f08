// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/api/text.h"

using namespace rollcall;

class TextTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void printableShowsControls_data();
    void printableShowsControls();
    void printableKeepsLinesOnWish();
    void redactHidesSecrets_data();
    void redactHidesSecrets();
    void redactLeavesTheRest_data();
    void redactLeavesTheRest();
    void validUtf8ReplacesBadBytes_data();
    void validUtf8ReplacesBadBytes();
    void validUtf8TellsPlaces();
    void cutsOnCharacterBorders();
    void percentEncoding();
    void jsonStrings_data();
    void jsonStrings();
};

void TextTest::printableShowsControls_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("shown");
    QTest::newRow("plain") << QByteArray("a 张三 🧪 é") << QByteArray("a 张三 🧪 é");
    QTest::newRow("escape sequence") << QByteArray("\x1b[2J\r\n\t") << QByteArray("␛[2J␍␊␉");
    QTest::newRow("NUL and DEL") << QByteArray("a\0b\x7f", 4) << QByteArray("a␀b␡");
    QTest::newRow("C1") << QByteArray(
                               "\xC2\x9B"
                               "31m")
                        << QByteArray("⟨U+009B⟩31m");
    QTest::newRow("bidi override") << QByteArray("a\u202Eb\u2066c") << QByteArray("a⟨U+202E⟩b⟨U+2066⟩c");
    QTest::newRow("line separator") << QByteArray("a\u2028b") << QByteArray("a␤b");
    QTest::newRow("bad bytes") << QByteArray("a\xff\xC3") << QByteArray("a\uFFFD\uFFFD");
}

void TextTest::printableShowsControls() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, shown);
    QCOMPARE(QByteArray::fromStdString(printable(text.toStdString())), shown);
}

void TextTest::printableKeepsLinesOnWish() {
    QCOMPARE(printable("a\n\tb\r\x1b", true), "a\n\tb␍␛");
}

void TextTest::redactHidesSecrets_data() {
    QTest::addColumn<QByteArray>("text");
    const QByteArray canary = "canary0Secret1Value2";
    QTest::newRow("bearer") << "Authorization: Bearer " + canary;
    QTest::newRow("bearer, lower case") << "authorization: bearer " + canary + " (401)";
    QTest::newRow("basic") << "Basic " + canary + "==";
    QTest::newRow("JWT") << "got eyJhbGciOiJSUzI1NiJ9." + canary + "." + canary + " here";
    QTest::newRow("PEM") << "-----BEGIN RSA PRIVATE KEY-----\n" + canary + "\n-----END RSA PRIVATE KEY-----\n";
    QTest::newRow("cut PEM") << "-----BEGIN PRIVATE KEY-----\n" + canary;
    QTest::newRow("PEM in one line") << "x-----BEGIN PRIVATE KEY-----" + canary + "-----END PRIVATE KEY-----y";
    QTest::newRow("YAML token") << "    token: " + canary;
    QTest::newRow("YAML quoted") << "    token: \"" + canary + "\"";
    QTest::newRow("JSON") << "{\"token\":\"" + canary + "\",\"a\":1}";
    QTest::newRow("password") << "password=" + canary;
    QTest::newRow("password with signs") << "password: " + canary + "!&%$" + canary;
    QTest::newRow("key data") << "client-key-data: " + canary;
    QTest::newRow("access token") << "access_token=" + canary + "&x=1";
}

void TextTest::redactHidesSecrets() {
    QFETCH(QByteArray, text);
    const QByteArray out = QByteArray::fromStdString(redact(text.toStdString()));
    QVERIFY2(!out.contains("canary"), out.constData());
    QVERIFY2(out.contains("<redacted>"), out.constData());
}

void TextTest::redactLeavesTheRest_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("message") << QByteArray("cannot reach https://127.0.0.1:6443: connection refused");
    QTest::newRow("the word token") << QByteArray("the token is missing; a token file was given");
    QTest::newRow("the word bearer") << QByteArray("no Bearer: Bearer");
    QTest::newRow("key") << QByteArray("default/object-student");
    QTest::newRow("Chinese") << QByteArray("张三 的 token：无");
    QTest::newRow("inside a word") << QByteArray("tokenizer: simple mytoken eyJx");
}

void TextTest::redactLeavesTheRest() {
    QFETCH(QByteArray, text);
    QCOMPARE(QByteArray::fromStdString(redact(text.toStdString())), text);
}

void TextTest::validUtf8ReplacesBadBytes_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("valid");
    QTest::newRow("fine") << QByteArray("aé中🧪") << QByteArray("aé中🧪");
    QTest::newRow("lone continuation") << QByteArray("a\x80") << QByteArray("a\uFFFD");
    QTest::newRow("cut") << QByteArray("中").left(2) << QByteArray("\uFFFD\uFFFD");
    QTest::newRow("overlong") << QByteArray("\xC0\xAF") << QByteArray("\uFFFD\uFFFD");
    QTest::newRow("surrogate") << QByteArray("\xED\xA0\x80") << QByteArray("\uFFFD\uFFFD\uFFFD");
    QTest::newRow("beyond Unicode") << QByteArray("\xF4\x90\x80\x80") << QByteArray("\uFFFD\uFFFD\uFFFD\uFFFD");
    QTest::newRow("overlong of three") << QByteArray("\xE0\x80\xAF") << QByteArray("\uFFFD\uFFFD\uFFFD");
}

void TextTest::validUtf8ReplacesBadBytes() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, valid);
    QCOMPARE(QByteArray::fromStdString(validUtf8(text.toStdString())), valid);
}

void TextTest::validUtf8TellsPlaces() {
    std::vector<std::size_t> places;
    QCOMPARE(validUtf8("a\xff"
                       "b\xfe",
                       &places),
             "a\uFFFDb\uFFFD");
    QCOMPARE(places, (std::vector<std::size_t>{1, 5}));
}

void TextTest::cutsOnCharacterBorders() {
    QCOMPARE(firstCharacters("a中b", 2), "a中");
    QCOMPARE(firstCharacters("中", 5), "中");
    QCOMPARE(firstBytes("a中b", 2), "a");
    QCOMPARE(firstBytes("a中b", 3), "a");
    QCOMPARE(firstBytes("a中b", 4), "a中");
    QCOMPARE(firstBytes("a中b", 99), "a中b");
    QCOMPARE(firstBytes("中", 0), "");
}

void TextTest::percentEncoding() {
    QCOMPARE(percentEncoded("AZaz09-._~"), "AZaz09-._~");
    QCOMPARE(percentEncoded("a/b c+d=%中"), "a%2Fb%20c%2Bd%3D%25%E4%B8%AD");
}

void TextTest::jsonStrings_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("json");
    QTest::newRow("plain") << QByteArray("张三 🧪") << QByteArray("\"张三 🧪\"");
    QTest::newRow("quotes") << QByteArray("a\"b\\c/") << QByteArray(R"("a\"b\\c/")");
    QTest::newRow("controls") << QByteArray("\n\r\t\0\x1b", 5) << QByteArray(R"("\n\r\t\u0000\u001B")");
    QTest::newRow("bad bytes") << QByteArray("a\xff") << QByteArray("\"a\uFFFD\"");
}

void TextTest::jsonStrings() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, json);
    std::string out;
    appendJsonString(out, text.toStdString());
    QCOMPARE(QByteArray::fromStdString(out), json);
}

QTEST_GUILESS_MAIN(TextTest)
#include "tst_text.moc"
