// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/qnam_engine.h"

#include <QNetworkCookie>
#include <QNetworkCookieJar>
#include <QSslCertificate>
#include <QSysInfo>

#include "core/api/text.h"
#include "core/client/exec_protocol.h"
#include "core/client/impersonation.h"
#include "core/client/proxy_rules.h"
#include "core/client/tls_setup.h"
#include "core/config/local_file.h"

namespace rollcall {

namespace {

// QNAM on HTTP/1.1 holds bursts back for half a second unless the reply has a read buffer.
constexpr qint64 kReadBufferBytes = 1024 * 1024;

/// Load balancers' cookies must not wander from one context to the next (A6).
class NoCookies final : public QNetworkCookieJar {
public:
    using QNetworkCookieJar::QNetworkCookieJar;
    QList<QNetworkCookie> cookiesForUrl(const QUrl&) const override { return {}; }
    bool setCookiesFromUrl(const QList<QNetworkCookie>&, const QUrl&) override { return false; }
};

/// "rollcall/0.1.0 (linux/amd64)". QNAM's own would begin with Mozilla, for which API servers indent their JSON (A9).
QByteArray userAgent() {
    QString machine = QSysInfo::currentCpuArchitecture();
    if (machine == QLatin1String("x86_64")) machine = QStringLiteral("amd64");
    return "rollcall/" ROLLCALL_VERSION " (" + QSysInfo::kernelType().toLatin1() + '/' + machine.toLatin1() + ')';
}

void setPolicies(QNetworkRequest& request) {
    // HTTP/2 in QNAM loses requests for good when the server drains, and when a dual-stack server drops a connection
    // (A1, A2).
    request.setAttribute(QNetworkRequest::Http2AllowedAttribute, false);
    request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
    request.setAttribute(QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::AuthenticationReuseAttribute, QNetworkRequest::Manual);
    // QNAM's own check refuses honest lists (A5); HttpCall counts decompressed bytes itself.
    request.setDecompressedSafetyCheckThreshold(-1);
}

}  // namespace

QnamEngine::QnamEngine(Connection connection, const QnamOptions& options)
    : m_connection(std::move(connection)), m_proxy(QNetworkProxy::NoProxy), m_tokens(m_connection) {
    m_server.address = m_connection.server;
    if (!m_connection.unusable.empty())
        m_unusable = makeError(ErrorKind::Config, m_connection.unusable);
    else
        openEndpoint();
    if (!m_unusable) {
        auto proxy = networkProxyFor(*m_endpoint, m_connection.proxyUrl, options.environment);
        if (proxy)
            useProxy(std::move(proxy).value());
        else
            m_unusable = proxy.error();
    }
    makeManager();
    if (m_unusable) return;
    // A proxy reads what is not encrypted (S13).
    const bool direct = m_proxy.type() == QNetworkProxy::NoProxy;
    const bool safe = m_endpoint->isTls() || (m_endpoint->isLoopback() && direct);
    m_sendsCredential = m_sendsCredential && safe;
    m_withholds = m_withholds && !safe;
    if (m_sendsCredential) m_login = prepareLogin(m_connection);
    if (!m_endpoint->isTls()) return;
    setTls();
    if (m_connection.caFile.empty() && m_connection.clientCertFile.empty() && m_connection.clientKeyFile.empty())
        return;
    QObject::connect(&m_fileCheck, &QTimer::timeout, [this] { checkFiles(); });
    m_fileCheck.start(options.fileCheck);
}

void QnamEngine::useProxy(QNetworkProxy proxy) {
    m_proxy = std::move(proxy);
    if (m_proxy.type() == QNetworkProxy::NoProxy) return;
    const std::string scheme = m_proxy.type() == QNetworkProxy::Socks5Proxy ? "socks5://" : "http://";
    m_server.proxy = scheme + printable(m_proxy.hostName().toStdString()) + ':' + std::to_string(m_proxy.port());
}

void QnamEngine::openEndpoint() {
    auto endpoint = Endpoint::parse(m_connection.server);
    if (!endpoint) {
        m_unusable = endpoint.error();
        return;
    }
    m_server.address = endpoint->text();
    m_endpoint = std::move(endpoint).value();
    m_server.tls = m_endpoint->isTls();
    m_server.withCertificate = !m_connection.clientCertPem.empty();
    const std::string& name = m_connection.tlsServerName;
    m_server.verifiedName = name.empty() ? m_endpoint->host() : name;
    m_peerVerifyName = QString::fromStdString(name);
    m_sendsCredential = m_withholds = !m_connection.token.empty() || !m_connection.tokenFile.empty() ||
                                      !m_connection.username.empty() || m_connection.exec ||
                                      m_connection.impersonate.isSet();
}

void QnamEngine::makeManager() {
    m_manager = new QNetworkAccessManager;
    m_manager->setProxy(m_proxy);
    m_manager->setCookieJar(new NoCookies(m_manager));
    m_manager->setAutoDeleteReplies(false);
}

void QnamEngine::setTls() {
    auto tls = tlsSetup(m_connection);
    if (tls)
        m_tls = std::move(tls).value();
    else
        m_unusable = tls.error();
}

QnamEngine::~QnamEngine() {
    for (QNetworkAccessManager* old : m_retired) old->deleteLater();
    if (m_deletedInSignal)
        m_manager->deleteLater();
    else
        delete m_manager;
}

void QnamEngine::adopt(const ExecCredentialPtr& credential) {
    if (credential == m_credential) return;
    m_credential = credential;
    m_tokens.replace(credential->token);
    if (credential->certPem == m_connection.clientCertPem && credential->keyPem == m_connection.clientKeyPem) return;
    m_connection.clientCertPem = credential->certPem;
    m_connection.clientKeyPem = credential->keyPem;
    m_server.withCertificate = !credential->certPem.empty();
    if (!m_endpoint->isTls()) return;
    setTls();
    retireConnections();
}

/// The pool knows nothing of certificates (A6): only another manager opens other connections. Calls under way may end
/// on the old one, streams would stay there for hours (client-go closes every connection here).
void QnamEngine::retireConnections() {
    m_retired.push_back(m_manager);
    makeManager();
    const auto streams = std::exchange(m_streams, {});
    for (const auto& [stream, cut] : streams) cut();
    sweepRetired();
}

void QnamEngine::sweepRetired() {
    std::erase_if(m_retired, [](QNetworkAccessManager* old) {
        if (old->findChild<QNetworkReply*>()) return false;
        old->deleteLater();
        return true;
    });
}

/// Takes up what has changed; what cannot be read, or does not fit together (yet), leaves the last good (client-go).
void QnamEngine::checkFiles() {
    sweepRetired();
    Connection now = m_connection;
    for (const auto& [pem, file] : {std::pair(&now.caPem, &now.caFile),
                                    {&now.clientCertPem, &now.clientCertFile},
                                    {&now.clientKeyPem, &now.clientKeyFile}}) {
        if (file->empty()) continue;
        auto content = readLocalFile(*file);
        if (!content || content->empty()) return;
        *pem = std::move(content).value();
    }
    const bool same = now.caPem == m_connection.caPem && now.clientCertPem == m_connection.clientCertPem &&
                      now.clientKeyPem == m_connection.clientKeyPem;
    if (same) return;
    auto tls = tlsSetup(now);
    if (!tls) return;
    m_connection = std::move(now);
    m_tls = std::move(tls).value();
    m_unusable.reset();
    retireConnections();
}

std::string QnamEngine::certificateWarning(const QNetworkReply& reply) {
    if (m_warnedOfCertificate || !m_server.tls || m_connection.insecureSkipTlsVerify) return {};
    const QSslCertificate certificate = reply.sslConfiguration().peerCertificate();
    if (certificate.isNull() || !certificate.subjectAlternativeNames().isEmpty()) return {};
    m_warnedOfCertificate = true;
    return "the certificate of " + m_server.address +
           " names the server only in its CommonName, which kubectl refuses; give it a subject alternative name";
}

Result<QUrl> QnamEngine::url(const HttpRequest& request) const {
    if (m_unusable) return *m_unusable;
    return m_endpoint->url(request);
}

Result<Unit> QnamEngine::setHeaders(QNetworkRequest& out, const HttpRequest& request, bool stream) {
    out.setRawHeader("User-Agent", userAgent());
    out.setRawHeader("Accept", "application/json");
    // Otherwise QNAM offers its compressions and undoes them by itself. A watch must not wait for a block to fill, and
    // on the same machine compressing costs more than it saves.
    if (stream || m_endpoint->isLoopback() || m_connection.disableCompression)
        out.setRawHeader("Accept-Encoding", "identity");
    if (!request.contentType.empty()) {
        out.setHeader(QNetworkRequest::ContentTypeHeader, QByteArray::fromStdString(request.contentType));
    }
    for (const auto& [name, value] : request.headers) {
        out.setRawHeader(QByteArray::fromStdString(name), QByteArray::fromStdString(value));
    }
    if (!m_sendsCredential) return Unit{};
    auto credential = m_tokens.header();
    if (!credential) return credential.error();
    if (!credential->empty()) out.setRawHeader("Authorization", QByteArray::fromStdString(*credential));
    return addImpersonation(out, m_connection.impersonate);
}

Result<QNetworkRequest> QnamEngine::prepare(const HttpRequest& request, const QUrl& url, bool stream) {
    QNetworkRequest out(url);
    setPolicies(out);
    if (m_endpoint->isTls()) {
        out.setSslConfiguration(m_tls);
        if (!m_peerVerifyName.isEmpty()) out.setPeerVerifyName(m_peerVerifyName);
    }
    if (auto set = setHeaders(out, request, stream); !set) return set.error();
    return out;
}

Result<QNetworkReply*> QnamEngine::start(const HttpRequest& request, const QUrl& url, bool stream) {
    if (!isOwnOrigin(url)) return makeError(ErrorKind::Internal, "a request may only go to its own server");
    auto prepared = prepare(request, url, stream);
    if (!prepared) return prepared.error();
    if (!m_retired.empty()) sweepRetired();
    const bool plainGet = request.method == "GET" && request.body.empty();
    QNetworkReply* reply = plainGet ? m_manager->get(*prepared)
                                    : m_manager->sendCustomRequest(*prepared, QByteArray::fromStdString(request.method),
                                                                   QByteArray::fromStdString(request.body));
    reply->setReadBufferSize(kReadBufferBytes);
    return reply;
}

}  // namespace rollcall
