// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rollcall {

/// Cuts a stream of bytes into lines. Bytes, not characters: a UTF-8 sequence cut between two reads comes out whole
/// (W6). Linear in the bytes: each is looked at once, however the reads fall (W9). Thread: one at a time.
class LineSplitter {
public:
    /// A watch event is one line; the API server stores objects of at most 1.5 MiB, and a few MiB with room for all.
    static constexpr std::size_t kLongestLine = 64UL * 1024 * 1024;

    /// One read's whole lines without newline; empty lines are left out. Valid as long as the batch lives.
    struct Batch {
        std::string bytes;
        std::vector<std::string_view> lines;
    };

    /// `lines` is empty when no line ended. False when a line exceeds kLongestLine.
    bool add(std::string_view data, Batch& batch);
    /// Bytes of a line that has not ended.
    std::size_t pending() const { return m_rest.size(); }

private:
    std::string m_rest;
};

}  // namespace rollcall
