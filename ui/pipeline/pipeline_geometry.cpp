// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pipeline/pipeline_geometry.h"

#include <algorithm>
#include <numeric>

#include "ui/theme/tokens.h"

namespace rollcall {

namespace {

constexpr double kMarginX = 12, kMarginTop = 10, kMarginBottom = 8;
constexpr double kPadX = 8, kHead = 26;
constexpr double kArrowWide = 26, kArrowNarrow = 18;
constexpr double kLaneGap = 2;

double sum(const StationWidths& widths) {
    return std::accumulate(widths.begin(), widths.end(), 0.0);
}

/// All but the queue move between wanted and least by the same share; the queue gets the rest.
StationWidths fit(double room, const StationWidths& wanted, const StationWidths& least) {
    const auto queue = std::size_t(Station::Queue);
    StationWidths widths = wanted;
    const double over = sum(wanted) - room;
    const double slack = (sum(wanted) - wanted[queue]) - (sum(least) - least[queue]);
    if (over > 0 && slack > 0) {
        const double share = std::min(1.0, over / slack);
        for (std::size_t i = 0; i < widths.size(); ++i) {
            if (i != queue) widths[i] = wanted[i] - share * (wanted[i] - least[i]);
        }
    }
    widths[queue] = std::max(least[queue], room - (sum(widths) - widths[queue]));
    return widths;
}

void layoutLanes(PipelineGeometry& g) {
    const QRectF queue = g.station(Station::Queue);
    for (int i = 0; i < kLaneCount; ++i) {
        g.lanes[std::size_t(i)] = QRectF(queue.left() + kPadX, queue.top() + kHead + 4 + i * (metric::kLane + kLaneGap),
                                         queue.width() - 2 * kPadX, metric::kLane);
    }
}

void layoutWorkers(PipelineGeometry& g, int count) {
    const QRectF box = g.station(Station::Workers);
    const double left = box.left() + kPadX, width = box.width() - 2 * kPadX, top = box.top() + kHead + 4;
    const double bottom = box.bottom() - 6;
    constexpr double kNumberLine = 18;
    constexpr int kRoomy = 2, kRows = 4;
    const int columns = (count + kRows - 1) / kRows;
    const double gap = kLaneGap;
    double height = metric::kLane;
    if (count > kRoomy) height = metric::kChip;
    g.smallCells = count > kRows;
    const double cell = (width - (columns - 1) * gap) / std::max(columns, 1);
    const int rows = std::min(count, kRows);
    for (int i = 0; i < count; ++i) {
        // Column by column, so that neighbours in number are neighbours in place.
        g.workers.emplace_back(left + (i / kRows) * (cell + gap), top + (i % kRows) * (height + gap), cell, height);
    }
    const double below = top + rows * (height + gap) + 1;
    const double lines = std::floor((bottom - below) / kNumberLine);
    if (lines >= 1) g.workerNumbers = QRectF(left, below, width, std::min(lines, 2.0) * kNumberLine);
}

}  // namespace

int pipelineHeight() {
    return int(kMarginTop + metric::kStation + metric::kGap8 + metric::kMini + kMarginBottom);
}

PipelineGeometry layoutPipeline(double width, const StationWidths& wanted, const StationWidths& least, int workers) {
    PipelineGeometry g;
    const double inner = width - 2 * kMarginX;
    const auto arrows = double(std::count_if(wanted.begin(), wanted.end(), [](double w) { return w > 0; }) - 1);
    const double arrow = inner >= sum(wanted) + arrows * kArrowWide ? kArrowWide : kArrowNarrow;
    const StationWidths widths = fit(inner - arrows * arrow, wanted, least);
    const auto last = std::find_if(wanted.rbegin(), wanted.rend(), [](double w) { return w > 0; });
    double x = kMarginX;
    for (std::size_t i = 0; i < widths.size(); ++i) {
        if (wanted[i] <= 0) continue;
        g.stations[i] = QRectF(x, kMarginTop, widths[i], metric::kStation);
        x += widths[i];
        if (i + 1 < std::size_t(wanted.rend() - last)) {
            g.arrows[i] = QRectF(x, kMarginTop, arrow, metric::kStation);
            x += arrow;
        }
    }
    layoutLanes(g);
    layoutWorkers(g, std::max(workers, 1));
    g.otherController = QRectF(kMarginX, kMarginTop + metric::kStation + metric::kGap8, inner, metric::kMini);
    return g;
}

}  // namespace rollcall
