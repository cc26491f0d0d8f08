// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controller/leader_elector.h"

#include <utility>

namespace rollcall {

namespace {

Duration scaled(Duration d, double factor) {
    return Duration(static_cast<Duration::rep>(static_cast<double>(d.count()) * factor));
}

/// client-go tools/leaderelection/leaderelection.go, NewLeaderElector. Null when all is well.
const char* fault(const LeaderElector::Options& o, const LeaderElector::Callbacks& c, const LeaderElector::Ports& p) {
    if (o.leaseDuration <= o.renewDeadline) return "the lease duration must be greater than the renew deadline";
    if (o.renewDeadline <= scaled(o.retryPeriod, LeaderElector::kJitterFactor))
        return "the renew deadline must be greater than 1.2 times the retry period";
    if (o.leaseDuration < std::chrono::seconds(1)) return "the lease duration must be one second at least";
    if (o.renewDeadline <= Duration::zero()) return "the renew deadline must be greater than zero";
    if (o.retryPeriod <= Duration::zero()) return "the retry period must be greater than zero";
    if (!c.onStartedLeading) return "onStartedLeading is missing";
    if (!c.onStoppedLeading) return "onStoppedLeading is missing";
    if (!p.lock) return "the lock is missing";
    if (o.identity.empty()) return "the identity is empty";
    return nullptr;
}

}  // namespace

Result<std::shared_ptr<LeaderElector>> LeaderElector::create(Options options, Callbacks callbacks, Ports ports) {
    if (const char* why = fault(options, callbacks, ports))
        return makeError(ErrorKind::Config, std::string("leader election: ") + why);
    return std::shared_ptr<LeaderElector>(
        new LeaderElector(std::move(options), std::move(callbacks), std::move(ports)));
}

LeaderElector::LeaderElector(Options options, Callbacks callbacks, Ports ports)
    : m_options(std::move(options)), m_callbacks(std::move(callbacks)), m_ports(std::move(ports)) {
    m_status.identity = m_options.identity;
}

LeaderElector::~LeaderElector() {
    newRound(Phase::Idle);
}

void LeaderElector::start() {
    if (m_phase != Phase::Idle) return;
    const auto self = shared_from_this();  // a callback may drop the last other reference
    newRound(Phase::Acquiring);
    m_led = false;
    setState(LeaderState::Standby);
    acquire();
}

void LeaderElector::acquire() {
    tryAcquireOrRenew([this, round = m_round](bool ok) {
        m_led = ok;
        reportTransition();
        if (round.isCancelled()) return;  // stopped from within the callback
        if (ok) return onAcquired();
        newRound(Phase::Acquiring);
        // wait.JitterUntil: from the end of the try, the period and up to 1.2 times it on top.
        after(scaled(m_options.retryPeriod, 1 + kJitterFactor * m_ports.random()), [this] { acquire(); });
    });
}

void LeaderElector::onAcquired() {
    const CancelToken round = m_round;
    setState(LeaderState::Leading);
    m_ports.lock->recordEvent("became leader", note(Step::LeaderAcquired, m_options.identity));
    m_callbacks.onStartedLeading();
    if (!round.isCancelled()) renew();
}

/// wait.PollUntilContextTimeout(retryPeriod, renewDeadline, immediate) within wait.Until(retryPeriod): a try at once
/// and at each tick until one succeeds; a tick that finds one under way is not lost, further ones are.
void LeaderElector::renew() {
    newRound(Phase::Renewing);
    m_busy = m_tickWaiting = false;
    after(m_options.renewDeadline, [this] {
        note(Step::LeaderLost, m_options.identity + ": not renewed before the deadline");
        finishLeading(LeaderState::Lost);
    });
    after(m_options.retryPeriod, [this] { onTick(); });
    renewOnce();
}

void LeaderElector::renewOnce() {
    m_busy = true;
    tryAcquireOrRenew([this](bool ok) {
        m_busy = false;
        onRenewed(ok);
    });
}

void LeaderElector::onTick() {
    after(m_options.retryPeriod, [this] { onTick(); });
    if (m_busy)
        m_tickWaiting = true;
    else
        renewOnce();
}

void LeaderElector::onRenewed(bool ok) {
    if (!ok) {
        if (std::exchange(m_tickWaiting, false)) renewOnce();
        return;
    }
    newRound(Phase::Renewing);
    const CancelToken round = m_round;
    note(Step::LeaderRenewed, m_options.identity);
    reportTransition();
    if (!round.isCancelled()) after(m_options.retryPeriod, [this] { renew(); });
}

void LeaderElector::finishLeading(LeaderState state) {
    newRound(Phase::Releasing);
    m_endState = state;
    setState(state);
    const CancelToken round = m_round;
    reportTransition();
    if (round.isCancelled()) return;
    if (!m_options.releaseOnCancel) return end();
    after(m_options.renewDeadline, [this] { end(); });
    tryRelease([this](bool released) {
        if (released) note(Step::LeaderReleased, m_options.identity);
        end();
    });
}

void LeaderElector::end() {
    newRound(Phase::Idle);
    if (m_led) m_ports.lock->recordEvent("stopped leading", m_lastSeq);
    setState(m_endState);
    m_callbacks.onStoppedLeading();
}

void LeaderElector::stop() {
    const auto self = shared_from_this();
    switch (m_phase) {
        case Phase::Idle:
            return setState(LeaderState::Off);
        case Phase::Acquiring:
            m_endState = LeaderState::Off;
            if (m_led) return finishLeading(LeaderState::Off);  // from within a callback
            return end();
        case Phase::Renewing:
            return finishLeading(LeaderState::Off);
        case Phase::Releasing:
            m_endState = LeaderState::Off;
            return setState(LeaderState::Off);
    }
}

void LeaderElector::newRound(Phase phase) {
    m_round.cancel();
    for (const Clock::TimerId timer : m_timers) m_ports.clock->cancel(timer);
    m_timers.clear();
    m_round = CancelToken();
    m_phase = phase;
}

void LeaderElector::after(Duration wait, std::function<void()> task) {
    m_timers.push_back(m_ports.clock->callAfter(
        wait, [post = m_ports.post, weak = weak_from_this(), round = m_round, task = std::move(task)] {
            post([weak, round, task] {
                const auto self = weak.lock();
                if (self && !round.isCancelled()) task();
            });
        }));
}

void LeaderElector::setState(LeaderState state) {
    std::lock_guard lock(m_mutex);
    m_status.state = state;
}

LeaderStatus LeaderElector::status() const {
    std::lock_guard lock(m_mutex);
    return m_status;
}

std::optional<Error> LeaderElector::check(Duration tolerance) const {
    std::lock_guard lock(m_mutex);
    if (!isLeader() || m_ports.clock->now() - m_observedTime <= m_options.leaseDuration + tolerance) return {};
    return makeError(ErrorKind::Timeout, "the leadership of " + m_ports.lock->describe() + " was not renewed in time");
}

std::uint64_t LeaderElector::note(Step step, const std::string& detail) {
    Transition t;
    t.step = step;
    t.controller = m_options.controller;
    t.key = m_ports.lock->describe();
    t.cause = m_lastSeq;
    t.detail = detail;
    return m_lastSeq = m_ports.log.append(std::move(t));
}

}  // namespace rollcall
