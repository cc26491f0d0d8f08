// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/session/feed.h"

namespace rollcall {

enum class PanelKind { Students, Workqueue, Events, Pods, Trace, Metrics };

/// Which designed state a table shows when it is not simply full of rows.
enum class PanelMode { Rows, Empty, Loading, Forbidden, SignedOut, MissingResource, Offline, FilteredOut };
/// What the one button of that state does.
enum class PanelAction { None, Start, CreateStudent, ClearFilter, ChooseTarget, InstallCrd };

struct PanelState {
    PanelMode mode = PanelMode::Rows;
    QString title;
    QString sentence;
    QString button;
    PanelAction action = PanelAction::None;
    QString stale;  ///< rows are shown but old: since when; empty = fresh
};

struct PanelInput {
    PanelKind kind = PanelKind::Students;
    HostState host = HostState::Stopped;
    int rows = 0;     ///< in the model
    int visible = 0;  ///< after the filter
    bool filtered = false;
    MonoTime now{};
};

/// Thread: pure. `stats` are those of the controller that feeds the panel.
PanelState panelState(const PanelInput& input, const PipelineStats& stats);

}  // namespace rollcall
