// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/reflector_group.h"

#include <algorithm>
#include <utility>

namespace rollcall {

/// A reflector and what it speaks of.
class ReflectorGroup::Member final : private ReflectorSink {
public:
    Member(ReflectorGroup& group, std::optional<std::string> ns, std::unique_ptr<Transport> transport)
        : m_group(group), m_ns(std::move(ns)), m_transport(std::move(transport)) {
        ReflectorTarget target = group.m_target;
        if (m_ns) {
            target.ns = *m_ns;
            target.label = *m_ns;
        }
        Transport& used = m_transport ? *m_transport : group.m_transport;
        m_reflector =
            std::make_unique<Reflector>(std::move(target), group.m_options.reflector, used, group.m_clock, group.m_log,
                                        static_cast<ReflectorSink&>(*this), group.m_post, group.m_random);
        m_reflector->setOnStatus([this] { m_ns ? m_group.onMember(*this) : m_group.onCluster(); });
    }

    Reflector& reflector() { return *m_reflector; }
    const Reflector& reflector() const { return *m_reflector; }
    const ReflectorStatus& status() const { return m_reflector->status(); }
    const std::optional<std::string>& ns() const { return m_ns; }
    bool listed() const { return m_listed; }
    bool forbidden() const { return status().problem && status().problem->isForbidden(); }
    /// Whether the refusal is news.
    bool becameForbidden() {
        const bool before = std::exchange(m_toldForbidden, forbidden());
        return m_toldForbidden && !before;
    }
    NamespaceStatus asNamespace() const {
        return {m_ns.value_or(std::string()), status().state, m_listed, forbidden(), status().problem};
    }

private:
    void replace(std::vector<ObjectPtr> objects, const std::string& resourceVersion) override {
        m_listed = true;
        WholeList list{std::move(objects), resourceVersion, m_ns};
        m_ns ? m_group.m_out.replace(std::move(list)) : m_group.onClusterList(std::move(list));
    }
    void apply(const WatchEvent& event) override { m_group.m_out.apply(event); }
    void bookmark(const std::string& resourceVersion) override {
        if (!m_ns) m_group.m_out.bookmark(resourceVersion);
    }

    ReflectorGroup& m_group;
    const std::optional<std::string> m_ns;
    const std::unique_ptr<Transport> m_transport;
    std::unique_ptr<Reflector> m_reflector;
    bool m_listed = false;
    bool m_toldForbidden = false;
};

ReflectorGroup::ReflectorGroup(ReflectorTarget target, Options options, Transport& transport,
                               std::shared_ptr<Clock> clock, TransitionLog& log, Reflector::Post post,
                               RandomSource random, Out out)
    : m_target(std::move(target)),
      m_options(std::move(options)),
      m_transport(transport),
      m_clock(std::move(clock)),
      m_log(log),
      m_post(std::move(post)),
      m_random(std::move(random)),
      m_out(std::move(out)),
      m_cluster(std::make_unique<Member>(*this, std::nullopt, nullptr)) {
}

ReflectorGroup::~ReflectorGroup() {
    m_life.reset();
    if (m_probeTimer) m_clock->cancel(m_probeTimer);
}

void ReflectorGroup::start() {
    m_life = std::make_shared<Life>();
    m_cluster->reflector().start();
}

void ReflectorGroup::stop() {
    m_life.reset();
    if (m_probeTimer) m_clock->cancel(m_probeTimer);
    m_probeTimer = 0;
    m_probe.reset();
    m_cluster->reflector().stop();
    for (auto& [ns, member] : m_members) member->reflector().stop();
    // Their transports belong to this thread; but one of them may be the caller.
    auto ending = std::make_shared<Members>(std::move(m_members));
    m_members.clear();
    m_post([ending] { ending->clear(); });
}

void ReflectorGroup::onCluster() {
    const ReflectorStatus& status = m_cluster->status();
    const bool refused = status.state == ReflectorState::Forbidden && status.problem && m_target.ns.empty();
    if (refused && m_life && m_options.fallbackNamespaces) fallBack(*status.problem);
    m_out.changed();
}

void ReflectorGroup::onClusterList(WholeList list) {
    m_members.clear();
    m_out.replace(std::move(list));
}

void ReflectorGroup::fallBack(const Error& why) {
    const std::vector<std::string> names = m_options.fallbackNamespaces();
    if (names.empty()) return;  // its own backoff goes on
    note(Step::NamespaceForbidden, "all namespaces: " + why.message);
    m_perNamespace = true;
    m_cluster->reflector().stop();
    takeUp(names);
    armProbe();
}

/// Starts what is new among the names and drops what is not named any more, with its objects.
void ReflectorGroup::takeUp(const std::vector<std::string>& names) {
    for (auto it = m_members.begin(); it != m_members.end();) {
        if (std::find(names.begin(), names.end(), it->first) != names.end()) {
            ++it;
            continue;
        }
        if (it->second->listed()) m_out.replace({{}, it->second->status().resourceVersion, it->first});
        it = m_members.erase(it);
    }
    std::vector<Member*> begun;
    for (const std::string& ns : names) {
        std::unique_ptr<Member>& slot = m_members[ns];
        if (slot) continue;
        slot = std::make_unique<Member>(*this, ns, m_options.makeTransport ? m_options.makeTransport() : nullptr);
        begun.push_back(slot.get());
    }
    // Only now: what the first one brings may be asked whether all have settled.
    for (Member* member : begun) member->reflector().start();
}

void ReflectorGroup::onMember(Member& member) {
    if (member.becameForbidden())
        note(Step::NamespaceForbidden, *member.ns() + ": " + member.status().problem->message);
    m_out.changed();
}

void ReflectorGroup::armProbe() {
    if (m_probeTimer) m_clock->cancel(m_probeTimer);
    m_probeTimer =
        m_clock->callAfter(m_options.tryClusterAgain, [this, post = m_post, life = std::weak_ptr<Life>(m_life)] {
            post([this, life] {
                if (life.expired()) return;
                m_probeTimer = 0;
                probe();
            });
        });
}

/// One object is enough to know whether the list is allowed.
void ReflectorGroup::probe() {
    takeUp(m_options.fallbackNamespaces());
    HttpRequest request;
    request.path = m_target.type->path();
    request.query = {{"limit", "1"}, {"resourceVersion", "0"}};
    m_probe = m_transport.send(std::move(request), [this](Result<HttpAnswer> answer) {
        const auto finished = std::move(m_probe);
        if (!answer.ok() || answer->status < 200 || answer->status >= 300) return armProbe();
        m_perNamespace = false;
        m_cluster->reflector().start();
        m_out.changed();
    });
    m_out.changed();
}

const ReflectorStatus& ReflectorGroup::status() const {
    if (!m_perNamespace || m_members.empty()) return m_cluster->status();
    const auto urgency = [](const Member& member) {
        if (member.forbidden()) return 0;
        if (member.status().state == ReflectorState::Streaming) return 1;
        return member.status().state == ReflectorState::Listing ? 2 : 3;
    };
    const auto most = std::max_element(m_members.begin(), m_members.end(), [&](const auto& a, const auto& b) {
        return urgency(*a.second) < urgency(*b.second);
    });
    return most->second->status();
}

std::vector<NamespaceStatus> ReflectorGroup::namespaces() const {
    std::vector<NamespaceStatus> all;
    if (!m_perNamespace) return all;
    for (const auto& [ns, member] : m_members) all.push_back(member->asNamespace());
    return all;
}

bool ReflectorGroup::settled() const {
    if (!m_perNamespace) return true;
    bool any = false;
    for (const auto& [ns, member] : m_members) {
        any = any || member->listed();
        if (!member->listed() && !member->forbidden()) return false;
    }
    return any;
}

bool ReflectorGroup::inWatchLoop() const {
    if (m_cluster->reflector().inWatchLoop()) return true;
    return std::any_of(m_members.begin(), m_members.end(),
                       [](const auto& m) { return m.second->reflector().inWatchLoop(); });
}

void ReflectorGroup::note(Step step, std::string detail) {
    Transition t;
    t.step = step;
    t.controller = m_target.controller;
    t.detail = std::move(detail);
    m_log.append(std::move(t));
}

}  // namespace rollcall
