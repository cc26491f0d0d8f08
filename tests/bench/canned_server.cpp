// SPDX-License-Identifier: GPL-3.0-or-later
#include "canned_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdio>

namespace rollcall::bench {

namespace {

/// About 800 bytes, as a Student of a real server has with its managedFields.
std::string student(int number, int version) {
    const std::string name = "student-" + std::to_string(number);
    return R"({"apiVersion":"bolingcavalry.k8s.io/v1","kind":"Student","metadata":{"annotations":{"kubectl.kubernetes.io/last-applied-configuration":"{\"apiVersion\":\"bolingcavalry.k8s.io/v1\",\"kind\":\"Student\",\"metadata\":{\"name\":\")" +
           name + R"(\"}}\n"},"creationTimestamp":"2026-01-01T00:00:00Z","generation":1,"managedFields":[{"apiVersion":"bolingcavalry.k8s.io/v1","fieldsType":"FieldsV1","fieldsV1":{"f:metadata":{"f:annotations":{".":{},"f:kubectl.kubernetes.io/last-applied-configuration":{}}},"f:spec":{".":{},"f:name":{},"f:school":{}}},"manager":"kubectl-client-side-apply","operation":"Update","time":"2026-01-01T00:00:00Z"}],"name":")" +
           name + R"(","namespace":"default","resourceVersion":")" + std::to_string(version) + R"(","uid":"0c0f4f1e-0000-4000-8000-)" +
           std::to_string(100000000000 + number) + R"("},"spec":{"name":"张三","school":"深圳中学"}})";
}

bool sendAll(int socket, const std::string& bytes) {
    std::size_t sent = 0;
    while (sent < bytes.size()) {
        const ssize_t n = ::send(socket, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
        if (n <= 0) return false;
        sent += static_cast<std::size_t>(n);
    }
    return true;
}

bool sendChunk(int socket, const std::string& bytes) {
    char size[32];
    std::snprintf(size, sizeof size, "%zx\r\n", bytes.size());
    return sendAll(socket, size) && sendAll(socket, bytes) && sendAll(socket, "\r\n");
}

}  // namespace

CannedServer::CannedServer(int objects, int events) {
    m_list = R"({"apiVersion":"bolingcavalry.k8s.io/v1","kind":"StudentList","metadata":{"resourceVersion":"1000000"},"items":[)";
    for (int i = 0; i < objects; ++i) m_list += (i ? "," : "") + student(i, 1000 + i);
    m_list += "]}";
    for (int i = 0; i < events; ++i) {
        m_events += R"({"type":"MODIFIED","object":)" + student(i % std::max(objects, 1), 1000001 + i) + "}\n";
    }
    m_listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    if (::bind(m_listener, reinterpret_cast<sockaddr*>(&address), size) != 0 || ::listen(m_listener, 16) != 0) std::abort();
    ::getsockname(m_listener, reinterpret_cast<sockaddr*>(&address), &size);
    m_port = ntohs(address.sin_port);
    m_acceptor = std::thread([this] { accept(); });
}

CannedServer::~CannedServer() {
    m_stopping.store(true);
    m_acceptor.join();
    for (auto& connection : m_connections) connection.join();
    ::close(m_listener);
}

void CannedServer::accept() {
    while (!m_stopping.load()) {
        pollfd ready{m_listener, POLLIN, 0};
        if (::poll(&ready, 1, 20) <= 0) continue;
        const int socket = ::accept(m_listener, nullptr, nullptr);
        if (socket >= 0) m_connections.emplace_back([this, socket] { serve(socket); });
    }
}

void CannedServer::serve(int socket) {
    std::string head;
    char buffer[4096];
    while (!m_stopping.load()) {
        pollfd ready{socket, POLLIN, 0};
        if (::poll(&ready, 1, 20) <= 0) continue;
        const ssize_t n = ::recv(socket, buffer, sizeof buffer, 0);
        if (n <= 0) break;
        head.append(buffer, static_cast<std::size_t>(n));
        if (head.find("\r\n\r\n") == std::string::npos) continue;
        const bool watch = head.find("watch=true") != std::string::npos;
        head.clear();
        if (!watch) {
            sendAll(socket, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(m_list.size()) + "\r\n\r\n");
            sendAll(socket, m_list);
            continue;
        }
        sendAll(socket, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n");
        while (!m_released.load() && !m_stopping.load()) std::this_thread::yield();
        for (std::size_t at = 0; at < m_events.size(); at += 65536) {
            if (!sendChunk(socket, m_events.substr(at, 65536))) break;
        }
    }
    ::close(socket);
}

}  // namespace rollcall::bench
