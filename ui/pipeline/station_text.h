// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <array>
#include <vector>

#include "core/session/feed.h"
#include "ui/models/visual_state.h"
#include "ui/pipeline/pipeline_geometry.h"

namespace rollcall {

/// What a station says: its title, a state beside it, and lines of name and number.
struct StationText {
    struct Line {
        QString name, value;
    };
    QString title;
    VisualState state = VisualState::None;
    QString stateText;
    std::vector<Line> lines;
    QString foot;  ///< a last line in the fixed font
};

struct StationInput {
    ControllerId controller = ControllerId::Students;
    PipelineStats stats;
    HostState host = HostState::Stopped;
    QString serverVersion;
    double eventsPerSecond = 0, postsPerSecond = 0;
    MonoTime now{};
};

/// Thread: pure.
StationText stationText(Station station, const StationInput& input);
/// The counts over the six arrows.
std::array<QString, kStationCount - 1> arrowTexts(const StationInput& input);
/// 9999, 12k, 3.4M: what fits over an arrow.
QString shortCount(std::int64_t count);
QString controllerTitle(ControllerId id);
/// "v1.36.0" of "v1.36.0+rollcall-sandbox" or "v1.30.4-eks-a737599": what tells servers apart is in the status line.
QString shortVersion(const QString& version);
/// "Pods" with its state and numbers: the line of the controller that is not open.
std::vector<StationText::Line> miniLine(const StationInput& input);

}  // namespace rollcall
