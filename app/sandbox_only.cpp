// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCoreApplication>
#include <QTimer>
#include <cstdio>
#include <memory>

#include "app/headless.h"
#include "app/log_line.h"
#include "app/signals.h"
#include "core/sandbox/sandbox_server.h"
#include "core/session/private_file.h"

namespace rollcall {

int runSandboxOnly(const CommandLine& line) {
    StopSignals signals([] { QCoreApplication::exit(kExitDone); });
    sandbox::SandboxOptions options;
    options.port = line.port;
    options.clock = std::make_shared<SystemClock>();
    auto server = sandbox::SandboxServer::start(std::move(options));
    if (!server.ok()) {
        writeMessage(server.error().message);
        return exitCodeFor(server.error());
    }
    if (line.writeKubeconfig.isEmpty()) {
        writeMessage("sandbox at " + (*server)->url() + "; --write-kubeconfig FILE writes the way in for kubectl");
    } else {
        const auto written = writePrivateFile(line.writeKubeconfig.toStdString(), (*server)->kubeconfigYaml());
        if (!written.ok()) {
            writeMessage(written.error().message);
            return exitCodeFor(written.error());
        }
        writeMessage("sandbox at " + (*server)->url() + "; export KUBECONFIG=" + *written);
    }
    if (line.runFor) QTimer::singleShot(*line.runFor, QCoreApplication::instance(), [] { QCoreApplication::exit(kExitDone); });
    return QCoreApplication::exec();
}

}  // namespace rollcall
