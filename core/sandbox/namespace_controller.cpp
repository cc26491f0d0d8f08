// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/namespace_controller.h"

namespace rollcall::sandbox {

void NamespaceController::noticed(const std::string& storage, const StoreEvent& event) {
    std::string ns;
    if (storage == "namespaces") {
        ns = event.object->name;
        if (event.type == StoreEvent::Type::Deleted) {
            m_terminating.erase(ns);
            return;
        }
        if (!find(event.object->json(), "metadata.deletionTimestamp")) return;
        m_terminating.insert(ns);
    } else {
        ns = event.object->ns;
        if (event.type != StoreEvent::Type::Deleted || m_terminating.count(ns) == 0) return;
    }
    if (!m_pending.insert(ns).second) return;
    m_loop.post([this, ns, alive = std::weak_ptr<int>(m_alive)] {
        if (!alive.expired()) empty(ns);
    });
}

void NamespaceController::empty(const std::string& ns) {
    std::size_t left = 0;
    for (const DescriptorPtr& descriptor : m_registry.catalog().all()) {
        if (!descriptor->namespaced || descriptor->virtualKind ||
            descriptor->apiVersion() != descriptor->storedApiVersion)
            continue;
        for (const ObjectPtr& object : m_registry.store().all(descriptor->storage, ns)) {
            (void)m_registry.remove(*descriptor, ns, object->name);
        }
        left += m_registry.store().all(descriptor->storage, ns).size();
    }
    m_pending.erase(ns);
    if (left > 0) return;  // finalizers and grace periods: each object that goes brings us back
    const DescriptorPtr namespaces = m_registry.catalog().ofStorage("namespaces");
    (void)m_registry.update(*namespaces, "finalize", {}, ns, false, [](const Json& old) -> Outcome<Json> {
        Json changed = old;
        changed["spec"].erase("finalizers");
        return changed;
    });
}

}  // namespace rollcall::sandbox
