// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rollcall::sandbox::test {

using Json = nlohmann::json;
using Headers = std::vector<std::pair<std::string, std::string>>;

struct Answer {
    int code = 0;  ///< 0: no answer came
    Headers headers;
    std::string body;

    std::string header(const std::string& name) const;
    /// An empty object when the body is none.
    Json json() const {
        Json parsed = Json::parse(body, nullptr, false);
        return parsed.is_object() ? parsed : Json::object();
    }
    std::string message() const { return json().value("message", ""); }
    std::string reason() const { return json().value("reason", ""); }
};

/// A blocking HTTP/1.1 client on one plain socket, small enough to be trusted. Owns the socket.
class HttpClient {
public:
    HttpClient(int port, std::string token);
    ~HttpClient();
    HttpClient(HttpClient&& other) noexcept;
    HttpClient(const HttpClient&) = delete;
    HttpClient& operator=(const HttpClient&) = delete;

    /// Host, Authorization and Content-Length are added unless `headers` bring their own.
    Answer request(const std::string& method, const std::string& target, const std::string& body = {},
                   Headers headers = {});
    Answer get(const std::string& target, Headers headers = {}) {
        return request("GET", target, {}, std::move(headers));
    }
    Answer post(const std::string& target, const Json& body) { return write("POST", target, body, "application/json"); }
    Answer put(const std::string& target, const Json& body) { return write("PUT", target, body, "application/json"); }
    Answer patch(const std::string& target, const Json& body,
                 const std::string& type = "application/merge-patch+json") {
        return write("PATCH", target, body, type);
    }
    Answer remove(const std::string& target, const Json& options = nullptr);

    /// Sends the request and reads the head only; lines follow with nextLine().
    Answer open(const std::string& target, Headers headers = {});
    /// The next line of a chunked body; nullopt when it ended or nothing came in time.
    std::optional<std::string> nextLine(std::chrono::milliseconds patience = std::chrono::seconds(10));
    std::optional<Json> nextEvent(std::chrono::milliseconds patience = std::chrono::seconds(10));
    /// True once the body was ended in good order.
    bool ended() const { return m_bodyEnded; }

    bool sendRaw(const std::string& bytes);
    Answer readAnswer();
    void close();
    int socket() const { return m_socket; }

private:
    Answer write(const std::string& method, const std::string& target, const Json& body, const std::string& type);
    bool connectIfNeeded();
    bool fill(std::chrono::milliseconds patience);
    std::optional<std::string> take(std::size_t bytes);
    std::optional<std::string> takeLine();
    bool readHead(Answer& answer);
    bool readChunk(std::chrono::milliseconds patience);

    int m_port;
    std::string m_token;
    int m_socket = -1;
    std::string m_received;
    std::string m_text;  ///< of a chunked body, without the framing
    bool m_bodyEnded = false;
};

}  // namespace rollcall::sandbox::test
