// SPDX-License-Identifier: GPL-3.0-or-later
#include "contract_server.h"

#include <QSslSocket>
#include <QUuid>
#include <future>

#include "core/config/kubeconfig.h"

namespace rollcall::test {

using namespace std::chrono_literals;

ContractServer::ContractServer() : m_thread(std::make_shared<LoopThread>("contract")) {
    QSslSocket::supportsSsl();  // loads OpenSSL on the thread that lives longest
    const QByteArray kubeconfig = qgetenv("ROLLCALL_CONTRACT_KUBECONFIG");
    if (kubeconfig.isEmpty()) {
        sandbox::SandboxOptions options;
        options.clock = std::make_shared<SystemClock>();
        options.podSimulator = false;  // as on a server without scheduler and kubelet
        m_sandbox = std::move(sandbox::SandboxServer::start(std::move(options))).value();
        m_connection.server = m_sandbox->url();
        m_connection.token = m_sandbox->token();
        m_connection.caPem = m_sandbox->caPem();
    } else {
        KubeconfigOptions options;
        options.explicitPath = kubeconfig.toStdString();
        auto resolved = resolveLikeKubectl(options);
        if (!resolved.ok()) qFatal("%s", resolved.error().message.c_str());
        m_connection = std::move(resolved).value();
    }
    m_thread->runAndWait([this] { m_transport = std::make_unique<QnamTransport>(m_connection); });
    m_ns = "contract-" + QUuid::createUuid().toString(QUuid::Id128).left(12).toStdString();
    const Reply made = post("/api/v1/namespaces", {{"apiVersion", "v1"}, {"kind", "Namespace"}, {"metadata", {{"name", m_ns}}}});
    if (made.status != 201) qFatal("no namespace: %d %s", made.status, made.text.c_str());
}

ContractServer::~ContractServer() {
    m_thread->runAndWait([this] { m_transport.reset(); });
    m_thread->stop();
}

std::string ContractServer::expiredVersion() {
    if (!m_sandbox) return "2";
    const std::string old = get(students()).version();
    post(students(), student("moves-the-version"));
    m_sandbox->compact();
    return old;
}

Reply ContractServer::call(const Call& call) {
    HttpRequest request;
    request.method = call.method;
    request.path = call.path;
    request.query = call.query;
    request.deadline = 30s;
    if (!call.body.is_null()) {
        request.body = call.body.is_string() ? call.body.get<std::string>() : call.body.dump();
        request.contentType = call.contentType;
    }
    if (!call.accept.empty()) request.headers.emplace_back("Accept", call.accept);
    std::unique_ptr<Transport> other;
    std::promise<Result<HttpAnswer>> promise;
    std::unique_ptr<RequestHandle> handle;
    m_thread->post([&] {
        Transport* transport = m_transport.get();
        if (!call.token.empty()) {
            Connection connection = m_connection;
            connection.token = call.token;
            connection.clientCertPem.clear();
            connection.clientKeyPem.clear();
            other = std::make_unique<QnamTransport>(connection);
            transport = other.get();
        }
        handle = transport->send(std::move(request), [&](Result<HttpAnswer> answer) { promise.set_value(std::move(answer)); });
    });
    const Result<HttpAnswer> answer = promise.get_future().get();
    m_thread->runAndWait([&] {
        handle.reset();
        other.reset();
    });
    Reply reply;
    if (!answer.ok()) {
        qWarning("%s %s: %s", call.method.c_str(), call.path.c_str(), answer.error().message.c_str());
        return reply;
    }
    reply.status = answer->status;
    reply.contentType = answer->contentType;
    reply.text = answer->body;
    reply.warnings = answer->warnings;
    reply.body = Json::parse(reply.text, nullptr, false);
    if (reply.body.is_discarded()) reply.body = nullptr;
    return reply;
}

Reply ContractServer::get(const std::string& path, std::vector<std::pair<std::string, std::string>> query) {
    Call c;
    c.path = path;
    c.query = std::move(query);
    return call(c);
}

Reply ContractServer::post(const std::string& path, const Json& body, std::vector<std::pair<std::string, std::string>> query) {
    Call c;
    c.method = "POST";
    c.path = path;
    c.query = std::move(query);
    c.body = body;
    return call(c);
}

Reply ContractServer::put(const std::string& path, const Json& body, std::vector<std::pair<std::string, std::string>> query) {
    Call c;
    c.method = "PUT";
    c.path = path;
    c.query = std::move(query);
    c.body = body;
    return call(c);
}

Reply ContractServer::patch(const std::string& path, const char* type, const Json& body) {
    Call c;
    c.method = "PATCH";
    c.path = path;
    c.body = body;
    c.contentType = type;
    return call(c);
}

Reply ContractServer::remove(const std::string& path, const Json& body) {
    Call c;
    c.method = "DELETE";
    c.path = path;
    c.body = body;
    return call(c);
}

std::string ContractServer::students(const std::string& name) const {
    return "/apis/bolingcavalry.k8s.io/v1/namespaces/" + m_ns + "/students" + (name.empty() ? "" : "/" + name);
}

std::string ContractServer::pods(const std::string& name) const {
    return "/api/v1/namespaces/" + m_ns + "/pods" + (name.empty() ? "" : "/" + name);
}

Json ContractServer::student(const std::string& name, const Json& spec) const {
    return {{"apiVersion", "bolingcavalry.k8s.io/v1"}, {"kind", "Student"}, {"metadata", {{"name", name}}}, {"spec", spec}};
}

Json ContractServer::pod(const std::string& name) const {
    return {{"apiVersion", "v1"},
            {"kind", "Pod"},
            {"metadata", {{"name", name}}},
            {"spec", {{"containers", Json::array({{{"name", "main"}, {"image", "example.invalid/pause"}}})}}}};
}

std::unique_ptr<WatchLines> ContractServer::watch(const std::string& path, std::vector<std::pair<std::string, std::string>> query) {
    HttpRequest request;
    request.path = path;
    request.query = std::move(query);
    request.query.emplace_back("watch", "true");
    request.deadline = 60s;
    return std::make_unique<WatchLines>(*this, std::move(request));
}

WatchLines::WatchLines(ContractServer& server, HttpRequest request) : m_thread(server.m_thread) {
    StreamCallbacks callbacks;
    callbacks.onOpen = [](int) {};
    callbacks.onLines = [this](const std::vector<std::string_view>& lines) {
        std::lock_guard lock(m_mutex);
        for (const auto line : lines) m_lines.emplace_back(line);
        m_changed.notify_all();
    };
    callbacks.onClosed = [this](Result<Unit> result) {
        std::lock_guard lock(m_mutex);
        m_closed = true;
        if (!result.ok()) m_refused = result.error().httpStatus;
        m_changed.notify_all();
    };
    m_thread->runAndWait([&] {
        m_transport = std::make_unique<QnamTransport>(server.m_connection);
        m_handle = m_transport->openStream(std::move(request), std::move(callbacks));
    });
}

WatchLines::~WatchLines() {
    m_thread->runAndWait([this] {
        m_handle.reset();
        m_transport.reset();
    });
}

std::optional<Json> WatchLines::next() {
    std::unique_lock lock(m_mutex);
    m_changed.wait_for(lock, 20s, [this] { return !m_lines.empty() || m_closed; });
    if (m_lines.empty()) return std::nullopt;
    const Json event = Json::parse(m_lines.front());
    m_lines.pop_front();
    return event;
}

bool WatchLines::ended() {
    std::unique_lock lock(m_mutex);
    return m_changed.wait_for(lock, 20s, [this] { return m_closed; });
}

}  // namespace rollcall::test
