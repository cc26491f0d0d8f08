// SPDX-License-Identifier: GPL-3.0-or-later
// The HTTP front: who is let in (S1 of the fault catalogue), limits, many and slow watchers, start and stop.
#include <sys/socket.h>

#include <QFile>
#include <QSslConfiguration>
#include <QSslSocket>
#include <QTcpServer>
#include <QtTest>

#include "tests/sandbox/sandbox_fixture.h"

using namespace rollcall;
using namespace rollcall::sandbox;
using namespace rollcall::sandbox::test;
using namespace std::chrono_literals;

class TestSandboxHttp : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tokenIsNeeded();
    void foreignHostsAreRefused_data();
    void foreignHostsAreRefused();
    void webPagesAreRefused();
    void writesNeedAnAllowedType();
    void refusalsComeBeforeTheBody();
    void keepAliveServesManyRequests();
    void requestsInOnePacketAreAllAnswered();
    void bodyOverTheLimitIs413();
    void largeObjectsAreRefusedAsByEtcd();
    void continueIsSentWhenExpected();
    void brokenRequestsAreRefused_data();
    void brokenRequestsAreRefused();
    void tlsOnTheSamePort();
    void listensOnLoopbackOnly();
    void takenPortIsAnIoError();
    void fiveHundredWatches();
    void slowWatcherIsCutOffAndHoldsNobodyUp();
    void largeListsArriveWhole();
    void stopEndsWatches();
    void fiftyStartsLeaveNothingBehind();
};

namespace {

int openFiles() {
    return static_cast<int>(
        QDir(QStringLiteral("/proc/self/fd")).entryList(QDir::Files | QDir::System | QDir::NoDotAndDotDot).size());
}

}  // namespace

void TestSandboxHttp::tokenIsNeeded() {
    Sandbox sandbox;
    QCOMPARE(sandbox.server->token().size(), std::size_t(32));  // 128 bits
    for (const std::string& token :
         {std::string(), std::string("wrong"), sandbox.server->token() + "x", sandbox.server->token().substr(1)}) {
        HttpClient stranger(sandbox.server->port(), token);
        const Answer answer = stranger.get(kStudents);
        QCOMPARE(answer.code, 401);
        QCOMPARE(
            answer.json(),
            Json::parse(
                R"({"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"Unauthorized","reason":"Unauthorized","code":401})"));
        QCOMPARE(stranger.post(kStudents, student("a")).code, 401);
        QCOMPARE(stranger.get("/apis").code, 401);
        QCOMPARE(stranger.get("/readyz").code, 200);
    }
    Sandbox other;
    QVERIFY(other.server->token() != sandbox.server->token());
    HttpClient basic(sandbox.server->port(), {});
    QCOMPARE(basic.get(kStudents, {{"Authorization", "Basic " + sandbox.server->token()}}).code, 401);
}

void TestSandboxHttp::foreignHostsAreRefused_data() {
    QTest::addColumn<QByteArray>("host");
    QTest::addColumn<int>("code");
    QTest::newRow("address") << QByteArray("127.0.0.1:PORT") << 200;
    QTest::newRow("name") << QByteArray("localhost:PORT") << 200;
    QTest::newRow("rebound name") << QByteArray("evil.test:PORT") << 403;
    QTest::newRow("no port") << QByteArray("127.0.0.1") << 403;
    QTest::newRow("other port") << QByteArray("127.0.0.1:1") << 403;
    QTest::newRow("suffix") << QByteArray("127.0.0.1:PORT.evil.test") << 403;
    QTest::newRow("prefix") << QByteArray("localhost.evil.test:PORT") << 403;
    QTest::newRow("other address") << QByteArray("127.0.0.2:PORT") << 403;
}

void TestSandboxHttp::foreignHostsAreRefused() {
    QFETCH(QByteArray, host);
    QFETCH(int, code);
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    host.replace("PORT", QByteArray::number(sandbox.server->port()));
    // Health too: a page that gets any answer knows that something listens.
    for (const char* path : {"/readyz", "/apis", "/version"})
        QCOMPARE(http.get(path, {{"Host", host.toStdString()}}).code, code);
}

void TestSandboxHttp::webPagesAreRefused() {
    Sandbox sandbox;
    for (const char* origin : {"http://evil.test", "null", "http://127.0.0.1"}) {
        HttpClient http = sandbox.client();
        const Answer answer = http.get(kStudents, {{"Origin", origin}});
        QCOMPARE(answer.code, 403);
        QVERIFY(answer.header("Access-Control-Allow-Origin").empty());
        QCOMPARE(http.request("OPTIONS", kStudents, {}, {{"oRiGiN", origin}}).code, 403);
    }
}

void TestSandboxHttp::writesNeedAnAllowedType() {
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    const std::string body = student("a").dump();
    for (const char* type : {"text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""}) {
        const Answer answer = http.request("POST", kStudents, body, {{"Content-Type", type}});
        QCOMPARE(answer.code, 415);
        QCOMPARE(answer.message(),
                 std::string("the body of the request was in an unknown format - accepted media types include: "
                             "application/json, application/yaml, application/vnd.kubernetes.protobuf"));
    }
    QCOMPARE(http.request("POST", kStudents, body, {{"Content-Type", "application/json; charset=utf-8"}}).code, 201);
    QCOMPARE(http.request("DELETE", kStudents + "/a", "x", {{"Content-Type", "text/plain"}}).code, 415);
}

void TestSandboxHttp::refusalsComeBeforeTheBody() {
    Sandbox sandbox;
    HttpClient stranger(sandbox.server->port(), {});
    QVERIFY(stranger.sendRaw("POST " + kStudents +
                             " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(sandbox.server->port()) +
                             "\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n"));
    QCOMPARE(stranger.readAnswer().code, 401);
}

void TestSandboxHttp::keepAliveServesManyRequests() {
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    QCOMPARE(http.get("/readyz").code, 200);
    const int socket = http.socket();
    for (int i = 0; i < 100; ++i) QCOMPARE(http.post(kStudents, student("s" + std::to_string(i))).code, 201);
    QCOMPARE(http.socket(), socket);
    QCOMPARE(sandbox.server->requests(), std::int64_t(101));
}

void TestSandboxHttp::requestsInOnePacketAreAllAnswered() {
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    const std::string one =
        "GET /readyz HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(sandbox.server->port()) + "\r\n\r\n";
    QVERIFY(http.sendRaw(one + one + one));
    for (int i = 0; i < 3; ++i) QCOMPARE(http.readAnswer().code, 200);
}

void TestSandboxHttp::bodyOverTheLimitIs413() {
    Sandbox sandbox;
    const std::string large(3 * 1024 * 1024 + 1, 'x');
    HttpClient http = sandbox.client();
    const Answer answer = http.request("POST", kStudents, large, {{"Content-Type", "application/json"}});
    QCOMPARE(answer.code, 413);
    QCOMPARE(answer.message(), std::string("Request entity too large: limit is 3145728"));
    // Without a length up front the limit is found while reading.
    HttpClient chunked = sandbox.client();
    std::string head = "POST " + kStudents + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(sandbox.server->port()) +
                       "\r\nAuthorization: Bearer " + sandbox.server->token() +
                       "\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";
    QVERIFY(chunked.sendRaw(head));
    const std::string block(1024 * 1024, 'x');
    for (int i = 0; i < 4; ++i) {
        if (!chunked.sendRaw("100000\r\n" + block + "\r\n")) break;
    }
    QCOMPARE(chunked.readAnswer().code, 413);
}

void TestSandboxHttp::largeObjectsAreRefusedAsByEtcd() {
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    const Answer answer = http.post(kStudents, student("big", {{"name", std::string(2 * 1024 * 1024, 'x')}}));
    QCOMPARE(answer.code, 500);
    QCOMPARE(answer.message(), std::string("etcdserver: request is too large"));
}

void TestSandboxHttp::continueIsSentWhenExpected() {
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    const std::string body = student("a").dump();
    QVERIFY(http.sendRaw(
        "POST " + kStudents + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(sandbox.server->port()) +
        "\r\nAuthorization: Bearer " + sandbox.server->token() +
        "\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: " + std::to_string(body.size()) +
        "\r\n\r\n"));
    char first[12] = {};
    QCOMPARE(::recv(http.socket(), first, sizeof first, MSG_PEEK | MSG_WAITALL), ssize_t(12));
    QCOMPARE(std::string(first, 12), std::string("HTTP/1.1 100"));
    QVERIFY(http.sendRaw(body));
    QCOMPARE(http.readAnswer().code, 201);
}

void TestSandboxHttp::brokenRequestsAreRefused_data() {
    QTest::addColumn<QByteArray>("request");
    QTest::addColumn<int>("code");
    QTest::newRow("no HTTP") << QByteArray("hello\r\n\r\n") << 400;
    QTest::newRow("no Host") << QByteArray("GET /readyz HTTP/1.1\r\n\r\n") << 403;
    QTest::newRow("header too long") << QByteArray("GET /readyz HTTP/1.1\r\nX: " + QByteArray(70'000, 'x') + "\r\n\r\n")
                                     << 431;
    QTest::newRow("two lengths") << QByteArray("POST /apis HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n")
                                 << 400;
    QTest::newRow("negative length") << QByteArray("POST /apis HTTP/1.1\r\nContent-Length: -1\r\n\r\n") << 400;
}

void TestSandboxHttp::brokenRequestsAreRefused() {
    QFETCH(QByteArray, request);
    QFETCH(int, code);
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    http.sendRaw(request.toStdString());
    QCOMPARE(http.readAnswer().code, code);
    QCOMPARE(sandbox.client().get("/readyz").code, 200);
}

void TestSandboxHttp::tlsOnTheSamePort() {
    Sandbox sandbox;
    QSslConfiguration trust = QSslConfiguration::defaultConfiguration();
    trust.setCaCertificates(QSslCertificate::fromData(QByteArray::fromStdString(sandbox.server->caPem())));
    for (const QString& name : {QStringLiteral("127.0.0.1"), QStringLiteral("localhost")}) {
        QSslSocket socket;
        socket.setSslConfiguration(trust);
        socket.setPeerVerifyName(name);
        socket.connectToHostEncrypted(QStringLiteral("127.0.0.1"), static_cast<quint16>(sandbox.server->port()));
        QVERIFY2(socket.waitForEncrypted(10'000), qPrintable(socket.errorString()));
        socket.write(QByteArray::fromStdString(
            "GET " + kStudents +
            "?watch=true&timeoutSeconds=1 HTTP/1.1\r\nHost: localhost:" + std::to_string(sandbox.server->port()) +
            "\r\nAuthorization: Bearer " + sandbox.server->token() + "\r\n\r\n"));
        QTRY_VERIFY(socket.bytesAvailable() > 0);
        QVERIFY(socket.readAll().startsWith("HTTP/1.1 200 OK"));
    }
    QSslSocket distrustful;
    distrustful.connectToHostEncrypted(QStringLiteral("127.0.0.1"), static_cast<quint16>(sandbox.server->port()));
    QVERIFY(!distrustful.waitForEncrypted(10'000));
    // The kubeconfig carries what a client needs for it.
    QVERIFY(sandbox.server->kubeconfigYaml().find(sandbox.server->secureUrl()) != std::string::npos);
    QVERIFY(sandbox.server->kubeconfigYaml().find(
                QByteArray::fromStdString(sandbox.server->caPem()).toBase64().toStdString()) != std::string::npos);
}

void TestSandboxHttp::listensOnLoopbackOnly() {
    Sandbox sandbox;
    // The kernel's own list of listening sockets: 0100007F is 127.0.0.1 in its byte order.
    QFile table(QStringLiteral("/proc/net/tcp"));
    QVERIFY(table.open(QIODevice::ReadOnly));
    const QByteArray port = QByteArray::number(sandbox.server->port(), 16).toUpper().rightJustified(4, '0');
    int listeners = 0;
    for (const QByteArray& line : table.readAll().split('\n')) {
        if (!line.contains(QByteArray(":" + port + " ")) || !line.contains(" 0A ")) continue;
        ++listeners;
        QVERIFY(line.contains(QByteArray("0100007F:" + port)));
    }
    QCOMPARE(listeners, 1);
}

void TestSandboxHttp::takenPortIsAnIoError() {
    QTcpServer holder;
    QVERIFY(holder.listen(QHostAddress::LocalHost));
    SandboxOptions options = Sandbox::empty();
    options.port = holder.serverPort();
    auto started = SandboxServer::start(options);
    QVERIFY(!started.ok());
    QVERIFY(started.error().kind == ErrorKind::Io);
    QVERIFY(started.error().message.find(std::to_string(holder.serverPort())) != std::string::npos);
}

void TestSandboxHttp::fiveHundredWatches() {
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    std::vector<HttpClient> watches;
    const std::string target = kStudents + "?watch=true&resourceVersion=" + std::to_string(sandbox.server->revision());
    for (int i = 0; i < 500; ++i) {
        watches.push_back(sandbox.client());
        QCOMPARE(watches.back().open(target).code, 200);
    }
    QTRY_COMPARE(sandbox.server->openWatches(), 500);
    const std::string made = http.post(kStudents, student("a")).body;
    for (HttpClient& watch : watches) {
        const auto line = watch.nextLine();
        QVERIFY(line);
        QCOMPARE(*line, "{\"type\":\"ADDED\",\"object\":" + made.substr(0, made.size() - 1) + "}");
    }
    watches.clear();
    QTRY_COMPARE(sandbox.server->openWatches(), 0);
}

void TestSandboxHttp::slowWatcherIsCutOffAndHoldsNobodyUp() {
    Sandbox sandbox;
    HttpClient http = sandbox.client(), slow = sandbox.client(), quick = sandbox.client();
    const std::string target = kStudents + "?watch=true&resourceVersion=" + std::to_string(sandbox.server->revision());
    slow.open(target);
    quick.open(target);
    QTRY_COMPARE(sandbox.server->openWatches(), 2);
    const std::string filler(256 * 1024, 'x');
    http.post(kStudents, student("a", {{"name", filler}}));
    QVERIFY(quick.nextLine());
    int events = 0;
    while (sandbox.server->openWatches() == 2 && events < 400) {
        ++events;
        QCOMPARE(http.patch(kStudents + "/a", {{"spec", {{"school", std::to_string(events)}}}}).code, 200);
        QVERIFY(quick.nextLine());
    }
    // 8 MiB of ours and a few of the kernel's, far below the 100 MiB of all events.
    QCOMPARE(sandbox.server->openWatches(), 1);
    QVERIFY2(events > 20 && events < 200, qPrintable(QString::number(events)));
}

void TestSandboxHttp::largeListsArriveWhole() {
    Sandbox sandbox;
    HttpClient http = sandbox.client();
    const int count = 600;
    for (int i = 0; i < count; ++i) {
        QCOMPARE(http.post(kStudents, student("s" + std::to_string(i), {{"name", std::string(4000, 'x')}})).code, 201);
    }
    const Answer list = http.get(kStudents);
    QCOMPARE(list.json()["items"].size(), std::size_t(count));
    HttpClient watch = sandbox.client();
    watch.open(kStudents + "?watch=true");
    for (int i = 0; i < count; ++i) QVERIFY(watch.nextLine());
}

void TestSandboxHttp::stopEndsWatches() {
    SandboxOptions options;
    auto started = SandboxServer::start(options);
    QVERIFY(started.ok());
    HttpClient http((*started)->port(), (*started)->token());
    QCOMPARE(http.get(kStudents + "/object-student").code, 200);
    HttpClient watch((*started)->port(), (*started)->token());
    watch.open(kStudents + "?watch=true&resourceVersion=" + std::to_string((*started)->revision()));
    QTRY_COMPARE((*started)->openWatches(), 1);
    started->reset();
    QVERIFY(!watch.nextLine());
    QVERIFY(watch.ended());
}

void TestSandboxHttp::fiftyStartsLeaveNothingBehind() {
    const auto round = [] {
        Sandbox sandbox;
        HttpClient http = sandbox.client(), watch = sandbox.client();
        watch.open(kStudents + "?watch=true");
        return http.get("/readyz").code;
    };
    QCOMPARE(round(), 200);
    const int before = openFiles();
    for (int i = 0; i < 50; ++i) QCOMPARE(round(), 200);
    QCOMPARE(openFiles(), before);
}

QTEST_GUILESS_MAIN(TestSandboxHttp)
#include "tst_sandbox_http.moc"
