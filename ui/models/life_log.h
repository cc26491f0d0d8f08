// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <deque>
#include <string_view>
#include <vector>

#include "core/trace/transition.h"
#include "ui/models/visual_state.h"

namespace rollcall {

/// The newest transitions, to tell the life of one key. The complete log is the machinery's; this is the window's copy.
/// **Thread**: GUI. **Owns** at most kCapacity transitions.
class LifeLog {
public:
    static constexpr std::size_t kCapacity = 20'000;  ///< about 4 MB; an hour of a class at 5 steps a second

    void add(const std::vector<Transition>& transitions);
    void clear() { m_kept.clear(); }
    /// Oldest first, at most `limit` of the newest.
    std::vector<Transition> of(ControllerId controller, std::string_view key, std::size_t limit = 500) const;
    std::size_t size() const { return m_kept.size(); }

private:
    std::deque<Transition> m_kept;
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
