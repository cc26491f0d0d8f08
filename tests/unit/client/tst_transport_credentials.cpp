// SPDX-License-Identifier: GPL-3.0-or-later
// Who gets our credentials, and who must not.
#include <QTemporaryDir>
#include <filesystem>
#include <fstream>

#include "tests/unit/client/transport_fixture.h"

using namespace rollcall;
using namespace rollcall::test;
using Request = ScriptedServer::Request;
using Peer = ScriptedServer::Peer;

class TransportCredentialsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsTokenFileAgainAfter401();
    void keepsLastGoodToken();
    void refusesTokenThatCannotBeSent();
    void missingTokenFileIsNamed();
    void basicCredentials();
    void withholdsTokenWithoutTls();
    void redirectNeverCarriesCredentials_data();
    void redirectNeverCarriesCredentials();
    void redirectMessageHidesSecrets();
    void cookiesAreNotKept();
    void unusableConnectionFailsEachRequest();
};

void TransportCredentialsTest::readsTokenFileAgainAfter401() {
    QTemporaryDir folder;
    const std::string file = folder.filePath(QStringLiteral("token")).toStdString();
    std::ofstream(file) << "old-token\n";
    ScriptedServer server;
    QVERIFY(server.listen());
    server.setHandler([&](const Request& request, Peer peer) {
        if (request.header("Authorization") == "Bearer new-token") return peer.answer(200, "application/json", "{}");
        peer.answer(401, "application/json", R"({"kind":"Status","code":401})");
    });
    Connection connection = connectionTo(server.url());
    connection.tokenFile = file;
    QnamTransport transport(connection);
    auto answer = Caller(transport).call(getRequest());
    QVERIFY(answer.ok());
    QCOMPARE(answer->status, 401);  // nothing new in the file: reported as it is
    QCOMPARE(server.requests().size(), 1U);
    QCOMPARE(server.requests()[0].header("Authorization"), "Bearer old-token");
    std::ofstream(file) << "new-token\n";
    answer = Caller(transport).call(getRequest());
    QVERIFY(answer.ok());
    QCOMPARE(answer->status, 200);
    QCOMPARE(server.requests().size(), 3U);
}

void TransportCredentialsTest::keepsLastGoodToken() {
    QTemporaryDir folder;
    const std::string file = folder.filePath(QStringLiteral("token")).toStdString();
    std::ofstream(file) << "good-token";
    ScriptedServer server;
    QVERIFY(server.listen());
    bool refuse = false;
    server.setHandler([&](const Request&, Peer peer) { peer.answer(refuse ? 401 : 200, "application/json", "{}"); });
    Connection connection = connectionTo(server.url());
    connection.tokenFile = file;
    QnamTransport transport(connection);
    QVERIFY(Caller(transport).call(getRequest()).ok());
    std::filesystem::remove(file);
    refuse = true;
    QVERIFY(Caller(transport).call(getRequest()).ok());  // makes it read the missing file
    refuse = false;
    QVERIFY(Caller(transport).call(getRequest()).ok());
    QCOMPARE(server.requests().back().header("Authorization"), "Bearer good-token");
}

void TransportCredentialsTest::refusesTokenThatCannotBeSent() {
    ScriptedServer server;
    QVERIFY(server.listen());
    Connection connection = connectionTo(server.url());
    connection.token = "canary\r\nX-Injected: 1";
    QnamTransport transport(connection);
    const auto answer = Caller(transport).call(getRequest());
    QVERIFY(!answer.ok());
    QCOMPARE(answer.error().kind, ErrorKind::Config);
    QVERIFY(!contains(answer.error().message, "canary"));
    QCOMPARE(server.connections(), 0);
}

void TransportCredentialsTest::missingTokenFileIsNamed() {
    ScriptedServer server;
    QVERIFY(server.listen());
    Connection connection = connectionTo(server.url());
    connection.token.clear();
    connection.tokenFile = "/nonexistent/token";
    QnamTransport transport(connection);
    const auto answer = Caller(transport).call(getRequest());
    QVERIFY(!answer.ok());
    QCOMPARE(answer.error().kind, ErrorKind::Config);
    VERIFY_CONTAINS(answer.error().message, "/nonexistent/token");
}

void TransportCredentialsTest::basicCredentials() {
    ScriptedServer server;
    QVERIFY(server.listen());
    server.setHandler([](const Request&, Peer peer) { peer.answer(200, "application/json", "{}"); });
    Connection connection = connectionTo(server.url());
    connection.token.clear();
    connection.username = "Aladdin";
    connection.password = "open sesame";
    QnamTransport transport(connection);
    QVERIFY(Caller(transport).call(getRequest()).ok());
    // The example of RFC 7617, 2.
    QCOMPARE(server.requests().front().header("Authorization"), "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
}

void TransportCredentialsTest::withholdsTokenWithoutTls() {
    const auto address = ownAddress();
    if (!address) QSKIP("this machine has no address but loopback");
    ScriptedServer server;
    QVERIFY(server.listen(*address));
    server.setHandler([](const Request&, Peer peer) { peer.answer(401, "application/json", "{}"); });
    QnamTransport transport(connectionTo(server.url(address->toString().toStdString())));
    const auto answer = Caller(transport).call(getRequest());
    QVERIFY(!server.requests().front().hasHeader("Authorization"));
    QVERIFY(!answer.ok());
    QCOMPARE(answer.error().kind, ErrorKind::Config);
    QCOMPARE(answer.error().httpStatus, 401);
    VERIFY_CONTAINS(answer.error().message, "not encrypted");
}

void TransportCredentialsTest::redirectNeverCarriesCredentials_data() {
    QTest::addColumn<int>("status");
    for (const int status : {301, 302, 303, 307, 308}) QTest::addRow("%d", status) << status;
}

void TransportCredentialsTest::redirectNeverCarriesCredentials() {
    QFETCH(int, status);
    ScriptedServer server, other;
    QVERIFY(server.listen());
    QVERIFY(other.listen());
    other.setHandler([](const Request&, Peer peer) { peer.answer(200, "application/json", "{}"); });
    server.setHandler([&](const Request&, Peer peer) {
        peer.answer(status, "text/html", "moved", {{"Location", QByteArray::fromStdString(other.url()) + "/login"}});
    });
    QnamTransport transport(connectionTo(server.url()));
    for (const char* method : {"GET", "POST", "DELETE"}) {
        HttpRequest request = getRequest();
        request.method = method;
        const auto answer = Caller(transport).call(request);
        QVERIFY(!answer.ok());
        QCOMPARE(answer.error().kind, ErrorKind::Protocol);
        QCOMPARE(answer.error().httpStatus, status);
        VERIFY_CONTAINS(answer.error().message, other.url() + "/login");
    }
    QCOMPARE(other.connections(), 0);
    QCOMPARE(server.requests().size(), 3U);
}

void TransportCredentialsTest::redirectMessageHidesSecrets() {
    ScriptedServer server;
    QVERIFY(server.listen());
    server.setHandler([](const Request&, Peer peer) {
        peer.answer(302, "text/html", "",
                    {{"Location", "https://u:canary-password@sso.example:8443/auth?code=canary-code#canary-part"}});
    });
    QnamTransport transport(connectionTo(server.url()));
    const auto answer = Caller(transport).call(getRequest());
    QVERIFY(!answer.ok());
    VERIFY_CONTAINS(answer.error().message, "https://sso.example:8443/auth");
    QVERIFY(!contains(answer.error().message, "canary"));
}

void TransportCredentialsTest::cookiesAreNotKept() {
    ScriptedServer server;
    QVERIFY(server.listen());
    server.setHandler([](const Request&, Peer peer) {
        peer.answer(200, "application/json", "{}", {{"Set-Cookie", "lb=a; Path=/"}});
    });
    QnamTransport transport(connectionTo(server.url()));
    QVERIFY(Caller(transport).call(getRequest()).ok());
    QVERIFY(Caller(transport).call(getRequest()).ok());
    QVERIFY(!server.requests().back().hasHeader("Cookie"));
}

void TransportCredentialsTest::unusableConnectionFailsEachRequest() {
    Connection connection = connectionTo("https://127.0.0.1:1");
    connection.unusable = "it uses the exec plugin \"aws\", which is not supported";
    QnamTransport transport(connection);
    for (int i = 0; i < 2; ++i) {
        const auto answer = Caller(transport).call(getRequest());
        QVERIFY(!answer.ok());
        QCOMPARE(answer.error().kind, ErrorKind::Config);
        QCOMPARE(answer.error().message, connection.unusable);
    }
}

QTEST_GUILESS_MAIN(TransportCredentialsTest)
#include "tst_transport_credentials.moc"
