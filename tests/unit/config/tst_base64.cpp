// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/config/base64.h"

using namespace rollcall;

class Base64Test : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void decodes_data();
    void decodes();
    void refuses_data();
    void refuses();
    void agreesWithQt();
};

void Base64Test::decodes_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("bytes");
    // RFC 4648, 10.
    QTest::newRow("empty") << QByteArray() << QByteArray();
    QTest::newRow("f") << QByteArray("Zg==") << QByteArray("f");
    QTest::newRow("fo") << QByteArray("Zm8=") << QByteArray("fo");
    QTest::newRow("foo") << QByteArray("Zm9v") << QByteArray("foo");
    QTest::newRow("foobar") << QByteArray("Zm9vYmFy") << QByteArray("foobar");
    QTest::newRow("lines") << QByteArray("Zm9v\r\nYmFy\n") << QByteArray("foobar");
    QTest::newRow("break in the padding") << QByteArray("Zg=\n=\n") << QByteArray("f");
}

void Base64Test::decodes() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, bytes);
    const auto result = decodeBase64(text.toStdString());
    QVERIFY(!result.badByte);
    QCOMPARE(QByteArray::fromStdString(result.bytes), bytes);
}

void Base64Test::refuses_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("at");
    QTest::newRow("blank") << QByteArray("Zm9v YmFy") << 4;
    QTest::newRow("tab") << QByteArray("\tZm9v") << 0;
    QTest::newRow("url alphabet") << QByteArray("Zm-v") << 2;
    QTest::newRow("dollar") << QByteArray("Zm9$") << 3;
    QTest::newRow("PEM") << QByteArray("-----BEGIN CERTIFICATE-----") << 0;
    QTest::newRow("no padding") << QByteArray("Zg") << 2;
    QTest::newRow("half padding") << QByteArray("Zg=") << 3;
    QTest::newRow("too much padding") << QByteArray("Zg===") << 4;
    QTest::newRow("padding too early") << QByteArray("Z===") << 1;
    QTest::newRow("padding alone") << QByteArray("=") << 0;
    QTest::newRow("text after padding") << QByteArray("Zg==Zg==") << 4;
    QTest::newRow("one digit") << QByteArray("Zm9vY") << 5;
}

void Base64Test::refuses() {
    QFETCH(QByteArray, text);
    QFETCH(int, at);
    const auto result = decodeBase64(text.toStdString());
    QVERIFY(result.badByte);
    QCOMPARE(static_cast<int>(*result.badByte), at);
}

void Base64Test::agreesWithQt() {
    QByteArray bytes;
    for (int i = 0; i < 600; ++i) {
        bytes += static_cast<char>(i * 7 + i / 251);
        QCOMPARE(QByteArray::fromStdString(decodeBase64(bytes.toBase64().toStdString()).bytes), bytes);
    }
}

QTEST_GUILESS_MAIN(Base64Test)
#include "tst_base64.moc"
