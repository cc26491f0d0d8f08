// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QHostAddress>
#include <QObject>
#include <QTcpServer>
#include <QTcpSocket>
#include <map>
#include <string>
#include <vector>

namespace rollcall::test {

/// An HTTP proxy (CONNECT only) or a SOCKS5 proxy (RFC 1928, RFC 1929) on 127.0.0.1 that writes down every byte that
/// clients send it, outside and inside of its tunnels. All tunnels lead to one place, whatever was asked for.
/// **Thread**: the test's; it needs a running event loop.
class RecordingProxy final : public QObject {
public:
    enum class Kind { Connect, Socks5 };

    explicit RecordingProxy(Kind kind) : m_kind(kind) {}
    ~RecordingProxy() override;

    bool listen(const QHostAddress& targetHost, quint16 targetPort);
    /// CONNECT: without the right Proxy-Authorization the answer is 407; SOCKS5: only method 2 is spoken.
    void requireLogin(const QByteArray& user, const QByteArray& password);
    /// CONNECT: this instead of a tunnel.
    void answerWith(const QByteArray& answer) { m_answer = answer; }

    /// "http://user:password@127.0.0.1:port" or socks5.
    std::string url(const std::string& userInfo = {}) const;
    const std::vector<QByteArray>& targets() const { return m_targets; }  ///< "host:port" as asked for, tunnels only
    const QByteArray& heard() const { return m_heard; }
    int refusals() const { return m_refusals; }  ///< for want of the right user name and password

private:
    struct Client {
        QByteArray buffer;
        QTcpSocket* onward = nullptr;  // the tunnel
        int step = 0;                  // SOCKS5: greeting, login, request
    };

    void read(QTcpSocket* socket);
    void readConnect(QTcpSocket* socket, Client& client);
    void readSocks(QTcpSocket* socket, Client& client);
    bool takeGreeting(QTcpSocket* socket, Client& client);
    bool takeLogin(QTcpSocket* socket, Client& client);
    bool takeTarget(QTcpSocket* socket, Client& client);
    void openTunnel(QTcpSocket* socket, const QByteArray& target, const QByteArray& yes);

    const Kind m_kind;
    QTcpServer m_server;
    QHostAddress m_targetHost;
    quint16 m_targetPort = 0;
    QByteArray m_user, m_password, m_answer, m_heard;
    bool m_wantsLogin = false;
    int m_refusals = 0;
    std::map<QTcpSocket*, Client> m_clients;
    std::vector<QByteArray> m_targets;
};

}  // namespace rollcall::test
