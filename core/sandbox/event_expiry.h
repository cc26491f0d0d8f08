// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <memory>
#include <string>

#include "core/sandbox/registry.h"
#include "core/sandbox/server_context.h"

namespace rollcall::sandbox {

/// Removes Events an hour after they were last written, as kube-apiserver does (--event-ttl).
/// Thread: the server's.
class EventExpiry {
public:
    EventExpiry(Registry& registry, std::shared_ptr<Clock> clock, Loop& loop);
    void noticed(const std::string& storage, const StoreEvent& event);

private:
    struct Entry {
        MonoTime due;
        std::string ns, name;
        std::uint64_t revision;
    };
    void schedule();
    void sweep();

    Registry& m_registry;
    std::shared_ptr<Clock> m_clock;
    Loop& m_loop;
    std::deque<Entry> m_entries;
    bool m_scheduled = false;
    std::shared_ptr<int> m_alive = std::make_shared<int>(0);
};

}  // namespace rollcall::sandbox
