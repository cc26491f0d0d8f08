// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHostAddress>
#include <QNetworkInterface>
#include <QTest>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/client/qnam_transport.h"
#include "tests/support/scripted_server.h"

namespace rollcall::test {

inline constexpr const char* kToken = "canary-token-6f1d";

inline Connection connectionTo(const std::string& server) {
    Connection connection;
    connection.name = "test";
    connection.server = server;
    connection.token = kToken;
    return connection;
}

inline HttpRequest getRequest(std::string path = "/api",
                              std::chrono::milliseconds deadline = std::chrono::seconds(20)) {
    HttpRequest request;
    request.path = std::move(path);
    request.deadline = deadline;
    return request;
}

/// Sends and runs the event loop until the answer is there.
class Caller {
public:
    explicit Caller(Transport& transport) : m_transport(transport) {}

    void start(HttpRequest request) {
        m_result.reset();
        m_calls = 0;
        m_handle = m_transport.send(std::move(request), [this](Result<HttpAnswer> answer) {
            ++m_calls;
            m_result.emplace(std::move(answer));
        });
    }
    bool wait() const {
        return QTest::qWaitFor([this] { return m_result.has_value(); }, 20000);
    }
    Result<HttpAnswer> call(HttpRequest request) {
        start(std::move(request));
        if (!wait()) return makeError(ErrorKind::Internal, "the test's own patience ended");
        return std::move(*m_result);
    }
    int calls() const { return m_calls; }
    void drop() { m_handle.reset(); }

private:
    Transport& m_transport;
    std::unique_ptr<RequestHandle> m_handle;
    std::optional<Result<HttpAnswer>> m_result;
    int m_calls = 0;
};

/// A stream and what came of it.
class Watcher {
public:
    explicit Watcher(Transport& transport) : m_transport(transport) {}

    void start(HttpRequest request) {
        StreamCallbacks callbacks;
        callbacks.onOpen = [this](int status) { opened.push_back(status); };
        callbacks.onLines = [this](const std::vector<std::string_view>& batch) {
            ++batches;
            lines.insert(lines.end(), batch.begin(), batch.end());
        };
        callbacks.onClosed = [this](const Result<Unit>& result) {
            ++closings;
            closed.emplace(result);
        };
        m_handle = m_transport.openStream(std::move(request), std::move(callbacks));
    }
    bool waitClosed() const {
        return QTest::qWaitFor([this] { return closed.has_value(); }, 20000);
    }
    bool waitLines(std::size_t count) const {
        return QTest::qWaitFor([this, count] { return lines.size() >= count; }, 20000);
    }
    void drop() { m_handle.reset(); }

    std::vector<int> opened;
    std::vector<std::string> lines;
    int batches = 0;
    int closings = 0;
    std::optional<Result<Unit>> closed;

private:
    Transport& m_transport;
    std::unique_ptr<RequestHandle> m_handle;
};

/// An address of this machine that is not loopback: packets to it never leave the machine.
inline std::optional<QHostAddress> ownAddress() {
    for (const QHostAddress& address : QNetworkInterface::allAddresses()) {
        if (address.protocol() == QAbstractSocket::IPv4Protocol && !address.isLoopback()) return address;
    }
    return std::nullopt;
}

inline bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace rollcall::test

/// Shows the whole text when it fails.
#define VERIFY_CONTAINS(text, part) \
    QVERIFY2(rollcall::test::contains((text), (part)), (std::string("in: ") + (text)).c_str())
