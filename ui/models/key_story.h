// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>
#include <string>
#include <vector>

#include "core/session/profile.h"
#include "core/trace/lineage.h"
#include "ui/models/why.h"

namespace rollcall {

class LifeLog;
class LiveData;

/// What the last run of a key stands for: the watch events that it collapsed and the runs that it repeats.
struct RunStory {
    Transition got;
    std::vector<Transition> events;  ///< oldest first
    std::size_t retryOf = 0;
    bool complete = true;            ///< false: a part is older than what is kept
};

/// Thread: GUI (read the window's log and models).
std::optional<RunStory> lastRun(const LifeLog& log, ControllerId controller, const std::string& key);
/// "Run 12 stands for 3 watch events (RV 10480, 10481, 10482) and repeats 2 runs."
QString runSentence(const RunStory& story);

/// The whole answer for the inspector and the chip: where the key is and why, what its last run stands for, what became of
/// its Event, whether the cache is stale. Nothing when the key is not in the queue's table. `run`: what lastRun() found.
std::optional<WhyText> keyStory(const LiveData& data, ControllerId controller, const std::string& key, const Profile& profile,
                                const std::optional<RunStory>& run);

}  // namespace rollcall
