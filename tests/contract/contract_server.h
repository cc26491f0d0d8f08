// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/loop_thread.h"
#include "core/client/qnam_transport.h"
#include "core/sandbox/sandbox_server.h"

namespace rollcall::test {

using Json = nlohmann::json;

struct Reply {
    int status = 0;
    std::string contentType;
    std::string text;
    std::vector<std::string> warnings;
    Json body;   ///< null when the text is no JSON

    std::string reason() const { return body.value("reason", std::string()); }
    std::string message() const { return body.value("message", std::string()); }
    std::string version() const { return body["metadata"].value("resourceVersion", std::string()); }
};

struct Call {
    std::string method = "GET";
    std::string path;
    std::vector<std::pair<std::string, std::string>> query;
    Json body;
    std::string contentType = "application/json";
    std::string accept;
    std::string token;   ///< another one than the connection's
};

class WatchLines;

/// The API server that a contract test runs against: the one of ROLLCALL_CONTRACT_KUBECONFIG, else a sandbox of its own.
/// Each test run works in a namespace of its own, so that runs never see one another. Thread: the test's, which it blocks.
class ContractServer {
public:
    ContractServer();
    ~ContractServer();

    bool isSandbox() const { return m_sandbox != nullptr; }
    const std::string& ns() const { return m_ns; }
    /// Makes everything older than now unavailable to watches, on the sandbox only; a real server has version 2 for that.
    std::string expiredVersion();

    Reply call(const Call& call);
    Reply get(const std::string& path, std::vector<std::pair<std::string, std::string>> query = {});
    Reply post(const std::string& path, const Json& body, std::vector<std::pair<std::string, std::string>> query = {});
    Reply put(const std::string& path, const Json& body, std::vector<std::pair<std::string, std::string>> query = {});
    Reply patch(const std::string& path, const char* type, const Json& body);
    Reply remove(const std::string& path, const Json& body = nullptr);
    std::unique_ptr<WatchLines> watch(const std::string& path, std::vector<std::pair<std::string, std::string>> query);

    std::string students(const std::string& name = {}) const;
    std::string pods(const std::string& name = {}) const;
    Json student(const std::string& name, const Json& spec = {{"name", "张三"}, {"school", "深圳中学"}}) const;
    Json pod(const std::string& name) const;

private:
    friend class WatchLines;  // shares the loop thread and the way to make transports

    std::unique_ptr<sandbox::SandboxServer> m_sandbox;
    Connection m_connection;
    std::string m_ns;
    std::shared_ptr<LoopThread> m_thread;
    std::unique_ptr<Transport> m_transport;
};

/// An open watch; its events are taken one by one.
class WatchLines {
public:
    WatchLines(ContractServer& server, HttpRequest request);
    ~WatchLines();
    /// The next event as JSON; nullopt when the stream ended, or nothing came for twenty seconds.
    std::optional<Json> next();
    /// Waits for the end. True when the server ended it.
    bool ended();
    /// The HTTP status when it was refused.
    int refusedStatus() const { return m_refused; }

private:
    std::shared_ptr<LoopThread> m_thread;
    std::unique_ptr<Transport> m_transport;
    std::unique_ptr<RequestHandle> m_handle;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<std::string> m_lines;
    bool m_closed = false;
    int m_refused = 0;
};

}  // namespace rollcall::test
