// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/client/endpoint.h"
#include "tests/unit/client/transport_fixture.h"

using namespace rollcall;
using namespace rollcall::test;
using Request = ScriptedServer::Request;
using Peer = ScriptedServer::Peer;

class TransportHttpTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void deliversStatusTypeAndBody();
    void sendsItsOwnHeaders();
    void keepsPrefixAndEncodesQuery();
    void sendsMethodBodyAndType_data();
    void sendsMethodBodyAndType();
    void otherStatusIsAnAnswer_data();
    void otherStatusIsAnAnswer();
    void readsWarningsRetryAfterAndDate();
    void deliversBodyLargerThanReadBuffer();
    void deadlineEndsSilence();
    void deadlineEndsTrickle();
    void refusedConnectionIsNamed();
    void aConnectionLostBeforeTheAnswerIsTold();
    void cutBodyIsAnError_data();
    void cutBodyIsAnError();
    void sameOriginRedirectIsFollowedOnce_data();
    void sameOriginRedirectIsFollowedOnce();
    void droppedHandleIsSilent();
    void handleMayBeDroppedInItsCallback();
    void transportMayGoBeforeItsRequests();
    void inflatesLargeCompressedBody();
    void refusesBadServerAddress_data();
    void refusesBadServerAddress();
};

void TransportHttpTest::deliversStatusTypeAndBody() {
    ScriptedServer server;
    QVERIFY(server.listen());
    server.setHandler([](const Request&, Peer peer) { peer.answer(200, "application/json", R"({"major":"1"})"); });
    QnamTransport transport(connectionTo(server.url()));
    const auto answer = Caller(transport).call(getRequest("/version"));
    QVERIFY(answer.ok());
    QCOMPARE(answer->status, 200);
    QCOMPARE(answer->contentType, "application/json");
    QCOMPARE(answer->body, R"({"major":"1"})");
    QCOMPARE(server.requests().front().target, "/version");
}

void TransportHttpTest::sendsItsOwnHeaders() {
    ScriptedServer server;
    QVERIFY(server.listen());
    server.setHandler([](const Request&, Peer peer) { peer.answer(200, "application/json", "{}"); });
    QnamTransport transport(connectionTo(server.url()));
    HttpRequest request = getRequest();
    request.headers.emplace_back("X-Extra", "1");
    QVERIFY(Caller(transport).call(request).ok());
    const Request& seen = server.requests().front();
    QVERIFY2(seen.header("User-Agent").startsWith("rollcall/"), seen.header("User-Agent").constData());
    QVERIFY(seen.header("User-Agent").contains("(linux/"));
    QCOMPARE(seen.header("Accept"), "application/json");
    QCOMPARE(seen.header("Authorization"), QByteArray("Bearer ") + kToken);
    QCOMPARE(seen.header("Accept-Encoding"), "identity");
    QCOMPARE(seen.header("X-Extra"), "1");
    QVERIFY(!seen.hasHeader("Upgrade"));
    QVERIFY(!seen.hasHeader("Cookie"));
}

void TransportHttpTest::keepsPrefixAndEncodesQuery() {
    ScriptedServer server;
    QVERIFY(server.listen());
    server.setHandler([](const Request&, Peer peer) { peer.answer(200, "application/json", "{}"); });
    QnamTransport transport(connectionTo(server.url() + "/k8s/clusters/c-1/"));
    HttpRequest request = getRequest("/api/v1/namespaces/default/pods/a%2Fb");
    request.query = {
        {"fieldSelector", "status.phase=Running"}, {"labelSelector", "a in (b,c),d+e"}, {"continue", "%41 中&x"}};
    QVERIFY(Caller(transport).call(request).ok());
    QCOMPARE(server.requests().front().target,
             "/k8s/clusters/c-1/api/v1/namespaces/default/pods/a%2Fb?fieldSelector=status.phase%3DRunning"
             "&labelSelector=a%20in%20%28b%2Cc%29%2Cd%2Be&continue=%2541%20%E4%B8%AD%26x");
}

void TransportHttpTest::sendsMethodBodyAndType_data() {
    QTest::addColumn<QByteArray>("method");
    for (const char* method : {"POST", "PUT", "PATCH", "DELETE"}) QTest::newRow(method) << QByteArray(method);
}

void TransportHttpTest::sendsMethodBodyAndType() {
    QFETCH(QByteArray, method);
    ScriptedServer server;
    QVERIFY(server.listen());
    server.setHandler([](const Request&, Peer peer) { peer.answer(201, "application/json", "{}"); });
    QnamTransport transport(connectionTo(server.url()));
    HttpRequest request = getRequest();
    request.method = method.toStdString();
    request.body = R"({"a":"张三"})";
    request.contentType = "application/merge-patch+json";
    const auto answer = Caller(transport).call(request);
    QVERIFY(answer.ok());
    QCOMPARE(answer->status, 201);
    const Request& seen = server.requests().front();
    QCOMPARE(seen.method, method);
    QCOMPARE(seen.body, QByteArray(R"({"a":"张三"})"));
    QCOMPARE(seen.header("Content-Type"), "application/merge-patch+json");
}

void TransportHttpTest::otherStatusIsAnAnswer_data() {
    QTest::addColumn<int>("status");
    for (const int status : {400, 401, 403, 404, 405, 406, 409, 410, 413, 415, 422, 429, 500, 501, 502, 503, 504}) {
        QTest::addRow("%d", status) << status;
    }
}

void TransportHttpTest::otherStatusIsAnAnswer() {
    QFETCH(int, status);
    ScriptedServer server;
    QVERIFY(server.listen());
    const QByteArray body = R"({"kind":"Status","reason":"X"})";
    server.setHandler([&](const Request&, Peer peer) {
        peer.answer(status, "application/json", body, {{"WWW-Authenticate", "Basic realm=\"x\""}});
    });
    QnamTransport transport(connectionTo(server.url()));
    const auto answer = Caller(transport).call(getRequest());
    QVERIFY2(answer.ok(), answer.ok() ? "" : answer.error().message.c_str());
    QCOMPARE(answer->status, status);
    QCOMPARE(answer->body, body.toStdString());
}

void TransportHttpTest::readsWarningsRetryAfterAndDate() {
    ScriptedServer server;
    QVERIFY(server.listen());
    server.setHandler([](const Request&, Peer peer) {
        peer.answer(429, "text/plain", "Too many requests, please try again later.",
                    {{"Retry-After", "3"},
                     {"Date", "Mon, 30 Nov 2026 18:15:20 GMT"},
                     {"Warning", R"(299 - "unknown field \"spec.nickname\"")"},
                     {"Warning", R"(299 - "v1beta1 is deprecated")"}});
    });
    QnamTransport transport(connectionTo(server.url()));
    const auto answer = Caller(transport).call(getRequest());
    QVERIFY(answer.ok());
    QCOMPARE(answer->retryAfter, "3");
    QCOMPARE(answer->date, "Mon, 30 Nov 2026 18:15:20 GMT");
    QCOMPARE(answer->warnings, (std::vector<std::string>{"unknown field \"spec.nickname\"", "v1beta1 is deprecated"}));
}

void TransportHttpTest::deliversBodyLargerThanReadBuffer() {
    ScriptedServer server;
    QVERIFY(server.listen());
    QByteArray body(5 * 1024 * 1024, 'x');
    for (qsizetype i = 0; i < body.size(); i += 997) body[i] = static_cast<char>('a' + i % 26);
    server.setHandler([&](const Request&, Peer peer) { peer.answer(200, "application/json", body); });
    QnamTransport transport(connectionTo(server.url()));
    const auto answer = Caller(transport).call(getRequest());
    QVERIFY(answer.ok());
    QVERIFY(answer->body == body.toStdString());
    QVERIFY(answer->body.capacity() >= answer->body.size() + 64);
}

void TransportHttpTest::deadlineEndsSilence() {
    ScriptedServer server;
    QVERIFY(server.listen());
    server.setHandler([](const Request&, Peer) {});
    QnamTransport transport(connectionTo(server.url()));
    const auto answer = Caller(transport).call(getRequest("/api", std::chrono::milliseconds(150)));
    QVERIFY(!answer.ok());
    QCOMPARE(answer.error().kind, ErrorKind::Timeout);
    QCOMPARE(answer.error().message, "no answer from " + server.url() + " within 150 ms");
}

void TransportHttpTest::deadlineEndsTrickle() {
    ScriptedServer server;
    QVERIFY(server.listen());
    QTimer drip;
    std::optional<Peer> peer;
    server.setHandler([&](const Request&, Peer p) {
        p.startChunked();
        peer = p;
        drip.start(20);
    });
    connect(&drip, &QTimer::timeout, this, [&] { peer->chunk("x"); });
    QnamTransport transport(connectionTo(server.url()));
    const auto answer = Caller(transport).call(getRequest("/api", std::chrono::milliseconds(1500)));
    QVERIFY(!answer.ok());
    QCOMPARE(answer.error().kind, ErrorKind::Timeout);
    VERIFY_CONTAINS(answer.error().message, "did not end within 1500 ms");
}

void TransportHttpTest::refusedConnectionIsNamed() {
    ScriptedServer server;
    QVERIFY(server.listen());
    const std::string url = server.url();
    server.stopListening();
    QnamTransport transport(connectionTo(url));
    const auto answer = Caller(transport).call(getRequest());
    QVERIFY(!answer.ok());
    QCOMPARE(answer.error().kind, ErrorKind::Network);
    QCOMPARE(answer.error().message, "cannot reach " + url + ": connection refused");
    QVERIFY(answer.error().connectionRefused);
    QVERIFY(answer.error().cause.empty());
}

void TransportHttpTest::aConnectionLostBeforeTheAnswerIsTold() {
    ScriptedServer server;
    QVERIFY(server.listen());
    server.setHandler([](const Request&, Peer peer) { peer.close(); });
    QnamTransport transport(connectionTo(server.url()));
    const auto answer = Caller(transport).call(getRequest());
    QVERIFY(!answer.ok());
    QCOMPARE(answer.error().cause, std::string(kConnectionLost));
    QVERIFY(!answer.error().connectionRefused);
}

void TransportHttpTest::cutBodyIsAnError_data() {
    QTest::addColumn<QByteArray>("raw");
    QTest::newRow("length") << QByteArray(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"items\":[");
    QTest::newRow("chunked") << QByteArray("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"a\":\r\n");
    QTest::newRow("inside a chunk") << QByteArray("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n{\"a\":");
    QTest::newRow("error status") << QByteArray(
        "HTTP/1.1 500 Oops\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"kind");
}

void TransportHttpTest::cutBodyIsAnError() {
    QFETCH(QByteArray, raw);
    ScriptedServer server;
    QVERIFY(server.listen());
    server.setHandler([&](const Request&, Peer peer) {
        peer.send(raw);
        peer.close();
    });
    QnamTransport transport(connectionTo(server.url()));
    const auto answer = Caller(transport).call(getRequest());
    QVERIFY(!answer.ok());
    QCOMPARE(answer.error().kind, ErrorKind::Network);
    VERIFY_CONTAINS(answer.error().message, server.url());
    QVERIFY(answer.error().cause.empty());  // an answer had begun
}

void TransportHttpTest::sameOriginRedirectIsFollowedOnce_data() {
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<bool>("followed");
    QTest::newRow("307 GET") << 307 << QByteArray("GET") << true;
    QTest::newRow("308 GET") << 308 << QByteArray("GET") << true;
    QTest::newRow("302 GET") << 302 << QByteArray("GET") << false;
    QTest::newRow("307 POST") << 307 << QByteArray("POST") << false;
    QTest::newRow("307 DELETE") << 307 << QByteArray("DELETE") << false;
}

void TransportHttpTest::sameOriginRedirectIsFollowedOnce() {
    QFETCH(int, status);
    QFETCH(QByteArray, method);
    QFETCH(bool, followed);
    ScriptedServer server;
    QVERIFY(server.listen());
    server.setHandler([&](const Request& request, Peer peer) {
        if (request.target == "/api")
            peer.answer(status, "text/plain", "moved", {{"Location", "/api/v1/?x=1"}});
        else if (request.target == "/again")
            peer.answer(status, "text/plain", "moved", {{"Location", "/api"}});
        else
            peer.answer(200, "application/json", "{}");
    });
    QnamTransport transport(connectionTo(server.url()));
    HttpRequest request = getRequest();
    request.method = method.toStdString();
    const auto answer = Caller(transport).call(request);
    QCOMPARE(answer.ok(), followed);
    if (!followed) return;
    QCOMPARE(answer->body, "{}");
    QCOMPARE(server.requests().back().target, "/api/v1/?x=1");
    QCOMPARE(server.requests().back().header("Authorization"), QByteArray("Bearer ") + kToken);
    QVERIFY(!Caller(transport).call(getRequest("/again")).ok());
}

void TransportHttpTest::droppedHandleIsSilent() {
    ScriptedServer server;
    QVERIFY(server.listen());
    std::optional<Peer> peer;
    server.setHandler([&](const Request&, Peer p) { peer = p; });
    QnamTransport transport(connectionTo(server.url()));
    Caller caller(transport);
    caller.start(getRequest());
    QTRY_VERIFY(peer.has_value());
    caller.drop();
    QTRY_VERIFY(!peer->isOpen());
    QCOMPARE(caller.calls(), 0);
}

void TransportHttpTest::handleMayBeDroppedInItsCallback() {
    ScriptedServer server;
    QVERIFY(server.listen());
    server.setHandler([](const Request&, Peer peer) { peer.answer(200, "application/json", "{}"); });
    auto transport = std::make_unique<QnamTransport>(connectionTo(server.url()));
    std::unique_ptr<RequestHandle> handle;
    bool done = false;
    handle = transport->send(getRequest(), [&](const Result<HttpAnswer>&) {
        handle.reset();
        transport.reset();
        done = true;
    });
    QTRY_VERIFY(done);
}

void TransportHttpTest::transportMayGoBeforeItsRequests() {
    ScriptedServer server;
    QVERIFY(server.listen());
    server.setHandler([](const Request&, Peer peer) { peer.answer(200, "application/json", "{}"); });
    auto transport = std::make_unique<QnamTransport>(connectionTo(server.url()));
    Caller caller(*transport);
    caller.start(getRequest());
    transport.reset();
    QVERIFY(caller.wait());
    QCOMPARE(caller.calls(), 1);
}

void TransportHttpTest::inflatesLargeCompressedBody() {
    const auto address = ownAddress();
    if (!address) QSKIP("this machine has no address but loopback");
    QByteArray body;
    while (body.size() < 20 * 1024 * 1024)
        body +=
            R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"pod-)" + QByteArray::number(body.size()) + "\"}},";
    const QByteArray deflated = qCompress(body).mid(4);  // zlib format, as "deflate" means
    QVERIFY(body.size() / deflated.size() > 10);
    ScriptedServer server;
    QVERIFY(server.listen(*address));
    server.setHandler([&](const Request&, Peer peer) {
        peer.answer(200, "application/json", deflated, {{"Content-Encoding", "deflate"}});
    });
    QnamTransport transport(connectionTo(server.url(address->toString().toStdString())));
    const auto answer = Caller(transport).call(getRequest());
    QVERIFY2(answer.ok(), answer.ok() ? "" : answer.error().message.c_str());
    QVERIFY(answer->body == body.toStdString());
    QVERIFY(server.requests().front().header("Accept-Encoding").contains("gzip"));
}

void TransportHttpTest::refusesBadServerAddress_data() {
    QTest::addColumn<QByteArray>("server");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("scheme") << QByteArray("ftp://127.0.0.1");
    QTest::newRow("no scheme") << QByteArray("127.0.0.1:6443");
    QTest::newRow("no host") << QByteArray("https://");
    QTest::newRow("port") << QByteArray("https://127.0.0.1:70000");
    QTest::newRow("query") << QByteArray("https://127.0.0.1/?a=b");
    QTest::newRow("user") << QByteArray("https://bob:canary@127.0.0.1");
}

void TransportHttpTest::refusesBadServerAddress() {
    QFETCH(QByteArray, server);
    QnamTransport transport(connectionTo(server.toStdString()));
    const auto answer = Caller(transport).call(getRequest());
    QVERIFY(!answer.ok());
    QCOMPARE(answer.error().kind, ErrorKind::Config);
    QVERIFY(!contains(answer.error().message, "canary"));
}

QTEST_GUILESS_MAIN(TransportHttpTest)
#include "tst_transport_http.moc"
