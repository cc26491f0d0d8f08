// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/transition_store.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

namespace rollcall {

namespace {

/// Stands before the texts of each transition; its number follows from its place.
struct Head {
    std::int64_t at;
    std::int64_t delay;
    std::uint64_t cause;
    std::int32_t worker;
    std::int32_t retries;
    std::uint32_t keyBytes;
    std::uint32_t versionBytes;
    std::uint32_t detailBytes;
    Step step;
    ControllerId controller;
};
static_assert(sizeof(Head) == 48);

std::size_t roundUp(std::size_t bytes) {
    return (bytes + alignof(Head) - 1) / alignof(Head) * alignof(Head);
}

std::size_t sizeOf(const Head& head) {
    return roundUp(sizeof(Head) + head.keyBytes + head.versionBytes + head.detailBytes);
}

std::byte* write(std::byte* to, std::string_view text) {
    if (!text.empty()) std::memcpy(to, text.data(), text.size());
    return to + text.size();
}

std::string take(const std::byte*& from, std::size_t bytes) {
    std::string text(reinterpret_cast<const char*>(from), bytes);
    from += bytes;
    return text;
}

}  // namespace

struct TransitionStore::Chunk {
    Chunk(std::uint64_t firstSeq, std::size_t bytes) : first(firstSeq), data(new std::byte[bytes]) {}

    const std::uint64_t first;
    const std::unique_ptr<std::byte[]> data;
};

TransitionStore::TransitionStore() = default;
TransitionStore::~TransitionStore() = default;

bool TransitionStore::push(const TransitionRef& t, MonoTime at) {
    const std::size_t bytes = roundUp(sizeof(Head) + t.key.size() + t.resourceVersion.size() + t.detail.size());
    ++m_lastSeq;
    const bool fresh = static_cast<std::size_t>(m_end - m_next) < bytes;
    if (fresh) {
        const std::size_t capacity = std::max(bytes, kChunkBytes);
        m_next = m_chunks.emplace_back(std::make_shared<Chunk>(m_lastSeq, capacity))->data.get();
        m_end = m_next + capacity;
    }
    std::byte* to = std::exchange(m_next, m_next + bytes);
    new (to) Head{at.time_since_epoch().count(),
                  t.delay.count(),
                  t.cause,
                  t.worker,
                  t.retries,
                  static_cast<std::uint32_t>(t.key.size()),
                  static_cast<std::uint32_t>(t.resourceVersion.size()),
                  static_cast<std::uint32_t>(t.detail.size()),
                  t.step,
                  t.controller};
    to = write(to + sizeof(Head), t.key);
    to = write(to, t.resourceVersion);
    write(to, t.detail);
    return fresh;
}

void TransitionStore::dropBefore(std::uint64_t seq) {
    while (m_chunks.size() > 1 && m_chunks[1]->first <= seq) m_chunks.pop_front();
}

TransitionStore::Slice TransitionStore::slice(std::uint64_t after) const {
    Slice slice;
    if (m_chunks.empty() || after >= m_lastSeq) return slice;
    slice.from = std::max(after, m_chunks.front()->first - 1);
    slice.to = m_lastSeq;
    auto first = std::upper_bound(m_chunks.begin(), m_chunks.end(), slice.from + 1,
                                  [](std::uint64_t seq, const auto& chunk) { return seq < chunk->first; });
    slice.chunks.assign(std::prev(first), m_chunks.end());
    return slice;
}

std::vector<Transition> TransitionStore::read(const Slice& slice) {
    std::vector<Transition> all;
    all.reserve(slice.to - slice.from);
    for (std::size_t i = 0; i < slice.chunks.size(); ++i) {
        const Chunk& chunk = *slice.chunks[i];
        const std::uint64_t end = i + 1 < slice.chunks.size() ? slice.chunks[i + 1]->first : slice.to + 1;
        const std::byte* next = chunk.data.get();
        for (std::uint64_t seq = chunk.first; seq < end; ++seq) {
            Head head;
            std::memcpy(&head, next, sizeof head);
            const std::byte* text = next + sizeof head;
            next += sizeOf(head);
            if (seq <= slice.from) continue;
            Transition& t = all.emplace_back();
            t.seq = seq;
            t.at = MonoTime(Duration(head.at));
            t.step = head.step;
            t.controller = head.controller;
            t.key = take(text, head.keyBytes);
            t.resourceVersion = take(text, head.versionBytes);
            t.worker = head.worker;
            t.retries = head.retries;
            t.delay = Duration(head.delay);
            t.cause = head.cause;
            t.detail = take(text, head.detailBytes);
        }
    }
    return all;
}

}  // namespace rollcall
