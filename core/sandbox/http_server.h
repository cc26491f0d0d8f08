// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>

#include "core/base/result.h"
#include "core/sandbox/http_types.h"

namespace rollcall::sandbox {

class IoLoop;

struct HttpServerOptions {
    int port = 0;  ///< 0: any free one
    std::string token;
    std::string certificatePem, keyPem;
};

/// The listener: HTTP/1.1 on 127.0.0.1, plain and over TLS on the same port, told apart by the first byte. Lets in only
/// requests for its own loopback name that come from no web page, and says who has the token.
/// Thread: listen() and the destructor the owner's; the handler runs on the loop.
class HttpServer {
public:
    using Handler = std::function<void(const std::shared_ptr<HttpExchange>&)>;

    /// Binds the port; nothing is accepted before start(). Errors: Io when the port is taken, Tls.
    static Result<std::unique_ptr<HttpServer>> listen(IoLoop& loop, const HttpServerOptions& options);
    ~HttpServer();

    int port() const;
    /// Thread: any, once.
    void start(Handler handler);
    /// Closes the listener and ends all connections, gently for a moment and then at once. Thread: the loop's.
    void stop();
    std::int64_t requests() const;

private:
    class Impl;
    explicit HttpServer(std::shared_ptr<Impl> impl);
    std::shared_ptr<Impl> m_impl;
};

}  // namespace rollcall::sandbox
