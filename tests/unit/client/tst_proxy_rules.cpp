// SPDX-License-Identifier: GPL-3.0-or-later
// Which proxy, what it may see; whom we act as; files that change. Expectations of the table: the documentation and
// tests of golang.org/x/net/http/httpproxy.
#include <QSslCertificate>
#include <QSslKey>
#include <QTemporaryDir>
#include <fstream>

#include "core/client/impersonation.h"
#include "core/client/proxy_rules.h"
#include "tests/support/test_certificates.h"
#include "tests/support/test_tls.h"
#include "tests/unit/client/transport_fixture.h"

using namespace rollcall;
using namespace rollcall::test;
using Request = ScriptedServer::Request;
using Peer = ScriptedServer::Peer;

class ProxyRulesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void followsGo_data();
    void followsGo();
    void unusableProxiesAreExplained_data();
    void unusableProxiesAreExplained();
    void httpsGoesThroughConnectAlone();
    void proxyNeverSeesTokenInClear();
    void refusedProxyIsNamed();
    void impersonationGoesWithEveryRequest();
    void impersonationThatCannotBeSentIsRefused();
    void disableCompressionAsksForNone();
    void changedCertificateFilesAreTakenUp();
    void certificateWithCommonNameOnlyIsWarnedAbout();
};

void ProxyRulesTest::followsGo_data() {
    QTest::addColumn<QString>("server");
    QTest::addColumn<QString>("environment");  // A=b;C=d
    QTest::addColumn<QString>("proxy");
    const auto row = [](const char* server, const char* environment, const char* proxy) {
        QTest::addRow("%s with %s", server, environment)
            << QString::fromLatin1(server) << QString::fromLatin1(environment) << QString::fromLatin1(proxy);
    };
    row("https://h", "", "");
    row("https://h", "HTTPS_PROXY=http://p:1", "http://p:1");
    row("https://h", "https_proxy=http://p:1", "http://p:1");
    row("https://h", "HTTPS_PROXY=http://up;https_proxy=http://low", "http://up");
    row("https://h", "HTTP_PROXY=http://p", "");
    row("http://h", "HTTP_PROXY=http://p", "http://p");
    row("http://h", "HTTPS_PROXY=http://p", "");
    row("https://h", "HTTPS_PROXY=p:3128", "http://p:3128");
    row("https://localhost:6443", "HTTPS_PROXY=p", "");
    row("https://127.8.9.1", "HTTPS_PROXY=p", "");
    row("https://[::1]:6443", "HTTPS_PROXY=p", "");
    row("https://a.example.com", "HTTPS_PROXY=p;NO_PROXY=*", "");
    row("https://a.example.com", "HTTPS_PROXY=p;NO_PROXY=example.com", "");
    row("https://example.com", "HTTPS_PROXY=p;NO_PROXY=example.com", "");
    row("https://EXAMPLE.com", "HTTPS_PROXY=p;NO_PROXY=example.COM", "");
    row("https://example.com", "HTTPS_PROXY=p;NO_PROXY=.example.com", "http://p");
    row("https://a.example.com", "HTTPS_PROXY=p;no_proxy= x , .example.com", "");
    row("https://a.example.com", "HTTPS_PROXY=p;NO_PROXY=*.example.com", "");
    row("https://anexample.com", "HTTPS_PROXY=p;NO_PROXY=example.com", "http://p");
    row("https://h:6443", "HTTPS_PROXY=p;NO_PROXY=h:6443", "");
    row("https://h:6443", "HTTPS_PROXY=p;NO_PROXY=h:443", "http://p");
    row("https://h", "HTTPS_PROXY=p;NO_PROXY=h:443", "");
    row("https://10.1.2.3", "HTTPS_PROXY=p;NO_PROXY=10.0.0.0/8", "");
    row("https://11.1.2.3", "HTTPS_PROXY=p;NO_PROXY=10.0.0.0/8", "http://p");
    row("https://10.1.2.3", "HTTPS_PROXY=p;NO_PROXY=10.1.2.3", "");
    row("https://10.1.2.3:6443", "HTTPS_PROXY=p;NO_PROXY=10.1.2.3:6443", "");
    row("https://10.1.2.3:6443", "HTTPS_PROXY=p;NO_PROXY=10.1.2.3:1", "http://p");
    row("https://[fd00::5]", "HTTPS_PROXY=p;NO_PROXY=fd00::/8", "");
    row("https://[fd00::5]:6443", "HTTPS_PROXY=p;NO_PROXY=[fd00::5]:6443", "");
    row("https://10.1.2.3", "HTTPS_PROXY=p;NO_PROXY=2.3", "http://p");
    row("https://h", "HTTPS_PROXY=p;NO_PROXY=:80,,", "http://p");
}

void ProxyRulesTest::followsGo() {
    QFETCH(QString, server);
    QFETCH(QString, environment);
    QFETCH(QString, proxy);
    const ReadEnvironment read = [&](const char* name) {
        for (const QString& pair : environment.split(QLatin1Char(';'))) {
            if (pair.section(QLatin1Char('='), 0, 0) == QLatin1String(name))
                return pair.section(QLatin1Char('='), 1).toStdString();
        }
        return std::string();
    };
    const auto endpoint = Endpoint::parse(server.toStdString());
    QCOMPARE(proxyAddressFor(endpoint->isTls(), endpoint->host(), endpoint->port(), "", read), proxy.toStdString());
    // A cluster's own proxy knows no exemptions.
    QCOMPARE(proxyAddressFor(endpoint->isTls(), endpoint->host(), endpoint->port(), "socks5://own", read),
             "socks5://own");
}

void ProxyRulesTest::unusableProxiesAreExplained_data() {
    QTest::addColumn<QByteArray>("proxy");
    QTest::addColumn<QByteArray>("why");
    QTest::newRow("https") << QByteArray("https://user:canary@p:1") << QByteArray("Qt cannot reach a proxy over TLS");
    QTest::newRow("ftp") << QByteArray("ftp://user:canary@p") << QByteArray("must begin with http:// or socks5://");
    QTest::newRow("no host") << QByteArray("http://") << QByteArray("no valid address");
}

void ProxyRulesTest::unusableProxiesAreExplained() {
    QFETCH(QByteArray, proxy);
    QFETCH(QByteArray, why);
    Connection connection = connectionTo("https://127.0.0.1:1");
    connection.proxyUrl = proxy.toStdString();
    QnamTransport transport(connection);
    const auto answer = Caller(transport).call(getRequest());
    QVERIFY(!answer.ok());
    VERIFY_CONTAINS(answer.error().message, why.toStdString());
    QVERIFY(!contains(answer.error().message, "canary"));
}

void ProxyRulesTest::httpsGoesThroughConnectAlone() {
    ScriptedServer proxy;
    QVERIFY(proxy.listen());
    proxy.setHandler([](const Request&, Peer peer) {
        peer.answer(502, "text/plain", "no");
        peer.close();
    });
    Connection connection = connectionTo("https://kube.example:6443");
    connection.proxyUrl = "http://me:word@127.0.0.1:" + std::to_string(proxy.port());
    connection.impersonate.user = "canary-bob";
    QnamTransport transport(connection);
    const auto answer = Caller(transport).call(getRequest("/secret-path"));
    QVERIFY(!answer.ok());
    QVERIFY(!proxy.requests().empty());
    for (const Request& request : proxy.requests()) {
        QCOMPARE(request.method, "CONNECT");
        QCOMPARE(request.target, "kube.example:6443");
        QVERIFY(!request.hasHeader("Authorization"));
        for (const auto& [name, value] : request.headers) QVERIFY(!value.contains("canary"));
    }
}

void ProxyRulesTest::proxyNeverSeesTokenInClear() {
    ScriptedServer proxy;
    QVERIFY(proxy.listen());
    proxy.setHandler([](const Request&, Peer peer) { peer.answer(200, "application/json", "{}"); });
    Connection connection = connectionTo("http://127.0.0.1:1");  // loopback, where it would go without a proxy
    connection.proxyUrl = "http://127.0.0.1:" + std::to_string(proxy.port());
    connection.impersonate.user = "canary-bob";
    QnamTransport transport(connection);
    QCOMPARE(Caller(transport).call(getRequest())->status, 200);
    QCOMPARE(proxy.requests().size(), 1U);
    QVERIFY(!proxy.requests()[0].hasHeader("Authorization"));
    QVERIFY(!proxy.requests()[0].hasHeader("Impersonate-User"));
}

void ProxyRulesTest::refusedProxyIsNamed() {
    ScriptedServer proxy;
    QVERIFY(proxy.listen());
    proxy.stopListening();
    Connection connection = connectionTo("https://kube.example:6443");
    connection.proxyUrl = "socks5://127.0.0.1:" + std::to_string(proxy.port());
    QnamTransport transport(connection);
    const auto answer = Caller(transport).call(getRequest());
    QVERIFY(!answer.ok());
    QVERIFY(answer.error().kind == ErrorKind::Network);
}

void ProxyRulesTest::impersonationGoesWithEveryRequest() {
    ScriptedServer server;
    QVERIFY(server.listen());
    server.setHandler([](const Request& request, Peer peer) {
        if (request.target == "/watch") return peer.startChunked();
        peer.answer(200, "application/json", "{}");
    });
    Connection connection = connectionTo(server.url());
    connection.impersonate = {"bob", "7", {"one, still one"}, {{"Ex ample/%", {"v"}}}};
    QnamTransport transport(connection);
    Watcher watch(transport);
    watch.start(getRequest("/watch"));
    QCOMPARE(Caller(transport).call(getRequest())->status, 200);
    QTRY_COMPARE(server.requests().size(), 2U);
    for (const Request& request : server.requests()) {
        QCOMPARE(request.header("Impersonate-User"), "bob");
        QCOMPARE(request.header("Impersonate-Uid"), "7");
        QCOMPARE(request.header("Impersonate-Group"), "one, still one");
        QCOMPARE(request.header("Impersonate-Extra-Ex%20ample%2F%25"), "v");
        QVERIFY(request.hasHeader("Authorization"));
    }
    // Each group on a line of its own: the server takes a list in one line for one group.
    QTcpServer raw;
    QVERIFY(raw.listen(QHostAddress::LocalHost));
    connection.server = "http://127.0.0.1:" + std::to_string(raw.serverPort());
    connection.impersonate = {"bob", "", {"g1", "g2"}, {{"k", {"v1", "v2"}}}};
    QnamTransport other(connection);
    Caller caller(other);
    caller.start(getRequest());
    QTRY_VERIFY(raw.hasPendingConnections());
    QTcpSocket* socket = raw.nextPendingConnection();
    QByteArray head;
    QTRY_VERIFY((head += socket->readAll()).contains("\r\n\r\n"));
    for (const char* line : {"\r\nImpersonate-Group: g1\r\n", "\r\nImpersonate-Group: g2\r\n",
                             "\r\nImpersonate-Extra-k: v1\r\n", "\r\nImpersonate-Extra-k: v2\r\n"}) {
        QVERIFY2(head.contains(line), head.constData());
    }
}

void ProxyRulesTest::impersonationThatCannotBeSentIsRefused() {
    Connection connection = connectionTo("http://127.0.0.1:1");
    connection.impersonate.user = "bob\r\nAuthorization: canary";
    QnamTransport transport(connection);
    const auto answer = Caller(transport).call(getRequest());
    QVERIFY(!answer.ok());
    QVERIFY(answer.error().kind == ErrorKind::Config);
    QVERIFY(!contains(answer.error().message, "canary"));
}

void ProxyRulesTest::disableCompressionAsksForNone() {
    const auto own = ownAddress();
    if (!own) QSKIP("this machine has no address but loopback");
    ScriptedServer server;
    QVERIFY(server.listen(*own));
    server.setHandler([](const Request&, Peer peer) { peer.answer(200, "application/json", "{}"); });
    Connection connection = connectionTo(server.url(own->toString().toStdString()));
    connection.disableCompression = true;
    QnamTransport transport(
        connection, {.fileCheck = std::chrono::minutes(5), .environment = [](const char*) { return std::string(); }});
    QCOMPARE(Caller(transport).call(getRequest())->status, 200);
    QCOMPARE(server.requests()[0].header("Accept-Encoding"), "identity");
}

void ProxyRulesTest::changedCertificateFilesAreTakenUp() {
    const TestAuthority authority("test authority");
    QSslConfiguration tls = serverTls(authority.sign({"server", "IP:127.0.0.1"}));
    tls.setCaCertificates(QSslCertificate::fromData(QByteArray::fromStdString(authority.certificatePem()), QSsl::Pem));
    ScriptedServer server;
    QVERIFY(server.listenTls(tls));
    server.setHandler([](const Request& request, Peer peer) {
        if (request.target == "/watch") return peer.startChunked();
        peer.answer(200, "application/json", "{}");
    });
    QTemporaryDir folder;
    Connection connection;
    connection.server = server.url();
    connection.caPem = authority.certificatePem();
    connection.clientCertFile = folder.filePath(QStringLiteral("tls.crt")).toStdString();
    connection.clientKeyFile = folder.filePath(QStringLiteral("tls.key")).toStdString();
    const auto write = [&](const char* name) {
        CertificateWish wish{name, ""};
        wish.forClient = true;
        const auto pair = authority.sign(wish);
        std::ofstream(connection.clientCertFile) << pair.certificatePem;
        std::ofstream(connection.clientKeyFile) << pair.keyPem;
        return pair;
    };
    const auto first = write("first");
    connection.clientCertPem = first.certificatePem;
    connection.clientKeyPem = first.keyPem;
    QnamTransport transport(connection, {.fileCheck = std::chrono::milliseconds(10), .environment = {}});
    Watcher watch(transport);
    watch.start(getRequest("/watch"));
    QTRY_COMPARE(watch.opened.size(), 1U);
    // Half of the pair is no reason to lose what works.
    std::ofstream(connection.clientKeyFile) << "half";
    QCOMPARE(Caller(transport).call(getRequest())->status, 200);
    QCOMPARE(server.requests().back().clientCertificateName, "first");
    write("second");
    QVERIFY(watch.waitClosed());
    QVERIFY(!watch.closed->ok());
    QCOMPARE(Caller(transport).call(getRequest())->status, 200);
    QCOMPARE(server.requests().back().clientCertificateName, "second");
}

void ProxyRulesTest::certificateWithCommonNameOnlyIsWarnedAbout() {
    const TestAuthority authority("test authority");
    ScriptedServer server;
    QVERIFY(server.listenTls(serverTls(authority.sign({"old.example", ""}))));
    server.setHandler([](const Request&, Peer peer) { peer.answer(200, "application/json", "{}"); });
    Connection connection = connectionTo(server.url());
    connection.caPem = authority.certificatePem();
    connection.tlsServerName = "old.example";
    QnamTransport transport(connection);
    const auto first = Caller(transport).call(getRequest());
    QVERIFY(first.ok());
    QCOMPARE(first->warnings.size(), 1U);
    VERIFY_CONTAINS(first->warnings[0], "only in its CommonName");
    QVERIFY(Caller(transport).call(getRequest())->warnings.empty());  // said once
}

QTEST_GUILESS_MAIN(ProxyRulesTest)
#include "tst_proxy_rules.moc"
