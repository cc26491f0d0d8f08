// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <vector>

#include "core/client/preflight.h"
#include "core/session/host.h"

namespace rollcall {

/// Runs the preflight and says of each answer whether the controllers can do their job without it. What is forbidden for the
/// whole cluster is asked again for `fallbackNs`, and is not fatal when it is allowed there. `done` comes once, on the API
/// thread; `client` outlives that.
void checkTarget(ApiClient& client, const PreflightScope& scope, const std::string& fallbackNs,
                 std::function<void(std::vector<TargetCheck>)> done);

/// What is said of a target whose certificate is not verified (S17).
TargetCheck insecureCheck();

}  // namespace rollcall
