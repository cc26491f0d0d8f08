// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "core/base/clock.h"
#include "core/base/result.h"

namespace rollcall::sandbox {

struct SandboxOptions {
    int port = 0;                       ///< 0: any free one
    std::shared_ptr<Clock> clock;       ///< empty: a SystemClock of its own
    bool seedData = true;               ///< a few Students and Pods; namespaces, nodes and the Student CRD always exist
    bool podSimulator = true;           ///< walk pods Pending → Running → Succeeded/Failed
    std::size_t historyLimit = 10'000;  ///< changes that each resource remembers for watches
    std::string token;                  ///< empty: 128 random bits
};

/// A Kubernetes API server of its own on 127.0.0.1, plain HTTP and TLS on one port, everything in memory.
/// Thread: start(), the destructor and every function may be called from any thread but not from a callback of the
/// server's clock that holds a lock the server needs; they wait for the server's thread where they act on it.
/// Owns one thread, the listener, the store. Errors: start() fails with Io when the port is taken.
class SandboxServer {
public:
    /// Listens when it returns.
    static Result<std::unique_ptr<SandboxServer>> start(SandboxOptions options);
    /// Ends the watches in good order, closes everything and joins.
    ~SandboxServer();
    SandboxServer(const SandboxServer&) = delete;
    SandboxServer& operator=(const SandboxServer&) = delete;

    int port() const;
    std::string token() const;
    std::string url() const;        ///< "http://127.0.0.1:PORT"
    std::string secureUrl() const;  ///< "https://127.0.0.1:PORT", to be trusted by caPem()
    std::string caPem() const;
    /// A kubeconfig with the context "rollcall-sandbox": TLS, because client-go sends a token over nothing else.
    std::string kubeconfigYaml() const;

    // Faults on demand, for tests and lessons.
    void compact();  ///< drops all history: every older watch and page is 410 Expired
    void setHistoryLimit(std::size_t events);
    void cutWatches();  ///< ends every open watch in good order

    int openWatches() const;
    std::int64_t requests() const;
    std::uint64_t revision() const;  ///< of the last change

private:
    class Impl;
    explicit SandboxServer(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

}  // namespace rollcall::sandbox
