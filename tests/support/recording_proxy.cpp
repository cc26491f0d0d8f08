// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/recording_proxy.h"

#include <QtEndian>

namespace rollcall::test {

RecordingProxy::~RecordingProxy() {
    for (auto& [socket, client] : m_clients) socket->disconnect(this);
}

bool RecordingProxy::listen(const QHostAddress& targetHost, quint16 targetPort) {
    m_targetHost = targetHost;
    m_targetPort = targetPort;
    connect(&m_server, &QTcpServer::newConnection, this, [this] {
        while (QTcpSocket* socket = m_server.nextPendingConnection()) {
            m_clients[socket];
            connect(socket, &QTcpSocket::readyRead, this, [this, socket] { read(socket); });
            connect(socket, &QTcpSocket::disconnected, this, [this, socket] {
                if (QTcpSocket* onward = m_clients[socket].onward) onward->disconnectFromHost();
                m_clients.erase(socket);
                socket->deleteLater();
            });
        }
    });
    return m_server.listen(QHostAddress(QHostAddress::LocalHost));
}

void RecordingProxy::requireLogin(const QByteArray& user, const QByteArray& password) {
    m_wantsLogin = true;
    m_user = user;
    m_password = password;
}

std::string RecordingProxy::url(const std::string& userInfo) const {
    const std::string scheme = m_kind == Kind::Connect ? "http://" : "socks5://";
    return scheme + (userInfo.empty() ? "" : userInfo + '@') + "127.0.0.1:" + std::to_string(m_server.serverPort());
}

void RecordingProxy::read(QTcpSocket* socket) {
    Client& client = m_clients[socket];
    const QByteArray bytes = socket->readAll();
    m_heard += bytes;
    if (client.onward) {
        client.onward->write(bytes);
        return;
    }
    client.buffer += bytes;
    if (m_kind == Kind::Connect)
        readConnect(socket, client);
    else
        readSocks(socket, client);
}

void RecordingProxy::readConnect(QTcpSocket* socket, Client& client) {
    const qsizetype end = client.buffer.indexOf("\r\n\r\n");
    if (end < 0) return;
    const QByteArray head = client.buffer.left(end + 2);
    client.buffer.remove(0, end + 4);
    const QList<QByteArray> words = head.left(head.indexOf("\r\n")).split(' ');
    if (words.value(0) != "CONNECT") {
        socket->write("HTTP/1.1 405 Method Not Allowed\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
        return socket->disconnectFromHost();
    }
    const QByteArray login = "\r\nproxy-authorization: basic " + QByteArray(m_user + ':' + m_password).toBase64().toLower() + "\r\n";
    if (m_wantsLogin && !head.toLower().contains(login)) {
        ++m_refusals;
        socket->write("HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm=\"test\"\r\n"
                      "Content-Length: 0\r\nConnection: close\r\n\r\n");
        return socket->disconnectFromHost();
    }
    if (!m_answer.isEmpty()) {
        socket->write(m_answer);
        return socket->disconnectFromHost();
    }
    openTunnel(socket, words.value(1), "HTTP/1.1 200 Connection established\r\n\r\n");
}

void RecordingProxy::readSocks(QTcpSocket* socket, Client& client) {
    if (client.step == 0 && !takeGreeting(socket, client)) return;
    if (client.step == 1 && !takeLogin(socket, client)) return;
    if (client.step == 2) takeTarget(socket, client);
}

/// VER NMETHODS METHODS → VER METHOD
bool RecordingProxy::takeGreeting(QTcpSocket* socket, Client& client) {
    const QByteArray& in = client.buffer;
    if (in.size() < 2 || in.size() < 2 + in.at(1)) return false;
    const char method = m_wantsLogin ? '\x02' : '\x00';
    const bool offered = in.mid(2, in.at(1)).contains(method);
    client.buffer.remove(0, 2 + in.at(1));
    if (!offered) {
        ++m_refusals;
        socket->write("\x05\xff", 2);
        socket->disconnectFromHost();
        return false;
    }
    socket->write(QByteArray("\x05") + method);
    client.step = m_wantsLogin ? 1 : 2;
    return true;
}

/// VER ULEN UNAME PLEN PASSWD → VER STATUS
bool RecordingProxy::takeLogin(QTcpSocket* socket, Client& client) {
    const QByteArray& in = client.buffer;
    if (in.size() < 2 || in.size() < 3 + in.at(1) || in.size() < 3 + in.at(1) + in.at(2 + in.at(1))) return false;
    const int userLength = in.at(1), passwordLength = in.at(2 + userLength);
    const bool right = in.mid(2, userLength) == m_user && in.mid(3 + userLength, passwordLength) == m_password;
    client.buffer.remove(0, 3 + userLength + passwordLength);
    socket->write(right ? QByteArray("\x01\x00", 2) : QByteArray("\x01\x01", 2));
    client.step = 2;
    if (right) return true;
    ++m_refusals;
    socket->disconnectFromHost();
    return false;
}

/// VER CMD RSV ATYP DST.ADDR DST.PORT → VER REP RSV ATYP BND.ADDR BND.PORT
bool RecordingProxy::takeTarget(QTcpSocket* socket, Client& client) {
    const QByteArray& in = client.buffer;
    if (in.size() < 5) return false;
    const bool isName = in.at(3) == 3;
    const int from = isName ? 5 : 4, length = isName ? in.at(4) : in.at(3) == 1 ? 4 : 16;
    if (in.size() < from + length + 2) return false;
    const QByteArray address = in.mid(from, length);
    const auto high = static_cast<unsigned char>(in.at(from + length));
    const auto low = static_cast<unsigned char>(in.at(from + length + 1));
    QByteArray host = address;
    if (!isName && length == 4) host = QHostAddress(qFromBigEndian<quint32>(address.constData())).toString().toLatin1();
    client.buffer.remove(0, from + length + 2);
    openTunnel(socket, host + ':' + QByteArray::number(high * 256 + low), QByteArray("\x05\x00\x00\x01\x00\x00\x00\x00\x00\x00", 10));
    return true;
}

void RecordingProxy::openTunnel(QTcpSocket* socket, const QByteArray& target, const QByteArray& yes) {
    m_targets.push_back(target);
    auto* onward = new QTcpSocket(socket);
    m_clients[socket].onward = onward;
    connect(onward, &QTcpSocket::connected, socket, [socket, yes] { socket->write(yes); });
    connect(onward, &QTcpSocket::readyRead, socket, [socket, onward] { socket->write(onward->readAll()); });
    connect(onward, &QTcpSocket::disconnected, socket, &QTcpSocket::disconnectFromHost);
    onward->connectToHost(m_targetHost, m_targetPort);
}

}  // namespace rollcall::test
