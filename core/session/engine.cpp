// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/engine.h"

#include <utility>

namespace rollcall {

namespace {

std::size_t index(ControllerId id) { return static_cast<std::size_t>(id); }

std::shared_ptr<RateLimiter> makeLimiter(LimiterKind kind, const std::shared_ptr<Clock>& clock) {
    switch (kind) {
        case LimiterKind::ItemOnly: return std::make_shared<ItemExponentialRateLimiter>();
        case LimiterKind::ItemBased: return defaultItemBasedRateLimiter();
        case LimiterKind::SampleController: return sampleControllerRateLimiter(clock);
        case LimiterKind::ControllerDefault: break;
    }
    return defaultControllerRateLimiter(clock);
}

}  // namespace

Engine::Engine(EngineOptions options, EnginePorts ports)
    : m_options(std::move(options)),
      m_ports(std::move(ports)),
      m_log(m_options.clock),
      m_feed(m_log, m_options.clock, m_options.onChanged) {}

Engine::~Engine() {
    if (m_phase != Phase::Stopped) {
        stop();
        abandon();
    }
    // Workers first (they use store and recorder), then the informers' threads, then the rest.
    eachSide([this](Side& side) {
        side.controller.reset();
        endInformer(side);
        side.thread->stop();
        if (side.recorder) m_ports.apiThread->post([recorder = side.recorder] { recorder->shutDown(); });
    });
    // Whatever a sink call still under way wants to tell goes through the recorder, which its callback keeps alive; the
    // feed that it reports to must not be touched after this.
    m_election.reset();
    m_ports.apiThread->runAndWait([] {});
}

void Engine::build(ControllerId id) {
    auto owned = std::make_unique<Side>();
    Side& side = *owned;
    side.thread = std::make_shared<LoopThread>(std::string("rc-") + controllerName(id));
    if (id == ControllerId::Students) {
        side.recorder = std::make_shared<EventRecorder>(
            "student-controller", id, *m_ports.eventSink, m_options.clock, m_log,
            [api = m_ports.apiThread](std::function<void()> task) { api->post(std::move(task)); },
            [this](const RecordedEvent& event) { m_feed.onEvent(event); }, systemRandom(), recorderOptions());
    }
    // The transport belongs to the informer's thread from its first moment on.
    side.thread->runAndWait([&] {
        side.transport = m_ports.makeTransport(id);
        side.informer = makeInformer(id, side);
    });
    side.reconciler = makeReconciler(id, side);
    Controller::Config config;
    config.id = id;
    config.profile = m_options.profiles[index(id)];
    config.limiter = makeLimiter(m_options.machinery.limiter, m_options.clock);
    config.faults = m_options.faults[index(id)];
    config.onStopped = m_options.onChanged;
    config.onCrash = m_options.onCrash;
    side.controller = std::make_unique<Controller>(std::move(config), *side.reconciler, m_options.clock, m_log, m_options.line);
    side.informer->addHandler(m_feed.handler(id));
    side.informer->addHandler(side.controller.get());
    side.informer->setOnChanged(m_options.onChanged);
    m_sides[index(id)] = std::move(owned);
}

EventRecorderOptions Engine::recorderOptions() const {
    EventRecorderOptions options;
    options.api = m_options.machinery.events;
    return options;
}

std::unique_ptr<Informer> Engine::makeInformer(ControllerId id, Side& side) {
    ReflectorTarget target;
    target.controller = id;
    target.ns = m_options.ns;
    target.type = id == ControllerId::Students ? &studentResource() : &podResource();
    if (id == ControllerId::Pods) target.fieldSelector = "status.phase=Running";
    Informer::Options options;
    options.resyncPeriod = id == ControllerId::Students ? m_options.machinery.studentResync : m_options.machinery.podResync;
    options.delivery = m_options.machinery.delivery;
    options.reflector.watchList = m_options.machinery.watchList;
    options.fallbackNamespaces = m_ports.namespaces;
    options.makeTransport = [make = m_ports.makeTransport, id] { return make(id); };
    return std::make_unique<Informer>(std::move(target), std::move(options), *side.transport, m_options.clock, m_log,
                                      [thread = side.thread](std::function<void()> task) { thread->post(std::move(task)); });
}

std::unique_ptr<Reconciler> Engine::makeReconciler(ControllerId id, Side& side) {
    if (id == ControllerId::Students) {
        return std::make_unique<StudentReconciler>(side.informer->store(), side.recorder, m_options.line);
    }
    auto pods = std::make_unique<PodReconciler>(m_ports.getPod, m_options.line);
    pods->setNotFoundIsSuccess(m_options.profiles[index(id)].notFoundIsSuccess);
    return pods;
}

Result<Unit> Engine::start() {
    if (m_options.machinery.leader.enabled) {
        auto election = Election::create(m_options.machinery.leader, m_ports.defaultNamespace,
                                         {m_ports.leases, m_ports.eventSink, m_ports.apiThread, m_options.clock, &m_log,
                                          [this](const RecordedEvent& event) { m_feed.onEvent(event); }, m_options.onChanged});
        if (!election.ok()) {
            m_phase = Phase::Stopped;
            return election.error();
        }
        m_election = std::move(election).value();
    }
    note(Step::EngineStarted);
    for (int i = 0; i < kControllerCount; ++i) {
        if (m_options.enabled[static_cast<std::size_t>(i)]) build(static_cast<ControllerId>(i));
    }
    eachSide([](Side& side) { side.thread->post([informer = side.informer.get()] { informer->start(); }); });
    if (m_election) m_election->start();
    return Unit{};
}

Engine::Phase Engine::advance() {
    // As controller-runtime does it, a standby keeps its caches warm and its queues filled; only workers wait for the Lease.
    if (m_phase == Phase::Running && mayWork()) {
        eachSide([this](Side& side) {
            if (side.workersStarted || !side.informer->hasSynced()) return;
            side.workersStarted = true;
            side.controller->startWorkers(m_options.workers);
        });
    }
    if (m_phase == Phase::Draining && drained()) {
        m_phase = Phase::Releasing;
        if (m_election) m_election->release();  // not before the workers have ended: another's begin at once
    }
    if (m_phase == Phase::Releasing && (!m_election || m_election->ended())) m_phase = Phase::Posting;
    if (m_phase == Phase::Posting && posted()) {
        m_phase = Phase::Stopped;
        note(Step::EngineStopped);
    }
    return m_phase;
}

void Engine::stop() {
    if (m_phase != Phase::Running) return;
    m_phase = Phase::Draining;
    note(Step::EngineStopping);
    m_ports.setDraining(true);
    eachSide([this](Side& side) {
        endInformer(side);
        side.controller->shutDown();
    });
}

/// Destroys informer requests on their own thread; the object itself stays, since its store is still read.
void Engine::endInformer(Side& side) {
    if (!side.transport) return;
    side.thread->post([this, &side, transport = std::make_shared<std::unique_ptr<Transport>>(std::move(side.transport))] {
        side.informer->stop();
        transport->reset();
        side.informerEnded.store(true, std::memory_order_release);
        if (m_options.onChanged) m_options.onChanged();
    });
}

void Engine::abandon() {
    if (m_phase == Phase::Running || m_phase == Phase::Stopped) return;
    note(Step::EngineAbandoned);
    eachSide([](Side& side) { side.controller->abandon(); });
    endPosting();
}

void Engine::endPosting() {
    if (m_phase == Phase::Releasing) m_phase = Phase::Posting;
    if (m_election) m_election->endPosting();
    eachSide([this](Side& side) {
        if (!side.recorder) return;
        m_ports.apiThread->post([recorder = side.recorder, onChanged = m_options.onChanged] {
            recorder->shutDown();
            if (onChanged) onChanged();
        });
    });
}

bool Engine::drained() const {
    for (const auto& side : m_sides) {
        if (side && (!side->informerEnded.load(std::memory_order_acquire) || side->working())) return false;
    }
    return true;
}

bool Engine::posted() const {
    for (const auto& side : m_sides) {
        if (side && side->recorder && !side->recorder->idle()) return false;
    }
    return !m_election || m_election->posted();
}

bool Engine::synced() const {
    for (const auto& side : m_sides) {
        if (side && !side->informer->hasSynced()) return false;
    }
    return m_sides[0] || m_sides[1];
}

const Error* Engine::problem() const {
    m_problem.reset();
    for (const auto& side : m_sides) {
        if (side && !m_problem) m_problem = side->informer->status().reflector.problem;
    }
    return m_problem ? &*m_problem : nullptr;
}

void Engine::setWorkers(int count) {
    m_options.workers = count;
    eachSide([count](Side& side) {
        if (side.workersStarted) side.controller->setWorkers(count);
    });
}

void Engine::setProfile(ControllerId id, const Profile& profile) {
    m_options.profiles[index(id)] = profile;
    if (!m_sides[index(id)]) return;
    m_sides[index(id)]->controller->setProfile(profile);
    if (id == ControllerId::Pods) {
        static_cast<PodReconciler&>(*m_sides[index(id)]->reconciler).setNotFoundIsSuccess(profile.notFoundIsSuccess);
    }
}

Feed Engine::takeFeed() {
    EngineView view;
    for (std::size_t i = 0; i < m_sides.size(); ++i) {
        if (!m_sides[i]) continue;
        view.sides[i] = {m_sides[i]->informer.get(), m_sides[i]->controller.get(), m_sides[i]->recorder.get(),
                         m_ports.calls[i].get(), m_ports.throttling(static_cast<ControllerId>(i))};
    }
    view.limiter = m_options.machinery.limiter;
    Feed feed = m_feed.build(view);
    if (m_election) feed.leader = m_election->status();
    return feed;
}

const Store* Engine::students() const { return m_sides[0] ? &m_sides[0]->informer->store() : nullptr; }

void Engine::note(Step step) {
    Transition t;
    t.step = step;
    m_log.append(std::move(t));
}

}  // namespace rollcall
