// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/host_impl.h"

#include <algorithm>
#include <utility>

#include "core/session/student_actions.h"

namespace rollcall {

namespace {

using namespace std::chrono_literals;

// A Stop ends within two seconds, whatever the server or the queue does: first this long for the workers to drain the
// queue, then that long for Events that are recorded but not posted.
constexpr auto kDrainPatience = 1400ms;
constexpr auto kPostPatience = 400ms;

std::size_t index(ControllerId id) { return static_cast<std::size_t>(id); }

}  // namespace

std::unique_ptr<ControllerHost> ControllerHost::create(Options options) { return std::make_unique<HostImpl>(std::move(options)); }

HostImpl::HostImpl(Options options)
    : m_options(std::move(options)),
      m_profiles{studentsCorrected(), podsCorrected()},
      m_faults{std::make_shared<SyncFaults>(), std::make_shared<SyncFaults>()},
      m_link(std::make_shared<HostLink>([this] { onWake(); })) {
    if (!m_options.clock) {
        m_systemClock = std::make_shared<SystemClock>();
        m_options.clock = m_systemClock;
    }
    if (!m_options.logLine) m_options.logLine = [](const std::string&) {};
    m_patience.setSingleShot(true);
    QObject::connect(&m_patience, &QTimer::timeout, &m_patience, [this] { onPatienceEnd(); });
}

HostImpl::~HostImpl() {
    m_link->close();
    m_install.reset();
    m_probes.clear();
    m_engine.reset();
    m_session.reset();
    m_files.post([watch = std::move(m_watch)]() mutable { watch.reset(); });  // its timers live there
    m_files.stop();
}

// --- feed ---------------------------------------------------------------------------------------------------------

void HostImpl::onWake() {
    for (const Task& task : m_link->drain()) task();
    advance();
    if (m_onChanged) m_onChanged();
}

/// What no engine says goes with what the engine says.
void HostImpl::takePending(Feed& feed) {
    feed.reset = std::exchange(m_pending.reset, false);
    feed.notices = std::exchange(m_pending.notices, {});
    feed.crash = std::exchange(m_pending.crash, {});
}

Feed HostImpl::drain() {
    if (m_engine) {
        Feed feed = m_engine->takeFeed();
        takePending(feed);
        if (std::exchange(m_statePending, false)) feed.state = m_state;
        return feed;
    }
    Feed feed = std::exchange(m_pending, {});
    if (std::exchange(m_statePending, false)) feed.state = m_state;
    return feed;
}

void HostImpl::setState(HostState state) {
    if (m_state == state) return;
    m_state = state;
    m_statePending = true;
    m_link->wake();
}

// --- life ---------------------------------------------------------------------------------------------------------

const Error* HostImpl::failure() const {
    if (m_failure) return &*m_failure;
    return m_engine && m_state != HostState::Stopping ? m_engine->problem() : nullptr;
}

void HostImpl::start() {
    if (m_engine || !m_session) return;
    resumeLogin();
    m_failure.reset();
    EngineOptions options;
    options.clock = m_options.clock;
    options.workers = m_options.workers;
    options.enabled = {m_options.students, m_options.pods};
    options.profiles = m_profiles;
    options.ns = m_target.ns;
    options.machinery = m_machinery;
    options.faults = m_faults;
    options.onCrash = [this, link = m_link](const std::string& sentence) {
        link->post([this, sentence] { m_pending.crash = sentence; });
    };
    options.line = m_options.logLine;
    options.onChanged = [link = m_link] { link->wake(); };
    EnginePorts ports = m_session->enginePorts(options.ns.empty());
    ports.setDraining(false);
    m_engine = std::make_unique<Engine>(std::move(options), std::move(ports));
    m_pending = {};
    m_pending.reset = true;
    const auto started = m_engine->start();
    if (!started.ok()) {
        m_failure = started.error();
        m_engine.reset();
        return setState(HostState::Failed);
    }
    setState(HostState::Starting);
}

void HostImpl::stop() {
    if (!m_engine) return;
    if (m_state == HostState::Stopping) {
        m_engine->abandon();
    } else {
        setState(HostState::Stopping);
        m_engine->stop();
        m_patience.start(kDrainPatience);
    }
    m_link->wake();
}

void HostImpl::onPatienceEnd() {
    if (!m_engine) return;
    if (m_engine->phase() == Engine::Phase::Draining) {
        m_pending.notices.push_back("The queue was not drained in time: what was left is shown as discarded.");
        m_engine->abandon();
    } else {
        m_engine->endPosting();
    }
    m_link->wake();
}

void HostImpl::advance() {
    if (!m_engine) return;
    const Engine::Phase before = m_engine->phase();
    const Engine::Phase phase = m_engine->advance();
    if (m_state == HostState::Starting && m_engine->synced()) setState(HostState::Running);
    if (m_engine->leadershipLost()) return endWithoutLease();
    if (before == Engine::Phase::Draining && phase != before) m_patience.start(kPostPatience);
    if (phase == Engine::Phase::Stopped) becomeStopped();
}

/// client-go's RunOrDie: whoever could not renew must not work on, since another may have begun.
void HostImpl::endWithoutLease() {
    m_failure = makeError(ErrorKind::Internal, "leader election lost: the Lease could not be renewed in time");
    setState(HostState::Stopping);
    m_engine->stop();
    m_engine->abandon();
    m_link->wake();
}

void HostImpl::becomeStopped() {
    m_patience.stop();
    Feed last = m_engine->takeFeed();
    takePending(last);
    m_pending = std::move(last);
    m_engine.reset();
    setState(m_failure ? HostState::Failed : HostState::Stopped);
}

void HostImpl::setWorkers(int count) {
    m_options.workers = std::clamp(count, 1, WorkerPool::kMostWorkers);
    if (m_engine) m_engine->setWorkers(m_options.workers);
}

void HostImpl::setProfile(ControllerId id, const Profile& profile) {
    m_profiles[index(id)] = profile;
    if (m_engine) m_engine->setProfile(id, profile);
}

void HostImpl::addSyncFault(ControllerId id, SyncFault fault) { m_faults[index(id)]->add(std::move(fault)); }

void HostImpl::clearSyncFaults(ControllerId id) { m_faults[index(id)]->clear(); }

std::vector<SyncFault> HostImpl::syncFaults(ControllerId id) const { return m_faults[index(id)]->list(); }

void HostImpl::setSpeed(double factor) {
    if (m_systemClock) m_systemClock->setSpeed(factor);
}

double HostImpl::speed() const { return m_systemClock ? m_systemClock->speed() : 1.0; }

void HostImpl::step() {
    if (m_systemClock) m_systemClock->step();
}

// --- actions ------------------------------------------------------------------------------------------------------

ControllerHost::Done HostImpl::toHost(Done done) {
    return [link = m_link, done = std::move(done)](Result<ObjectPtr> result) {
        link->post([done, result = std::move(result)] { done(result); });
    };
}

bool HostImpl::requireSession(const Done& done) {
    if (m_session) return true;
    done(makeError(ErrorKind::Config, "no cluster is chosen"));
    return false;
}

void HostImpl::createStudent(const StudentEdit& edit, bool dryRun, Done done) {
    if (!requireSession(done)) return;
    createStudentObject(asked(), edit, m_session->connection().ns, dryRun, toHost(std::move(done)));
}

void HostImpl::updateStudent(const StudentEdit& edit, bool dryRun, Done done) {
    if (requireSession(done)) updateStudentObject(asked(), edit, dryRun, toHost(std::move(done)));
}

void HostImpl::deleteStudent(const std::string& ns, const std::string& name, Done done) {
    if (requireSession(done)) deleteStudentObject(asked(), ns, name, seenUid(ns, name), toHost(std::move(done)));
}

void HostImpl::getStudent(const std::string& ns, const std::string& name, Done done) {
    if (requireSession(done)) asked().get(studentResource(), ns, name, toHost(std::move(done)));
}

std::string HostImpl::seenUid(const std::string& ns, const std::string& name) const {
    const Store* store = m_engine ? m_engine->students() : nullptr;
    const ObjectPtr object = store ? store->get(ns + '/' + name) : nullptr;
    return object ? object->meta.uid : std::string();
}

}  // namespace rollcall
