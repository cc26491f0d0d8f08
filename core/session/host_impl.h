// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <array>
#include <map>
#include <memory>
#include <optional>

#include "core/base/loop_thread.h"
#include "core/base/mailbox.h"
#include "core/base/waker.h"
#include "core/session/crd_install.h"
#include "core/session/engine.h"
#include "core/session/host.h"
#include "core/session/login_monitor.h"
#include "core/session/target_probe.h"
#include "core/session/target_session.h"
#include "core/session/target_watch.h"

namespace rollcall {

/// What other threads hold of the host: they may call it when the host is long gone. Thread: any; close() on the host's.
class HostLink {
public:
    explicit HostLink(std::function<void()> onWake) : m_waker(std::make_unique<Waker>(std::move(onWake))) {}

    void wake() {
        std::lock_guard lock(m_mutex);
        if (m_waker) m_waker->wake();
    }
    void post(std::function<void()> task) {
        m_inbox.post(std::move(task));
        wake();
    }
    std::vector<std::function<void()>> drain() { return m_inbox.drain(); }
    void close() {
        std::lock_guard lock(m_mutex);
        m_waker.reset();
    }

private:
    std::mutex m_mutex;
    std::unique_ptr<Waker> m_waker;  // lives on the host's thread
    Mailbox<std::function<void()>> m_inbox;
};

/// See ControllerHost. One target session and at most one engine at a time; files are read on a thread of their own.
class HostImpl final : public ControllerHost {
public:
    explicit HostImpl(Options options);
    ~HostImpl() override;

    void setOnChanged(std::function<void()> onChanged) override { m_onChanged = std::move(onChanged); }
    Feed drain() override;
    void setOnLoginQuestion(AskLogin ask) override { m_askLogin = std::move(ask); }
    void setExecPolicy(ExecPolicy policy) override { m_execPolicy = std::move(policy); }

    void setOnLoginProgress(std::function<void(const LoginProgress&)> on) override { m_onLoginProgress = std::move(on); }
    void cancelLogin() override;

    void listTargets(std::vector<std::string> files, std::function<void(TargetChoices)> done) override;
    void setOnTargetsChanged(std::function<void()> changed) override { m_onTargetsChanged = std::move(changed); }
    void setTarget(Target target, std::function<void(Result<Unit>)> done) override;
    const Target& target() const override { return m_target; }
    std::string targetName() const override;
    std::string serverAddress() const override;
    std::string serverVersion() const override { return m_serverVersion; }
    Result<std::string> writeSandboxKubeconfig(const std::string& file) override;

    bool insecure() const override;
    void probe(Target target, std::function<void(TargetReach)> done) override;
    void preflight(std::function<void(std::vector<TargetCheck>)> done) override;
    void installCrd(std::string manifest, std::function<void(Result<Unit>)> done) override;

    HostState state() const override { return m_state; }
    const Error* failure() const override;
    void start() override;
    void stop() override;
    bool synced() const override { return m_engine && m_engine->synced(); }

    int workers() const override { return m_options.workers; }
    void setWorkers(int count) override;
    Profile profile(ControllerId id) const override { return m_profiles[static_cast<std::size_t>(id)]; }
    void setProfile(ControllerId id, const Profile& profile) override;
    Machinery machinery() const override { return m_machinery; }
    void setMachinery(const Machinery& machinery) override { m_machinery = machinery; }
    void addSyncFault(ControllerId id, SyncFault fault) override;
    void clearSyncFaults(ControllerId id) override;
    std::vector<SyncFault> syncFaults(ControllerId id) const override;
    MonoTime now() const override { return m_options.clock->now(); }
    WallTime wallNow() const override { return m_options.clock->wallNow(); }
    void setSpeed(double factor) override;
    double speed() const override;
    void step() override;

    void createStudent(const StudentEdit& edit, bool dryRun, Done done) override;
    void updateStudent(const StudentEdit& edit, bool dryRun, Done done) override;
    void deleteStudent(const std::string& ns, const std::string& name, Done done) override;
    void getStudent(const std::string& ns, const std::string& name, Done done) override;

private:
    using Task = std::function<void()>;

    void onWake();
    void advance();
    void setState(HostState state);
    void takePending(Feed& feed);
    void becomeStopped();
    void endWithoutLease();
    void onPatienceEnd();
    void onTargetOpened(Target target, Result<std::unique_ptr<TargetSession>> session,
                        const std::function<void(Result<Unit>)>& done);
    void readServerVersion();
    TargetLogin targetLogin();
    void tellLogin();
    ApiClient& asked();
    void resumeLogin();
    void sendProbe(const Result<Connection>& connection, const std::function<void(TargetReach)>& done);
    /// Brings a callback of another thread to the host's; dropped when the host is gone by then.
    Done toHost(Done done);
    std::string seenUid(const std::string& ns, const std::string& name) const;
    bool requireSession(const Done& done);

    Options m_options;
    std::shared_ptr<SystemClock> m_systemClock;  // null when the clock was given
    std::function<void()> m_onChanged;
    AskLogin m_askLogin;
    std::function<void(const LoginProgress&)> m_onLoginProgress;
    std::function<void()> m_onTargetsChanged;
    ExecPolicy m_execPolicy;
    Target m_target;
    std::uint64_t m_targetGeneration = 0;        // answers of an earlier target are dropped (W37)
    std::string m_serverVersion;
    HostState m_state = HostState::Stopped;
    std::optional<Error> m_failure;
    std::array<Profile, kControllerCount> m_profiles;
    Machinery m_machinery;
    std::array<std::shared_ptr<SyncFaults>, kControllerCount> m_faults;
    Feed m_pending;                              // what no engine says: reset, state, notices, the last run's end
    bool m_statePending = true;

    const std::shared_ptr<HostLink> m_link;
    QTimer m_patience;                           // real time: a Stop must end although the machinery's clock stands still
    LoopThread m_files{"rc-files"};
    std::shared_ptr<TargetWatch> m_watch = std::make_shared<TargetWatch>();  // the files' thread's
    std::shared_ptr<LoginMonitor> m_login;       // of the target that was set last
    std::map<int, std::unique_ptr<TargetProbe>> m_probes;
    int m_lastProbe = 0;
    std::shared_ptr<CrdInstall> m_install;       // null = none was asked for of this target
    std::unique_ptr<TargetSession> m_session;
    std::unique_ptr<Engine> m_engine;
};

}  // namespace rollcall
