// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/trace/transition.h"
#include "ui/models/visual_state.h"

namespace rollcall {

/// The newest transitions: the trace, and the life of each key in it. The complete log is the machinery's; this is the
/// window's copy. **Thread**: GUI. **Owns** kCapacity transitions and a few more, for the oldest go many at a time.
class LifeLog {
public:
    static constexpr std::size_t kCapacity = 50'000;  ///< about 10 MB; hours of a class at 5 steps a second
    static constexpr std::size_t kSlack = 2'500;

    /// How many of the oldest have to go before `coming` more are added.
    std::size_t surplus(std::size_t coming) const;
    void dropOldest(std::size_t count);
    /// Drops the surplus by itself.
    void add(const std::vector<Transition>& transitions);
    void clear();

    const Transition& at(std::size_t index) const { return m_kept[index]; }
    std::size_t size() const { return m_kept.size(); }
    /// Where the transition of that number is; -1 = not kept.
    std::ptrdiff_t indexOf(std::uint64_t seq) const;
    /// The life of one key, oldest first, at most `limit` of the newest.
    std::vector<Transition> of(ControllerId controller, std::string_view key, std::size_t limit = 500) const;
    /// A copy of the newest `limit` up to and with that number, oldest first.
    std::vector<Transition> upTo(std::uint64_t seq, std::size_t limit) const;

private:
    static std::string idOf(ControllerId controller, std::string_view key);

    std::deque<Transition> m_kept;
    std::uint64_t m_dropped = 0;  ///< positions count from the first one ever
    std::unordered_map<std::string, std::deque<std::uint64_t>> m_lives;  ///< id → positions
};

/// What a step did to its key, as a state (colour and shape); None for steps that changed nothing of it.
VisualState visualOf(Step step);
/// "run", "5 ms", "✕": the word under a dot of the time line. Empty when the dot speaks for itself.
QString stepMark(const Transition& transition);
/// The sentence of the Life tab.
QString stepSentence(const Transition& transition);
/// "Life of the key: 3 watch events → 1 run → 3 retries".
QString lifeSummary(const std::vector<Transition>& life);

}  // namespace rollcall
