// SPDX-License-Identifier: GPL-3.0-or-later
// Credentials that end, are revoked or renewed while the program runs, on the real kube-apiserver.
#include <QTest>
#include <atomic>

#include "tests/logins/login_cluster.h"
#include "tests/unit/client/transport_fixture.h"

using namespace rollcall;
using namespace rollcall::test;

class LoginRotationTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void wrongTokenFileIsReadAgainAtOnce();
    void revokedTokenIsReplacedFromItsFile();
    void execTokenIsMadeAgainWhenItExpires();
    void execTokenIsMadeAgainAfter401();
    void manyCallersShareOneRun();
    void rotatedCertificateFilesOpenNewConnections();

private:
    std::string execUser(const std::string& plugin) const {
        return "exec: {apiVersion: client.authentication.k8s.io/v1, command: '" + plugin + "', interactiveMode: Never}";
    }

    LoginCluster m_cluster;
};

void LoginRotationTest::wrongTokenFileIsReadAgainAtOnce() {
    const std::string account = m_cluster.makeServiceAccount();
    const std::string file = m_cluster.write("token", "not-a-token-of-this-cluster");
    const auto connection = m_cluster.connection("tokenFile: '" + file + '\'');
    QVERIFY(connection.ok());
    QnamTransport transport(*connection);
    QVERIFY(whoAmI(transport).error.isUnauthorized());
    m_cluster.write("token", m_cluster.serviceAccountToken(account));
    const WhoAmI who = whoAmI(transport);  // long before the file's fifty seconds are over
    QVERIFY2(who.user == "system:serviceaccount:default:" + account, who.text().c_str());
    m_cluster.removeServiceAccount(account);
}

/// The old token's account is deleted. The server remembers for some ten seconds that it was good; whenever it forgets,
/// no call may fail.
void LoginRotationTest::revokedTokenIsReplacedFromItsFile() {
    const std::string first = m_cluster.makeServiceAccount(), second = m_cluster.makeServiceAccount();
    const std::string file = m_cluster.write("token", m_cluster.serviceAccountToken(first));
    QnamTransport transport(*m_cluster.connection("tokenFile: '" + file + '\''));
    QVERIFY(whoAmI(transport).user.ends_with(first));
    m_cluster.write("token", m_cluster.serviceAccountToken(second));
    m_cluster.removeServiceAccount(first);
    WhoAmI who;
    const bool replaced = QTest::qWaitFor(
        [&] {
            who = whoAmI(transport);
            return who.status != 201 || who.user.ends_with(second);
        },
        60000);
    QVERIFY2(replaced && who.status == 201, who.text().c_str());
    m_cluster.removeServiceAccount(second);
}

void LoginRotationTest::execTokenIsMadeAgainWhenItExpires() {
    const std::string first = m_cluster.makeServiceAccount(), second = m_cluster.makeServiceAccount();
    for (const auto& [file, account] : {std::pair("credential.1", first), {"credential.2", second}}) {
        m_cluster.write(file, execCredential({{"token", m_cluster.serviceAccountToken(account)},
                                              {"expirationTimestamp", "2030-01-01T00:00:10Z"}}));
    }
    const std::string plugin =
        m_cluster.writePlugin("expiring", "n=$(wc -l < expiring.runs); cat credential.$((n > 2 ? 2 : n))");
    const auto connection = m_cluster.connection(execUser(plugin));
    QVERIFY(connection.ok());
    std::atomic<std::int64_t> seconds{0};
    ExecLogin::Options options;
    const WallTime start = WallTime(std::chrono::seconds(1893456000));  // 2030-01-01T00:00:00Z
    options.now = [&] { return start + std::chrono::seconds(seconds.load()); };
    const auto login = prepareLogin(*connection, options);
    QnamTransport transport(*connection);
    QVERIFY(whoAmI(transport).user.ends_with(first));
    QVERIFY(whoAmI(transport).user.ends_with(first));
    QCOMPARE(m_cluster.runs("expiring"), 1);
    seconds = 11;
    const WhoAmI who = whoAmI(transport);
    QVERIFY2(who.user.ends_with(second), who.text().c_str());
    QCOMPARE(m_cluster.runs("expiring"), 2);
    m_cluster.removeServiceAccount(first);
    m_cluster.removeServiceAccount(second);
}

void LoginRotationTest::execTokenIsMadeAgainAfter401() {
    const std::string account = m_cluster.makeServiceAccount();
    m_cluster.write("credential.1", execCredential({{"token", "not-a-token-of-this-cluster"}}));
    m_cluster.write("credential.2", execCredential({{"token", m_cluster.serviceAccountToken(account)}}));
    const std::string plugin = m_cluster.writePlugin("refused", "n=$(wc -l < refused.runs); cat credential.$n");
    QnamTransport transport(*m_cluster.connection(execUser(plugin)));
    // client-go refreshes after a 401, and does not send the request again.
    QVERIFY(whoAmI(transport).error.isUnauthorized());
    const WhoAmI who = whoAmI(transport);
    QVERIFY2(who.user.ends_with(account), who.text().c_str());
    QCOMPARE(m_cluster.runs("refused"), 2);
    m_cluster.removeServiceAccount(account);
}

void LoginRotationTest::manyCallersShareOneRun() {
    m_cluster.write("credential", execCredential({{"token", m_cluster.read(m_cluster.stateFile("token.token")).substr(0, 32)}}));
    const std::string plugin =
        m_cluster.writePlugin("shared", "while [ ! -e go ]; do sleep 0.01; done; cat credential");
    const auto connection = m_cluster.connection(execUser(plugin));
    QVERIFY(connection.ok());
    std::vector<std::unique_ptr<QnamTransport>> transports;
    std::vector<std::unique_ptr<Caller>> callers;
    for (int i = 0; i < 8; ++i) {
        transports.push_back(std::make_unique<QnamTransport>(*connection));
        callers.push_back(std::make_unique<Caller>(*transports.back()));
        callers.back()->start(getRequest("/version"));
    }
    QTRY_COMPARE(m_cluster.runs("shared"), 1);
    m_cluster.write("go", "");
    for (const auto& caller : callers) QVERIFY(caller->wait());
    QCOMPARE(m_cluster.runs("shared"), 1);
}

void LoginRotationTest::rotatedCertificateFilesOpenNewConnections() {
    const auto copy = [this](const std::string& name) {
        m_cluster.write("tls.crt", m_cluster.read(m_cluster.stateFile("pki/" + name + ".crt")));
        m_cluster.write("tls.key", m_cluster.read(m_cluster.stateFile("pki/" + name + ".key")));
    };
    copy("admin-ec");
    const auto connection = m_cluster.connection("client-certificate: tls.crt, client-key: tls.key");
    QVERIFY(connection.ok());
    QnamOptions options;
    options.fileCheck = std::chrono::milliseconds(50);
    QnamTransport transport(*connection, options);
    QCOMPARE(whoAmI(transport).user, std::string("admin-ec"));
    Watcher watch(transport);
    HttpRequest request = getRequest("/api/v1/namespaces", std::chrono::seconds(60));
    request.query = {{"watch", "true"}};
    watch.start(std::move(request));
    QTRY_COMPARE(watch.opened.size(), 1U);
    copy("admin");
    QVERIFY(watch.waitClosed());
    QVERIFY(!watch.closed->ok());
    QCOMPARE(watch.closed->error().cause, std::string(kCredentialRenewed));
    QCOMPARE(whoAmI(transport).user, std::string("admin"));
}

QTEST_GUILESS_MAIN(LoginRotationTest)
#include "tst_login_rotation.moc"
