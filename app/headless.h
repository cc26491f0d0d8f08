// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/command_line.h"
#include "core/base/error.h"

namespace rollcall {

/// The seeds' job without a window: log lines on the standard error, one for each successful sync; SIGINT and SIGTERM stop
/// gracefully. Runs the event loop; returns the exit code. Thread: the main one, with a QCoreApplication.
int runHeadless(const CommandLine& line);

/// Only the built-in API server, until interrupted or --for is over.
int runSandboxOnly(const CommandLine& line);

/// Which exit code an error that ends a start means.
ExitCode exitCodeFor(const Error& error);

}  // namespace rollcall
