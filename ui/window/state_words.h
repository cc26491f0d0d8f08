// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/session/feed.h"
#include "ui/models/visual_state.h"

namespace rollcall {

/// The bar's "● Running  synced, last event 0.4 s ago".
struct BarState {
    VisualState visual = VisualState::Stopped;
    QString word, remark;
};

struct BarInput {
    HostState host = HostState::Stopped;
    bool connecting = false, synced = false, paused = false;
    QString targetName;
    MonoTime now{};
};

/// Thread: pure. `stats` of both controllers, Students first.
BarState barState(const BarInput& input, const PipelineStats& students, const PipelineStats& pods);

}  // namespace rollcall
