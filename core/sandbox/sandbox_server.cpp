// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/sandbox_server.h"

#include <openssl/rand.h>

#include <QByteArray>

#include "core/sandbox/api_server.h"
#include "core/sandbox/http_server.h"
#include "core/sandbox/io_loop.h"
#include "core/sandbox/tls_identity.h"

namespace rollcall::sandbox {
namespace {

std::string randomToken() {
    QByteArray bytes(16, Qt::Uninitialized);
    if (RAND_bytes(reinterpret_cast<unsigned char*>(bytes.data()), static_cast<int>(bytes.size())) != 1) return {};
    return bytes.toHex().toStdString();
}

}  // namespace

class SandboxServer::Impl {
public:
    explicit Impl(SandboxOptions given) : options(std::move(given)) {
        if (!options.clock) options.clock = std::make_shared<SystemClock>();
        loop = std::make_unique<IoLoop>(options.clock);
    }

    ~Impl() {
        if (!running) return;
        loop->runAndWait([this] {
            api->watches().finishAll();
            http->stop();
        });
        loop->stop();
        api.reset();
    }

    Result<Unit> start() {
        if (options.token.empty()) options.token = randomToken();
        if (options.token.empty()) return makeError(ErrorKind::Internal, "no random numbers for the sandbox's token");
        Result<TlsIdentity> made = TlsIdentity::generate();
        if (!made) return made.error();
        identity = std::move(*made);
        auto listening =
            HttpServer::listen(*loop, {options.port, options.token, identity.certificatePem, identity.keyPem});
        if (!listening) return listening.error();
        http = std::move(*listening);
        ApiServerOptions api_options;
        api_options.clock = options.clock;
        api_options.address = "127.0.0.1:" + std::to_string(http->port());
        api_options.seedData = options.seedData;
        api_options.podSimulator = options.podSimulator;
        api_options.historyLimit = options.historyLimit;
        api = std::make_unique<ApiServer>(std::move(api_options), *loop);
        http->start([this](const std::shared_ptr<HttpExchange>& exchange) { api->handle(exchange); });
        loop->start();
        running = true;
        return Unit{};
    }

    SandboxOptions options;
    TlsIdentity identity;
    std::unique_ptr<IoLoop> loop;
    std::unique_ptr<HttpServer> http;
    std::unique_ptr<ApiServer> api;
    bool running = false;
};

SandboxServer::SandboxServer(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {
}
SandboxServer::~SandboxServer() = default;

Result<std::unique_ptr<SandboxServer>> SandboxServer::start(SandboxOptions options) {
    auto impl = std::make_unique<Impl>(std::move(options));
    const Result<Unit> started = impl->start();
    if (!started) return started.error();
    return std::unique_ptr<SandboxServer>(new SandboxServer(std::move(impl)));
}

int SandboxServer::port() const {
    return m_impl->http->port();
}
std::string SandboxServer::token() const {
    return m_impl->options.token;
}
std::string SandboxServer::url() const {
    return "http://127.0.0.1:" + std::to_string(port());
}
std::string SandboxServer::secureUrl() const {
    return "https://127.0.0.1:" + std::to_string(port());
}
std::string SandboxServer::caPem() const {
    return m_impl->identity.caPem;
}

std::string SandboxServer::kubeconfigYaml() const {
    const std::string authority = QByteArray::fromStdString(caPem()).toBase64().toStdString();
    return "apiVersion: v1\n"
           "kind: Config\n"
           "clusters:\n"
           "- name: rollcall-sandbox\n"
           "  cluster:\n"
           "    server: " +
           secureUrl() +
           "\n"
           "    certificate-authority-data: " +
           authority +
           "\n"
           "users:\n"
           "- name: rollcall-sandbox\n"
           "  user:\n"
           "    token: " +
           token() +
           "\n"
           "contexts:\n"
           "- name: rollcall-sandbox\n"
           "  context:\n"
           "    cluster: rollcall-sandbox\n"
           "    user: rollcall-sandbox\n"
           "    namespace: default\n"
           "current-context: rollcall-sandbox\n";
}

void SandboxServer::compact() {
    m_impl->loop->runAndWait([this] { m_impl->api->store().compact(); });
}

void SandboxServer::setHistoryLimit(std::size_t events) {
    m_impl->loop->runAndWait([this, events] { m_impl->api->store().setHistoryLimit(events); });
}

void SandboxServer::cutWatches() {
    m_impl->loop->runAndWait([this] { m_impl->api->watches().finishAll(); });
}

int SandboxServer::openWatches() const {
    return m_impl->api->watches().count();
}
std::int64_t SandboxServer::requests() const {
    return m_impl->http->requests();
}

std::uint64_t SandboxServer::revision() const {
    std::uint64_t revision = 0;
    m_impl->loop->runAndWait([this, &revision] { revision = m_impl->api->store().revision(); });
    return revision;
}

}  // namespace rollcall::sandbox
