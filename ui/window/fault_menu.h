// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>
#include <string>

#include "core/session/host.h"

namespace rollcall {

/// "Inject a fault" for one key: its next syncs fail, panic or are slow. It happens in this program only and touches nobody
/// else. **Thread**: GUI. **Owns** nothing: the host outlives it.
QMenu* makeFaultMenu(ControllerHost& host, ControllerId controller, const std::string& key, QWidget* parent);

}  // namespace rollcall
