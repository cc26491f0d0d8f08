// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controller/controller.h"

#include <exception>
#include <utility>

namespace rollcall {

namespace {
// What the queue's observer cannot be told by the queue: the step that led to this call, and the number of the step noted
// last. Both belong to the thread that calls the queue.
thread_local std::uint64_t t_cause = 0;
thread_local std::uint64_t t_lastSeq = 0;
thread_local Duration t_lastDelay{};

class CauseScope {
public:
    explicit CauseScope(std::uint64_t cause) : m_before(std::exchange(t_cause, cause)) {}
    ~CauseScope() { t_cause = m_before; }
    CauseScope(const CauseScope&) = delete;
    CauseScope& operator=(const CauseScope&) = delete;

private:
    const std::uint64_t m_before;
};
}  // namespace

Controller::Controller(Config config, Reconciler& reconciler, std::shared_ptr<Clock> clock, TransitionLog& log, LogLine line)
    : m_config(std::move(config)),
      m_reconciler(reconciler),
      m_clock(clock),
      m_log(log),
      m_line(std::move(line)),
      m_profile(m_config.profile),
      m_queue(clock, m_config.limiter ? m_config.limiter : defaultControllerRateLimiter(clock), this),
      m_pool(clock, [this](int lane, const std::atomic<bool>& quit) { return workerLoop(lane, quit); },
             [this] {
                 if (m_config.onStopped) m_config.onStopped();
             }) {}

Controller::~Controller() {
    abandon();
    m_pool.waitForDone();
}

void Controller::enqueue(const Notification& n) {
    const CauseScope scope(n.seq);
    const std::string key = n.object()->meta.key();
    if (profile().addRateLimitedInHandlers) {
        m_queue.addRateLimited(key);
    } else {
        m_queue.queue().add(key);
    }
}

void Controller::onAdd(const Notification& n) { enqueue(n); }

void Controller::onUpdate(const Notification& n) {
    if (profile().dropEqualVersion && n.before->meta.resourceVersion == n.after->meta.resourceVersion) {
        {
            std::lock_guard lock(m_mutex);
            ++m_counts.equalVersion;
        }
        note(Step::SuppressedEqualVersion, n.after->meta.key(), 0, n.seq);
        return;
    }
    enqueue(n);
}

void Controller::onDelete(const Notification& n) {
    if (profile().deleteHandler) enqueue(n);
}

void Controller::startWorkers(int count) {
    m_started.store(true);
    m_pool.setCount(count);
}

void Controller::setWorkers(int count) {
    if (!m_started.load()) return;
    m_pool.setCount(count);
    m_queue.queue().interrupt();
}

void Controller::setProfile(const Profile& profile) {
    std::lock_guard lock(m_mutex);
    m_profile = profile;
}

Profile Controller::profile() const {
    std::lock_guard lock(m_mutex);
    return m_profile;
}

void Controller::shutDown() {
    m_pool.close();
    m_queue.shutDown();
    if (!profile().drainOnStop) m_queue.queue().discardQueued();
}

void Controller::abandon() {
    m_pool.close();
    m_queue.shutDown();
    m_queue.queue().discardQueued();
    m_cancel.cancel();
}

bool Controller::workerLoop(int lane, const std::atomic<bool>& quit) {
    note(Step::WorkerStarted, {}, lane, 0);
    while (auto key = m_queue.queue().get(lane, &quit)) {
        const auto panic = process(*key, lane, t_lastSeq);
        m_queue.queue().done(*key, lane);  // deferred in the seeds, so that it is called after a panic too
        if (!panic) continue;
        note(Step::WorkerRestarting, {}, lane, 0, *panic, WorkerPool::kRestartAfter);
        return false;  // the pool starts the lane again
    }
    note(Step::WorkerStopped, {}, lane, 0);
    return true;
}

Result<Unit> Controller::sync(const std::string& key, int lane, std::uint64_t cause, std::optional<std::string>& panic) {
    try {
        if (m_config.faults) {
            const auto go = m_config.faults->apply(key, *m_clock, m_cancel);
            if (!go.ok()) return go;
        }
        return m_reconciler.reconcile(key, {lane, cause, m_cancel});
    } catch (const SyncPanic& p) {
        panic = p.message;
    } catch (const std::exception& e) {
        panic = e.what();
    } catch (...) {
        panic = "unknown exception";
    }
    return Unit{};
}

/// The message of a panic, which ends the worker's loop; nullopt = all is well, whether the sync succeeded or not.
std::optional<std::string> Controller::process(const std::string& key, int lane, std::uint64_t cause) {
    const CauseScope scope(cause);
    const MonoTime start = m_clock->now();
    std::optional<std::string> panic;
    const Result<Unit> result = sync(key, lane, cause, panic);
    const MonoTime end = m_clock->now();
    const Duration took = end - start;
    if (panic) {
        handlePanic(key, lane, *panic, cause, took);
        return panic;
    }
    {
        std::lock_guard lock(m_mutex);
        ++(result.ok() ? m_counts.done : m_counts.failed);
    }
    if (!result.ok()) {
        const std::uint64_t seq = note(Step::SyncFailed, key, lane, cause, result.error().message, took);
        handleError(key, lane, result.error(), seq);
        return std::nullopt;
    }
    TransitionRef succeeded = transition(Step::SyncSucceeded, key, lane, cause, took);
    succeeded.retries = m_queue.numRequeues(key);
    succeeded.at = end;
    m_log.append(succeeded);
    if (succeeded.retries > 0) note(Step::Forgotten, key, lane, cause);
    m_queue.forget(key);
    m_line("Successfully synced '" + key + "'");
    return std::nullopt;
}

/// runtime.HandleCrash: the panic is reported and then goes on to end the process, unless ReallyCrash is off. Neither
/// AddRateLimited nor Forget is reached, so that the key stays lost until its next change.
void Controller::handlePanic(const std::string& key, int lane, const std::string& message, std::uint64_t cause, Duration took) {
    const std::uint64_t seq = note(Step::SyncPanicked, key, lane, cause, message, took);
    note(Step::Lost, key, lane, seq, message);
    {
        std::lock_guard lock(m_mutex);
        ++m_counts.panicked;
        ++m_counts.lost;
    }
    const std::string sentence = "Observed a panic: \"" + message + "\" while syncing '" + key + "'";
    m_line(sentence);
    if (profile().reallyCrash && m_config.onCrash) m_config.onCrash(sentence);
}

/// Errors are reported once, with the key. Which keys come back is the profile's business: seed A never requeues, so that a
/// failed key is lost until its next change; seed B tries five times more, then forgets the key.
void Controller::handleError(const std::string& key, int lane, const Error& error, std::uint64_t cause) {
    const CauseScope scope(cause);
    const Profile now = profile();
    if (!now.requeueOnError) {
        note(Step::Lost, key, lane, cause, error.message);
        std::lock_guard lock(m_mutex);
        ++m_counts.lost;
    } else if (m_queue.numRequeues(key) < now.retryLimit) {
        t_lastDelay = {};
        m_queue.addRateLimited(key);
        note(Step::Requeued, key, lane, cause, {}, t_lastDelay);
        return m_line("error syncing '" + key + "': " + error.message + ", requeuing");
    } else {
        const int retries = m_queue.numRequeues(key);
        note(Step::GivenUp, key, lane, cause, "gave up after " + std::to_string(retries) + " retries: " + error.message);
        m_queue.forget(key);
        std::lock_guard lock(m_mutex);
        ++m_counts.givenUp;
    }
    m_line("error syncing '" + key + "': " + error.message);
}

Controller::Counts Controller::counts() const {
    std::lock_guard lock(m_mutex);
    return m_counts;
}

TransitionRef Controller::transition(Step step, std::string_view key, int worker, std::uint64_t cause, Duration delay) const {
    TransitionRef t;
    t.step = step;
    t.controller = m_config.id;
    t.key = key;
    t.worker = worker;
    t.delay = delay;
    t.cause = cause;
    return t;
}

/// The hot path: no heap allocation, one clock reading for the queue and the log. The limiter is asked only where its count
/// is the news.
void Controller::onStep(const QueueStep& s) {
    TransitionRef t = transition(s.step, s.key, s.worker, t_cause, s.delay);
    t.at = s.at;
    const bool delayed = s.step == Step::AddedAfter || s.step == Step::MovedEarlier || s.step == Step::DelayKept;
    if (delayed) t.retries = m_queue.numRequeues(s.key);
    t_lastSeq = m_log.append(t);
    t_lastDelay = s.delay;
}

std::uint64_t Controller::note(Step step, std::string_view key, int worker, std::uint64_t cause, std::string_view detail,
                               Duration delay) {
    TransitionRef t = transition(step, key, worker, cause, delay);
    t.detail = detail;
    const bool counts = step == Step::SyncFailed || step == Step::Requeued || step == Step::GivenUp || step == Step::Lost ||
                        step == Step::Forgotten;
    if (counts) t.retries = m_queue.numRequeues(std::string(key));
    return m_log.append(t);
}

}  // namespace rollcall
