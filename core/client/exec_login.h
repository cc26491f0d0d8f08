// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "core/base/clock.h"
#include "core/base/loop_thread.h"
#include "core/base/result.h"
#include "core/client/exec_trust.h"
#include "core/config/connection.h"

namespace rollcall {

/// Error::reason when a plugin was not run: a policy forbids it; the kubeconfig is somebody else's.
inline constexpr const char* kExecPolicyForbids = "ExecPolicy";
inline constexpr const char* kExecStranger = "ExecStranger";

struct ExecCredential;
using ExecCredentialPtr = std::shared_ptr<const ExecCredential>;

/// The credential that an exec plugin makes for one connection (client-go plugin/pkg/client/auth/exec/exec.go).
/// - Kept until its expirationTimestamp has passed; without one, until the server refuses it with 401.
/// - One run at a time; whoever asks meanwhile shares its result (X8). A refused credential is renewed once, however
///   many requests had it; those requests are not sent again.
/// - 60 s for a run, then its process group is killed (X6); a person may cancel before.
/// - Asks for trust before the first run of each (program, arguments, file hash); a no holds until the next login.
/// **Thread**: every function from any; `done` and the callbacks of Options run on the login thread.
/// **Owns** that thread and the process. Do not destroy it on the login thread. **Errors**: Config, Cancelled.
class ExecLogin {
public:
    struct Options {
        std::vector<ExecPolicy> policies;  ///< each must let a plugin run; none = it runs
        bool strangersFile = false;        ///< the kubeconfig is somebody else's: no plugin runs (S3)
        AskTrust askTrust;  ///< null: what the person's own kubeconfig names is trusted, as kubectl does
        std::function<void(const std::string& text)> onStderr;  ///< live; printable, redacted
        std::function<void(bool running)> onRunning;
        std::chrono::milliseconds timeout{std::chrono::seconds(60)};
        std::vector<std::string> folders;  ///< searched after PATH
        /// Replaceable in tests; the defaults are qgetenv and the system's clock.
        std::function<std::string(const char*)> environment;
        std::function<WallTime()> now;
    };
    using Done = std::function<void(Result<ExecCredentialPtr>)>;
    using Ticket = std::uint64_t;

    /// `connection.exec` must be set.
    ExecLogin(const Connection& connection, Options options);
    ~ExecLogin();
    ExecLogin(const ExecLogin&) = delete;
    ExecLogin& operator=(const ExecLogin&) = delete;

    /// The one that is good now; null when the plugin must run first.
    ExecCredentialPtr current() const;
    /// Runs the plugin, or joins the run under way. `done` comes once, unless the ticket is given back before.
    Ticket request(Done done);
    /// After it, `done` is not called, or is running at the moment.
    void forget(Ticket ticket);
    /// The server refused `credential`: renews it, unless that was done already.
    void refused(const ExecCredentialPtr& credential);
    /// Kills a run; everybody who waits for it gets Cancelled, and so does who asks from now on, until resume(): calls that
    /// were on their way would start the plugin again behind a person's back.
    void cancel();
    /// A person wants something of the server again.
    void resume();

private:
    class Core;

    const std::shared_ptr<Core> m_core;
    LoopThread m_thread;
};

/// The login of all transports of `connection`'s copies; made with `options` when it is not there yet, so call it once
/// after resolving, before the transports. Null when the connection has no exec plugin. Thread: any.
std::shared_ptr<ExecLogin> prepareLogin(const Connection& connection, ExecLogin::Options options = {});

}  // namespace rollcall
