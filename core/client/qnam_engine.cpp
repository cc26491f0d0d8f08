// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/qnam_engine.h"

#include <QNetworkCookie>
#include <QNetworkCookieJar>
#include <QNetworkProxy>
#include <QSysInfo>

#include "core/client/tls_setup.h"

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

QnamEngine::QnamEngine(Connection connection) : m_tokens(connection), m_manager(new QNetworkAccessManager) {
    m_server.address = connection.server;
    m_manager->setProxy(QNetworkProxy::NoProxy);
    m_manager->setCookieJar(new NoCookies(m_manager));
    m_manager->setAutoDeleteReplies(false);
    if (!connection.unusable.empty()) {
        m_unusable = makeError(ErrorKind::Config, connection.unusable);
        return;
    }
    auto endpoint = Endpoint::parse(connection.server);
    if (!endpoint) {
        m_unusable = endpoint.error();
        return;
    }
    m_server.address = endpoint->text();
    m_endpoint = std::move(endpoint).value();
    m_server.tls = m_endpoint->isTls();
    m_server.withCertificate = !connection.clientCertPem.empty();
    m_server.verifiedName = connection.tlsServerName.empty() ? m_endpoint->host() : connection.tlsServerName;
    m_peerVerifyName = QString::fromStdString(connection.tlsServerName);
    const bool hasCredential =
        !connection.token.empty() || !connection.tokenFile.empty() || !connection.username.empty();
    const bool safe = m_endpoint->isTls() || m_endpoint->isLoopback();
    m_sendsCredential = hasCredential && safe;
    m_withholds = hasCredential && !safe;
    if (!m_endpoint->isTls()) return;
    auto tls = tlsSetup(connection);
    if (tls)
        m_tls = std::move(tls).value();
    else
        m_unusable = tls.error();
}

QnamEngine::~QnamEngine() {
    if (m_deletedInSignal)
        m_manager->deleteLater();
    else
        delete m_manager;
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
    if (stream || m_endpoint->isLoopback()) out.setRawHeader("Accept-Encoding", "identity");
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
    return Unit{};
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
    const bool plainGet = request.method == "GET" && request.body.empty();
    QNetworkReply* reply = plainGet ? m_manager->get(*prepared)
                                    : m_manager->sendCustomRequest(*prepared, QByteArray::fromStdString(request.method),
                                                                   QByteArray::fromStdString(request.body));
    reply->setReadBufferSize(kReadBufferBytes);
    return reply;
}

}  // namespace rollcall
