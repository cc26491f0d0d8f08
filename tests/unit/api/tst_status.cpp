// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDateTime>
#include <QLocale>

#include "tests/unit/api/api_fixture.h"

using namespace rollcall;
using namespace rollcall::test;
using namespace std::chrono_literals;

class StatusTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void realAnswers_data();
    void realAnswers();
    void firstCauseIsKept();
    void plainTextOfTheServer_data();
    void plainTextOfTheServer();
    void foreignAnswers_data();
    void foreignAnswers();
    void retryAfter_data();
    void retryAfter();
    void retryAfterDate();
    void headerBeatsBody();
    void statusWithoutCodeTakesTheHttpStatus();
    void controlCharactersAreShown();
};

void StatusTest::realAnswers_data() {
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("reason");
    QTest::addColumn<QByteArray>("message");
    QTest::newRow("401") << QByteArray("status-401-wrong-token.json") << 401 << QByteArray("Unauthorized")
                         << QByteArray("Unauthorized");
    QTest::newRow("403") << QByteArray("status-403-nobody-list.json") << 403 << QByteArray("Forbidden")
                         << QByteArray("User \"nobody\" cannot list resource \"students\"");
    QTest::newRow("404") << QByteArray("status-404-object.json") << 404 << QByteArray("NotFound")
                         << QByteArray("students.bolingcavalry.k8s.io \"nothere\" not found");
    QTest::newRow("409 exists") << QByteArray("status-409-exists.json") << 409 << QByteArray("AlreadyExists")
                                << QByteArray("already exists");
    QTest::newRow("409 conflict") << QByteArray("status-409-conflict-put.json") << 409 << QByteArray("Conflict")
                                  << QByteArray("the object has been modified");
    QTest::newRow("422") << QByteArray("status-422-wrong-type.json") << 422 << QByteArray("Invalid")
                         << QByteArray("spec.name in body must be of type string");
    QTest::newRow("504") << QByteArray("status-504-future-rv.json") << 504 << QByteArray("Timeout")
                         << QByteArray("Too large resource version");
}

void StatusTest::realAnswers() {
    QFETCH(QByteArray, file);
    QFETCH(int, status);
    QFETCH(QByteArray, reason);
    QFETCH(QByteArray, message);
    const Error error = errorFromAnswer(status, recorded(file.toStdString()), "application/json", "");
    QCOMPARE(error.kind, ErrorKind::Api);
    QCOMPARE(error.httpStatus, status);
    QCOMPARE(error.reason, reason.toStdString());
    QVERIFY2(contains(error.message, message.toStdString()), error.message.c_str());
    QCOMPARE(error.isAlreadyExists(), reason == "AlreadyExists");
    QCOMPARE(error.isConflict(), reason == "Conflict");
}

void StatusTest::firstCauseIsKept() {
    const Error terminating =
        errorFromAnswer(403, recorded("status-403-namespace-terminating.json"), "application/json", "");
    QCOMPARE(terminating.cause, "NamespaceTerminating");
    const Error future = errorFromAnswer(504, recorded("status-504-future-rv.json"), "application/json", "");
    QCOMPARE(future.cause, "ResourceVersionTooLarge");
    QCOMPARE(future.retryAfter, std::optional(std::chrono::milliseconds(1s)));
    QVERIFY(future.isTooLargeResourceVersion());
}

void StatusTest::plainTextOfTheServer_data() {
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("message");
    QTest::newRow("unknown resource") << 404 << QByteArray("404 page not found\n")
                                      << QByteArray("the server could not find the requested resource");
    QTest::newRow("too many") << 429 << QByteArray("Too many requests, please try again later.")
                              << QByteArray("Too many requests, please try again later.");
    QTest::newRow("empty") << 503 << QByteArray() << QByteArray("HTTP status 503 without an explanation");
}

void StatusTest::plainTextOfTheServer() {
    QFETCH(int, status);
    QFETCH(QByteArray, body);
    QFETCH(QByteArray, message);
    const Error error = errorFromAnswer(status, body.toStdString(), "text/plain; charset=utf-8", "");
    QCOMPARE(error.kind, ErrorKind::Api);
    QCOMPARE(error.httpStatus, status);
    QCOMPARE(error.reason, "");  // tells "no such resource" from "no such object" (W25)
    QCOMPARE(error.message, message.toStdString());
}

void StatusTest::foreignAnswers_data() {
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<QByteArray>("body");
    QTest::newRow("gateway") << 502 << QByteArray("text/html") << QByteArray("<html>Bad Gateway</html>");
    QTest::newRow("login with 200") << 200 << QByteArray("text/html") << QByteArray("<html>login</html>");
    QTest::newRow("text with 200") << 200 << QByteArray("text/plain") << QByteArray("<html>hello</html>");
    QTest::newRow("JSON of somebody else") << 500 << QByteArray("application/json") << QByteArray("{\"<html>\":true}");
    QTest::newRow("cut Status") << 500 << QByteArray("application/json")
                                << QByteArray("{\"kind\":\"Status\",\"message\":\"<html>");
}

void StatusTest::foreignAnswers() {
    QFETCH(int, status);
    QFETCH(QByteArray, type);
    QFETCH(QByteArray, body);
    const Error error = errorFromAnswer(status, body.toStdString(), type.toStdString(), "");
    QCOMPARE(error.kind, ErrorKind::Protocol);
    QCOMPARE(error.httpStatus, status);
    QCOMPARE(error.message,
             "HTTP status " + std::to_string(status) + ", not a Kubernetes answer: " + body.toStdString());
}

void StatusTest::retryAfter_data() {
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<int>("seconds");  // -1: none
    QTest::newRow("none") << QByteArray() << -1;
    QTest::newRow("seconds") << QByteArray("3") << 3;
    QTest::newRow("blanks") << QByteArray(" 3 ") << 3;
    QTest::newRow("zero") << QByteArray("0") << 0;
    QTest::newRow("negative") << QByteArray("-5") << 0;
    QTest::newRow("huge") << QByteArray("999999999999") << 86400;
    QTest::newRow("words") << QByteArray("soon") << -1;
    QTest::newRow("fraction") << QByteArray("1.5") << -1;
    QTest::newRow("past date") << QByteArray("Sun, 06 Nov 1994 08:49:37 GMT") << 0;
    QTest::newRow("broken date") << QByteArray("Sun, 32 Nov 1994 08:49:37 GMT") << -1;
}

void StatusTest::retryAfter() {
    QFETCH(QByteArray, header);
    QFETCH(int, seconds);
    const Error error = errorFromAnswer(429, "", "", header.toStdString());
    QCOMPARE(error.retryAfter.has_value(), seconds >= 0);
    if (seconds >= 0) QCOMPARE(error.retryAfter->count(), seconds * 1000);
}

void StatusTest::retryAfterDate() {
    const QString date = QLocale::c().toString(QDateTime::currentDateTimeUtc().addSecs(30),
                                               QStringLiteral("ddd, dd MMM yyyy hh:mm:ss 'GMT'"));
    const Error error = errorFromAnswer(503, "", "", date.toStdString());
    QVERIFY(error.retryAfter);
    QVERIFY(*error.retryAfter > 20s && *error.retryAfter <= 31s);
}

void StatusTest::headerBeatsBody() {
    const Error error = errorFromAnswer(504, recorded("status-504-future-rv.json"), "application/json", "7");
    QCOMPARE(error.retryAfter, std::optional(std::chrono::milliseconds(7s)));
}

void StatusTest::statusWithoutCodeTakesTheHttpStatus() {
    const Error error = errorFromAnswer(409, R"({"kind":"Status","reason":"Conflict"})", "application/json", "");
    QCOMPARE(error.httpStatus, 409);
    QVERIFY(error.isConflict());
    QCOMPARE(error.message, "Conflict");
}

void StatusTest::controlCharactersAreShown() {
    const Error error =
        errorFromAnswer(500, R"({"kind":"Status","message":"a\u001b[2J\u202eb\r\n"})", "application/json", "");
    QCOMPARE(error.message, "a\u241B[2J\u27E8U+202E\u27E9b\u240D\u240A");
}

QTEST_GUILESS_MAIN(StatusTest)
#include "tst_status.moc"
