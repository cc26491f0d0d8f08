// SPDX-License-Identifier: GPL-3.0-or-later
// Private to this room.
#pragma once

#include <QNetworkAccessManager>
#include <QNetworkProxy>
#include <QNetworkReply>
#include <QSslConfiguration>
#include <QTimer>
#include <functional>
#include <memory>
#include <optional>
#include <map>
#include <string>
#include <vector>

#include "core/client/endpoint.h"
#include "core/client/exec_login.h"
#include "core/client/qnam_transport.h"
#include "core/client/reply_error.h"
#include "core/client/token_source.h"
#include "core/client/transport.h"
#include "core/config/connection.h"

namespace rollcall {

/// What all requests of one transport share. Kept alive by those that run, so that the transport may go first.
/// **Thread**: the one that made it. **Owns** the QNetworkAccessManager, one for each credential set (A6).
class QnamEngine {
public:
    QnamEngine(Connection connection, const QnamOptions& options);
    ~QnamEngine();
    QnamEngine(const QnamEngine&) = delete;
    QnamEngine& operator=(const QnamEngine&) = delete;

    /// The address of a request. Errors: what made the connection unusable, or Config.
    Result<QUrl> url(const HttpRequest& request) const;
    /// Sends it. The reply is a child of the manager. Errors: Config.
    Result<QNetworkReply*> start(const HttpRequest& request, const QUrl& url, bool stream);

    bool isOwnOrigin(const QUrl& url) const { return m_endpoint && m_endpoint->hasOriginOf(url); }
    const ServerIdentity& server() const { return m_server; }
    /// There is a credential, but the connection is neither encrypted nor local.
    bool withholdsCredential() const { return m_withholds; }
    TokenSource& tokens() { return m_tokens; }
    /// The plugin's login; null when there is none, or its credential would not be sent anyway.
    ExecLogin* login() const { return m_sendsCredential ? m_login.get() : nullptr; }
    /// Uses it from now on. Another client certificate retires the old connections.
    void adopt(const ExecCredentialPtr& credential);
    const ExecCredentialPtr& credential() const { return m_credential; }
    /// A sentence, once, when only the certificate's CommonName matched: kubectl refuses that (A12).
    std::string certificateWarning(const QNetworkReply& reply);

    /// Streams tell how to end them when the connections are retired.
    using CutStream = std::function<void()>;
    void addStream(const void* stream, CutStream cut) { m_streams[stream] = std::move(cut); }
    void removeStream(const void* stream) { m_streams.erase(stream); }

    /// To be held in every slot of a reply's signal: the manager owns the replies, and must not delete one that is in
    /// the middle of emitting.
    class SignalScope {
    public:
        explicit SignalScope(std::shared_ptr<QnamEngine> engine) : m_engine(std::move(engine)) {}
        ~SignalScope() {
            if (m_engine.use_count() == 1) m_engine->m_deletedInSignal = true;
        }
        SignalScope(const SignalScope&) = delete;
        SignalScope& operator=(const SignalScope&) = delete;

    private:
        std::shared_ptr<QnamEngine> m_engine;
    };

private:
    Result<QNetworkRequest> prepare(const HttpRequest& request, const QUrl& url, bool stream);
    Result<Unit> setHeaders(QNetworkRequest& out, const HttpRequest& request, bool stream);
    void openEndpoint();
    void useProxy(QNetworkProxy proxy);
    void makeManager();
    void setTls();
    void retireConnections();
    void sweepRetired();
    void checkFiles();

    Connection m_connection;
    QNetworkProxy m_proxy;
    std::shared_ptr<ExecLogin> m_login;
    ExecCredentialPtr m_credential;
    std::optional<Endpoint> m_endpoint;
    std::optional<Error> m_unusable;
    ServerIdentity m_server;
    QString m_peerVerifyName;
    QSslConfiguration m_tls;
    TokenSource m_tokens;
    bool m_sendsCredential = false;
    bool m_withholds = false;
    bool m_deletedInSignal = false;
    bool m_warnedOfCertificate = false;
    QNetworkAccessManager* m_manager = nullptr;
    std::vector<QNetworkAccessManager*> m_retired;  // until their last reply is gone
    std::map<const void*, CutStream> m_streams;
    QTimer m_fileCheck;
};

}  // namespace rollcall
