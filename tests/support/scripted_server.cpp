// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/scripted_server.h"

#include <QSslCertificate>
#include <QSslServer>
#include <QSslSocket>

namespace rollcall::test {

QByteArray ScriptedServer::Request::header(const char* name) const {
    const auto it = headers.find(QByteArray(name).toLower());
    return it == headers.end() ? QByteArray() : it->second;
}

void ScriptedServer::Peer::send(const QByteArray& raw) {
    if (!isOpen()) return;
    m_socket->write(raw);
    m_socket->flush();
}

void ScriptedServer::Peer::answer(int status, const QByteArray& contentType, const QByteArray& body,
                                  const Headers& headers) {
    QByteArray head = "HTTP/1.1 " + QByteArray::number(status) +
                      " Scripted\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n";
    if (!contentType.isEmpty()) head += "Content-Type: " + contentType + "\r\n";
    for (const auto& [name, value] : headers) head += name + ": " + value + "\r\n";
    send(head + "\r\n" + body);
}

void ScriptedServer::Peer::startChunked(int status, const QByteArray& contentType, const Headers& headers) {
    QByteArray head = "HTTP/1.1 " + QByteArray::number(status) +
                      " Scripted\r\nTransfer-Encoding: chunked\r\nContent-Type: " + contentType + "\r\n";
    for (const auto& [name, value] : headers) head += name + ": " + value + "\r\n";
    send(head + "\r\n");
}

void ScriptedServer::Peer::chunk(const QByteArray& bytes) {
    send(QByteArray::number(bytes.size(), 16) + "\r\n" + bytes + "\r\n");
}

void ScriptedServer::Peer::endChunks() {
    send("0\r\n\r\n");
}

void ScriptedServer::Peer::close() {
    if (m_socket) m_socket->disconnectFromHost();
}

void ScriptedServer::Peer::reset() {
    if (!m_socket) return;
    m_socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    m_socket->abort();
}

ScriptedServer::~ScriptedServer() {
    for (const auto& [socket, buffer] : m_buffers) socket->disconnect(this);
}

bool ScriptedServer::listen(const QHostAddress& address) {
    m_server = std::make_unique<QTcpServer>();
    connect(m_server.get(), &QTcpServer::pendingConnectionAvailable, this, &ScriptedServer::adopt);
    const bool listening = m_server->listen(address);
    m_port = m_server->serverPort();
    return listening;
}

bool ScriptedServer::listenTls(const QSslConfiguration& configuration) {
    auto server = std::make_unique<QSslServer>();
    server->setSslConfiguration(configuration);
    m_server = std::move(server);
    m_tls = true;
    connect(m_server.get(), &QTcpServer::pendingConnectionAvailable, this, &ScriptedServer::adopt);
    const bool listening = m_server->listen(QHostAddress::LocalHost);
    m_port = m_server->serverPort();
    return listening;
}

void ScriptedServer::stopListening() {
    m_server->close();
}

std::string ScriptedServer::url(const std::string& host) const {
    return (m_tls ? "https://" : "http://") + host + ':' + std::to_string(m_port);
}

int ScriptedServer::openConnections() const {
    int open = 0;
    for (const auto& [socket, buffer] : m_buffers) open += socket->state() == QAbstractSocket::ConnectedState ? 1 : 0;
    return open;
}

void ScriptedServer::adopt() {
    while (QTcpSocket* socket = m_server->nextPendingConnection()) {
        ++m_connections;
        socket->setParent(this);
        m_buffers[socket];
        connect(socket, &QTcpSocket::readyRead, this, [this, socket] { read(socket); });
        connect(socket, &QTcpSocket::disconnected, this, [this, socket] {
            m_buffers.erase(socket);
            socket->deleteLater();
        });
        read(socket);
    }
}

void ScriptedServer::read(QTcpSocket* socket) {
    const auto it = m_buffers.find(socket);
    if (it == m_buffers.end()) return;
    it->second += socket->readAll();
    while (m_buffers.contains(socket) && takeRequest(socket, m_buffers[socket])) {
    }
}

bool ScriptedServer::takeRequest(QTcpSocket* socket, QByteArray& buffer) {
    const qsizetype headEnd = buffer.indexOf("\r\n\r\n");
    if (headEnd < 0) return false;
    Request request;
    const QList<QByteArray> lines = buffer.left(headEnd).split('\n');
    const QList<QByteArray> first = lines.front().trimmed().split(' ');
    request.method = first.value(0);
    request.target = first.value(1);
    for (qsizetype i = 1; i < lines.size(); ++i) {
        const qsizetype colon = lines[i].indexOf(':');
        request.headers[lines[i].left(colon).toLower()] = lines[i].mid(colon + 1).trimmed();
    }
    const qsizetype length = request.header("content-length").toLongLong();
    if (buffer.size() < headEnd + 4 + length) return false;
    request.body = buffer.mid(headEnd + 4, length);
    buffer.remove(0, headEnd + 4 + length);
    if (const auto* tls = qobject_cast<QSslSocket*>(socket)) {
        request.clientCertificateName =
            tls->peerCertificate().subjectInfo(QSslCertificate::CommonName).value(0).toUtf8();
    }
    m_requests.push_back(request);
    if (m_handler) m_handler(request, Peer(socket));
    return true;
}

}  // namespace rollcall::test
