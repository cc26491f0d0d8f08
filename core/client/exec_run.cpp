// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/exec_run.h"

#include <unistd.h>
#include <csignal>

#include "core/api/text.h"

namespace rollcall {

namespace {

QProcessEnvironment environmentFor(const ExecRun::Job& job) {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const QString& name : environment.keys()) {
        if (name.startsWith(QLatin1String("ROLLCALL_"))) environment.remove(name);  // ours is nobody's business (S14)
    }
    const QString path = environment.value(QStringLiteral("PATH"));
    const QString more = QString::fromStdString(job.pathAddition);
    environment.insert(QStringLiteral("PATH"), path.isEmpty() ? more : path + QLatin1Char(':') + more);
    for (const auto& [name, value] : job.env) {
        environment.insert(QString::fromStdString(name), QString::fromStdString(value));
    }
    return environment;
}

std::string inSeconds(std::chrono::milliseconds time) {
    if (time.count() % 1000 == 0) return std::to_string(time.count() / 1000) + " s";
    return std::to_string(time.count()) + " ms";
}

}  // namespace

ExecRun::~ExecRun() {
    m_process.disconnect(this);
    if (m_process.state() == QProcess::NotRunning) return;
    killGroup();
    m_process.waitForFinished(2000);  // SIGKILL was sent: this reaps it
}

void ExecRun::killGroup() {
    if (m_process.state() == QProcess::NotRunning) return;
    if (m_group > 0) ::kill(-static_cast<pid_t>(m_group), SIGKILL);
    m_process.kill();
}

void ExecRun::start(Job job, std::function<void(Result<std::string>)> done) {
    m_job = std::move(job);
    m_done = std::move(done);
    QStringList args;
    for (const std::string& arg : m_job.args) args << QString::fromStdString(arg);
    m_process.setProgram(QString::fromStdString(m_job.program));
    m_process.setArguments(args);
    m_process.setProcessEnvironment(environmentFor(m_job));
    m_process.setStandardInputFile(QProcess::nullDevice());
    m_process.setChildProcessModifier([] { ::setsid(); });
    connect(&m_process, &QProcess::readyReadStandardOutput, this, &ExecRun::readOutput);
    connect(&m_process, &QProcess::readyReadStandardError, this, &ExecRun::readStderr);
    connect(&m_process, &QProcess::finished, this, &ExecRun::finished);
    connect(&m_process, &QProcess::started, this, [this] { m_group = m_process.processId(); });
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error != QProcess::FailedToStart) return;  // a crash also comes as finished()
        const std::string why = printable(m_process.errorString().toStdString());
        // start() may still be on the stack.
        QTimer::singleShot(0, this, [this, why] { fail(ErrorKind::Config, "could not be started: " + why); });
    });
    m_limit.setSingleShot(true);
    connect(&m_limit, &QTimer::timeout, this, [this] {
        killGroup();
        fail(ErrorKind::Config, "did not end within " + inSeconds(m_job.timeout) + " and was killed");
    });
    m_limit.start(m_job.timeout);
    m_process.start(QIODevice::ReadOnly);
}

void ExecRun::cancel() {
    killGroup();
    fail(ErrorKind::Cancelled, "was cancelled");
}

void ExecRun::readOutput() {
    m_output += m_process.readAllStandardOutput();
    if (m_output.size() <= kLargestOutput) return;
    killGroup();
    fail(ErrorKind::Config, "printed more than 1 MiB and was killed");
}

void ExecRun::readStderr() {
    const std::string text = m_process.readAllStandardError().toStdString();
    m_stderr += text;
    if (m_stderr.size() > kLargestStderr) m_stderr.erase(0, m_stderr.size() - kLargestStderr);
    if (m_job.onStderr && !text.empty()) m_job.onStderr(redact(printable(text, true)));
}

void ExecRun::finished(int code, QProcess::ExitStatus status) {
    if (!m_done) return;
    readStderr();
    readOutput();
    if (!m_done) return;
    if (status == QProcess::CrashExit) return fail(ErrorKind::Config, "was ended by signal " + std::to_string(code));
    if (code != 0) return fail(ErrorKind::Config, "failed with exit code " + std::to_string(code));
    end(m_output.toStdString());
}

void ExecRun::fail(ErrorKind kind, const std::string& why) {
    std::string message = "the exec plugin \"" + printable(firstCharacters(m_job.shownName, 200)) + "\" " + why;
    std::string_view said = m_stderr;
    while (!said.empty() && static_cast<unsigned char>(said.back()) <= ' ') said.remove_suffix(1);
    // Its end holds the reason; all of it went to onStderr.
    constexpr std::size_t kShown = 1000;
    if (said.size() > kShown) said.remove_prefix(said.size() - kShown);
    if (!said.empty() && kind != ErrorKind::Cancelled) message += "; it said: " + redact(printable(said, true));
    Error error = makeError(kind, message);
    error.reason = "ExecFailed";
    end(std::move(error));
}

void ExecRun::end(Result<std::string> result) {
    if (!m_done) return;
    m_limit.stop();
    const auto done = std::move(m_done);
    m_done = nullptr;
    done(std::move(result));
}

}  // namespace rollcall
