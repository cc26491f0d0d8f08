// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/trace/transition.h"

namespace rollcall {

/// A step by which the store and its handlers heard of an object, a resync included.
bool isWatchEvent(Step step);

/// Why a key was reconciled: everything that one run of it stands for.
struct Lineage {
    std::vector<std::uint64_t> events;   ///< seq of the watch events, tombstones and resyncs that it collapsed, oldest first
    std::vector<std::uint64_t> retryOf;  ///< seq of the Got of each earlier run that it repeats, oldest first
    bool complete = true;                ///< false: a step that it goes back to is no longer kept
};

/// Follows the causes back from the run that began with the Got of number `gotSeq`. An add that came from the delay heap
/// carries no cause of its own: it has those of the AddedAfter that made the entry and of what moved it since. `log`: in the order of seq, without
/// gaps, as TransitionLog::since() gives it. Thread: any.
Lineage lineageOf(const std::vector<Transition>& log, std::uint64_t gotSeq);

}  // namespace rollcall
