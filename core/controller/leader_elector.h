// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/base/backoff.h"
#include "core/controller/lease_lock.h"
#include "core/trace/transition_log.h"

namespace rollcall {

enum class LeaderState : std::uint8_t {
    Off,      ///< not started, or stopped
    Standby,  ///< tries to become the leader
    Leading,
    Lost,  ///< led, and could not renew in time; it does not try again by itself
};

/// What the window shows of an election. Thread: plain data.
struct LeaderStatus {
    LeaderState state = LeaderState::Off;
    std::string identity;                      ///< our own
    std::string holder;                        ///< of the record seen last; empty = nobody
    std::optional<WallTime> since, lastRenew;  ///< as the holder wrote them, by the holder's clock
    std::int64_t transitions = 0;
    std::optional<MonoTime> observedAt;  ///< when a change was last seen here; validity is counted from it
    std::string lastError;               ///< of the last try that failed; empty after a success
};

/// Leader election on a Lease (client-go tools/leaderelection/leaderelection.go):
/// - a record is valid for its duration from the moment when a change of it was last seen *here*; the times in it are
///   for people, so that clocks need not agree;
/// - a candidate tries every retryPeriod, up to 2.2 times that by chance; the leader renews every retryPeriod, and has
///   lost when it could not for renewDeadline;
/// - the leader writes without reading first as long as its own record is valid, and reads when that fails.
/// It is no fence: a leader that is stopped dead does not know that another has taken over. Coordinated election
/// (alpha) is not done.
/// **Thread**: start() and stop() on the API thread, to which `post` brings the clock's callbacks and on which the
/// callbacks are called; status() from any. **Owns** its timers. **Errors**: create() says what is wrong with Options;
/// those of the API are retried and are in the status.
class LeaderElector : public std::enable_shared_from_this<LeaderElector> {
public:
    static constexpr double kJitterFactor = 1.2;

    struct Options {
        std::string identity;
        Duration leaseDuration = std::chrono::seconds(15);  ///< the defaults of Kubernetes' own components
        Duration renewDeadline = std::chrono::seconds(10);
        Duration retryPeriod = std::chrono::seconds(2);
        bool releaseOnCancel = true;  ///< give the lease up at the end, so that another need not wait for it to run out
        ControllerId controller = ControllerId::Students;  ///< in the transition log
    };
    struct Callbacks {
        std::function<void()> onStartedLeading;  ///< required
        /// Required. At each end, also of an elector that never led; after the lease was released.
        std::function<void()> onStoppedLeading;
        std::function<void(const std::string& identity)> onNewLeader;
    };
    struct Ports {
        std::shared_ptr<LeaseLock> lock;
        std::shared_ptr<Clock> clock;
        TransitionLog& log;
        std::function<void(std::function<void()>)> post;
        RandomSource random = systemRandom();
    };

    static Result<std::shared_ptr<LeaderElector>> create(Options options, Callbacks callbacks, Ports ports);
    ~LeaderElector();

    /// From Off or Lost; else it does nothing.
    void start();
    /// The end comes with onStoppedLeading: at once, or after the release, which is given renewDeadline.
    void stop();
    LeaderStatus status() const;  ///< Thread: any
    /// Health: an error when we believe to lead though our record ran out `tolerance` ago (Check). Thread: any
    std::optional<Error> check(Duration tolerance) const;

private:
    enum class Phase { Idle, Acquiring, Renewing, Releasing };
    using Done = std::function<void(bool)>;
    struct Try {
        LeaseSpec record;
        MonoTime now;
        Done done;
    };
    using TryPtr = std::shared_ptr<Try>;

    LeaderElector(Options options, Callbacks callbacks, Ports ports);

    // one try: leader_try.cpp
    void tryAcquireOrRenew(Done done);
    void read(const TryPtr& t);
    void onRead(const TryPtr& t, const Result<LeaseSpec>& old);
    void onWritten(const TryPtr& t, const Result<Unit>& result);
    void fail(const Done& done, const Error& error);
    void tryRelease(Done done);
    void onReadForRelease(const Done& done, const Result<LeaseSpec>& old);
    bool isLeader() const { return m_observed.holder == m_options.identity; }
    bool isValid(MonoTime now) const;
    void setObserved(const LeaseSpec& record);
    void setError(std::string message);
    void reportTransition();
    /// For the lock: `step` runs unless the elector is gone or the round has ended.
    template <class T>
    std::function<void(Result<T>)> inThisRound(std::function<void(const Result<T>&)> step);

    // the course of it: leader_elector.cpp
    void acquire();
    void onAcquired();
    void renew();
    void renewOnce();
    void onTick();
    void onRenewed(bool ok);
    void finishLeading(LeaderState state);
    void end();
    void newRound(Phase phase);
    void setState(LeaderState state);
    /// Runs `task` on the elector's thread after `wait`, unless the round has ended before.
    void after(Duration wait, std::function<void()> task);
    std::uint64_t note(Step step, const std::string& detail);

    const Options m_options;
    const Callbacks m_callbacks;
    const Ports m_ports;
    Phase m_phase = Phase::Idle;
    CancelToken m_round;                   // of everything that was begun since the phase last changed
    std::vector<Clock::TimerId> m_timers;  // of the round
    bool m_busy = false;                   // a try is under way
    bool m_tickWaiting = false;            // a tick came meanwhile
    bool m_led = false;
    LeaderState m_endState = LeaderState::Off;
    std::optional<LeaseSpec> m_observedRaw;  // as read last
    std::string m_reported;
    std::uint64_t m_lastSeq = 0;

    mutable std::mutex m_mutex;  // other threads read the next three; they are written here only
    LeaseSpec m_observed;
    MonoTime m_observedTime{};
    LeaderStatus m_status;
};

}  // namespace rollcall
