// SPDX-License-Identifier: GPL-3.0-or-later
// The host's targets: which there are, the one that is chosen, its login and what is known of it.
#include <utility>

#include "core/session/host_impl.h"
#include "core/session/private_file.h"
#include "core/session/target_check.h"
#include "core/session/target_list.h"

namespace rollcall {

using namespace std::chrono_literals;

void HostImpl::listTargets(std::vector<std::string> files, std::function<void(TargetChoices)> done) {
    auto changed = [this, link = m_link] {
        link->post([this] {
            if (m_onTargetsChanged) m_onTargetsChanged();
        });
    };
    m_files.post([link = m_link, watch = m_watch, changed = std::move(changed), files = std::move(files),
                  done = std::move(done)] {
        watch->watch(files, changed);  // first, so that no change falls between
        link->post([done, found = findTargets(files)] { done(found); });
    });
}

void HostImpl::setTarget(Target target, std::function<void(Result<Unit>)> done) {
    if (m_state != HostState::Stopped && m_state != HostState::Failed) {
        return done(makeError(ErrorKind::Internal, "the controllers are running: stop them first"));
    }
    const std::uint64_t generation = ++m_targetGeneration;
    // The old one's threads are joined elsewhere: this thread never waits.
    m_files.post([old = std::shared_ptr<TargetSession>(std::move(m_session))] {});
    m_serverVersion.clear();
    m_install.reset();  // it used the old one
    m_files.post([this, link = m_link, target, clock = m_options.clock, port = m_options.sandboxPort, generation,
                  login = targetLogin(), done = std::move(done)] {
        using Opened = Result<std::unique_ptr<TargetSession>>;
        auto opened = std::make_shared<Opened>(TargetSession::open(target, clock, port, login));
        // `this` is alive when the task runs: the link runs tasks only while the host is there.
        link->post([this, target, generation, opened, done] {
            if (generation == m_targetGeneration) onTargetOpened(target, std::move(*opened), done);
        });
    });
}

/// What the login of the next target tells, brought from its thread to the host's.
TargetLogin HostImpl::targetLogin() {
    const auto monitor = std::make_shared<LoginMonitor>([this, link = m_link] { link->post([this] { tellLogin(); }); });
    m_login = monitor;
    TargetLogin login;
    login.policy = m_execPolicy;
    login.onStderr = [monitor](const std::string& text) { monitor->said(text); };
    login.onRunning = [monitor](bool running) { monitor->setRunning(running); };
    if (!m_askLogin) return login;  // plugins run as kubectl lets them
    login.askTrust = [this, link = m_link, monitor](const ExecQuestion& q, std::function<void(TrustDecision)> answer) {
        LoginQuestion question{q.program, q.user, q.sourceFile, q.args, q.envNames, q.key()};
        monitor->setAsking(true);
        link->post([this, monitor, question = std::move(question), answer = std::move(answer)] {
            if (!m_askLogin) return answer(TrustDecision::Deny);  // who would have been asked has gone
            m_askLogin(question, [monitor, answer](bool allow) {
                monitor->setAsking(false);
                answer(allow ? TrustDecision::Allow : TrustDecision::Deny);
            });
        });
    };
    return login;
}

void HostImpl::tellLogin() {
    if (!m_login) return;
    LoginProgress progress = m_login->take();
    if (const auto* exec = m_session ? m_session->connection().exec.get() : nullptr) {
        progress.program = exec->command;
        progress.user = exec->user;
    }
    if (m_onLoginProgress) m_onLoginProgress(progress);
}

/// The client of what a person has asked for: a login that was cancelled before may be asked for again.
ApiClient& HostImpl::asked() {
    resumeLogin();
    return m_session->edits();
}

void HostImpl::resumeLogin() {
    if (m_session->login()) m_session->login()->resume();
}

/// The controllers would ask for the next credential at once: they end with the login that they need.
void HostImpl::cancelLogin() {
    if (!m_session || !m_session->login()) return;
    m_session->login()->cancel();
    if (!m_engine || m_state == HostState::Stopping) return;
    m_failure = makeError(ErrorKind::Cancelled, "signing in was cancelled");
    setState(HostState::Stopping);
    m_engine->stop();
    m_engine->abandon();
    m_link->wake();
}

void HostImpl::onTargetOpened(Target target, Result<std::unique_ptr<TargetSession>> session,
                              const std::function<void(Result<Unit>)>& done) {
    m_target = std::move(target);
    m_pending = {};
    m_pending.reset = true;
    if (!session.ok()) {
        m_failure = session.error();
        setState(HostState::Failed);
        return done(session.error());
    }
    m_session = std::move(session).value();
    m_failure.reset();
    setState(HostState::Stopped);
    m_statePending = true;
    readServerVersion();
    done(Unit{});
}

void HostImpl::readServerVersion() {
    HttpRequest request;
    request.path = "/version";
    request.deadline = 10s;
    const std::uint64_t generation = m_targetGeneration;
    m_session->edits().raw(std::move(request), {}, [this, link = m_link, generation](Result<HttpAnswer> answer) {
        const std::string version = answer.ok() ? serverVersionOf(answer->body) : std::string();
        link->post([this, generation, version] {
            if (generation == m_targetGeneration) m_serverVersion = version;
        });
    });
}

void HostImpl::preflight(std::function<void(std::vector<TargetCheck>)> done) {
    if (!m_session) {
        TargetCheck none;
        none.fatal = true;
        none.error = m_failure.value_or(makeError(ErrorKind::Config, "no cluster is chosen"));
        none.sentence = none.found = none.error.message;
        none.state = TargetCheck::State::Failed;
        return done({none});
    }
    checkTarget(asked(), {m_target.ns, m_options.students, m_options.pods}, m_session->connection().ns,
                [link = m_link, insecure = insecure(), done = std::move(done)](std::vector<TargetCheck> checks) {
                    if (insecure) checks.push_back(insecureCheck());
                    link->post([done, checks = std::move(checks)] { done(checks); });
                });
}

void HostImpl::installCrd(std::string manifest, std::function<void(Result<Unit>)> done) {
    if (!m_session) return done(makeError(ErrorKind::Config, "no cluster is chosen"));
    const auto post = [link = m_link](std::function<void()> task) { link->post(std::move(task)); };
    m_install = CrdInstall::start(asked(), std::move(manifest), post, std::move(done));
}

void HostImpl::probe(Target target, std::function<void(TargetReach)> done) {
    m_files.post([this, link = m_link, target = std::move(target), done = std::move(done)] {
        auto connection = std::make_shared<Result<Connection>>(resolveTarget(target));
        link->post([this, connection, done] { sendProbe(*connection, done); });
    });
}

void HostImpl::sendProbe(const Result<Connection>& connection, const std::function<void(TargetReach)>& done) {
    if (!connection.ok()) return done({false, {}, connection.error()});
    const int number = ++m_lastProbe;
    const auto answered = [this, link = m_link, number, done](TargetReach reach) {
        link->post([this, number, done, reach = std::move(reach)] {
            const auto probe = m_probes.find(number);
            if (probe == m_probes.end()) return;
            // Its thread is joined elsewhere: this one never waits.
            m_files.post([old = std::shared_ptr<TargetProbe>(std::move(probe->second))] {});
            m_probes.erase(probe);
            done(reach);
        });
    };
    m_probes[number] = std::make_unique<TargetProbe>(*connection, m_options.clock, answered);
}

std::string HostImpl::targetName() const {
    if (m_target.kind == Target::Kind::Sandbox) return "Sandbox";
    return m_session ? m_session->connection().name : m_target.context;
}

bool HostImpl::insecure() const { return m_session && m_session->connection().insecureSkipTlsVerify; }

std::string HostImpl::serverAddress() const { return m_session ? m_session->connection().server : std::string(); }

Result<std::string> HostImpl::writeSandboxKubeconfig(const std::string& file) {
    if (!m_session || !m_session->sandboxServer()) {
        return makeError(ErrorKind::Config, "the target is not the sandbox");
    }
    return writePrivateFile(file, m_session->sandboxServer()->kubeconfigYaml());
}

}  // namespace rollcall
