// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string_view>
#include <vector>

#include "core/trace/transition.h"

namespace rollcall {

/// A transition whose texts belong to somebody else: what the hot paths hand to the log, which copies them into its
/// store without a heap allocation for each step.
struct TransitionRef {
    Step step = Step::EngineStarted;
    ControllerId controller = ControllerId::Students;
    std::string_view key{};
    std::string_view resourceVersion{};
    int worker = 0;
    int retries = 0;
    Duration delay{};
    std::uint64_t cause = 0;
    std::string_view detail{};
    MonoTime at{};  ///< zero = the log reads its clock; a caller that has just read the same clock saves that
};

/// Transitions one behind the other in chunks of bytes, numbered 1, 2, 3 …: a step costs the bytes that it has, and a
/// reader needs the lock only to take hold of the chunks, because what has been written never changes.
/// **Thread**: one at a time for the object; read() any, on a slice taken from it.
class TransitionStore {
    struct Chunk;

public:
    /// Transitions from + 1 … to, kept alive whatever the store drops meanwhile.
    struct Slice {
        std::vector<std::shared_ptr<const Chunk>> chunks;
        std::uint64_t from = 0, to = 0;
    };

    TransitionStore();
    ~TransitionStore();

    /// True when it began a new chunk: the moment to drop old ones.
    bool push(const TransitionRef& transition, MonoTime at);
    std::uint64_t lastSeq() const { return m_lastSeq; }
    /// Forgets whole chunks that hold nothing but numbers below `seq`.
    void dropBefore(std::uint64_t seq);
    /// What is still held behind number `after`.
    Slice slice(std::uint64_t after) const;
    static std::vector<Transition> read(const Slice& slice);

private:
    static constexpr std::size_t kChunkBytes = 60 * 1024;  // below malloc's limit for mapping each one anew

    std::uint64_t m_lastSeq = 0;
    std::byte* m_next = nullptr;  // in the last chunk
    std::byte* m_end = nullptr;   // of the last chunk
    std::deque<std::shared_ptr<Chunk>> m_chunks;
};

}  // namespace rollcall
