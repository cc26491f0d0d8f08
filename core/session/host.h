// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/config/exec_policy.h"
#include "core/session/feed.h"
#include "core/session/machinery.h"
#include "core/session/profile.h"
#include "core/session/target.h"

namespace rollcall {

struct StudentEdit {
    std::string ns, name;
    std::string yaml;            ///< whole object; resourceVersion in it makes the update conditional
};

/// The only door between the window (or the headless run) and the machinery: one target, both controllers.
/// **Thread**: every function on the thread that made it (GUI); it never blocks on the network. `onChanged` runs on that
/// thread too, at most once per event-loop turn. **Owns** all threads below it. **Errors** arrive in callbacks and in the Feed.
class ControllerHost {
public:
    struct Options {
        std::shared_ptr<Clock> clock;      ///< the machinery's; null = a SystemClock of its own
        int workers = 2;                   ///< 1–16, for each controller
        bool students = true, pods = true; ///< which controllers run
        int sandboxPort = 0;               ///< 0 = any free one
        std::function<void(const std::string&)> logLine;  ///< the controllers' log; any thread; null = none
    };

    static std::unique_ptr<ControllerHost> create(Options options);
    virtual ~ControllerHost() = default;

    virtual void setOnChanged(std::function<void()> onChanged) = 0;
    /// Everything since the last call; cheap when nothing happened.
    virtual Feed drain() = 0;

    /// Who decides about exec plugins; comes on this thread. Without it they run, as kubectl lets them: the headless run.
    using AskLogin = std::function<void(const LoginQuestion&, std::function<void(bool allow)> answer)>;
    virtual void setOnLoginQuestion(AskLogin) {}
    /// An exec plugin begins, prints to stderr, or ends; comes on this thread, however much it prints.
    virtual void setOnLoginProgress(std::function<void(const LoginProgress&)>) {}
    /// Ends the plugin. What waited for it fails with Cancelled; running controllers stop, for they would ask again at once.
    virtual void cancelLogin() {}
    /// Which exec plugins may run at all, before anybody is asked; for targets set from now on. Both this and the
    /// person's kuberc must let one run. Default: AllowAll.
    virtual void setExecPolicy(ExecPolicy) {}

    // --- target -------------------------------------------------------------------------------------------------
    /// Reads kubectl's kubeconfigs, and each of `files` alone, off this thread. `done` comes on this thread. From then on
    /// the files are watched; what runs does not notice.
    virtual void listTargets(std::vector<std::string> files, std::function<void(TargetChoices)> done) = 0;
    /// A file of the last listTargets() has changed: written, replaced, created or removed. Comes on this thread.
    virtual void setOnTargetsChanged(std::function<void()>) {}
    /// Only while Stopped or Failed. For the sandbox the built-in server starts now. `done`: Unit, or why not.
    virtual void setTarget(Target target, std::function<void(Result<Unit>)> done) = 0;
    virtual const Target& target() const = 0;
    virtual std::string targetName() const = 0;      ///< for the bar: "Sandbox", a context name
    virtual std::string serverAddress() const = 0;   ///< "https://127.0.0.1:6443"; empty before setTarget finished
    virtual std::string serverVersion() const = 0;   ///< "v1.36.3"; empty until known
    /// Writes a kubeconfig for the sandbox into a private file (0600) and returns its path. Errors: Io, or Config when the
    /// target is not the sandbox.
    virtual Result<std::string> writeSandboxKubeconfig(const std::string& file) = 0;

    /// The target's certificate is not verified: whoever answers is believed (insecure-skip-tls-verify).
    virtual bool insecure() const { return false; }
    /// Asks at `target`'s address for the version, without any credential, and without running anything. `done` comes on
    /// this thread.
    virtual void probe(Target, std::function<void(TargetReach)> done) { done({}); }

    /// Looks at the target: reachable, signed in, CRD there, rights. `done` comes on this thread.
    virtual void preflight(std::function<void(std::vector<TargetCheck>)> done) { done({}); }
    /// Applies the CustomResourceDefinition in `manifest` (YAML) as its own field manager, and waits until it is
    /// Established. `done` comes on this thread, or never when another target is chosen meanwhile.
    virtual void installCrd(std::string, std::function<void(Result<Unit>)> done) { done(Unit{}); }

    // --- life ---------------------------------------------------------------------------------------------------
    virtual HostState state() const = 0;
    virtual const Error* failure() const = 0;        ///< why Failed, or what keeps the controllers from syncing; null = none
    virtual void start() = 0;                        ///< Stopped or Failed → Starting → Running
    virtual void stop() = 0;                         ///< drains; calling it again while Stopping abandons
    virtual bool synced() const = 0;                 ///< every enabled controller has its cache

    virtual int workers() const = 0;
    virtual void setWorkers(int count) = 0;          ///< 1–16, also while running
    virtual Profile profile(ControllerId id) const = 0;
    virtual void setProfile(ControllerId id, const Profile& profile) = 0;
    /// How the next Start builds it. Queue, informers and election of a run that is on stay as they are.
    virtual Machinery machinery() const = 0;
    virtual void setMachinery(const Machinery& machinery) = 0;
    /// Done to the syncs from now on, also over a Stop and a Start.
    virtual void addSyncFault(ControllerId id, SyncFault fault) = 0;
    virtual void clearSyncFaults(ControllerId id) = 0;
    virtual std::vector<SyncFault> syncFaults(ControllerId id) const = 0;  ///< those not used up

    virtual MonoTime now() const = 0;                ///< the machinery's clock, for ages and countdowns
    virtual WallTime wallNow() const = 0;
    /// Clock seconds per real second: 0 pauses. Has no effect on network deadlines.
    virtual void setSpeed(double factor) = 0;
    virtual double speed() const = 0;
    virtual void step() = 0;                         ///< paused: on to the next timer

    // --- actions on Students; `done` comes on this thread ---------------------------------------------------------
    using Done = std::function<void(Result<ObjectPtr>)>;
    virtual void createStudent(const StudentEdit& edit, bool dryRun, Done done) = 0;
    virtual void updateStudent(const StudentEdit& edit, bool dryRun, Done done) = 0;
    virtual void deleteStudent(const std::string& ns, const std::string& name, Done done) = 0;
    /// The live object, not the cache.
    virtual void getStudent(const std::string& ns, const std::string& name, Done done) = 0;
};

}  // namespace rollcall
