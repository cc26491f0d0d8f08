// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/key_table.h"

#include <functional>

namespace rollcall {

KeyTable::KeyTable() : m_slots(64) {
    setExpectation();
}

void KeyTable::setExpectation() {
    m_expectFrom.store(reinterpret_cast<std::uintptr_t>(m_slots.data()), std::memory_order_relaxed);
    m_expectMask.store(m_slots.size() - 1, std::memory_order_relaxed);
}

std::uint32_t KeyTable::hash(std::string_view key) {
    const std::size_t h = std::hash<std::string_view>()(key);
    return static_cast<std::uint32_t>(h ^ (h >> 32));
}

std::size_t KeyTable::locate(std::string_view key, std::uint32_t hash) {
    const std::size_t mask = m_slots.size() - 1;
    std::size_t place = hash & mask;
    for (; m_slots[place].id != kEmpty; place = (place + 1) & mask) {
        if (m_slots[place].hash == hash && at(m_slots[place].id).key == key) break;
    }
    return place;
}

KeyTable::Entry* KeyTable::find(std::string_view key, std::uint32_t hash) {
    const Slot& slot = m_slots[locate(key, hash)];
    return slot.id == kEmpty ? nullptr : &at(slot.id);
}

KeyTable::Entry& KeyTable::findOrAdd(std::string_view key, std::uint32_t hash) {
    std::size_t place = locate(key, hash);
    if (m_slots[place].id != kEmpty) return at(m_slots[place].id);
    if ((m_size + 1) * 3 > m_slots.size() * 2) {
        grow();
        place = locate(key, hash);
    }
    Entry& entry = newEntry();
    entry.key.assign(key);
    entry.hash = hash;
    m_slots[place] = {hash, entry.id};
    ++m_size;
    return entry;
}

KeyTable::Entry& KeyTable::newEntry() {
    if (!m_free.empty()) {
        Entry& entry = at(m_free.back());
        m_free.pop_back();
        return entry;
    }
    if ((m_made >> kSlabBits) == m_slabs.size())
        m_slabs.push_back(std::make_unique<Entry[]>(std::size_t{1} << kSlabBits));
    Entry& entry = at(m_made);
    entry.id = m_made++;
    return entry;
}

void KeyTable::grow() {
    std::vector<Slot> before(m_slots.size() * 2);
    before.swap(m_slots);
    const std::size_t mask = m_slots.size() - 1;
    for (const Slot& slot : before) {
        if (slot.id == kEmpty) continue;
        std::size_t place = slot.hash & mask;
        while (m_slots[place].id != kEmpty) place = (place + 1) & mask;
        m_slots[place] = slot;
    }
    setExpectation();
}

/// Without tombstones: each later slot of the same run moves up when its own first choice allows it.
void KeyTable::erase(Entry& entry) {
    const std::size_t mask = m_slots.size() - 1;
    std::size_t hole = entry.hash & mask;
    while (m_slots[hole].id != entry.id) hole = (hole + 1) & mask;
    for (std::size_t next = (hole + 1) & mask; m_slots[next].id != kEmpty; next = (next + 1) & mask) {
        const std::size_t home = m_slots[next].hash & mask;
        if (((next - home) & mask) < ((next - hole) & mask)) continue;
        m_slots[hole] = m_slots[next];
        hole = next;
    }
    m_slots[hole] = {};
    --m_size;
    entry.key.clear();  // its capacity serves the next key
    m_free.push_back(entry.id);
}

}  // namespace rollcall
