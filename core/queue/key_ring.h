// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

#include "core/queue/key_table.h"

namespace rollcall {

/// First in, first out, in one block of memory that only grows. **Thread**: one at a time.
class KeyRing {
public:
    bool empty() const { return m_size == 0; }
    std::size_t size() const { return m_size; }

    void push(KeyTable::Entry* entry) {
        if (m_size == m_places.size()) grow();
        m_places[(m_head + m_size++) & (m_places.size() - 1)] = entry;
    }

    KeyTable::Entry* pop() {
        KeyTable::Entry* entry = m_places[m_head];
        m_head = (m_head + 1) & (m_places.size() - 1);
        --m_size;
        return entry;
    }

    /// The entry that is `ahead` places behind the first, or null.
    const KeyTable::Entry* peek(std::size_t ahead) const {
        return ahead < m_size ? m_places[(m_head + ahead) & (m_places.size() - 1)] : nullptr;
    }

private:
    void grow() {
        std::vector<KeyTable::Entry*> larger(m_places.size() * 2);
        for (std::size_t i = 0; i < m_size; ++i) larger[i] = m_places[(m_head + i) & (m_places.size() - 1)];
        m_places.swap(larger);
        m_head = 0;
    }

    std::vector<KeyTable::Entry*> m_places = std::vector<KeyTable::Entry*>(64);  // a power of two
    std::size_t m_head = 0;
    std::size_t m_size = 0;
};

}  // namespace rollcall
