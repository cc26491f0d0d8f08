// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/transition.h"

#include <iterator>

namespace rollcall {

const char* stepName(Step step) {
    static constexpr const char* kNames[] = {
        "ListStarted", "ListPage", "ListDone", "ListFailed", "WatchStarted", "WatchBookmark", "WatchEnded",
        "WatchFailed", "BackingOff", "WatchListStarted", "WatchListDone", "WatchListSlow", "WatchListFellBack",
        "NamespaceForbidden", "Synced", "Resync", "Replaced", "Coalesced", "Added", "Updated", "Deleted",
        "TombstoneDeleted", "SuppressedEqualVersion", "HandlerBacklog", "Enqueued", "Deduplicated", "Parked",
        "AddedAfter", "MovedEarlier", "DelayKept", "Got", "Done", "Requeued", "Forgotten", "GivenUp", "Lost",
        "IgnoredShuttingDown", "Discarded", "WorkerStarted", "WorkerStopped", "SyncSucceeded", "SyncFailed",
        "SyncPanicked", "WorkerRestarting", "EventRecorded", "EventDroppedFull", "EventAggregated", "EventCounted",
        "EventSpamFiltered", "EventPosted", "EventPatched", "EventRetried", "EventRefused", "EventDropped",
        "LeaderSeen", "LeaderAcquired", "LeaderRenewed", "LeaderRenewFailed", "LeaderLost", "LeaderReleased",
        "EngineStarted", "EngineStopping", "EngineStopped", "EngineAbandoned"};
    static_assert(std::size(kNames) == static_cast<std::size_t>(Step::EngineAbandoned) + 1);
    return kNames[static_cast<std::size_t>(step)];
}

const char* controllerName(ControllerId id) { return id == ControllerId::Students ? "students" : "pods"; }

}  // namespace rollcall
