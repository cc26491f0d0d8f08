// SPDX-License-Identifier: GPL-3.0-or-later
// Private to this room.
#pragma once

#include <QObject>
#include <QProcess>
#include <QTimer>
#include <functional>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace rollcall {

/// One run of a plugin: program and list, never a shell; nothing on its stdin; a session of its own, so that the whole
/// group can be killed and no terminal is reached. **Thread**: one with an event loop. **Owns** the process: destroying
/// it kills the group. **Errors**: Config, for each way to fail its own text (X3, X6, X11, X13); Cancelled.
class ExecRun final : public QObject {
public:
    struct Job {
        std::string program, shownName;
        std::vector<std::string> args;
        std::vector<std::pair<std::string, std::string>> env;  ///< over the inherited one
        std::string pathAddition;                              ///< appended to PATH unless `env` sets it
        std::chrono::milliseconds timeout{};
        std::function<void(const std::string&)> onStderr;  ///< printable and redacted, as it comes
    };
    static constexpr qsizetype kLargestOutput = 1024 * 1024;    // X13
    static constexpr std::size_t kLargestStderr = 64UL * 1024;  // X3

    ~ExecRun() override;
    /// `done`: what it printed. Called once, later; may destroy this.
    void start(Job job, std::function<void(Result<std::string>)> done);
    void cancel();

private:
    void readOutput();
    void readStderr();
    void finished(int code, QProcess::ExitStatus status);
    void fail(ErrorKind kind, const std::string& why);
    void end(Result<std::string> result);
    void killGroup();

    Job m_job;
    std::function<void(Result<std::string>)> m_done;
    QProcess m_process;
    QTimer m_limit;
    QByteArray m_output;
    std::string m_stderr;
    qint64 m_group = 0;
};

}  // namespace rollcall
