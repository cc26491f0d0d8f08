// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/clock.h"

namespace rollcall {

/// What a WorkQueue knows of the keys that are dirty or being processed: client-go's two sets in one place. An
/// open-addressing table of small slots points to entries that are pooled, so that adding and finishing a key allocates
/// nothing once the queue has been as full before. **Thread**: one at a time. **Owns** the keys' texts; an entry keeps
/// its address.
class KeyTable {
public:
    struct Entry {
        std::string key;
        MonoTime addedAt{};
        MonoTime startedAt{};
        std::uint32_t hash = 0;
        std::uint32_t id = 0;
        std::uint32_t lane = 0;  ///< place among those being processed; the queue's
        bool dirty = false;
        bool processing = false;
    };

    KeyTable();

    /// To be computed outside the lock.
    static std::uint32_t hash(std::string_view key);
    /// Has the place of a key brought into the processor's cache; to be called before locking, from any thread. In a
    /// large table that is a wait for memory, and the lock would be held for it.
    void expect(std::uint32_t hash) const {
        prefetch(m_expectFrom.load(std::memory_order_relaxed), hash & m_expectMask.load(std::memory_order_relaxed));
    }
    Entry* find(std::string_view key, std::uint32_t hash);
    Entry& findOrAdd(std::string_view key, std::uint32_t hash);
    void erase(Entry& entry);
    std::size_t size() const { return m_size; }

private:
    struct Slot {
        std::uint32_t hash = 0;
        std::uint32_t id = kEmpty;
    };
    static constexpr std::uint32_t kEmpty = 0xffffffff;
    static constexpr std::size_t kSlabBits = 8;

    Entry& at(std::uint32_t id) { return m_slabs[id >> kSlabBits][id & ((1u << kSlabBits) - 1)]; }
    /// Where the key is, or the empty slot where it would be.
    std::size_t locate(std::string_view key, std::uint32_t hash);
    void grow();
    Entry& newEntry();
    void setExpectation();
    static void prefetch(std::uintptr_t from, std::size_t slot) {
        __builtin_prefetch(reinterpret_cast<const void*>(from + slot * sizeof(Slot)), 1);
    }

    std::vector<Slot> m_slots;  // a power of two, at most two thirds full
    std::vector<std::unique_ptr<Entry[]>> m_slabs;
    std::vector<std::uint32_t> m_free;  // last freed is first used: it is still in the processor's cache
    std::uint32_t m_made = 0;
    std::atomic<std::uintptr_t> m_expectFrom{0};  // where m_slots was lately: good enough for a hint
    std::atomic<std::size_t> m_expectMask{0};
    std::size_t m_size = 0;
};

}  // namespace rollcall
