// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/exchange.h"

#include "core/api/text.h"
#include "core/client/warning_header.h"

namespace rollcall {

namespace {

int statusOf(const QNetworkReply& reply) {
    return reply.attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
}
bool isRedirect(int status) {
    return status >= 300 && status < 400 && status != 304;
}

std::string inSeconds(std::chrono::milliseconds time) {
    if (time.count() % 1000 == 0) return std::to_string(time.count() / 1000) + " s";
    return std::to_string(time.count()) + " ms";
}

HttpAnswer headOf(const QNetworkReply& reply) {
    HttpAnswer head;
    head.status = statusOf(reply);
    head.contentType = reply.rawHeader("Content-Type").toStdString();
    head.retryAfter = reply.rawHeader("Retry-After").toStdString();
    head.date = reply.rawHeader("Date").toStdString();
    head.warnings = parseWarnings(reply.rawHeader("Warning").toStdString());
    return head;
}

}  // namespace

Exchange::Exchange(std::shared_ptr<QnamEngine> engine, HttpRequest request, bool stream)
    : m_engine(std::move(engine)), m_request(std::move(request)), m_stream(stream) {
    m_deadline.setSingleShot(true);
    m_idle.setSingleShot(true);
    connect(&m_deadline, &QTimer::timeout, this, [this] {
        const std::string what = m_headSeen ? "the answer of " + server() + " did not end within "
                                            : "no answer from " + server() + " within ";
        end(makeError(ErrorKind::Timeout, what + inSeconds(m_request.deadline)));
    });
    connect(&m_idle, &QTimer::timeout, this, [this] {
        end(makeError(ErrorKind::Timeout, "nothing came from " + server() + " for " + inSeconds(m_request.idleLimit)));
    });
}

Exchange::~Exchange() {
    m_engine->removeStream(this);
    dropReply();
}

void Exchange::dropReply() {
    if (!m_reply) return;
    QNetworkReply* reply = m_reply;
    m_reply.clear();
    disconnect(reply, nullptr, this, nullptr);
    if (reply->isRunning()) reply->abort();
    reply->deleteLater();
}

void Exchange::start() {
    auto url = m_engine->url(m_request);
    if (!url) return endLater(url.error());
    m_url = *url;
    signIn();
}

/// A login has a limit of its own, and may wait for a person: the request's time begins after it.
void Exchange::signIn() {
    if (ExecLogin* login = m_engine->login()) {
        ExecCredentialPtr credential = login->current();
        if (!credential) {
            if (m_request.onLogin) m_request.onLogin(true);
            m_loginWait = std::make_unique<LoginWait>(
                *login, [this](Result<ExecCredentialPtr> made) { signedIn(std::move(made)); });
            return;
        }
        return goWith(std::move(credential));
    }
    goWith(nullptr);
}

void Exchange::signedIn(Result<ExecCredentialPtr> credential) {
    if (m_request.onLogin) m_request.onLogin(false);
    if (!credential) return end(credential.error());
    goWith(std::move(credential).value());
}

/// From here on the request's own time runs.
void Exchange::goWith(ExecCredentialPtr credential) {
    if (credential) m_engine->adopt(credential);
    m_credential = std::move(credential);
    m_deadline.start(m_request.deadline);
    if (m_request.idleLimit.count() > 0) m_idle.start(m_request.idleLimit);
    launch();
}

void Exchange::launch() {
    m_headSeen = false;
    m_sslErrors.clear();
    auto started = m_engine->start(m_request, m_url, m_stream);
    if (!started) return endLater(started.error());
    QNetworkReply* reply = *started;
    m_reply = reply;
    if (m_stream) {
        m_engine->addStream(this, [this] {
            Error error = makeError(ErrorKind::Network, "the credential for " + server() + " was renewed");
            error.cause = kCredentialRenewed;
            endLater(std::move(error));
        });
    }
    // Never answered with ignoreSslErrors(): the list is only for the message.
    connect(reply, &QNetworkReply::sslErrors, this, [this](const QList<QSslError>& errors) { m_sslErrors += errors; });
    connect(reply, &QNetworkReply::metaDataChanged, this, &Exchange::headArrived);
    connect(reply, &QNetworkReply::readyRead, this, &Exchange::readable);
    connect(reply, &QNetworkReply::finished, this, &Exchange::replyFinished);
}

void Exchange::headArrived() {
    if (m_headSeen || !m_reply) return;
    const QnamEngine::SignalScope scope(m_engine);
    const int status = statusOf(*m_reply);
    if (status < 200 || isRedirect(status)) return;
    m_headSeen = true;
    onHead(*m_reply);
}

void Exchange::readable() {
    if (!m_reply) return;
    const QnamEngine::SignalScope scope(m_engine);
    if (m_idle.isActive()) m_idle.start();
    const QPointer<Exchange> alive(this);
    headArrived();
    if (!alive || !m_reply) return;
    if (m_headSeen)
        onReadable(*m_reply);
    else
        m_reply->readAll();  // the text of a redirect
}

void Exchange::replyFinished() {
    const QnamEngine::SignalScope scope(m_engine);
    const QPointer<Exchange> alive(this);
    readable();
    if (!alive || m_ended || !m_reply) return;
    if (!isAnswer(*m_reply)) {
        return end(transportError(*m_reply, m_sslErrors, m_engine->server()));
    }
    HttpAnswer head = headOf(*m_reply);
    if (isRedirect(head.status)) {
        if (followRedirect()) return;
        return end(redirectError(*m_reply));
    }
    if (retryWithNewToken(head.status)) return;
    // The next request gets a new credential; this one is not sent again (client-go exec.go, RoundTrip).
    if (head.status == 401 && m_engine->login()) m_engine->login()->refused(m_credential);
    if (std::string warning = m_engine->certificateWarning(*m_reply); !warning.empty())
        head.warnings.push_back(std::move(warning));
    if (head.status == 401 && m_engine->withholdsCredential()) {
        Error error = makeError(ErrorKind::Config, "the credential was not sent to " + server() +
                                                       ", because the connection is not encrypted; use https://");
        error.httpStatus = head.status;
        return end(std::move(error));
    }
    end(std::move(head));
}

/// Other redirects would change the method or carry the token to somebody else (A8).
bool Exchange::isFollowed(const QNetworkReply& reply) const {
    const int status = statusOf(reply);
    if (m_redirected || m_request.method != "GET" || (status != 307 && status != 308)) return false;
    const QUrl target = m_url.resolved(reply.attribute(QNetworkRequest::RedirectionTargetAttribute).toUrl());
    return target.isValid() && target.userInfo().isEmpty() && m_engine->isOwnOrigin(target);
}

bool Exchange::followRedirect() {
    if (!isFollowed(*m_reply)) return false;
    m_url = m_url.resolved(m_reply->attribute(QNetworkRequest::RedirectionTargetAttribute).toUrl());
    m_redirected = true;
    dropReply();
    onRestart();
    launch();
    return true;
}

Error Exchange::redirectError(const QNetworkReply& reply) const {
    const QUrl target = m_url.resolved(reply.attribute(QNetworkRequest::RedirectionTargetAttribute).toUrl());
    // A login page's address may hold codes in its query, and an address may hold a password.
    const QString shown =
        target.toString(QUrl::RemoveUserInfo | QUrl::RemoveQuery | QUrl::RemoveFragment | QUrl::FullyEncoded);
    Error error =
        makeError(ErrorKind::Protocol, server() + " sends this request on to " + printable(shown.toStdString()) +
                                           ", which is not followed; use the API server's own address");
    error.httpStatus = statusOf(reply);
    return error;
}

bool Exchange::retryWithNewToken(int status) {
    if (status != 401 || m_tokenReread || m_engine->withholdsCredential()) return false;
    m_tokenReread = true;
    if (!m_engine->tokens().reread()) return false;
    dropReply();
    onRestart();
    launch();
    return true;
}

void Exchange::endLater(Error error) {
    QTimer::singleShot(0, this, [this, error = std::move(error)]() mutable { end(std::move(error)); });
}

void Exchange::endDamaged(const std::string& why) {
    end(makeError(ErrorKind::Protocol, "the answer of " + server() + ' ' + why));
}

void Exchange::end(Result<HttpAnswer> head) {
    if (m_ended) return;
    m_ended = true;
    m_engine->removeStream(this);
    m_deadline.stop();
    m_idle.stop();
    dropReply();
    onEnd(std::move(head));
}

}  // namespace rollcall
