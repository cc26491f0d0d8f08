// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/target_session.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <mutex>
#include <utility>

#include "core/client/call_counter.h"
#include "core/client/qnam_transport.h"
#include "core/config/kubeconfig.h"

namespace rollcall {

namespace {

using namespace std::chrono_literals;

// A worker's live GET: longer than the 20 s that an API server without etcd takes to answer.
constexpr std::chrono::milliseconds kLiveGetTimeout = 30s;

Connection sandboxConnection(const sandbox::SandboxServer& server) {
    Connection connection;
    connection.name = "sandbox";
    connection.server = server.url();
    connection.caPem = server.caPem();
    connection.token = server.token();
    connection.ns = "default";
    connection.userKind = "token";
    return connection;
}

/// `calls` null: nothing is counted.
ApiClient::MakeTransport transportMaker(const Connection& connection, std::shared_ptr<CallCounter> calls) {
    return [connection, calls = std::move(calls)]() -> std::unique_ptr<Transport> {
        auto transport = std::make_unique<QnamTransport>(connection);
        if (!calls) return transport;
        return countedTransport(std::move(transport), calls);
    };
}

std::vector<std::string> namesIn(const std::string& listJson) {
    std::vector<std::string> names;
    const QJsonObject list = QJsonDocument::fromJson(QByteArray::fromStdString(listJson)).object();
    const QJsonArray items = list[QStringLiteral("items")].toArray();
    for (const auto& item : items) {
        names.push_back(item.toObject()[QStringLiteral("metadata")].toObject()[QStringLiteral("name")].toString().toStdString());
    }
    return names;
}

/// A plugin runs only when every policy lets it.
Result<ExecLogin::Options> loginOptions(const Connection& connection, const Target& target, const TargetLogin& login) {
    ExecLogin::Options options;
    if (!connection.exec) return options;
    options.askTrust = login.askTrust;
    options.onStderr = login.onStderr;
    options.onRunning = login.onRunning;
    options.strangersFile = target.strangersFile;
    auto own = kubercPolicy();
    if (!own.ok()) return own.error();
    if (*own) options.policies.push_back(std::move(**own));
    options.policies.push_back(login.policy);
    return options;
}

}  // namespace

Result<Connection> resolveTarget(const Target& target) {
    KubeconfigOptions options;
    options.explicitPath = target.kubeconfig;
    options.context = target.context;
    options.ns = target.ns;
    options.master = target.master;
    options.user = target.user;
    options.cluster = target.cluster;
    if (target.kind == Target::Kind::InCluster) return inClusterConnection(options);
    const bool namesEntry = !(target.context.empty() && target.user.empty() && target.cluster.empty());
    const bool asSeed = !namesEntry && !(target.kubeconfig.empty() && target.master.empty());
    if (asSeed) return resolveLikeSeed(options);
    return target.context.empty() ? resolveLikeKubectl(options) : resolveContext(options, target.context);
}

Result<std::unique_ptr<TargetSession>> TargetSession::open(const Target& target, std::shared_ptr<Clock> clock, int sandboxPort,
                                                           const TargetLogin& login) {
    std::unique_ptr<TargetSession> session(new TargetSession);
    if (target.kind == Target::Kind::Sandbox) {
        sandbox::SandboxOptions options;
        options.port = sandboxPort;
        options.clock = clock;
        auto server = sandbox::SandboxServer::start(std::move(options));
        if (!server.ok()) return server.error();
        session->m_sandbox = std::move(server).value();
        session->m_connection = sandboxConnection(*session->m_sandbox);
    } else {
        auto connection = resolveTarget(target);
        if (!connection.ok()) return connection.error();
        session->m_connection = std::move(connection).value();
        const std::string& unusable = session->m_connection.unusable;
        if (!unusable.empty()) return makeError(ErrorKind::Config, unusable);
        auto options = loginOptions(session->m_connection, target, login);
        if (!options.ok()) return options.error();
        session->m_login = prepareLogin(session->m_connection, std::move(options).value());
    }
    session->m_api = std::make_shared<LoopThread>("rc-api");
    for (auto& calls : session->m_calls) calls = std::make_shared<CallCounter>();
    const auto makeClient = [&](std::shared_ptr<CallCounter> calls) {
        return std::make_unique<ApiClient>(*session->m_api, clock, transportMaker(session->m_connection, std::move(calls)));
    };
    session->m_events = makeClient(session->m_calls[0]);
    session->m_pods = makeClient(session->m_calls[1]);
    session->m_edits = makeClient(nullptr);  // a person's calls are not a controller's
    session->m_leases = makeClient(nullptr);
    session->m_edits->setRateLimit(-1, 0);  // a person's clicks are slow enough
    session->m_sink = std::make_unique<ApiEventSink>(*session->m_events);
    return session;
}

TargetSession::~TargetSession() {
    m_leases.reset();
    m_edits.reset();
    m_pods.reset();
    m_events.reset();
    if (m_api) m_api->stop();
}

/// Those that may be tried when a cluster-wide list is forbidden (W27): the connection's own, and all whose names we may read.
std::function<std::vector<std::string>()> TargetSession::knownNamespaces() {
    struct Names {
        std::mutex mutex;
        std::vector<std::string> names;
    };
    auto known = std::make_shared<Names>();
    known->names.push_back(m_connection.ns.empty() ? "default" : m_connection.ns);
    HttpRequest request;
    request.path = "/api/v1/namespaces";
    request.query = {{"limit", "500"}};
    m_edits->raw(std::move(request), {}, [known](Result<HttpAnswer> answer) {
        if (!answer.ok() || answer->status != 200) return;  // not allowed either: the connection's own has to do
        std::lock_guard lock(known->mutex);
        for (std::string& name : namesIn(answer->body)) {
            const bool there = std::find(known->names.begin(), known->names.end(), name) != known->names.end();
            if (!there && !name.empty()) known->names.push_back(std::move(name));
        }
    });
    return [known] {
        std::lock_guard lock(known->mutex);
        return known->names;
    };
}

EnginePorts TargetSession::enginePorts(bool allNamespaces) {
    EnginePorts ports;
    ports.makeTransport = [connection = m_connection, calls = m_calls](ControllerId id) {
        return transportMaker(connection, calls[static_cast<std::size_t>(id)])();
    };
    for (const auto& calls : m_calls) calls->clear();
    ports.calls = m_calls;
    ports.throttling = [this, before = std::array{m_events->stats(), m_pods->stats()}](ControllerId id) {
        ApiClient::Stats stats = clientOf(id).stats();
        stats.throttled -= before[static_cast<std::size_t>(id)].throttled;
        stats.throttledTime -= before[static_cast<std::size_t>(id)].throttledTime;
        return stats;
    };
    ports.getPod = [this](const std::string& ns, const std::string& name, CancelToken cancel) {
        return m_pods->getBlocking(podResource(), ns, name, std::move(cancel), kLiveGetTimeout);
    };
    ports.eventSink = m_sink.get();
    ports.apiThread = m_api;
    ports.leases = m_leases.get();
    ports.defaultNamespace = m_connection.ns;
    if (allNamespaces) ports.namespaces = knownNamespaces();
    ports.setDraining = [this](bool draining) {
        const ApiClient::Options normal;
        m_pods->setRateLimit(draining ? -1 : normal.qps, normal.burst);
        m_events->setRateLimit(draining ? -1 : normal.qps, normal.burst);
    };
    return ports;
}

}  // namespace rollcall
