// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCoreApplication>
#include <cstdio>

#include "app/command_line.h"
#include "app/headless.h"
#include "app/log_line.h"
#include "app/window_mode.h"

using namespace rollcall;

namespace {

int run(const CommandLine& line) {
    switch (line.mode) {
        case CommandLine::Mode::Headless: return runHeadless(line);
        case CommandLine::Mode::SandboxOnly: return runSandboxOnly(line);
        case CommandLine::Mode::Version: std::printf("rollcall %s\n", ROLLCALL_VERSION); return kExitDone;
        case CommandLine::Mode::Help: std::fputs(qPrintable(line.helpText), stdout); return kExitDone;
        case CommandLine::Mode::Window: break;
    }
    return kExitUsage;
}

}  // namespace

int main(int argc, char** argv) {
    QCoreApplication::setApplicationName(QStringLiteral("rollcall"));
    QCoreApplication::setApplicationVersion(QStringLiteral(ROLLCALL_VERSION));
    QStringList arguments;
    for (int i = 0; i < argc; ++i) arguments << QString::fromLocal8Bit(argv[i]);
    const CommandLine line = parseCommandLine(arguments);
    if (!line.error.isEmpty()) {
        writeMessage(line.error.toStdString() + " (rollcall --help lists the options)");
        return kExitUsage;
    }
    // Which kind of application it is decides whether a display is needed.
    if (line.mode == CommandLine::Mode::Window) return runWindow(argc, argv, line);
    QCoreApplication app(argc, argv);
    return run(line);
}
