// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "core/client/transport.h"
#include "core/config/connection.h"

namespace rollcall {

class QnamEngine;

struct QnamOptions {
    /// How often certificate, key and CA files are looked at (client-go transport/cert_rotation.go: 5 min).
    std::chrono::milliseconds fileCheck{std::chrono::minutes(5)};
    /// Replaceable in tests: HTTPS_PROXY and its relatives; the default is the process's environment.
    std::function<std::string(const char*)> environment;
};

/// The network, by one QNetworkAccessManager on HTTP/1.1 for one connection. Redirects, cookies, proxies and
/// credentials are under its own rules; every request has a deadline; a token file is read again when it is old or
/// refused; an exec plugin's credential is waited for before a request is sent, its time not counted in the deadline;
/// changed certificate files are taken up, and the streams on old connections end with a Network error. Six connections go to a server at most (A10): give each watch a transport of its own.
/// **Thread**: made, used and destroyed on one thread with an event loop. Requests that still run keep what they need;
/// their handles may be destroyed later, on that thread. **Owns** the connection's secrets.
/// **Errors**: a connection that cannot work (bad address, bad certificate) fails each request with ErrorKind::Config.
class QnamTransport final : public Transport {
public:
    /// An answer's body, decompressed. Larger ones end with a Protocol error.
    static constexpr std::size_t kLargestBody = 512UL * 1024 * 1024;

    explicit QnamTransport(Connection connection, QnamOptions options = {});
    ~QnamTransport() override;

    [[nodiscard]] std::unique_ptr<RequestHandle> send(HttpRequest request,
                                                      std::function<void(Result<HttpAnswer>)> done) override;
    [[nodiscard]] std::unique_ptr<RequestHandle> openStream(HttpRequest request, StreamCallbacks callbacks) override;

private:
    std::shared_ptr<QnamEngine> m_engine;
};

}  // namespace rollcall
