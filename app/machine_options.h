// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCommandLineParser>
#include <array>
#include <utility>
#include <vector>

#include "core/session/host.h"

namespace rollcall {

/// What the command line says of the machinery: profiles and their switches, queues, election, injected faults.
/// Thread: plain data.
struct MachineOptions {
    std::array<Profile, kControllerCount> profiles{studentsCorrected(), podsCorrected()};
    Machinery machinery;
    std::vector<std::pair<ControllerId, SyncFault>> faults;
};

void addMachineOptions(QCommandLineParser& parser);
/// Returns what is wrong, in one sentence; empty = nothing.
QString readMachineOptions(const QCommandLineParser& parser, MachineOptions& options);
void applyMachineOptions(const MachineOptions& options, ControllerHost& host);

}  // namespace rollcall
