// SPDX-License-Identifier: GPL-3.0-or-later
// Each way to sign in that a kubeconfig knows, and whom the real kube-apiserver then takes us for.
#include <QTest>

#include "tests/logins/login_cluster.h"

using namespace rollcall;
using namespace rollcall::test;

#define COMPARE_USER(who, expected) \
    do {                            \
        const WhoAmI got = (who);   \
        QVERIFY2(got.user == std::string(expected), got.text().c_str()); \
    } while (false)

class LoginKindsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void clientCertificates_data();
    void clientCertificates();
    void expiredCertificateIsNotSignedIn();
    void staticToken();
    void wrongTokenIsNotSignedIn();
    void serviceAccountFilesInsideACluster();
    void impersonation();
    void impersonationIsRefusedByItsRight();
    void execPluginReturnsACertificate();
    void execPluginLearnsOfTheCluster();

private:
    LoginCluster m_cluster;
};

void LoginKindsTest::clientCertificates_data() {
    QTest::addColumn<QString>("name");
    for (const char* name : {"admin", "admin-ec", "admin-ed25519"}) QTest::newRow(name) << QString::fromLatin1(name);
}

void LoginKindsTest::clientCertificates() {
    QFETCH(QString, name);
    const std::string file = m_cluster.stateFile("pki/" + name.toStdString());
    const auto connection =
        m_cluster.connection("client-certificate: '" + file + ".crt', client-key: '" + file + ".key'");
    QVERIFY(connection.ok());
    QCOMPARE(connection->userKind, std::string("certificate"));
    const WhoAmI who = whoAmI(*connection);
    QVERIFY2(who.user == name.toStdString(), who.text().c_str());
    QVERIFY2(who.hasGroup("system:masters"), who.text().c_str());
}

void LoginKindsTest::expiredCertificateIsNotSignedIn() {
    const std::string file = m_cluster.stateFile("pki/expired");
    const WhoAmI who =
        whoAmI(*m_cluster.connection("client-certificate: '" + file + ".crt', client-key: '" + file + ".key'"));
    QVERIFY2(who.error.isUnauthorized(), who.text().c_str());
}

void LoginKindsTest::staticToken() {
    const std::string token = QString::fromStdString(m_cluster.read(m_cluster.stateFile("token.token"))).trimmed().toStdString();
    COMPARE_USER(whoAmI(*m_cluster.connection("token: " + token)), "token-admin");
}

void LoginKindsTest::wrongTokenIsNotSignedIn() {
    const WhoAmI who = whoAmI(*m_cluster.connection("token: not-a-token-of-this-cluster"));
    QVERIFY2(who.error.isUnauthorized(), who.text().c_str());
    QVERIFY(who.error.message.find("not-a-token") == std::string::npos);
}

/// client-go rest.InClusterConfig: two variables, and token, ca.crt and namespace in one folder.
void LoginKindsTest::serviceAccountFilesInsideACluster() {
    const std::string account = m_cluster.makeServiceAccount();
    m_cluster.write("token", m_cluster.serviceAccountToken(account) + '\n');
    m_cluster.write("ca.crt", m_cluster.read(m_cluster.caFile()));
    m_cluster.write("namespace", "class-of-2026");
    KubeconfigOptions options;
    options.serviceAccountDir = m_cluster.path("");
    const std::string port = std::to_string(m_cluster.port());
    options.environment = [port](const char* name) -> std::string {
        if (std::string(name) == "KUBERNETES_SERVICE_HOST") return "127.0.0.1";
        return std::string(name) == "KUBERNETES_SERVICE_PORT" ? port : "";
    };
    const auto connection = inClusterConnection(options);
    QVERIFY(connection.ok());
    QCOMPARE(connection->ns, std::string("class-of-2026"));
    const WhoAmI who = whoAmI(*connection);
    QVERIFY2(who.user == "system:serviceaccount:default:" + account, who.text().c_str());
    QVERIFY2(who.hasGroup("system:serviceaccounts:default"), who.text().c_str());
    m_cluster.removeServiceAccount(account);
}

void LoginKindsTest::impersonation() {
    const std::string file = m_cluster.stateFile("pki/admin");
    const auto connection = m_cluster.connection(
        "client-certificate: '" + file + ".crt', client-key: '" + file +
        ".key', as: '张三', as-uid: '42', as-groups: [teachers, 'room 7'], "
        "as-user-extra: {scopes: [view, edit], 'example.org/Team%': [blue]}");
    QVERIFY(connection.ok());
    const WhoAmI who = whoAmI(*connection);
    QVERIFY2(who.user == "张三" && who.uid == "42", who.text().c_str());
    const std::vector<std::string> groups = {"room 7", "system:authenticated", "teachers"};
    QVERIFY2(who.groups == groups, who.text().c_str());
    // The server takes the keys in lower case.
    const Json extra = {{"scopes", {"view", "edit"}}, {"example.org/team%", {"blue"}}};
    QVERIFY2(who.extra == extra, who.text().c_str());
}

void LoginKindsTest::impersonationIsRefusedByItsRight() {
    const std::string account = m_cluster.makeServiceAccount();
    const WhoAmI who =
        whoAmI(*m_cluster.connection("token: " + m_cluster.serviceAccountToken(account) + ", as: somebody"));
    QVERIFY2(who.error.isForbidden(), who.text().c_str());
    m_cluster.removeServiceAccount(account);
}

void LoginKindsTest::execPluginReturnsACertificate() {
    m_cluster.write("credential", execCredential({{"clientCertificateData", m_cluster.read(m_cluster.stateFile("pki/admin-ed25519.crt"))},
                                                  {"clientKeyData", m_cluster.read(m_cluster.stateFile("pki/admin-ed25519.key"))}}));
    const std::string plugin = m_cluster.writePlugin("certificate-plugin", "cat credential");
    const auto connection = m_cluster.connection("exec: {apiVersion: client.authentication.k8s.io/v1, command: '" + plugin +
                                                 "', interactiveMode: Never}");
    QVERIFY(connection.ok());
    COMPARE_USER(whoAmI(*connection), "admin-ed25519");
    COMPARE_USER(whoAmI(*connection), "admin-ed25519");
    QCOMPARE(m_cluster.runs("certificate-plugin"), 1);
}

/// The plugin signs in by what it is told, as kubelogin does.
void LoginKindsTest::execPluginLearnsOfTheCluster() {
    m_cluster.write("credential", execCredential({{"token", m_cluster.read(m_cluster.stateFile("token.token")).substr(0, 32)}}));
    const std::string plugin = m_cluster.writePlugin("cluster-plugin", "printf %s \"$KUBERNETES_EXEC_INFO\" > info; cat credential");
    const auto connection =
        m_cluster.connection("exec: {apiVersion: client.authentication.k8s.io/v1, command: '" + plugin +
                                 "', interactiveMode: IfAvailable, provideClusterInfo: true}",
                             "extensions: [{name: client.authentication.k8s.io/exec, extension: {audience: a}}]");
    QVERIFY(connection.ok());
    COMPARE_USER(whoAmI(*connection), "token-admin");
    const Json info = Json::parse(m_cluster.read(m_cluster.path("info")));
    QVERIFY(info["spec"]["interactive"] == Json(false));
    QVERIFY(info["spec"]["cluster"]["server"] == Json(m_cluster.server()));
    QVERIFY(info["spec"]["cluster"]["config"].dump() == R"({"audience":"a"})");
    const QByteArray ca = QByteArray::fromStdString(info["spec"]["cluster"]["certificate-authority-data"].get<std::string>());
    QCOMPARE(QByteArray::fromBase64(ca).toStdString(), m_cluster.read(m_cluster.caFile()));
}

QTEST_GUILESS_MAIN(LoginKindsTest)
#include "tst_login_kinds.moc"
