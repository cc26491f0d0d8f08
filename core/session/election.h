// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>

#include "core/base/loop_thread.h"
#include "core/client/api_client.h"
#include "core/controller/leader_elector.h"
#include "core/record/event_recorder.h"
#include "core/session/machinery.h"

namespace rollcall {

/// The leader election of one engine run: elector, its Lease and its Events, on the API thread.
/// **Thread**: the host's; leading(), ended() and status() from any. **Owns** elector and recorder; its destructor lets go of
/// the Lease without a word, as a killed process does. **Errors**: create() says what is wrong with the options.
class Election {
public:
    struct Ports {
        ApiClient* leases = nullptr;           ///< outlives it
        EventSink* eventSink = nullptr;
        std::shared_ptr<LoopThread> api;
        std::shared_ptr<Clock> clock;
        TransitionLog* log = nullptr;
        EventRecorder::Observer onEvent;       ///< API thread
        std::function<void()> onChanged;       ///< any thread: leading(), ended() or the status changed
    };
    /// `ns`: where the Lease lies when the options name no namespace.
    static Result<std::unique_ptr<Election>> create(const LeaderOptions& options, const std::string& ns, Ports ports);
    ~Election();

    void start();
    /// Gives the Lease up, so that another need not wait for its end; ended() follows.
    void release();
    bool leading() const { return m_state->leading.load(std::memory_order_acquire); }
    /// After release(), or when the Lease could not be renewed in time: see lost().
    bool ended() const { return m_state->ended.load(std::memory_order_acquire); }
    bool lost() const { return ended() && !m_releasing; }
    bool posted() const { return m_recorder->idle(); }
    void endPosting();
    LeaderStatus status() const { return m_elector->status(); }

private:
    struct State {
        std::atomic<bool> leading{false}, ended{false};
    };
    explicit Election(Ports ports) : m_ports(std::move(ports)) {}

    const Ports m_ports;
    const std::shared_ptr<State> m_state = std::make_shared<State>();
    std::shared_ptr<EventRecorder> m_recorder;
    std::shared_ptr<LeaderElector> m_elector;
    bool m_releasing = false;
};

}  // namespace rollcall
