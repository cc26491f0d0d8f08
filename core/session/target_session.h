// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "core/base/loop_thread.h"
#include "core/client/api_client.h"
#include "core/client/exec_login.h"
#include "core/config/connection.h"
#include "core/controller/api_event_sink.h"
#include "core/sandbox/sandbox_server.h"
#include "core/session/engine.h"
#include "core/session/host.h"

namespace rollcall {

/// What the host says about exec plugins, and what it wants to hear. Thread: plain data; the functions as in
/// ExecLogin::Options.
struct TargetLogin {
    ExecPolicy policy;
    AskTrust askTrust;  ///< before a plugin runs for the first time; null = they run
    std::function<void(const std::string& text)> onStderr;
    std::function<void(bool running)> onRunning;
};

/// Everything that lives as long as one target is chosen: its credentials, the API thread with a client for each purpose
/// (each with a rate limit of its own, as each of the seeds' programs has), and the sandbox when that is the target.
/// Nothing of it is shared with another target (S11, A6).
/// **Thread**: made on any, used on the host's. **Owns** all of it.
class TargetSession {
public:
    /// Reads files and may start the sandbox: not for the GUI thread.
    static Result<std::unique_ptr<TargetSession>> open(const Target& target, std::shared_ptr<Clock> clock, int sandboxPort,
                                                       const TargetLogin& login = {});
    ~TargetSession();

    /// `allNamespaces`: which there are is asked now, in case the cluster-wide list turns out to be forbidden.
    EnginePorts enginePorts(bool allNamespaces);
    ApiClient& edits() { return *m_edits; }
    ExecLogin* login() const { return m_login.get(); }  ///< null = no exec plugin
    const Connection& connection() const { return m_connection; }
    const sandbox::SandboxServer* sandboxServer() const { return m_sandbox.get(); }

private:
    TargetSession() = default;
    std::function<std::vector<std::string>()> knownNamespaces();
    ApiClient& clientOf(ControllerId id) { return id == ControllerId::Students ? *m_events : *m_pods; }

    Connection m_connection;
    std::shared_ptr<ExecLogin> m_login;  // null = no exec plugin
    std::unique_ptr<sandbox::SandboxServer> m_sandbox;
    std::shared_ptr<LoopThread> m_api;
    std::unique_ptr<ApiClient> m_events, m_pods, m_edits, m_leases;
    std::unique_ptr<ApiEventSink> m_sink;
    /// Of the informers and of the controllers' own clients: what a run's counters start from is noted at its Start.
    std::array<std::shared_ptr<CallCounter>, kControllerCount> m_calls;
};

/// Which connection a target means (docs: semantics, "kubeconfig"). Thread: any; reads files.
Result<Connection> resolveTarget(const Target& target);

}  // namespace rollcall
