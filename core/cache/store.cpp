// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/store.h"

#include <algorithm>
#include <mutex>
#include <utility>

namespace rollcall {

ObjectPtr Store::find(std::string_view key) const {
    const auto slash = key.find('/');
    const std::string_view ns = slash == std::string_view::npos ? std::string_view() : key.substr(0, slash);
    const std::string_view name = slash == std::string_view::npos ? key : key.substr(slash + 1);
    const auto names = m_objects.find(ns);
    if (names == m_objects.end()) return nullptr;
    const auto it = names->second.find(name);
    return it == names->second.end() ? nullptr : it->second;
}

ObjectPtr Store::get(std::string_view key) const {
    std::shared_lock lock(m_mutex);
    return find(key);
}

std::vector<ObjectPtr> Store::list() const {
    std::shared_lock lock(m_mutex);
    std::vector<ObjectPtr> objects;
    objects.reserve(m_size);
    for (const auto& [ns, names] : m_objects) {
        for (const auto& [name, object] : names) objects.push_back(object);
    }
    return objects;
}

std::vector<ObjectPtr> Store::listNamespace(const std::string& ns) const {
    std::vector<ObjectPtr> objects;
    std::shared_lock lock(m_mutex);
    const auto names = m_objects.find(ns);
    if (names == m_objects.end()) return objects;
    objects.reserve(names->second.size());
    for (const auto& [name, object] : names->second) objects.push_back(object);
    return objects;
}

std::size_t Store::size() const {
    std::shared_lock lock(m_mutex);
    return m_size;
}

std::string Store::resourceVersion() const {
    std::shared_lock lock(m_mutex);
    return m_version;
}

// --- further indexes -------------------------------------------------------------------------------------------------

bool Store::addIndexer(const std::string& name, IndexFunc function) {
    std::unique_lock lock(m_mutex);
    const auto [it, isNew] = m_indexes.try_emplace(name, std::move(function));
    if (!isNew) return false;
    for (const auto& [ns, names] : m_objects) {
        for (const auto& [unused, object] : names) it->second.update(object->meta.key(), nullptr, object.get());
    }
    return true;
}

std::vector<ObjectPtr> Store::byIndex(const std::string& name, const std::string& value) const {
    std::shared_lock lock(m_mutex);
    std::vector<ObjectPtr> objects;
    const auto it = m_indexes.find(name);
    if (it == m_indexes.end()) return objects;
    for (const std::string& key : it->second.keys(value)) objects.push_back(find(key));
    return objects;
}

std::vector<ObjectPtr> Store::index(const std::string& name, const Object& object) const {
    std::shared_lock lock(m_mutex);
    std::vector<ObjectPtr> objects;
    const auto it = m_indexes.find(name);
    if (it == m_indexes.end()) return objects;
    std::set<std::string> keys;
    for (const std::string& value : it->second.valuesOf(object)) {
        const auto& some = it->second.keys(value);
        keys.insert(some.begin(), some.end());
    }
    for (const std::string& key : keys) objects.push_back(find(key));
    return objects;
}

std::vector<std::string> Store::indexKeys(const std::string& name, const std::string& value) const {
    std::shared_lock lock(m_mutex);
    const auto it = m_indexes.find(name);
    if (it == m_indexes.end()) return {};
    const auto& keys = it->second.keys(value);
    return {keys.begin(), keys.end()};
}

std::vector<std::string> Store::indexValues(const std::string& name) const {
    std::shared_lock lock(m_mutex);
    const auto it = m_indexes.find(name);
    return it == m_indexes.end() ? std::vector<std::string>() : it->second.values();
}

// --- writing ---------------------------------------------------------------------------------------------------------

ObjectPtr Store::put(Names& names, const ObjectPtr& object) {
    ObjectPtr& slot = names[object->meta.name];
    ObjectPtr before = std::exchange(slot, object);
    if (!before) ++m_size;
    for (auto& [name, index] : m_indexes) index.update(object->meta.key(), before.get(), object.get());
    return before;
}

ObjectPtr Store::take(const Object& object) {
    const auto names = m_objects.find(object.meta.ns);
    if (names == m_objects.end()) return nullptr;
    const auto it = names->second.find(object.meta.name);
    if (it == names->second.end()) return nullptr;
    ObjectPtr before = std::move(it->second);
    names->second.erase(it);
    if (names->second.empty()) m_objects.erase(names);
    --m_size;
    for (auto& [name, index] : m_indexes) index.update(before->meta.key(), before.get(), nullptr);
    return before;
}

StoreDelta Store::upsert(ObjectPtr object) {
    std::unique_lock lock(m_mutex);
    m_version = object->meta.resourceVersion;
    ObjectPtr before = put(m_objects[object->meta.ns], object);
    return {std::move(before), std::move(object), false};
}

StoreDelta Store::erase(const ObjectPtr& object) {
    std::unique_lock lock(m_mutex);
    m_version = object->meta.resourceVersion;
    return {take(*object), nullptr, false};
}

void Store::apply(const Deltas& deltas, std::vector<StoreDelta>& told) {
    told.clear();
    told.reserve(deltas.size());
    std::unique_lock lock(m_mutex);
    Names* names = nullptr;  // of the object before: most often the next one's as well
    const std::string* ns = nullptr;
    for (const Delta& delta : deltas) {
        if (delta.type == DeltaType::Deleted) {
            const ObjectPtr released = take(*delta.object);
            names = nullptr;
            told.push_back({delta.object, nullptr, delta.finalStateUnknown});
            continue;
        }
        if (!names || *ns != delta.object->meta.ns) {
            ns = &delta.object->meta.ns;
            names = &m_objects[*ns];
        }
        told.push_back({put(*names, delta.object), delta.object, false});
    }
    const auto last = std::find_if(deltas.rbegin(), deltas.rend(), [](const Delta& d) { return !d.finalStateUnknown; });
    if (last != deltas.rend()) m_version = last->object->meta.resourceVersion;
}

std::vector<StoreDelta> Store::replace(WholeList list) {
    Namespaces next;
    if (list.ns) next.try_emplace(*list.ns);
    Names* names = nullptr;
    const std::string* ns = nullptr;
    for (const ObjectPtr& object : list.objects) {
        if (!names || *ns != object->meta.ns) {
            ns = &object->meta.ns;
            names = &next[*ns];
            if (next.size() == 1 && names->empty()) names->reserve(list.objects.size());  // most often there is but one
        }
        names->insert_or_assign(object->meta.name, object);
    }
    const auto found = [](const Namespaces& in, const Object& what) -> ObjectPtr {
        const auto all = in.find(what.meta.ns);
        if (all == in.end()) return nullptr;
        const auto it = all->second.find(what.meta.name);
        return it == all->second.end() ? nullptr : it->second;
    };

    std::vector<StoreDelta> deltas;
    deltas.reserve(list.objects.size());
    Namespaces previous;
    {
        // Nobody else writes, so that readers need not wait while the two are compared.
        std::shared_lock lock(m_mutex);
        for (const auto& [name, old] : m_objects) {
            if (list.ns && name != *list.ns) continue;
            for (const auto& [unused, before] : old) {
                if (!found(next, *before)) deltas.push_back({before, nullptr, true});
            }
        }
        for (const ObjectPtr& object : list.objects) deltas.push_back({found(m_objects, *object), object, false});
    }
    std::unique_lock lock(m_mutex);
    if (list.ns) {
        if (auto node = m_objects.extract(*list.ns)) previous.insert(std::move(node));
    } else {
        previous.swap(m_objects);
    }
    for (auto& [name, content] : next) {
        if (!content.empty()) m_objects.insert_or_assign(name, std::move(content));
    }
    m_size = 0;
    for (const auto& [name, content] : m_objects) m_size += content.size();
    m_version = list.resourceVersion;
    reindex(deltas);
    lock.unlock();  // before the old content is destroyed
    return deltas;
}

void Store::reindex(const std::vector<StoreDelta>& deltas) {
    for (auto& [name, index] : m_indexes) {
        for (const StoreDelta& delta : deltas) {
            const Object& any = delta.after ? *delta.after : *delta.before;
            index.update(any.meta.key(), delta.before.get(), delta.after.get());
        }
    }
}

void Store::bookmark(const std::string& resourceVersion) {
    std::unique_lock lock(m_mutex);
    m_version = resourceVersion;
}

}  // namespace rollcall
