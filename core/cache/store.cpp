// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/store.h"

#include <mutex>
#include <utility>

namespace rollcall {

ObjectPtr Store::get(const std::string& key) const {
    std::shared_lock lock(m_mutex);
    const auto it = m_objects.find(key);
    return it == m_objects.end() ? nullptr : it->second;
}

std::vector<ObjectPtr> Store::list() const {
    std::shared_lock lock(m_mutex);
    std::vector<ObjectPtr> objects;
    objects.reserve(m_objects.size());
    for (const auto& [key, object] : m_objects) objects.push_back(object);
    return objects;
}

std::vector<ObjectPtr> Store::listNamespace(const std::string& ns) const {
    std::vector<ObjectPtr> objects;
    std::shared_lock lock(m_mutex);
    for (const auto& [key, object] : m_objects) {
        if (object->meta.ns == ns) objects.push_back(object);
    }
    return objects;
}

std::size_t Store::size() const {
    std::shared_lock lock(m_mutex);
    return m_objects.size();
}

StoreDelta Store::upsert(ObjectPtr object) {
    StoreDelta delta{nullptr, object, false};
    std::unique_lock lock(m_mutex);
    ObjectPtr& slot = m_objects[object->meta.key()];
    delta.before = std::exchange(slot, std::move(object));
    return delta;
}

StoreDelta Store::erase(const ObjectPtr& object) {
    StoreDelta delta;
    std::unique_lock lock(m_mutex);
    const auto it = m_objects.find(object->meta.key());
    if (it == m_objects.end()) return delta;
    delta.before = std::move(it->second);
    m_objects.erase(it);
    return delta;
}

std::vector<StoreDelta> Store::replace(std::vector<ObjectPtr> objects) {
    Map next;
    next.reserve(objects.size());
    std::vector<std::string> order;  // the list's own order decides the order of the handlers' calls
    order.reserve(objects.size());
    for (ObjectPtr& object : objects) {
        std::string key = object->meta.key();
        if (next.insert_or_assign(key, std::move(object)).second) order.push_back(std::move(key));
    }
    Map previous;
    {
        std::unique_lock lock(m_mutex);
        previous = std::exchange(m_objects, next);
    }
    std::vector<StoreDelta> deltas;
    deltas.reserve(next.size());
    const auto replaced = [](const ObjectPtr& a, const ObjectPtr& b) { return a->meta.uid != b->meta.uid; };
    for (const auto& [key, before] : previous) {
        const auto it = next.find(key);
        if (it == next.end() || replaced(before, it->second)) deltas.push_back({before, nullptr, true});
    }
    for (const std::string& key : order) {
        const ObjectPtr& after = next.at(key);
        const auto it = previous.find(key);
        const bool known = it != previous.end() && !replaced(it->second, after);
        deltas.push_back({known ? it->second : nullptr, after, false});
    }
    return deltas;
}

}  // namespace rollcall
