// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/election.h"

#include <QSysInfo>
#include <QUuid>
#include <algorithm>

namespace rollcall {

namespace {

using namespace std::chrono_literals;

/// Host name and a random part, as Kubernetes' own components make it.
std::string ownIdentity() {
    return QSysInfo::machineHostName().toStdString() + '_' + QUuid::createUuid().toString(QUuid::WithoutBraces).toStdString();
}

}  // namespace

Result<std::unique_ptr<Election>> Election::create(const LeaderOptions& options, const std::string& ns, Ports ports) {
    std::unique_ptr<Election> election(new Election(std::move(ports)));
    const Ports& p = election->m_ports;
    const auto post = [api = p.api](std::function<void()> task) { api->post(std::move(task)); };
    election->m_recorder = std::make_shared<EventRecorder>("rollcall", ControllerId::Students, *p.eventSink, p.clock, *p.log,
                                                           post, p.onEvent);
    const std::string identity = options.identity.empty() ? ownIdentity() : options.identity;

    ApiLeaseLock::Options lock;
    lock.ns = !options.ns.empty() ? options.ns : ns.empty() ? "default" : ns;
    lock.name = options.name;
    lock.identity = identity;
    lock.requestTimeout = std::max(std::chrono::milliseconds(1s), options.renewDeadline / 2);

    LeaderElector::Options elector;
    elector.identity = identity;
    elector.leaseDuration = options.leaseDuration;
    elector.renewDeadline = options.renewDeadline;
    elector.retryPeriod = options.retryPeriod;

    LeaderElector::Callbacks callbacks;
    callbacks.onStartedLeading = [state = election->m_state, changed = p.onChanged] {
        state->leading.store(true, std::memory_order_release);
        changed();
    };
    callbacks.onStoppedLeading = [state = election->m_state, changed = p.onChanged] {
        state->leading.store(false, std::memory_order_release);
        state->ended.store(true, std::memory_order_release);
        changed();
    };
    callbacks.onNewLeader = [changed = p.onChanged](const std::string&) { changed(); };

    auto made = LeaderElector::create(std::move(elector), std::move(callbacks),
                                      {std::make_shared<ApiLeaseLock>(*p.leases, std::move(lock), election->m_recorder), p.clock,
                                       *p.log, post, systemRandom()});
    if (!made.ok()) return made.error();
    election->m_elector = std::move(made).value();
    return election;
}

Election::~Election() {
    // The elector's timers and the recorder's are the API thread's.
    m_ports.api->runAndWait([elector = std::exchange(m_elector, nullptr), recorder = m_recorder]() mutable {
        elector.reset();
        recorder->shutDown();
    });
}

void Election::start() {
    m_ports.api->post([elector = m_elector] { elector->start(); });
}

void Election::release() {
    if (m_releasing) return;
    m_releasing = true;
    m_ports.api->post([elector = m_elector] { elector->stop(); });
}

void Election::endPosting() {
    m_ports.api->post([recorder = m_recorder, changed = m_ports.onChanged] {
        recorder->shutDown();
        changed();
    });
}

}  // namespace rollcall
