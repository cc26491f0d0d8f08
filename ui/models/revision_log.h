// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/session/feed.h"

namespace rollcall {

/// The last revisions of each Student, as the watch brought them. **Thread**: GUI. **Owns** shares of the objects: at most
/// kPerKey of a key and kAll in all, the oldest go first.
class RevisionLog {
public:
    static constexpr std::size_t kPerKey = 20;
    static constexpr std::size_t kAll = 20'000;  ///< about 40 MB of objects of 2 kB

    void add(const StudentPtr& object);
    void clear();
    /// Oldest first.
    std::vector<StudentPtr> of(const std::string& key) const;

private:
    struct Kept {
        std::uint64_t number;
        StudentPtr object;
    };
    std::unordered_map<std::string, std::deque<Kept>> m_keys;
    std::deque<std::pair<std::uint64_t, std::string>> m_order;  ///< of arrival, with keys; may name what is gone already
    std::uint64_t m_next = 0;
};

}  // namespace rollcall
