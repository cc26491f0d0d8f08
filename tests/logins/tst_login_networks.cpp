// SPDX-License-Identifier: GPL-3.0-or-later
// The real kube-apiserver through proxies, which write down all that they are sent.
#include <QTest>

#include "tests/logins/login_cluster.h"
#include "tests/support/recording_proxy.h"
#include "tests/unit/client/transport_fixture.h"

using namespace rollcall;
using namespace rollcall::test;
using Kind = RecordingProxy::Kind;

namespace {
constexpr const char* kUser = "proxy-user";
constexpr const char* kPassword = "canary-proxy-password-77c1";
}  // namespace

class LoginNetworksTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void proxyOfTheCluster_data();
    void proxyOfTheCluster();
    void proxyThatWantsALogin_data();
    void proxyThatWantsALogin();
    void proxyRefusesTheLogin_data();
    void proxyRefusesTheLogin();
    void proxyOfTheEnvironmentLooksUpTheName();
    void proxysOwnPageIsNotTheServers();
    void watchThroughAProxy();

private:
    bool listen(RecordingProxy& proxy) const { return proxy.listen(QHostAddress(QHostAddress::LocalHost), m_cluster.port()); }
    std::string token() const { return m_cluster.read(m_cluster.stateFile("token.token")).substr(0, 32); }
    Result<Connection> through(const std::string& proxyUrl) const {
        return m_cluster.connection("token: " + token(), "proxy-url: '" + proxyUrl + '\'');
    }
    std::string target() const { return "127.0.0.1:" + std::to_string(m_cluster.port()); }

    LoginCluster m_cluster;
};

static void addKinds() {
    QTest::addColumn<int>("kind");
    QTest::newRow("CONNECT") << int(Kind::Connect);
    QTest::newRow("SOCKS5") << int(Kind::Socks5);
}

void LoginNetworksTest::proxyOfTheCluster_data() { addKinds(); }

void LoginNetworksTest::proxyOfTheCluster() {
    QFETCH(int, kind);
    RecordingProxy proxy{Kind(kind)};
    QVERIFY(listen(proxy));
    const auto connection = through(proxy.url());
    QVERIFY(connection.ok());
    const WhoAmI who = whoAmI(*connection);
    QVERIFY2(who.user == "token-admin", who.text().c_str());
    // proxy-url counts for loopback too, unlike HTTPS_PROXY (client-go rest/config.go).
    QCOMPARE(proxy.targets().size(), 1U);
    QCOMPARE(proxy.targets().front().toStdString(), target());
    QVERIFY(!proxy.heard().contains(QByteArray::fromStdString(token())));
    QVERIFY(!proxy.heard().toLower().contains("authorization"));
}

void LoginNetworksTest::proxyThatWantsALogin_data() { addKinds(); }

void LoginNetworksTest::proxyThatWantsALogin() {
    QFETCH(int, kind);
    RecordingProxy proxy{Kind(kind)};
    proxy.requireLogin(kUser, kPassword);
    QVERIFY(listen(proxy));
    QnamTransport transport(*through(proxy.url(std::string(kUser) + ':' + kPassword)));
    for (int i = 0; i < 2; ++i) {
        const WhoAmI who = whoAmI(transport);
        QVERIFY2(who.user == "token-admin", who.text().c_str());
    }
    QCOMPARE(proxy.targets().size(), 1U);
    QVERIFY(!proxy.heard().contains(QByteArray::fromStdString(token())));
}

void LoginNetworksTest::proxyRefusesTheLogin_data() { addKinds(); }

void LoginNetworksTest::proxyRefusesTheLogin() {
    QFETCH(int, kind);
    RecordingProxy proxy{Kind(kind)};
    proxy.requireLogin(kUser, "another password");
    QVERIFY(listen(proxy));
    for (const std::string login : {"", "proxy-user:canary-proxy-password-77c1"}) {
        const int before = proxy.refusals();
        const WhoAmI who = whoAmI(*through(proxy.url(login)));
        QCOMPARE(who.error.kind, ErrorKind::Network);
        QVERIFY(proxy.refusals() > before);
        VERIFY_CONTAINS(who.error.message, "proxy");
        QVERIFY2(!contains(who.error.message, "canary"), who.text().c_str());
    }
    QVERIFY(proxy.targets().empty());
    QVERIFY(!proxy.heard().contains(QByteArray::fromStdString(token())));
}

/// The proxy is given the server's name, not an address: only the proxy may know it (Go's transport does the same).
void LoginNetworksTest::proxyOfTheEnvironmentLooksUpTheName() {
    RecordingProxy connect{Kind::Connect}, socks{Kind::Socks5};
    QVERIFY(listen(connect) && listen(socks));
    const std::string server = "https://kubernetes.default.svc:" + std::to_string(m_cluster.port());
    const auto connection = m_cluster.connection("token: " + token(), {}, server);
    QVERIFY(connection.ok());
    for (RecordingProxy* proxy : {&connect, &socks}) {
        QnamOptions options;
        options.environment = [proxy](const char* name) { return std::string(name) == "HTTPS_PROXY" ? proxy->url() : ""; };
        const WhoAmI who = whoAmI(*connection, options);
        QVERIFY2(who.user == "token-admin", who.text().c_str());
        QCOMPARE(proxy->targets().size(), 1U);
        QCOMPARE(proxy->targets().front().toStdString(), server.substr(8));
    }
}

void LoginNetworksTest::proxysOwnPageIsNotTheServers() {
    RecordingProxy proxy{Kind::Connect};
    proxy.answerWith("HTTP/1.1 403 Forbidden\r\nContent-Type: text/html\r\nContent-Length: 13\r\nConnection: close\r\n\r\n"
                     "<h1>No</h1>\r\n");
    QVERIFY(listen(proxy));
    const WhoAmI who = whoAmI(*through(proxy.url()));
    QCOMPARE(who.error.kind, ErrorKind::Network);
    QCOMPARE(who.error.httpStatus, 0);
    VERIFY_CONTAINS(who.error.message, "proxy");
}

void LoginNetworksTest::watchThroughAProxy() {
    RecordingProxy proxy{Kind::Socks5};
    QVERIFY(listen(proxy));
    QnamTransport transport(*through(proxy.url()));
    Watcher watch(transport);
    HttpRequest request = getRequest("/api/v1/namespaces/default/serviceaccounts", std::chrono::seconds(60));
    request.query = {{"watch", "true"}, {"resourceVersion", "0"}};
    watch.start(std::move(request));
    QTRY_COMPARE(watch.opened.size(), 1U);
    const std::size_t before = watch.lines.size();
    const std::string account = m_cluster.makeServiceAccount();
    QTRY_VERIFY(watch.lines.size() > before && contains(watch.lines.back(), account));
    m_cluster.removeServiceAccount(account);
}

QTEST_GUILESS_MAIN(LoginNetworksTest)
#include "tst_login_networks.moc"
