// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/target_probe.h"

#include "core/client/qnam_transport.h"
#include "core/session/private_file.h"

namespace rollcall {

namespace {

using namespace std::chrono_literals;

// A person waits for it; a server that needs longer is no good place to work on.
constexpr auto kProbeDeadline = 8s;

TargetReach reachOf(const Result<HttpAnswer>& answer) {
    TargetReach reach;
    if (answer.ok()) {
        reach.version = serverVersionOf(answer->body);
        reach.reachable = !reach.version.empty();
        if (!reach.reachable)
            reach.error = makeError(ErrorKind::Protocol, "the answer of /version is not that of an API server");
        return reach;
    }
    // A hardened server tells nobody its version; that it says so is an answer.
    reach.reachable = answer.error().isUnauthorized() || answer.error().isForbidden();
    if (!reach.reachable) reach.error = answer.error();
    return reach;
}

}  // namespace

Connection withoutCredentials(Connection connection) {
    connection.token.clear();
    connection.tokenFile.clear();
    connection.clientCertPem.clear();
    connection.clientKeyPem.clear();
    connection.clientCertFile.clear();
    connection.clientKeyFile.clear();
    connection.username.clear();
    connection.password.clear();
    connection.impersonate = {};
    connection.exec.reset();
    connection.login.reset();
    return connection;
}

TargetProbe::TargetProbe(Connection connection, std::shared_ptr<Clock> clock, std::function<void(TargetReach)> done) {
    const auto makeTransport = [nobody = withoutCredentials(std::move(connection))] {
        return std::make_unique<QnamTransport>(nobody);
    };
    ApiClient::Options once;
    once.maxRetries = 0;
    m_client = std::make_unique<ApiClient>(m_thread, std::move(clock), makeTransport, once);
    HttpRequest request;
    request.path = "/version";
    request.deadline = kProbeDeadline;
    m_client->raw(std::move(request), {}, [done = std::move(done)](const Result<HttpAnswer>& answer) {
        if (!answer.ok() && answer.error().kind == ErrorKind::Cancelled) return;  // it is being destroyed
        done(reachOf(answer));
    });
}

TargetProbe::~TargetProbe() {
    m_client.reset();
    m_thread.stop();
}

}  // namespace rollcall
