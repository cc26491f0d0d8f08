// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/in_order_queue.h"

#include <algorithm>
#include <utility>

namespace rollcall {

namespace {

// After a flood the memory goes back.
constexpr std::size_t kKeptCapacity = 16UL * 1024;

bool batchable(DeltaType type) {
    return type != DeltaType::ReplacedAll && type != DeltaType::SyncAll && type != DeltaType::Bookmark;
}

}  // namespace

void InOrderQueue::KeySet::prepare(std::size_t most) {
    ++m_stamp;
    std::size_t wanted = m_slots.size();
    while (wanted < 2 * most) wanted *= 2;
    if (wanted > m_slots.size()) m_slots.assign(wanted, {});
}

bool InOrderQueue::KeySet::insert(std::string_view key) {
    const std::size_t mask = m_slots.size() - 1;
    std::size_t at = std::hash<std::string_view>()(key) & mask;
    while (m_slots[at].stamp == m_stamp) {
        if (m_slots[at].key == key) return false;
        at = (at + 1) & mask;
    }
    m_slots[at] = {m_stamp, key};
    return true;
}

void InOrderQueue::append(Delta delta) {
    m_items.push_back(std::move(delta));
}

void InOrderQueue::push(DeltaType type, ObjectPtr object) {
    m_populated = true;
    checkSynced();
    std::string key = object->meta.key();
    append({type, std::move(object), std::move(key), false, nullptr});
}

void InOrderQueue::replace(WholeList list) {
    append({DeltaType::ReplacedAll, nullptr, {}, false, std::make_unique<WholeList>(std::move(list))});
    if (m_populated) return;
    m_populated = true;
    m_initialPopulation = size();
    checkSynced();
}

std::size_t InOrderQueue::resync() {
    append({DeltaType::SyncAll, nullptr, {}, false, nullptr});
    return 1;
}

void InOrderQueue::bookmark(std::string resourceVersion) {
    append({DeltaType::Bookmark,
            nullptr,
            {},
            false,
            std::make_unique<WholeList>(WholeList{{}, std::move(resourceVersion), {}})});
}

bool InOrderQueue::pop(DeltaBatch& batch) {
    batch.deltas.clear();
    batch.merged = 0;
    if (size() == 0) return false;
    batch.inInitialList = !m_synced;
    const std::size_t count = batchSize();
    const auto first = m_items.begin() + static_cast<std::ptrdiff_t>(m_head);
    batch.deltas.assign(std::make_move_iterator(first),
                        std::make_move_iterator(first + static_cast<std::ptrdiff_t>(count)));
    m_popped = count;
    m_head += count;
    dropTaken();
    return true;
}

/// A list, a resync or a bookmark goes alone; a key that comes a second time ends the batch, since its handler is to
/// see the store as it was in between.
std::size_t InOrderQueue::batchSize() {
    std::size_t most = std::min(kBatch, size());
    if (m_initialPopulation > 0) most = std::min(most, m_initialPopulation);
    if (most == 1) return 1;
    m_unique.prepare(most);
    for (std::size_t i = 0; i < most; ++i) {
        const Delta& delta = m_items[m_head + i];
        if (!batchable(delta.type)) return std::max<std::size_t>(i, 1);
        if (!m_unique.insert(delta.key)) return i;
    }
    return most;
}

void InOrderQueue::dropTaken() {
    if (m_head == m_items.size()) {
        m_items.clear();
        m_head = 0;
        if (m_items.capacity() > kKeptCapacity) m_items.shrink_to_fit();
    } else if (m_head > kKeptCapacity && m_head > m_items.size() / 2) {
        m_items.erase(m_items.begin(), m_items.begin() + static_cast<std::ptrdiff_t>(m_head));
        m_head = 0;
    }
}

void InOrderQueue::finish() {
    if (m_initialPopulation == 0) return;
    m_initialPopulation -= std::min(m_popped, m_initialPopulation);
    checkSynced();
}

void InOrderQueue::checkSynced() {
    if (m_populated && m_initialPopulation == 0) m_synced = true;
}

}  // namespace rollcall
