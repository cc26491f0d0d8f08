// SPDX-License-Identifier: GPL-3.0-or-later
// One try of the elector: what is read and written, and what is believed after it.
#include <utility>

#include "core/controller/leader_elector.h"

namespace rollcall {

namespace {

/// client-go compares the record as JSON, in which times are whole seconds (metav1.Time).
bool sameRecord(const LeaseSpec& a, const LeaseSpec& b) {
    const auto seconds = [](const std::optional<WallTime>& t) {
        return t ? std::optional(std::chrono::floor<std::chrono::seconds>(*t)) : std::nullopt;
    };
    return a.holder == b.holder && a.durationSeconds == b.durationSeconds && a.transitions == b.transitions &&
           seconds(a.acquireTime) == seconds(b.acquireTime) && seconds(a.renewTime) == seconds(b.renewTime) &&
           a.strategy == b.strategy && a.preferredHolder == b.preferredHolder;
}

}  // namespace

template <class T>
std::function<void(Result<T>)> LeaderElector::inThisRound(std::function<void(const Result<T>&)> step) {
    return [weak = weak_from_this(), round = m_round, step = std::move(step)](const Result<T>& result) {
        const auto self = weak.lock();
        if (self && !round.isCancelled()) step(result);
    };
}

void LeaderElector::tryAcquireOrRenew(Done done) {
    const auto t = std::make_shared<Try>();
    const WallTime now = m_ports.clock->wallNow();
    t->now = m_ports.clock->now();
    t->done = std::move(done);
    t->record.holder = m_options.identity;
    t->record.durationSeconds = std::chrono::duration_cast<std::chrono::seconds>(m_options.leaseDuration).count();
    t->record.acquireTime = t->record.renewTime = now;
    if (!isLeader() || !isValid(t->now)) return read(t);
    // The leader's fast path: nobody has touched the record since, or the write is a conflict.
    t->record.acquireTime = m_observed.acquireTime;
    t->record.transitions = m_observed.transitions;
    m_ports.lock->update(t->record, m_round, inThisRound<Unit>([this, t](const Result<Unit>& result) {
                             if (result)
                                 onWritten(t, result);
                             else
                                 read(t);
                         }));
}

void LeaderElector::read(const TryPtr& t) {
    m_ports.lock->get(m_round, inThisRound<LeaseSpec>([this, t](const Result<LeaseSpec>& old) { onRead(t, old); }));
}

void LeaderElector::onRead(const TryPtr& t, const Result<LeaseSpec>& old) {
    const auto written = inThisRound<Unit>([this, t](const Result<Unit>& result) { onWritten(t, result); });
    if (!old) {
        if (!old.error().isNotFound()) return fail(t->done, old.error());
        return m_ports.lock->create(t->record, m_round, written);
    }
    if (!m_observedRaw || !sameRecord(*m_observedRaw, *old)) {
        setObserved(*old);
        m_observedRaw = *old;
    }
    if (!old->holder.empty() && !isLeader() && isValid(t->now)) {
        setError({});
        return t->done(false);  // another's, and not run out
    }
    if (isLeader()) t->record.acquireTime = old->acquireTime;
    t->record.transitions = old->transitions + (isLeader() ? 0 : 1);
    m_ports.lock->update(t->record, m_round, written);
}

void LeaderElector::onWritten(const TryPtr& t, const Result<Unit>& result) {
    if (!result) return fail(t->done, result.error());
    setObserved(t->record);
    setError({});
    t->done(true);
}

void LeaderElector::fail(const Done& done, const Error& error) {
    note(Step::LeaderRenewFailed, error.message);
    setError(error.message);
    done(false);
}

void LeaderElector::tryRelease(Done done) {
    m_ports.lock->get(m_round, inThisRound<LeaseSpec>([this, done = std::move(done)](const Result<LeaseSpec>& old) {
                          onReadForRelease(done, old);
                      }));
}

void LeaderElector::onReadForRelease(const Done& done, const Result<LeaseSpec>& old) {
    if (!old) return fail(done, old.error());
    // client-go asks only what it believed before; whoever holds the lease by now must not lose it through us.
    if (!isLeader() || old->holder != m_options.identity) return done(false);
    LeaseSpec record;
    record.durationSeconds = 1;  // 0 is not allowed
    record.transitions = old->transitions;
    record.acquireTime = record.renewTime = m_ports.clock->wallNow();
    m_ports.lock->update(record, m_round, inThisRound<Unit>([this, done, record](const Result<Unit>& result) {
                             // A renewal that was aborted may have reached the server all the same.
                             if (!result && result.error().isConflict()) return tryRelease(done);
                             if (!result) return fail(done, result.error());
                             setObserved(record);
                             done(true);
                         }));
}

bool LeaderElector::isValid(MonoTime now) const {
    return m_observedTime + std::chrono::seconds(m_observed.durationSeconds) > now;
}

void LeaderElector::setObserved(const LeaseSpec& record) {
    std::lock_guard lock(m_mutex);
    m_observed = record;
    m_observedTime = m_ports.clock->now();
    m_status.holder = record.holder;
    m_status.since = record.acquireTime;
    m_status.lastRenew = record.renewTime;
    m_status.transitions = record.transitions;
    m_status.observedAt = m_observedTime;
}

void LeaderElector::setError(std::string message) {
    std::lock_guard lock(m_mutex);
    m_status.lastError = std::move(message);
}

void LeaderElector::reportTransition() {
    if (m_observed.holder == m_reported) return;
    m_reported = m_observed.holder;
    note(Step::LeaderSeen, m_reported);
    if (m_callbacks.onNewLeader) m_callbacks.onNewLeader(m_reported);
}

}  // namespace rollcall
