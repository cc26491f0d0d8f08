// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>
#include <QString>
#include <QStringList>
#include <chrono>
#include <optional>
#include <string>

#include "app/machine_options.h"

namespace rollcall {

/// Exit codes of every mode (docs: product, "Command line").
enum ExitCode : int {
    kExitDone = 0,
    kExitFailed = 1,         ///< abandoned, or failed while running
    kExitUsage = 2,
    kExitConfiguration = 3,
    kExitCannotConnect = 4,  ///< unreachable, TLS, not signed in
    kExitNotAllowed = 5,
};

/// What the command line asked for. Thread: plain data.
struct CommandLine {
    enum class Mode { Window, Headless, SandboxOnly, Version, Help };
    Mode mode = Mode::Window;

    std::string kubeconfig, context, cluster, user, ns, master;
    bool sandbox = false;                ///< --sandbox: headless on the built-in API server
    bool students = true, pods = true;   ///< --controllers
    int workers = 2;
    std::optional<std::chrono::milliseconds> runFor;
    int port = 0;
    MachineOptions machine;
    QString trace;                       ///< --trace: headless only
    QString writeKubeconfig;
    QString screenshot;
    QString theme, language;             ///< empty = remembered or the system's
    std::optional<QSize> size;
    double scale = 1.0;

    QString error;                       ///< not empty: wrong usage, in one sentence
    QString helpText;

    /// One of the flags that say which cluster of which kubeconfig is meant.
    bool namesCluster() const {
        return !(kubeconfig.empty() && context.empty() && cluster.empty() && user.empty() && master.empty());
    }
};

/// Understands Go-style single dashes too ("-kubeconfig F"), as the seeds do. Never exits by itself.
CommandLine parseCommandLine(const QStringList& arguments);

}  // namespace rollcall
