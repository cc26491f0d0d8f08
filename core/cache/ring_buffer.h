// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace rollcall {

/// A first-in, first-out buffer that doubles when it is full and never shrinks (k8s.io/utils/buffer, RingGrowing).
/// Thread: the caller's lock.
template <class T>
class RingBuffer {
public:
    explicit RingBuffer(std::size_t capacity) : m_items(capacity) {}

    void push(T value) {
        if (m_count == m_items.size()) grow();
        m_items[(m_first + m_count) % m_items.size()] = std::move(value);
        ++m_count;
    }
    /// False when it is empty.
    bool pop(T& out) {
        if (m_count == 0) return false;
        out = std::exchange(m_items[m_first], T{});
        m_first = (m_first + 1) % m_items.size();
        if (--m_count == 0) m_first = 0;  // the same few slots again and again stay in the processor's cache
        return true;
    }
    void clear() {
        for (T out; pop(out);) {
        }
    }
    std::size_t size() const { return m_count; }
    std::size_t capacity() const { return m_items.size(); }

private:
    void grow() {
        std::vector<T> larger(m_items.size() * 2);
        for (std::size_t i = 0; i < m_count; ++i) larger[i] = std::move(m_items[(m_first + i) % m_items.size()]);
        m_items = std::move(larger);
        m_first = 0;
    }

    std::vector<T> m_items;
    std::size_t m_first = 0;
    std::size_t m_count = 0;
};

}  // namespace rollcall
