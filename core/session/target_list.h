// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/session/target.h"

namespace rollcall {

/// The picker's rows: the sandbox, every context of kubectl's files, in-cluster when its files are there, and every context of
/// each of `files`, which are read alone. Thread: any; reads files.
TargetChoices findTargets(const std::vector<std::string>& files);

}  // namespace rollcall
