// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/exec_login.h"

#include <cstdlib>
#include <map>
#include <mutex>
#include <set>

#include "core/api/text.h"
#include "core/client/exec_protocol.h"
#include "core/client/exec_run.h"

namespace rollcall {

namespace {

constexpr const char* kCancelledText = "the login was cancelled";

}  // namespace

/// State under the mutex, and the run, which belongs to the login thread.
class ExecLogin::Core : public std::enable_shared_from_this<ExecLogin::Core> {
public:
    Core(const Connection& connection, Options options)
        : m_plugin(connection.exec), m_info(execInfoJson(*connection.exec, connection)), m_options(std::move(options)) {
        if (!m_options.environment) {
            m_options.environment = [](const char* name) {
                const char* value = std::getenv(name);
                return std::string(value ? value : "");
            };
        }
        if (!m_options.now) m_options.now = [] { return std::chrono::system_clock::now(); };
    }

    ExecCredentialPtr current() const {
        const std::lock_guard lock(m_mutex);
        return good() ? m_credential : nullptr;
    }
    /// True when a run has to be started.
    bool add(Done done, Ticket& ticket) {
        const std::lock_guard lock(m_mutex);
        ticket = ++m_last;
        m_waiting.emplace(ticket, std::move(done));
        return !std::exchange(m_running, true);
    }
    void remove(Ticket ticket) {
        const std::lock_guard lock(m_mutex);
        m_waiting.erase(ticket);
    }
    bool drop(const ExecCredentialPtr& credential) {
        const std::lock_guard lock(m_mutex);
        if (!credential || credential != m_credential) return false;  // renewed already
        m_credential.reset();
        return !std::exchange(m_running, true);
    }

    void begin();  // the login thread, as all that follows
    void cancel();
    void resume() { m_cancelled = false; }
    void close() {
        m_closed = true;
        cancel();
        m_run.reset();
    }
    /// Null when it ends: an answer may come from anywhere, at any time.
    void setThread(LoopThread* thread) {
        const std::lock_guard lock(m_threadMutex);
        m_thread = thread;
    }
    void post(LoopThread::Task task) {
        const std::lock_guard lock(m_threadMutex);
        if (m_thread) m_thread->post(std::move(task));
    }

private:
    bool good() const { return m_credential && (!m_credential->expires || m_options.now() <= *m_credential->expires); }
    std::optional<Error> whyForbidden() const;
    void ask(const ExecQuestion& question);
    void answered(std::uint64_t round, const std::string& key, TrustDecision decision);
    void run();
    void printed(Result<std::string> text);
    void settle(Result<ExecCredentialPtr> result);
    Error denied() const {
        Error error = makeError(ErrorKind::Config,
                                "the exec plugin \"" + m_program + "\" was not run, because it is not trusted");
        error.reason = "ExecDenied";
        return error;
    }

    const std::shared_ptr<const ExecPlugin> m_plugin;
    const std::string m_info;
    Options m_options;
    std::mutex m_threadMutex;
    LoopThread* m_thread = nullptr;

    mutable std::mutex m_mutex;  // guards the next four
    ExecCredentialPtr m_credential;
    std::map<Ticket, Done> m_waiting;
    Ticket m_last = 0;
    bool m_running = false;

    // The login thread's.
    std::unique_ptr<ExecRun> m_run;
    ExecSearch m_search;
    std::string m_program;
    std::set<std::string> m_trusted, m_denied;
    std::uint64_t m_round = 0;  // of questions: a late answer is none
    bool m_asking = false;
    bool m_closed = false;
    bool m_cancelled = false;  // until resume()
};

void ExecLogin::Core::begin() {
    if (m_closed) return settle(makeError(ErrorKind::Cancelled, "the connection was closed"));
    if (m_cancelled) return settle(makeError(ErrorKind::Cancelled, kCancelledText));
    if (m_options.onRunning) m_options.onRunning(true);
    m_search.path = m_options.environment("PATH");
    m_search.home = m_options.environment("HOME");
    m_search.folders = m_options.folders;
    auto found = findExecProgram(*m_plugin, m_search);
    if (!found) return settle(found.error());
    m_program = *found;
    if (auto forbidden = whyForbidden()) return settle(std::move(*forbidden));
    if (!m_options.askTrust) return run();
    auto question = execQuestion(*m_plugin, m_program);
    if (!question) return settle(question.error());
    ask(*question);
}

std::optional<Error> ExecLogin::Core::whyForbidden() const {
    if (m_options.strangersFile) {
        Error error = makeError(ErrorKind::Config, "the exec plugin \"" + printable(firstCharacters(m_plugin->command, 200)) +
                                                       "\" was not run, because " + printable(m_plugin->sourceFile) +
                                                       " may be somebody else's file");
        error.reason = kExecStranger;
        return error;
    }
    for (const ExecPolicy& policy : m_options.policies) {
        const std::string why = whyPolicyRefuses(policy, m_plugin->command, m_program, m_search);
        if (why.empty()) continue;
        Error error = makeError(ErrorKind::Config, why);
        error.reason = kExecPolicyForbids;
        return error;
    }
    return std::nullopt;
}

void ExecLogin::Core::ask(const ExecQuestion& question) {
    const std::string key = question.key();
    if (m_denied.contains(key)) return settle(denied());
    if (m_trusted.contains(key)) return run();
    m_asking = true;
    m_options.askTrust(question, [weak = weak_from_this(), round = ++m_round, key](TrustDecision decision) {
        const auto core = weak.lock();
        if (!core) return;
        core->post([core, round, key, decision] { core->answered(round, key, decision); });
    });
}

void ExecLogin::Core::answered(std::uint64_t round, const std::string& key, TrustDecision decision) {
    if (!m_asking || round != m_round) return;
    m_asking = false;
    (decision == TrustDecision::Allow ? m_trusted : m_denied).insert(key);
    decision == TrustDecision::Allow ? run() : settle(denied());
}

void ExecLogin::Core::run() {
    ExecRun::Job job;
    job.program = m_program;
    job.shownName = m_plugin->command;
    job.args = m_plugin->args;
    job.env = m_plugin->env;
    job.env.emplace_back("KUBERNETES_EXEC_INFO", m_info);
    for (const std::string& folder : m_search.allFolders())
        job.pathAddition += (job.pathAddition.empty() ? "" : ":") + folder;
    job.timeout = m_options.timeout;
    job.onStderr = m_options.onStderr;
    m_run = std::make_unique<ExecRun>();
    m_run->start(std::move(job), [this](Result<std::string> text) { printed(std::move(text)); });
}

void ExecLogin::Core::printed(Result<std::string> text) {
    m_run.release()->deleteLater();  // it is calling us
    if (!text) return settle(text.error());
    auto credential = readExecCredential(*text, *m_plugin);
    if (!credential) return settle(credential.error());
    settle(ExecCredentialPtr(std::make_shared<const ExecCredential>(std::move(credential).value())));
}

void ExecLogin::Core::cancel() {
    m_cancelled = true;
    if (m_run) return m_run->cancel();
    if (!std::exchange(m_asking, false)) return;
    settle(makeError(ErrorKind::Cancelled, kCancelledText));
}

void ExecLogin::Core::settle(Result<ExecCredentialPtr> result) {
    std::map<Ticket, Done> waiting;
    {
        const std::lock_guard lock(m_mutex);
        if (result) m_credential = *result;
        m_running = false;
        waiting.swap(m_waiting);
    }
    if (m_options.onRunning) m_options.onRunning(false);
    for (const auto& [ticket, done] : waiting) done(result);
}

ExecLogin::ExecLogin(const Connection& connection, Options options)
    : m_core(std::make_shared<Core>(connection, std::move(options))), m_thread("login") {
    m_core->setThread(&m_thread);
}

ExecLogin::~ExecLogin() {
    m_core->setThread(nullptr);
    m_thread.post([core = m_core] { core->close(); });
    m_thread.stop();
}

ExecCredentialPtr ExecLogin::current() const {
    return m_core->current();
}

ExecLogin::Ticket ExecLogin::request(Done done) {
    Ticket ticket = 0;
    if (m_core->add(std::move(done), ticket)) m_thread.post([core = m_core] { core->begin(); });
    return ticket;
}

void ExecLogin::forget(Ticket ticket) {
    m_core->remove(ticket);
}

void ExecLogin::refused(const ExecCredentialPtr& credential) {
    if (m_core->drop(credential)) m_thread.post([core = m_core] { core->begin(); });
}

void ExecLogin::cancel() {
    m_thread.post([core = m_core] { core->cancel(); });
}

void ExecLogin::resume() {
    m_thread.post([core = m_core] { core->resume(); });
}

std::shared_ptr<ExecLogin> prepareLogin(const Connection& connection, ExecLogin::Options options) {
    if (!connection.exec) return nullptr;
    if (!connection.login) return std::make_shared<ExecLogin>(connection, std::move(options));
    const std::lock_guard lock(connection.login->mutex);
    if (!connection.login->login) connection.login->login = std::make_shared<ExecLogin>(connection, std::move(options));
    return connection.login->login;
}

}  // namespace rollcall
