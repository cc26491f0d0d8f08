// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>

#include "core/base/loop_thread.h"
#include "core/client/api_client.h"
#include "core/config/connection.h"
#include "core/session/target.h"

namespace rollcall {

/// Asks a server once for its version, as nobody: the connection's credentials, its exec plugin and its impersonation are
/// left out, so that a look at a row of the picker runs nothing and sends nothing. **Thread**: made on any; `done` comes once,
/// on its own, or not at all when it is destroyed before. **Owns** that thread; do not destroy it there.
class TargetProbe {
public:
    TargetProbe(Connection connection, std::shared_ptr<Clock> clock, std::function<void(TargetReach)> done);
    ~TargetProbe();
    TargetProbe(const TargetProbe&) = delete;
    TargetProbe& operator=(const TargetProbe&) = delete;

private:
    LoopThread m_thread{"rc-probe"};
    std::unique_ptr<ApiClient> m_client;
};

/// `connection` without anything that says who we are. Pure.
Connection withoutCredentials(Connection connection);

}  // namespace rollcall
