// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/fake_clock.h"
#include "core/session/host.h"

namespace rollcall {

/// A host without machinery: tests put rows into its feed and decide what each call answers. Everything happens on the
/// thread of the test, and time stands still until the test moves the clock.
class FakeHost final : public ControllerHost {
public:
    FakeHost();

    // --- what tests do ------------------------------------------------------------------------------------------
    FakeClock& clock() { return *m_clock; }
    Feed& feed() { return m_feed; }  ///< fill it, then call changed()
    void changed();
    void become(HostState state);
    void fail(Error error);
    PipelineStats& stats(ControllerId id) { return m_stats[std::size_t(id)]; }
    void publishStats() { m_feed.pipeline = m_stats; }
    void putStudent(const std::string& ns, const std::string& name, const std::string& spoken,
                    const std::string& school, const std::string& version, Duration age = {});
    void putPod(const std::string& ns, const std::string& name, const std::string& node, Duration age,
                bool left = false);
    QueueRow& putQueue(const std::string& key, KeyState state, ControllerId controller = ControllerId::Students);
    EventRow& putEvent(const std::string& key, Duration ago, PostState post);
    /// The number that the step got; `cause` names an earlier one.
    std::uint64_t step(Step step, const std::string& key, Duration ago, Duration delay = {}, int retries = 0, int worker = 0,
                       const std::string& detail = {}, std::uint64_t cause = 0);

    // --- what tests look at and prepare ----------------------------------------------------------------------------
    int starts = 0, stops = 0, steps = 0, dryRuns = 0;
    std::vector<StudentEdit> writes;
    std::vector<std::string> deleted;
    std::optional<Error> nextWriteError;  ///< the next dry run or write answers this
    std::optional<Error> nextTargetError;
    std::optional<Error> kubeconfigError;
    TargetChoices choices;
    std::vector<TargetCheck> checks;  ///< what preflight() finds
    int drains = 0;
    AskLogin askLogin;  ///< the window's
    std::vector<std::string> listedFiles;
    std::function<void()> targetsChanged;                    ///< the window's
    std::function<void(const LoginProgress&)> loginProgress;  ///< the window's
    int loginsCancelled = 0;
    bool isInsecure = false;
    std::vector<Target> probed;
    TargetReach reach;                                        ///< what probe() finds
    std::vector<std::string> manifests;                       ///< what was to be installed
    std::optional<Error> nextInstallError;
    std::map<std::string, ObjectPtr> server;  ///< key → object, for getStudent()

    // --- ControllerHost -----------------------------------------------------------------------------------------
    void setOnChanged(std::function<void()> onChanged) override { m_onChanged = std::move(onChanged); }
    Feed drain() override;
    void listTargets(std::vector<std::string> files, std::function<void(TargetChoices)> done) override;
    void setOnTargetsChanged(std::function<void()> on) override { targetsChanged = std::move(on); }
    void setOnLoginProgress(std::function<void(const LoginProgress&)> on) override { loginProgress = std::move(on); }
    void cancelLogin() override { ++loginsCancelled; }
    bool insecure() const override { return isInsecure; }
    void probe(Target target, std::function<void(TargetReach)> done) override;
    void installCrd(std::string manifest, std::function<void(Result<Unit>)> done) override;
    void setTarget(Target target, std::function<void(Result<Unit>)> done) override;
    void setOnLoginQuestion(AskLogin ask) override { askLogin = std::move(ask); }
    void preflight(std::function<void(std::vector<TargetCheck>)> done) override;
    const Target& target() const override { return m_target; }
    std::string targetName() const override;
    std::string serverAddress() const override { return m_connected ? "http://127.0.0.1:41837" : ""; }
    std::string serverVersion() const override { return m_connected ? "v1.36.3" : ""; }
    Result<std::string> writeSandboxKubeconfig(const std::string& file) override;
    HostState state() const override { return m_state; }
    const Error* failure() const override { return m_failure ? &*m_failure : nullptr; }
    void start() override;
    void stop() override;
    bool synced() const override { return m_stats[0].synced && m_stats[1].synced; }
    int workers() const override { return m_workers; }
    void setWorkers(int count) override;
    Profile profile(ControllerId id) const override { return m_profiles[std::size_t(id)]; }
    void setProfile(ControllerId id, const Profile& profile) override { m_profiles[std::size_t(id)] = profile; }
    Machinery machinery() const override { return m_machinery; }
    void setMachinery(const Machinery& machinery) override { m_machinery = machinery; }
    void addSyncFault(ControllerId id, SyncFault fault) override { m_faults[std::size_t(id)].push_back(std::move(fault)); }
    void clearSyncFaults(ControllerId id) override { m_faults[std::size_t(id)].clear(); }
    std::vector<SyncFault> syncFaults(ControllerId id) const override { return m_faults[std::size_t(id)]; }
    MonoTime now() const override { return m_clock->now(); }
    WallTime wallNow() const override { return m_clock->wallNow(); }
    void setSpeed(double factor) override { m_speed = factor; }
    double speed() const override { return m_speed; }
    void step() override { ++steps; }
    void createStudent(const StudentEdit& edit, bool dryRun, Done done) override { write(edit, dryRun, done); }
    void updateStudent(const StudentEdit& edit, bool dryRun, Done done) override { write(edit, dryRun, done); }
    void deleteStudent(const std::string& ns, const std::string& name, Done done) override;
    void getStudent(const std::string& ns, const std::string& name, Done done) override;

private:
    void write(const StudentEdit& edit, bool dryRun, const Done& done);
    void later(std::function<void()> what);  ///< in the next turn of the event loop; never after the host is gone

    QObject m_context;
    std::uint64_t m_seq = 0;
    std::shared_ptr<FakeClock> m_clock;
    std::function<void()> m_onChanged;
    Feed m_feed;
    std::array<PipelineStats, kControllerCount> m_stats;
    std::array<Profile, kControllerCount> m_profiles;
    Machinery m_machinery;
    std::array<std::vector<SyncFault>, kControllerCount> m_faults;
    HostState m_state = HostState::Stopped;
    std::optional<Error> m_failure;
    Target m_target;
    bool m_connected = true;
    int m_workers = 2;
    double m_speed = 1;
};

/// The object of a Student as the API server would send it.
StudentPtr makeStudent(const std::string& ns, const std::string& name, const std::string& spoken,
                       const std::string& school, const std::string& version, const std::string& created);

/// The error that a Status from the API server becomes.
Error apiError(int status, const char* reason, const char* message);

}  // namespace rollcall
