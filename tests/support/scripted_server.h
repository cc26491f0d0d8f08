// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QHostAddress>
#include <QObject>
#include <QPointer>
#include <QSslConfiguration>
#include <QTcpServer>
#include <QTcpSocket>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace rollcall::test {

/// An HTTP/1.1 server on 127.0.0.1 that does exactly what a test says, wrong things included: half answers, silence,
/// bytes in any portions. It keeps what it was asked.
/// **Thread**: the test's; it needs a running event loop.
class ScriptedServer final : public QObject {
public:
    struct Request {
        QByteArray method, target;
        std::map<QByteArray, QByteArray> headers;  ///< names in lower case
        QByteArray body;
        QByteArray clientCertificateName;  ///< CommonName, TLS only

        QByteArray header(const char* name) const;
        bool hasHeader(const char* name) const { return headers.contains(QByteArray(name).toLower()); }
    };

    /// The connection that a request came on. Copies refer to the same one; all calls are harmless once it is gone.
    class Peer {
    public:
        explicit Peer(QTcpSocket* socket) : m_socket(socket) {}
        using Headers = std::vector<std::pair<QByteArray, QByteArray>>;

        void send(const QByteArray& raw);
        /// A whole answer with Content-Length; the connection stays open.
        void answer(int status, const QByteArray& contentType, const QByteArray& body, const Headers& headers = {});
        void startChunked(int status = 200, const QByteArray& contentType = "application/json",
                          const Headers& headers = {});
        void chunk(const QByteArray& bytes);
        void endChunks();
        void close();  ///< after what was sent
        void reset();  ///< at once, RST
        bool isOpen() const { return m_socket && m_socket->state() == QAbstractSocket::ConnectedState; }

    private:
        QPointer<QTcpSocket> m_socket;
    };
    using Handler = std::function<void(const Request&, Peer)>;

    ScriptedServer() = default;
    ~ScriptedServer() override;

    /// Starts on any free port; with a configuration: TLS.
    bool listen(const QHostAddress& address = QHostAddress(QHostAddress::LocalHost));
    bool listenTls(const QSslConfiguration& configuration);
    /// Stops listening, so that new connections are refused; open ones live on.
    void stopListening();
    void setHandler(Handler handler) { m_handler = std::move(handler); }

    /// "http://127.0.0.1:port", or https with `host`.
    std::string url(const std::string& host = "127.0.0.1") const;
    quint16 port() const { return m_port; }
    const std::vector<Request>& requests() const { return m_requests; }
    int connections() const { return m_connections; }
    int openConnections() const;

private:
    void adopt();
    void read(QTcpSocket* socket);
    bool takeRequest(QTcpSocket* socket, QByteArray& buffer);

    std::unique_ptr<QTcpServer> m_server;
    bool m_tls = false;
    quint16 m_port = 0;
    Handler m_handler;
    std::map<QTcpSocket*, QByteArray> m_buffers;
    std::vector<Request> m_requests;
    int m_connections = 0;
};

}  // namespace rollcall::test
