// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

#include "core/base/clock.h"

namespace rollcall {

/// Each step that the machinery takes. The names are client-go's where it has one.
enum class Step : std::uint8_t {
    // reflector
    ListStarted, ListPage, ListDone, ListFailed, WatchStarted, WatchBookmark, WatchEnded, WatchFailed, BackingOff,
    WatchListStarted, WatchListDone, WatchListSlow, WatchListFellBack, NamespaceForbidden, Synced, Resync,
    // the queue between reflector and store
    Replaced, Coalesced,
    // store and handlers, with key and resource version
    Added, Updated, Deleted, TombstoneDeleted, SuppressedEqualVersion, HandlerBacklog,
    // queue, with key
    Enqueued, Deduplicated, Parked, AddedAfter, MovedEarlier, DelayKept, Got, Done, Requeued, Forgotten, GivenUp, Lost,
    IgnoredShuttingDown, Discarded,
    // workers
    WorkerStarted, WorkerStopped, SyncSucceeded, SyncFailed, SyncPanicked, WorkerRestarting,
    // events
    EventRecorded, EventDroppedFull, EventAggregated, EventCounted, EventSpamFiltered, EventPosted, EventPatched,
    EventRetried, EventRefused, EventDropped,
    // leader election
    LeaderSeen, LeaderAcquired, LeaderRenewed, LeaderRenewFailed, LeaderLost, LeaderReleased,
    // host
    EngineStarted, EngineStopping, EngineStopped, EngineAbandoned,
};

const char* stepName(Step step);  ///< "Enqueued", for logs and the trace table

enum class ControllerId : std::uint8_t { Students = 0, Pods = 1 };
inline constexpr int kControllerCount = 2;
const char* controllerName(ControllerId id);  ///< "students", "pods"

/// One line of the transition log. Which fields are set depends on the step; the rest stay empty.
struct Transition {
    std::uint64_t seq = 0;          ///< 1, 2, 3 … over both controllers; set by the log
    MonoTime at{};                  ///< the injected clock's; set by the log
    Step step = Step::EngineStarted;
    ControllerId controller = ControllerId::Students;
    std::string key;
    std::string resourceVersion;
    int worker = 0;                 ///< 1-based; 0 = none
    int retries = 0;                ///< NumRequeues after the step
    Duration delay{};               ///< AddedAfter, Requeued, BackingOff: the wait; SyncSucceeded/Failed: the time taken
    std::uint64_t cause = 0;        ///< seq of the step that led here; 0 = none
    std::string detail;             ///< an error or a count, for people
};

/// transition_log.h has its own kind: a box that reads from the log's store.
template <class T>
class Mailbox;
template <>
class Mailbox<Transition>;

}  // namespace rollcall
