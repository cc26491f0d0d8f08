// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pipeline/queue_chips.h"

#include <algorithm>

#include "ui/models/plain_text.h"
#include "ui/models/time_words.h"

namespace rollcall {

namespace {

Chip chipOf(const QueueRow& row, MonoTime now) {
    Chip chip;
    chip.key = row.key;
    chip.label = shownText(row.key);
    chip.state = visualOf(row.state);
    chip.causes = row.causes;
    chip.retries = row.retries;
    setChipTime(chip, row, now);
    return chip;
}

bool goesBefore(const QueueRow* a, const QueueRow* b) {
    if (a->state == KeyState::Ready && a->position != b->position) return a->position < b->position;
    if (a->state == KeyState::Waiting && a->readyAt != b->readyAt) return a->readyAt < b->readyAt;
    if (a->since != b->since) return a->since < b->since;
    return a->key < b->key;
}

/// A parked key is still in its worker's hands: it is shown in both places.
void placeInWorker(QueueChips& chips, const QueueRow& row, MonoTime now) {
    if (row.worker < 1 || row.worker > int(chips.workers.size())) return;
    Chip chip = chipOf(row, now);
    chip.state = VisualState::Processing;
    chip.causes = 1;
    chip.retries = 0;
    chip.ring = -1;
    const MonoTime since = chips.workerSince[std::size_t(row.worker - 1)];
    chip.right = spanText(now - (since == MonoTime{} ? row.since : since));
    chips.workers[std::size_t(row.worker - 1)] = std::move(chip);
}

}  // namespace

void setChipTime(Chip& chip, const QueueRow& row, MonoTime now) {
    if (row.state == KeyState::Waiting) {
        const Duration left = std::max(row.readyAt - now, Duration::zero());
        chip.ring = row.delay > Duration::zero() ? double(left.count()) / double(row.delay.count()) : 0;
        chip.right = spanText(left);
    } else if (row.state == KeyState::Processing) {
        chip.right = spanText(now - row.since);
    }
}

QueueChips collectChips(const WorkqueueModel& model, ControllerId controller, const std::vector<WorkerLane>& lanes) {
    QueueChips chips;
    chips.workers.resize(lanes.size());
    for (const WorkerLane& lane : lanes) chips.workerSince.push_back(lane.since);
    std::array<std::vector<const QueueRow*>, kLaneCount> rows;
    model.forEachInQueue(controller, [&](const QueueRow& row) {
        if (row.state == KeyState::Ready) rows[std::size_t(Lane::Ready)].push_back(&row);
        if (row.state == KeyState::Waiting) rows[std::size_t(Lane::Waiting)].push_back(&row);
        if (row.state == KeyState::Parked) rows[std::size_t(Lane::Parked)].push_back(&row);
        if (row.state == KeyState::Processing || row.state == KeyState::Parked) placeInWorker(chips, row, model.now());
    });
    for (std::size_t lane = 0; lane < rows.size(); ++lane) {
        auto& list = rows[lane];
        const std::size_t shown = std::min(list.size(), QueueChips::kMaxChips);
        std::partial_sort(list.begin(), list.begin() + std::ptrdiff_t(shown), list.end(), goesBefore);
        for (std::size_t i = 0; i < shown; ++i) chips.lanes[lane].push_back(chipOf(*list[i], model.now()));
        chips.counts[lane] = int(list.size());
    }
    return chips;
}

}  // namespace rollcall
