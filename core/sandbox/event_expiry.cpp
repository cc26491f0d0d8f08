// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/event_expiry.h"

namespace rollcall::sandbox {
namespace {
constexpr Duration kEventLife = std::chrono::hours(1);
}

EventExpiry::EventExpiry(Registry& registry, std::shared_ptr<Clock> clock, Loop& loop)
    : m_registry(registry), m_clock(std::move(clock)), m_loop(loop) {
}

void EventExpiry::noticed(const std::string& storage, const StoreEvent& event) {
    if (storage != "events" || event.type == StoreEvent::Type::Deleted) return;
    m_entries.push_back({m_clock->now() + kEventLife, event.object->ns, event.object->name, event.revision});
    schedule();
}

void EventExpiry::schedule() {
    if (m_scheduled || m_entries.empty()) return;
    m_scheduled = true;
    m_loop.after(m_entries.front().due - m_clock->now(), [this, alive = std::weak_ptr<int>(m_alive)] {
        if (!alive.expired()) sweep();
    });
}

void EventExpiry::sweep() {
    m_scheduled = false;
    const DescriptorPtr events = m_registry.catalog().ofStorage("events");
    while (!m_entries.empty() && m_entries.front().due <= m_clock->now()) {
        const Entry entry = std::move(m_entries.front());
        m_entries.pop_front();
        const ObjectPtr present = m_registry.store().find("events", StoredObject::objectKey(entry.ns, entry.name));
        // A later write has an entry of its own.
        if (present && present->revision == entry.revision) (void)m_registry.remove(*events, entry.ns, entry.name);
    }
    schedule();
}

}  // namespace rollcall::sandbox
