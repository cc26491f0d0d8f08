// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QSslCertificate>
#include <QSslKey>

#include "tests/support/test_certificates.h"
#include "tests/unit/client/transport_fixture.h"

using namespace rollcall;
using namespace rollcall::test;
using Request = ScriptedServer::Request;
using Peer = ScriptedServer::Peer;

namespace {

qsizetype threadsOfThisProcess() {
    return QDir(QStringLiteral("/proc/self/task")).entryList(QDir::Dirs | QDir::NoDotAndDotDot).size();
}

QSslConfiguration serverTls(const CertificateAndKey& pair) {
    QSslConfiguration tls = QSslConfiguration::defaultConfiguration();
    tls.setLocalCertificate(QSslCertificate(QByteArray::fromStdString(pair.certificatePem), QSsl::Pem));
    tls.setPrivateKey(QSslKey(QByteArray::fromStdString(pair.keyPem), QSsl::Ec));
    tls.setPeerVerifyMode(QSslSocket::VerifyNone);
    return tls;
}

}  // namespace

class TransportTlsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanupTestCase();
    void trustsItsAuthority();
    void refusesOtherAuthority();
    void refusesWithoutAuthority();
    void refusesOtherName();
    void tlsServerNameReplacesHost();
    void wrongTlsServerNameIsRefused();
    void refusesExpired();
    void refusesNotYetValid();
    void insecureAcceptsAnything();
    void signsInWithCertificate_data();
    void signsInWithCertificate();
    void serverThatWantsCertificate();
    void badCredentialsAreExplained_data();
    void badCredentialsAreExplained();
    void plainServerBehindHttps();
    void refusedAnswersNeverReachTheServer();

private:
    void serve(const CertificateWish& wish);
    Connection connection() const;
    Error errorOf(const Connection& to);

    std::unique_ptr<TestAuthority> m_authority, m_other;
    std::unique_ptr<ScriptedServer> m_server;
    qsizetype m_threads = 0;
};

void TransportTlsTest::initTestCase() {
    m_threads = threadsOfThisProcess();
    m_authority = std::make_unique<TestAuthority>("test authority");
    m_other = std::make_unique<TestAuthority>("other authority");
}

/// OpenSSL frees a thread's random generators when the thread ends, which is a moment after QThread::wait() returns:
/// without this the leak check at exit would now and then come between.
void TransportTlsTest::cleanupTestCase() {
    m_server.reset();
    QTRY_VERIFY(threadsOfThisProcess() <= m_threads);
}

void TransportTlsTest::serve(const CertificateWish& wish) {
    m_server = std::make_unique<ScriptedServer>();
    m_server->setHandler([](const Request&, Peer peer) { peer.answer(200, "application/json", "{}"); });
    QVERIFY(m_server->listenTls(serverTls(m_authority->sign(wish))));
}

void TransportTlsTest::init() {
    serve({"kube-apiserver", "IP:127.0.0.1,DNS:kubernetes.default"});
}

Connection TransportTlsTest::connection() const {
    Connection to = connectionTo(m_server->url());
    to.caPem = m_authority->certificatePem();
    return to;
}

Error TransportTlsTest::errorOf(const Connection& to) {
    QnamTransport transport(to);
    const auto answer = Caller(transport).call(getRequest());
    return answer.ok() ? makeError(ErrorKind::Internal, "there was no error") : answer.error();
}

void TransportTlsTest::trustsItsAuthority() {
    QnamTransport transport(connection());
    const auto answer = Caller(transport).call(getRequest());
    QVERIFY2(answer.ok(), answer.ok() ? "" : answer.error().message.c_str());
    QCOMPARE(m_server->requests().front().header("Authorization"), QByteArray("Bearer ") + kToken);
}

void TransportTlsTest::refusesOtherAuthority() {
    Connection to = connection();
    to.caPem = m_other->certificatePem();
    const Error error = errorOf(to);
    QCOMPARE(error.kind, ErrorKind::Tls);
    VERIFY_CONTAINS(error.message, "cannot trust " + m_server->url());
    VERIFY_CONTAINS(error.message, "signed by an unknown authority");
}

void TransportTlsTest::refusesWithoutAuthority() {
    Connection to = connection();
    to.caPem.clear();
    QCOMPARE(errorOf(to).kind, ErrorKind::Tls);
}

void TransportTlsTest::refusesOtherName() {
    serve({"kube-apiserver", "DNS:kubernetes.default,DNS:kubernetes"});
    const Error error = errorOf(connection());
    QCOMPARE(error.kind, ErrorKind::Tls);
    VERIFY_CONTAINS(error.message, "its certificate is for kubernetes, kubernetes.default, not for 127.0.0.1");
}

void TransportTlsTest::tlsServerNameReplacesHost() {
    serve({"kube-apiserver", "DNS:kubernetes.default"});
    Connection to = connection();
    to.tlsServerName = "kubernetes.default";
    QnamTransport transport(to);
    const auto answer = Caller(transport).call(getRequest());
    QVERIFY2(answer.ok(), answer.ok() ? "" : answer.error().message.c_str());
}

void TransportTlsTest::wrongTlsServerNameIsRefused() {
    Connection to = connection();
    to.tlsServerName = "somewhere.else";
    const Error error = errorOf(to);
    QCOMPARE(error.kind, ErrorKind::Tls);
    VERIFY_CONTAINS(error.message, "not for somewhere.else");
}

void TransportTlsTest::refusesExpired() {
    CertificateWish wish{"kube-apiserver", "IP:127.0.0.1"};
    wish.validFromDays = -20;
    wish.validToDays = -10;
    serve(wish);
    const Error error = errorOf(connection());
    QCOMPARE(error.kind, ErrorKind::Tls);
    VERIFY_CONTAINS(error.message, "its certificate expired on 20");
}

void TransportTlsTest::refusesNotYetValid() {
    CertificateWish wish{"kube-apiserver", "IP:127.0.0.1"};
    wish.validFromDays = 1;
    serve(wish);
    const Error error = errorOf(connection());
    QCOMPARE(error.kind, ErrorKind::Tls);
    VERIFY_CONTAINS(error.message, "clock");
}

void TransportTlsTest::insecureAcceptsAnything() {
    CertificateWish wish{"kube-apiserver", "DNS:elsewhere"};
    wish.validFromDays = -20;
    wish.validToDays = -10;
    serve(wish);
    Connection to = connection();
    to.caPem.clear();
    to.insecureSkipTlsVerify = true;
    QnamTransport transport(to);
    const auto answer = Caller(transport).call(getRequest());
    QVERIFY2(answer.ok(), answer.ok() ? "" : answer.error().message.c_str());
}

void TransportTlsTest::signsInWithCertificate_data() {
    QTest::addColumn<KeyKind>("kind");
    QTest::newRow("RSA, PKCS#8") << KeyKind::Rsa;
    QTest::newRow("RSA, PKCS#1") << KeyKind::RsaPkcs1;
    QTest::newRow("EC, SEC1") << KeyKind::EcSec1;
    QTest::newRow("EC, PKCS#8") << KeyKind::EcPkcs8;
    QTest::newRow("Ed25519") << KeyKind::Ed25519;
}

void TransportTlsTest::signsInWithCertificate() {
    QFETCH(KeyKind, kind);
    QSslConfiguration tls = serverTls(m_authority->sign({"kube-apiserver", "IP:127.0.0.1"}));
    tls.setPeerVerifyMode(QSslSocket::VerifyPeer);
    tls.setCaCertificates({QSslCertificate(QByteArray::fromStdString(m_authority->certificatePem()), QSsl::Pem)});
    m_server = std::make_unique<ScriptedServer>();
    m_server->setHandler([](const Request&, Peer peer) { peer.answer(200, "application/json", "{}"); });
    QVERIFY(m_server->listenTls(tls));
    CertificateWish wish{"alice", ""};
    wish.key = kind;
    wish.forClient = true;
    const auto pair = m_authority->sign(wish);
    Connection to = connection();
    to.token.clear();
    to.clientCertPem = pair.certificatePem;
    to.clientKeyPem = pair.keyPem;
    QnamTransport transport(to);
    const auto answer = Caller(transport).call(getRequest());
    QVERIFY2(answer.ok(), answer.ok() ? "" : answer.error().message.c_str());
    QCOMPARE(m_server->requests().front().clientCertificateName, "alice");
    QVERIFY(!m_server->requests().front().hasHeader("Authorization"));
}

void TransportTlsTest::serverThatWantsCertificate() {
    QSslConfiguration tls = serverTls(m_authority->sign({"kube-apiserver", "IP:127.0.0.1"}));
    tls.setPeerVerifyMode(QSslSocket::VerifyPeer);
    tls.setCaCertificates({QSslCertificate(QByteArray::fromStdString(m_authority->certificatePem()), QSsl::Pem)});
    m_server = std::make_unique<ScriptedServer>();
    QVERIFY(m_server->listenTls(tls));
    const Error error = errorOf(connection());
    QVERIFY(error.kind == ErrorKind::Tls || error.kind == ErrorKind::Network);
    VERIFY_CONTAINS(error.message, m_server->url());
    VERIFY_CONTAINS(error.message, "client certificate");
}

void TransportTlsTest::badCredentialsAreExplained_data() {
    QTest::addColumn<QByteArray>("certificate");
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("why");
    const auto bytes = [](const std::string& text) { return QByteArray::fromStdString(text); };
    const auto alice = m_authority->sign({"alice", "", KeyKind::EcPkcs8, true});
    const auto bob = m_authority->sign({"bob", "", KeyKind::Rsa, true});
    QTest::newRow("mismatch") << bytes(alice.certificatePem) << bytes(bob.keyPem)
                              << QByteArray("does not belong to the client certificate");
    QTest::newRow("no key") << bytes(alice.certificatePem) << QByteArray() << QByteArray("but no key");
    QTest::newRow("no certificate") << QByteArray() << bytes(alice.keyPem) << QByteArray("but no certificate");
    QTest::newRow("garbage key") << bytes(alice.certificatePem)
                                 << QByteArray("-----BEGIN PRIVATE KEY-----\nZm9v\n-----END PRIVATE KEY-----\n")
                                 << QByteArray("no PEM private key");
    QTest::newRow("garbage certificate") << QByteArray("hello") << bytes(alice.keyPem)
                                         << QByteArray("no PEM certificate");
    QTest::newRow("encrypted") << bytes(alice.certificatePem) << bytes(encryptedKeyPem()) << QByteArray("passphrase");
}

void TransportTlsTest::badCredentialsAreExplained() {
    QFETCH(QByteArray, certificate);
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, why);
    Connection to = connection();
    to.clientCertPem = certificate.toStdString();
    to.clientKeyPem = key.toStdString();
    const Error error = errorOf(to);
    QCOMPARE(error.kind, ErrorKind::Config);
    VERIFY_CONTAINS(error.message, m_server->url());
    VERIFY_CONTAINS(error.message, why.toStdString());
    QVERIFY(!contains(error.message, "BEGIN"));
    QCOMPARE(m_server->connections(), 0);
}

void TransportTlsTest::plainServerBehindHttps() {
    m_server = std::make_unique<ScriptedServer>();
    QVERIFY(m_server->listen());
    // What a plain HTTP server says to a TLS client hello.
    Connection to = connectionTo("https://127.0.0.1:" + std::to_string(m_server->port()));
    m_server->setHandler([](const Request&, Peer peer) { peer.answer(400, "text/plain", "bad"); });
    HttpRequest request = getRequest("/api", std::chrono::milliseconds(500));
    QnamTransport transport(to);
    const auto answer = Caller(transport).call(request);
    QVERIFY(!answer.ok());
    QVERIFY(answer.error().isTransport());
    VERIFY_CONTAINS(answer.error().message, to.server);
}

void TransportTlsTest::refusedAnswersNeverReachTheServer() {
    Connection to = connection();
    to.caPem = m_other->certificatePem();
    errorOf(to);
    QVERIFY(m_server->requests().empty());
}

QTEST_GUILESS_MAIN(TransportTlsTest)
#include "tst_transport_tls.moc"
