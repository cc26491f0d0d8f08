// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless.h"

#include <QCoreApplication>
#include <QSslSocket>
#include <QTimer>
#include <memory>
#include <utility>

#include "app/launch.h"
#include "app/log_line.h"
#include "app/signals.h"
#include "app/trace_file.h"
#include "core/session/host.h"

namespace rollcall {

namespace {

/// Drives a ControllerHost from the first look at the cluster to the end. Thread: the main one.
class HeadlessRun final {
public:
    explicit HeadlessRun(const CommandLine& line) : m_line(line) {
        m_host = makeHost(line);
        m_host->setOnChanged([this] { onChanged(); });
    }

    void begin() {
        if (!m_line.trace.isEmpty()) {
            const auto opened = m_trace.open(m_line.trace);
            if (!opened.ok()) return fail(opened.error());
        }
        m_host->setTarget(targetOf(m_line, Target::Kind::InCluster), [this](const Result<Unit>& result) {
            if (!result.ok()) return fail(result.error());
            if (!m_line.writeKubeconfig.isEmpty()) {
                const auto written = m_host->writeSandboxKubeconfig(m_line.writeKubeconfig.toStdString());
                if (!written.ok()) return fail(written.error());
            }
            check();
        });
    }

    void stop() {
        m_stopping = true;
        if (m_host->state() == HostState::Stopped || m_host->state() == HostState::Failed) return QCoreApplication::exit(kExitDone);
        writeLogLine('I', "stopping: the queue is drained");
        m_host->stop();
    }

private:
    /// Before the controllers start: who cannot connect, sign in or list is told at once, with an exit code. Later faults are
    /// waited out, as a controller does.
    void check() {
        m_host->preflight([this](const std::vector<TargetCheck>& checks) {
            const TargetCheck* worst = nullptr;
            for (const TargetCheck& c : checks) {
                if (c.ok) continue;
                writeLogLine(c.fatal ? 'E' : 'W', c.sentence);
                if (c.fatal && !worst) worst = &c;
            }
            if (worst) return QCoreApplication::exit(exitCodeFor(worst->error));
            if (m_stopping) return;
            writeLogLine('I', "connected to " + m_host->serverAddress());
            if (m_line.runFor) QTimer::singleShot(*m_line.runFor, QCoreApplication::instance(), [this] { stop(); });
            m_started = true;
            m_host->start();
        });
    }

    void fail(const Error& error) {
        writeMessage(error.message);
        QCoreApplication::exit(exitCodeFor(error));
    }

    void onChanged() {
        const Feed feed = m_host->drain();
        const auto traced = m_trace.write(feed.transitions);
        if (!traced.ok()) writeLogLine('E', traced.error().message + "; the trace ends here");
        if (feed.crash) return crash(*feed.crash);
        for (const std::string& notice : feed.notices) writeLogLine('W', notice);
        for (const EventRow& event : feed.events) reportEvent(event);
        reportProblem();
        if (m_host->synced() && !std::exchange(m_syncedSaid, true)) {
            const bool standby = feed.leader && feed.leader->state != LeaderState::Leading;
            writeLogLine('I', standby ? "caches synced, waiting for the Lease" : "caches synced, workers started");
        }
        reportLeader(feed.leader);
        if (m_started && m_host->state() == HostState::Failed && m_host->failure()) return fail(*m_host->failure());
        if (m_stopping && m_host->state() == HostState::Stopped) QCoreApplication::exit(kExitDone);
    }

    /// As client-go: a panic is reported, then the process ends at once; --set reallyCrash=false lets it live.
    static void crash(const std::string& sentence) {
        writeLogLine('F', sentence + "; the process ends (--set reallyCrash=false keeps it)");
        QCoreApplication::exit(kExitFailed);
    }

    /// One line for each change of the leader, as client-go's OnNewLeader gives it.
    void reportLeader(const std::optional<LeaderStatus>& leader) {
        if (!leader) return;
        if (leader->state != std::exchange(m_leaderState, leader->state) && leader->state == LeaderState::Leading) {
            writeLogLine('I', "became leader: " + leader->identity);
        }
        if (leader->holder == m_holder) return;
        m_holder = leader->holder;
        if (!m_holder.empty() && m_holder != leader->identity) writeLogLine('I', "new leader elected: " + m_holder);
    }

    static void reportEvent(const EventRow& event) {
        if (event.post != PostState::Refused && event.post != PostState::Dropped) return;
        writeLogLine('W', "Event for " + event.objectKey + " not written: " +
                              (event.postError.empty() ? std::string("dropped") : event.postError));
    }

    /// One line for each change, however often the reflector tries (W24).
    void reportProblem() {
        const Error* error = m_host->failure();
        const std::string now = error ? error->message : std::string();
        if (now == m_problem) return;
        writeLogLine(error ? 'W' : 'I', error ? now : std::string("connected again"));
        m_problem = now;
    }

    const CommandLine m_line;
    std::unique_ptr<ControllerHost> m_host;
    TraceFile m_trace;
    std::string m_problem;
    std::string m_holder;
    LeaderState m_leaderState = LeaderState::Off;
    bool m_started = false;
    bool m_syncedSaid = false;
    bool m_stopping = false;
};

}  // namespace

ExitCode exitCodeFor(const Error& error) {
    switch (error.kind) {
        case ErrorKind::Io:  // a port in use, a path that cannot be written: asked for by the command line
        case ErrorKind::Config: return kExitConfiguration;
        case ErrorKind::Network:
        case ErrorKind::Timeout:
        case ErrorKind::Tls:
        case ErrorKind::Protocol: return kExitCannotConnect;
        case ErrorKind::Api: return error.isForbidden() ? kExitNotAllowed : kExitCannotConnect;
        default: return kExitFailed;
    }
}

int runHeadless(const CommandLine& line) {
    // OpenSSL is loaded by this thread, which lives longest: what it sets up for the thread that loads it stays valid.
    QSslSocket::supportsSsl();
    HeadlessRun run(line);
    StopSignals signals([&run] { run.stop(); });
    QTimer::singleShot(0, QCoreApplication::instance(), [&run] { run.begin(); });
    return QCoreApplication::exec();
}

}  // namespace rollcall
