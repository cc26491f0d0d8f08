// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <set>
#include <string>

#include "core/sandbox/registry.h"
#include "core/sandbox/server_context.h"

namespace rollcall::sandbox {

/// Empties namespaces whose deletion has begun and then lets them go; on a real cluster the controller manager does it.
/// Thread: the server's.
class NamespaceController {
public:
    NamespaceController(Registry& registry, Loop& loop) : m_registry(registry), m_loop(loop) {}

    void noticed(const std::string& storage, const StoreEvent& event);

private:
    void empty(const std::string& ns);

    Registry& m_registry;
    Loop& m_loop;
    std::set<std::string> m_terminating, m_pending;
    std::shared_ptr<int> m_alive = std::make_shared<int>(0);
};

}  // namespace rollcall::sandbox
