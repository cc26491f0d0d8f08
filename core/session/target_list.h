// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/session/host.h"

namespace rollcall {

/// The picker's rows: the sandbox, every context found, in-cluster when its files are there. Thread: any; reads files.
TargetChoices findTargets(const std::string& kubeconfig);

}  // namespace rollcall
