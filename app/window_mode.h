// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/command_line.h"

namespace rollcall {

/// The window, or with --screenshot a picture of it. Makes the QApplication; returns the exit code.
int runWindow(int& argc, char** argv, const CommandLine& line);

}  // namespace rollcall
