// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "core/base/loop_thread.h"
#include "core/cache/informer.h"
#include "core/client/transport.h"
#include "core/controller/controller.h"
#include "core/session/election.h"
#include "core/session/feed_builder.h"
#include "core/session/machinery.h"

namespace rollcall {

/// What an engine run needs from the connection. All functions may be called from the threads named.
struct EnginePorts {
    /// A transport of its own for each informer, made on the informer's thread.
    std::function<std::unique_ptr<Transport>(ControllerId)> makeTransport;
    PodReconciler::LiveGet getPod;                            ///< workers' threads
    EventSink* eventSink = nullptr;                           ///< used on the API thread; outlives the engine
    std::shared_ptr<LoopThread> apiThread;
    ApiClient* leases = nullptr;                              ///< for leader election; outlives the engine
    std::string defaultNamespace;                             ///< the connection's: of the Lease, and tried when lists are forbidden
    std::function<std::vector<std::string>()> namespaces;     ///< those known, for lists that are forbidden cluster-wide; none = one namespace
    /// What has been asked of the API server for a controller since the ports were made, informers and Events included.
    std::array<std::shared_ptr<CallCounter>, kControllerCount> calls;
    std::function<ApiClient::Stats(ControllerId)> throttling;  ///< any thread: of that controller's client, since then
    std::function<void(bool)> setDraining;                    ///< any thread: lift the client-side rate limit while stopping
};

struct EngineOptions {
    std::shared_ptr<Clock> clock;
    int workers = 2;
    std::array<bool, kControllerCount> enabled{true, true};
    std::array<Profile, kControllerCount> profiles;
    std::string ns;                      ///< namespace scope; empty = all
    Machinery machinery;
    std::array<std::shared_ptr<SyncFaults>, kControllerCount> faults;
    std::function<void(const std::string&)> onCrash;  ///< workers' threads; see Controller::Config
    LogLine line;                        ///< log lines, any thread
    std::function<void()> onChanged;     ///< any thread: something to take or a phase ended
};

/// One run between Start and Stop: informers, controllers, recorder, transition log. Never started twice.
/// **Thread**: the host's for every function. **Owns** the informers' threads and the workers. The destructor waits for
/// workers, so abandon() first when it must be quick.
class Engine {
public:
    enum class Phase { Running, Draining, Releasing, Posting, Stopped };

    Engine(EngineOptions options, EnginePorts ports);
    ~Engine();
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    /// Errors: an election whose durations do not fit together.
    Result<Unit> start();
    /// To be called after onChanged: starts workers whose cache has synced, moves a stop on. Returns the phase.
    Phase advance();
    void stop();
    /// Gives up what is queued, under way or not posted yet.
    void abandon();
    /// Posting: no more time for Events; what is left is reported as dropped.
    void endPosting();

    Phase phase() const { return m_phase; }
    /// The Lease could not be renewed in time: a Go program would end at once.
    bool leadershipLost() const { return m_phase == Phase::Running && m_election && m_election->lost(); }
    bool synced() const;                         ///< every enabled controller has its cache
    const Error* problem() const;                ///< the first that keeps an informer from streaming; null = none
    void setWorkers(int count);
    void setProfile(ControllerId id, const Profile& profile);
    Feed takeFeed();
    const Store* students() const;               ///< null when that controller is off
    TransitionLog& log() { return m_log; }

private:
    struct Side {
        std::shared_ptr<LoopThread> thread;     // shared with timers' callbacks that may just be running
        std::unique_ptr<Transport> transport;   // made and destroyed on `thread`
        std::unique_ptr<Informer> informer;
        std::unique_ptr<Reconciler> reconciler;
        std::unique_ptr<Controller> controller;
        std::shared_ptr<EventRecorder> recorder;
        std::atomic<bool> informerEnded{false};
        bool workersStarted = false;
        bool working() const { return workersStarted && !controller->stopped(); }
    };

    void build(ControllerId id);
    EventRecorderOptions recorderOptions() const;
    std::unique_ptr<Informer> makeInformer(ControllerId id, Side& side);
    std::unique_ptr<Reconciler> makeReconciler(ControllerId id, Side& side);
    void endInformer(Side& side);
    bool mayWork() const { return !m_election || m_election->leading(); }
    bool drained() const;
    bool posted() const;
    void note(Step step);
    template <class F> void eachSide(F f) {
        for (auto& side : m_sides) {
            if (side) f(*side);
        }
    }

    EngineOptions m_options;
    const EnginePorts m_ports;
    TransitionLog m_log;
    FeedBuilder m_feed;
    std::unique_ptr<Election> m_election;  // null = none
    std::array<std::unique_ptr<Side>, kControllerCount> m_sides;
    Phase m_phase = Phase::Running;
    mutable std::optional<Error> m_problem;
};

}  // namespace rollcall
