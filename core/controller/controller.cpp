// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controller/controller.h"

#include <utility>

namespace rollcall {

namespace {
// What the queue's observer cannot be told by the queue: the step that led to this call, and the number of the step noted
// last. Both belong to the thread that calls the queue.
thread_local std::uint64_t t_cause = 0;
thread_local std::uint64_t t_lastSeq = 0;

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
      m_pool([this](int lane, const std::atomic<bool>& quit) { workerLoop(lane, quit); },
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

void Controller::workerLoop(int lane, const std::atomic<bool>& quit) {
    note(Step::WorkerStarted, {}, lane, 0);
    while (auto key = m_queue.queue().get(lane, &quit)) {
        process(*key, lane, t_lastSeq);
        m_queue.queue().done(*key, lane);
    }
    note(Step::WorkerStopped, {}, lane, 0);
}

void Controller::process(const std::string& key, int lane, std::uint64_t cause) {
    const CauseScope scope(cause);
    const MonoTime start = m_clock->now();
    const Result<Unit> result = m_reconciler.reconcile(key, {lane, cause, m_cancel});
    const Duration took = m_clock->now() - start;
    {
        std::lock_guard lock(m_mutex);
        ++(result.ok() ? m_counts.done : m_counts.failed);
    }
    if (!result.ok()) {
        const std::uint64_t seq = note(Step::SyncFailed, key, lane, cause, result.error().message, took);
        return handleError(key, lane, result.error(), seq);
    }
    note(Step::SyncSucceeded, key, lane, cause, {}, took);
    if (m_queue.numRequeues(key) > 0) note(Step::Forgotten, key, lane, cause);
    m_queue.forget(key);
    m_line("Successfully synced '" + key + "'");
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
        m_queue.addRateLimited(key);
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

void Controller::onQueueStep(Step step, const std::string& key, Duration delay, int worker) {
    t_lastSeq = note(step, key, worker, t_cause, {}, delay);
}

std::uint64_t Controller::note(Step step, const std::string& key, int worker, std::uint64_t cause, std::string detail,
                               Duration delay) {
    Transition t;
    t.step = step;
    t.controller = m_config.id;
    t.key = key;
    t.worker = worker;
    t.retries = key.empty() ? 0 : m_queue.numRequeues(key);
    t.delay = delay;
    t.cause = cause;
    t.detail = std::move(detail);
    return m_log.append(std::move(t));
}

}  // namespace rollcall
