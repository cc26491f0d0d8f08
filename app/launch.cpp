// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/launch.h"

#include "app/log_line.h"

namespace rollcall {

std::unique_ptr<ControllerHost> makeHost(const CommandLine& line) {
    ControllerHost::Options options;
    options.workers = line.workers;
    options.students = line.students;
    options.pods = line.pods;
    options.sandboxPort = line.port;
    options.logLine = [](const std::string& text) { writeLogLine('I', text); };
    auto host = ControllerHost::create(std::move(options));
    applyMachineOptions(line.machine, *host);
    return host;
}

Target targetOf(const CommandLine& line, Target::Kind unnamed) {
    Target target;
    target.ns = line.ns;
    if (line.sandbox) return target;
    target.kind = line.namesCluster() ? Target::Kind::Context : unnamed;
    target.kubeconfig = line.kubeconfig;
    target.context = line.context;
    target.cluster = line.cluster;
    target.user = line.user;
    target.master = line.master;
    return target;
}

}  // namespace rollcall
