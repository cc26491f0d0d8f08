// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/coalescing_queue.h"

#include <utility>

namespace rollcall {

namespace {

bool inScope(const Object& object, const std::optional<std::string>& ns) {
    return !ns || object.meta.ns == *ns;
}

}  // namespace

void CoalescingQueue::append(Delta delta) {
    std::string key = delta.key;
    const auto [it, isNew] = m_items.try_emplace(key);
    it->second.deltas.push_back(std::move(delta));
    if (isNew)
        m_order.push_back(std::move(key));
    else
        mergeDeletions(it->second);
}

void CoalescingQueue::mergeDeletions(Pending& pending) {
    Deltas& deltas = pending.deltas;
    if (deltas.size() < 2) return;
    Delta& older = deltas[deltas.size() - 2];
    if (older.type != DeltaType::Deleted || deltas.back().type != DeltaType::Deleted) return;
    if (older.finalStateUnknown) older = std::move(deltas.back());
    deltas.pop_back();
    ++pending.merged;
}

void CoalescingQueue::push(DeltaType type, ObjectPtr object) {
    m_populated = true;
    std::string key = object->meta.key();
    if (type == DeltaType::Deleted && m_items.count(key) == 0 && !(m_known && m_known->get(key))) return;
    append({type, std::move(object), std::move(key), false, nullptr});
}

void CoalescingQueue::replace(WholeList list) {
    std::unordered_set<std::string> keys;
    keys.reserve(list.objects.size());
    for (ObjectPtr& object : list.objects) {
        std::string key = object->meta.key();
        keys.insert(key);
        append({DeltaType::Replaced, std::move(object), std::move(key), false, nullptr});
    }
    const std::size_t deletions = deleteMissing(keys, list.ns);
    if (m_populated) return;
    m_populated = true;
    m_initialPopulation = keys.size() + deletions;
}

std::size_t CoalescingQueue::deleteMissing(const std::unordered_set<std::string>& keys,
                                           const std::optional<std::string>& ns) {
    std::size_t deletions = 0;
    // What is queued and not in the list: its newest state is in the queue. One that ends in a deletion already merges.
    for (std::size_t i = 0, size = m_order.size(); i < size; ++i) {
        const std::string& key = m_order[i];
        if (keys.count(key) > 0) continue;
        ObjectPtr last = m_items.at(key).deltas.back().object;
        if (!inScope(*last, ns)) continue;
        ++deletions;
        append({DeltaType::Deleted, std::move(last), key, true, nullptr});
    }
    if (!m_known) return deletions;
    for (ObjectPtr& object : ns ? m_known->listNamespace(*ns) : m_known->list()) {
        std::string key = object->meta.key();
        if (keys.count(key) > 0 || m_items.count(key) > 0) continue;
        ++deletions;
        append({DeltaType::Deleted, std::move(object), std::move(key), true, nullptr});
    }
    return deletions;
}

std::size_t CoalescingQueue::resync() {
    if (!m_known) return 0;
    std::size_t queued = 0;
    for (ObjectPtr& object : m_known->list()) {
        std::string key = object->meta.key();
        // What is queued is newer than what the store holds.
        if (m_items.count(key) > 0) continue;
        ++queued;
        append({DeltaType::Sync, std::move(object), std::move(key), false, nullptr});
    }
    return queued;
}

bool CoalescingQueue::pop(DeltaBatch& batch) {
    batch.deltas.clear();
    batch.merged = 0;
    if (m_order.empty()) return false;
    batch.inInitialList = !hasSynced();
    const auto it = m_items.find(m_order.front());
    batch.deltas = std::move(it->second.deltas);
    batch.merged = it->second.merged;
    m_items.erase(it);
    m_order.pop_front();
    if (m_initialPopulation > 0) --m_initialPopulation;
    return true;
}

}  // namespace rollcall
