// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/cache/delta.h"
#include "core/cache/reflector.h"

namespace rollcall {

/// One namespace of a list that is forbidden for the whole cluster (W27).
struct NamespaceStatus {
    std::string ns;
    ReflectorState state = ReflectorState::Idle;
    bool listed = false;     ///< at least once
    bool forbidden = false;  ///< 403; tried again with the reflector's backoff
    std::optional<Error> problem;
};

/// The source of an informer: one reflector, or, while the cluster-wide list is forbidden, one for each namespace that
/// the caller names. The cluster-wide list is asked for again every minute; once it is allowed it takes over, and the
/// namespaces' reflectors stop as soon as its list is there. client-go has nothing like it.
/// **Thread**: the informer's. **Owns** its reflectors and their transports.
class ReflectorGroup {
public:
    struct Options {
        ReflectorMachine::Options reflector;
        std::function<std::vector<std::string>()> fallbackNamespaces;  ///< none = stay forbidden
        /// For each namespace one; unset = all share the given one, which opens six connections at most (A10).
        std::function<std::unique_ptr<Transport>()> makeTransport;
        Duration tryClusterAgain = std::chrono::minutes(1);
    };
    /// Where lists and events go.
    struct Out {
        std::function<void(WholeList)> replace;
        std::function<void(const WatchEvent&)> apply;
        std::function<void(const std::string&)> bookmark;
        std::function<void()> changed;  ///< after each read and each change of state
    };

    ReflectorGroup(ReflectorTarget target, Options options, Transport& transport, std::shared_ptr<Clock> clock,
                   TransitionLog& log, Reflector::Post post, RandomSource random, Out out);
    ~ReflectorGroup();

    void start();
    void stop();

    /// What stands for all of them: the reflector, or the one of a namespace that most needs attention.
    const ReflectorStatus& status() const;
    bool perNamespace() const { return m_perNamespace; }
    std::vector<NamespaceStatus> namespaces() const;
    /// Every namespace is listed or forbidden, and at least one is listed; always true of a single reflector.
    bool settled() const;
    bool inWatchLoop() const;

private:
    struct Life {};
    class Member;
    using Members = std::map<std::string, std::unique_ptr<Member>>;

    void onCluster();
    void onClusterList(WholeList list);
    void onMember(Member& member);
    void fallBack(const Error& why);
    void takeUp(const std::vector<std::string>& names);
    void armProbe();
    void probe();
    void note(Step step, std::string detail);

    const ReflectorTarget m_target;
    const Options m_options;
    Transport& m_transport;
    const std::shared_ptr<Clock> m_clock;
    TransitionLog& m_log;
    const Reflector::Post m_post;
    const RandomSource m_random;
    const Out m_out;
    std::unique_ptr<Member> m_cluster;
    Members m_members;
    bool m_perNamespace = false;
    Clock::TimerId m_probeTimer = 0;
    std::unique_ptr<RequestHandle> m_probe;
    std::shared_ptr<Life> m_life;
};

}  // namespace rollcall
