// SPDX-License-Identifier: GPL-3.0-or-later
// Private to this room.
#pragma once

#include <QNetworkReply>
#include <QObject>
#include <QPointer>
#include <QSslError>
#include <QTimer>
#include <memory>

#include "core/client/login_wait.h"
#include "core/client/qnam_engine.h"
#include "core/client/transport.h"

namespace rollcall {

/// One request from start to end, whatever it takes: a same-origin redirect, a second try after the token file changed,
/// the deadline, the idle limit. QNAM can lose a request without a word (A1), so its finished() is never waited for
/// alone.
/// **Thread**: the engine's. **Owns** its reply. Every callback may destroy the exchange; nothing is touched after one.
class Exchange : public QObject, public RequestHandle {
public:
    ~Exchange() override;

    void start();

protected:
    Exchange(std::shared_ptr<QnamEngine> engine, HttpRequest request, bool stream);

    /// The head is here; it is neither a redirect nor will it be tried again.
    virtual void onHead(const QNetworkReply& reply) = 0;
    /// Take what can be read. May destroy `this`.
    virtual void onReadable(QNetworkReply& reply) = 0;
    /// Called once, last. The answer has no body: onReadable() took it. May destroy `this`.
    virtual void onEnd(Result<HttpAnswer> head) = 0;
    /// The request is sent a second time: forget what was read.
    virtual void onRestart() = 0;

    void end(Result<HttpAnswer> head);
    /// Fails with a Protocol error, "the answer of <server> …".
    void endDamaged(const std::string& why);
    const std::string& server() const { return m_engine->server().address; }

private:
    void signIn();
    void signedIn(Result<ExecCredentialPtr> credential);
    void goWith(ExecCredentialPtr credential);
    void launch();
    void headArrived();
    void readable();
    void replyFinished();
    bool isFollowed(const QNetworkReply& reply) const;
    Error redirectError(const QNetworkReply& reply) const;
    bool followRedirect();
    bool retryWithNewToken(int status);
    void endLater(Error error);
    void dropReply();

    const std::shared_ptr<QnamEngine> m_engine;
    HttpRequest m_request;
    const bool m_stream;
    QUrl m_url;
    QPointer<QNetworkReply> m_reply;
    QList<QSslError> m_sslErrors;
    QTimer m_deadline, m_idle;
    std::unique_ptr<LoginWait> m_loginWait;
    ExecCredentialPtr m_credential;  // that the request went out with
    bool m_headSeen = false;
    bool m_redirected = false;
    bool m_tokenReread = false;
    bool m_ended = false;
};

}  // namespace rollcall
