// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/sandbox/http_client.h"

#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <strings.h>
#include <cstring>

namespace rollcall::sandbox::test {
namespace {

constexpr std::chrono::seconds kPatience{60};

bool sameName(const std::string& a, const std::string& b) {
    return strcasecmp(a.c_str(), b.c_str()) == 0;
}

bool has(const Headers& headers, const std::string& name) {
    for (const auto& [key, value] : headers) {
        if (sameName(key, name)) return true;
    }
    return false;
}

}  // namespace

std::string Answer::header(const std::string& name) const {
    for (const auto& [key, value] : headers) {
        if (sameName(key, name)) return value;
    }
    return {};
}

HttpClient::HttpClient(int port, std::string token) : m_port(port), m_token(std::move(token)) {
}

HttpClient::HttpClient(HttpClient&& other) noexcept
    : m_port(other.m_port),
      m_token(std::move(other.m_token)),
      m_socket(std::exchange(other.m_socket, -1)),
      m_received(std::move(other.m_received)),
      m_text(std::move(other.m_text)),
      m_bodyEnded(other.m_bodyEnded) {
}

HttpClient::~HttpClient() {
    close();
}

void HttpClient::close() {
    if (m_socket >= 0) ::close(m_socket);
    m_socket = -1;
    m_received.clear();
    m_text.clear();
    m_bodyEnded = false;
}

bool HttpClient::connectIfNeeded() {
    if (m_socket >= 0) return true;
    m_socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(m_port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(m_socket, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0) return true;
    close();
    return false;
}

bool HttpClient::sendRaw(const std::string& bytes) {
    if (!connectIfNeeded()) return false;
    std::size_t sent = 0;
    while (sent < bytes.size()) {
        const ssize_t n = ::send(m_socket, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
        if (n <= 0) return false;
        sent += static_cast<std::size_t>(n);
    }
    return true;
}

bool HttpClient::fill(std::chrono::milliseconds patience) {
    if (m_socket < 0) return false;
    pollfd wait{m_socket, POLLIN, 0};
    if (::poll(&wait, 1, static_cast<int>(patience.count())) <= 0) return false;
    char buffer[65536];
    const ssize_t n = ::recv(m_socket, buffer, sizeof buffer, 0);
    if (n <= 0) return false;
    m_received.append(buffer, static_cast<std::size_t>(n));
    return true;
}

std::optional<std::string> HttpClient::take(std::size_t bytes) {
    while (m_received.size() < bytes) {
        if (!fill(kPatience)) return std::nullopt;
    }
    std::string taken = m_received.substr(0, bytes);
    m_received.erase(0, bytes);
    return taken;
}

std::optional<std::string> HttpClient::takeLine() {
    std::size_t end;
    while ((end = m_received.find("\r\n")) == std::string::npos) {
        if (!fill(kPatience)) return std::nullopt;
    }
    std::string line = m_received.substr(0, end);
    m_received.erase(0, end + 2);
    return line;
}

bool HttpClient::readHead(Answer& answer) {
    const auto first = takeLine();
    if (!first || first->size() < 12) return false;
    answer.code = std::atoi(first->c_str() + 9);
    for (;;) {
        const auto line = takeLine();
        if (!line) return false;
        if (line->empty()) break;
        const std::size_t colon = line->find(": ");
        if (colon != std::string::npos) answer.headers.emplace_back(line->substr(0, colon), line->substr(colon + 2));
    }
    return true;
}

Answer HttpClient::readAnswer() {
    Answer answer;
    do {
        answer = Answer();
        if (!readHead(answer)) {
            close();
            return Answer();
        }
    } while (answer.code == 100);
    const auto body = take(static_cast<std::size_t>(std::atoll(answer.header("Content-Length").c_str())));
    if (!body) return Answer();
    answer.body = *body;
    if (answer.header("Connection") == "close") close();
    return answer;
}

Answer HttpClient::request(const std::string& method, const std::string& target, const std::string& body,
                           Headers headers) {
    if (!has(headers, "Host")) headers.emplace_back("Host", "127.0.0.1:" + std::to_string(m_port));
    if (!has(headers, "Authorization") && !m_token.empty()) headers.emplace_back("Authorization", "Bearer " + m_token);
    if (!body.empty() || method == "POST") headers.emplace_back("Content-Length", std::to_string(body.size()));
    std::string text = method + " " + target + " HTTP/1.1\r\n";
    for (const auto& [key, value] : headers) text += key + ": " + value + "\r\n";
    if (!sendRaw(text + "\r\n" + body)) {
        // The server may refuse before it has read everything; its answer is there to be read all the same.
        if (m_socket < 0) return Answer();
    }
    return readAnswer();
}

Answer HttpClient::write(const std::string& method, const std::string& target, const Json& body,
                         const std::string& type) {
    return request(method, target, body.dump(), {{"Content-Type", type}});
}

Answer HttpClient::remove(const std::string& target, const Json& options) {
    if (options.is_null()) return request("DELETE", target);
    return write("DELETE", target, options, "application/json");
}

Answer HttpClient::open(const std::string& target, Headers headers) {
    headers.emplace_back("Host", "127.0.0.1:" + std::to_string(m_port));
    headers.emplace_back("Authorization", "Bearer " + m_token);
    std::string text = "GET " + target + " HTTP/1.1\r\n";
    for (const auto& [key, value] : headers) text += key + ": " + value + "\r\n";
    Answer answer;
    if (!sendRaw(text + "\r\n") || !readHead(answer)) return Answer();
    if (answer.header("Transfer-Encoding") == "chunked") return answer;
    const auto body = take(static_cast<std::size_t>(std::atoll(answer.header("Content-Length").c_str())));
    answer.body = body.value_or("");
    return answer;
}

bool HttpClient::readChunk(std::chrono::milliseconds patience) {
    if (m_bodyEnded) return false;
    std::size_t end;
    while ((end = m_received.find("\r\n")) == std::string::npos) {
        if (!fill(patience)) return false;
    }
    const std::size_t size = std::strtoul(m_received.c_str(), nullptr, 16);
    m_received.erase(0, end + 2);
    const auto chunk = take(size + 2);
    if (!chunk) return false;
    if (size == 0) {
        m_bodyEnded = true;
        return false;
    }
    m_text.append(*chunk, 0, size);
    return true;
}

std::optional<std::string> HttpClient::nextLine(std::chrono::milliseconds patience) {
    std::size_t end;
    while ((end = m_text.find('\n')) == std::string::npos) {
        if (!readChunk(patience)) return std::nullopt;
    }
    std::string line = m_text.substr(0, end);
    m_text.erase(0, end + 1);
    return line;
}

std::optional<Json> HttpClient::nextEvent(std::chrono::milliseconds patience) {
    const auto line = nextLine(patience);
    if (!line) return std::nullopt;
    return Json::parse(*line, nullptr, false);
}

}  // namespace rollcall::sandbox::test
