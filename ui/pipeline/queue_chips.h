// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <vector>

#include "ui/models/workqueue_model.h"
#include "ui/pipeline/chip.h"
#include "ui/pipeline/pipeline_geometry.h"

namespace rollcall {

/// The chips of one controller, in the order of their lanes: Ready by place in line, Waiting by the end of the delay,
/// Parked by age; and what each worker holds. A lane keeps its first kMaxChips: no screen shows more.
struct QueueChips {
    static constexpr std::size_t kMaxChips = 64;
    std::array<std::vector<Chip>, kLaneCount> lanes;
    std::array<int, kLaneCount> counts{};
    std::vector<Chip> workers;  ///< index = lane; an empty key = idle
    std::vector<MonoTime> workerSince;
};

/// Thread: GUI (reads the model).
QueueChips collectChips(const WorkqueueModel& model, ControllerId controller, const std::vector<WorkerLane>& lanes);
/// Brings ring and time of a chip up to date.
void setChipTime(Chip& chip, const QueueRow& row, MonoTime now);

}  // namespace rollcall
