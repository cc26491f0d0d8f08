// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/command_line.h"
#include "core/session/host.h"

namespace rollcall {

/// The host that the command line asks for, its machinery and profiles set; its controllers log to the standard error.
std::unique_ptr<ControllerHost> makeHost(const CommandLine& line);

/// The cluster that the command line names. `unnamed`: what it means to name none (the window's sandbox, or the seeds'
/// in-cluster configuration).
Target targetOf(const CommandLine& line, Target::Kind unnamed);

}  // namespace rollcall
