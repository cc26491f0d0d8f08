// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/transition.h"

#include <iterator>

namespace rollcall {

const char* stepName(Step step) {
    static constexpr const char* kNames[] = {
        "ListStarted", "ListPage", "ListDone", "ListFailed", "WatchStarted", "WatchBookmark", "WatchEnded", "WatchFailed",
        "BackingOff", "Synced", "Resync", "Added", "Updated", "Deleted", "TombstoneDeleted", "SuppressedEqualVersion",
        "Enqueued", "Deduplicated", "Parked", "AddedAfter", "MovedEarlier", "DelayKept", "Got", "Done", "Requeued",
        "Forgotten", "GivenUp", "Lost", "IgnoredShuttingDown", "Discarded", "WorkerStarted", "WorkerStopped",
        "SyncSucceeded", "SyncFailed", "EventRecorded", "EventDroppedFull", "EventAggregated", "EventCounted",
        "EventSpamFiltered", "EventPosted", "EventPatched", "EventRetried", "EventRefused", "EngineStarted",
        "EngineStopping", "EngineStopped", "EngineAbandoned"};
    static_assert(std::size(kNames) == static_cast<std::size_t>(Step::EngineAbandoned) + 1);
    return kNames[static_cast<std::size_t>(step)];
}

const char* controllerName(ControllerId id) { return id == ControllerId::Students ? "students" : "pods"; }

}  // namespace rollcall
