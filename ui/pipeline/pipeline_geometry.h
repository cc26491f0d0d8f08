// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>
#include <array>
#include <vector>

namespace rollcall {

enum class Station { ApiServer, Reflector, Store, Handlers, Queue, Workers, Recorder };
inline constexpr int kStationCount = 7;
enum class Lane { Ready, Waiting, Parked };
inline constexpr int kLaneCount = 3;

/// Where everything of the strip is.
struct PipelineGeometry {
    std::array<QRectF, kStationCount> stations;
    std::array<QRectF, kStationCount - 1> arrows;
    std::array<QRectF, kLaneCount> lanes;  ///< inside the Queue station, label included
    std::vector<QRectF> workers;           ///< one cell for each worker
    bool smallCells = false;               ///< workers are too many for chips
    QRectF workerNumbers;                  ///< the lines below the lanes; empty when there is no room
    QRectF otherController;                ///< the one-line summary below

    const QRectF& station(Station s) const { return stations[std::size_t(s)]; }
    const QRectF& lane(Lane l) const { return lanes[std::size_t(l)]; }
};

/// How wide each station wants to be, 0 = it is left out; the Queue takes what the others leave, and its figure is what it needs before
/// they give way.
using StationWidths = std::array<double, kStationCount>;

/// The height that the strip needs.
int pipelineHeight();
/// Thread: pure. When the width does not do, the stations shrink together down to `least` and then run out to the
/// right.
PipelineGeometry layoutPipeline(double width, const StationWidths& wanted, const StationWidths& least, int workers);

}  // namespace rollcall
