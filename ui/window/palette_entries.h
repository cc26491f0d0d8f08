// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/session/host.h"
#include "ui/widgets/command_palette.h"

namespace rollcall {

class LiveData;
class Selection;
class WindowActions;

/// Everything that the palette offers: the commands that can be given now, the targets, and each key of the tables.
/// Thread: GUI. The entries hold on to what is given here.
std::vector<CommandPalette::Entry> paletteEntries(WindowActions& actions, const TargetChoices& targets,
                                                  std::function<void(const Target&)> useTarget, LiveData& data,
                                                  Selection& selection);

}  // namespace rollcall
