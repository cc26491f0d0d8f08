// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <string>
#include <vector>

#include "core/api/object.h"
#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/client/api_call.h"
#include "core/trace/states.h"
#include "core/session/machinery.h"
#include "core/trace/transition.h"

namespace rollcall {

/// What the window shows, as plain rows. ControllerHost fills them; the models take them over by key.
/// Thread: made and read on the host's own (GUI) thread.

enum class HostState { Stopped, Starting, Running, Stopping, Failed };

/// Where a key is: the four places of the queue, or what became of it.
enum class KeyState { Ready, Processing, Waiting, Parked, Synced, Failed, GivenUp, Lost, Discarded };

/// One row of the Workqueue table. Kept after the key left the queue, so that the end can be read (Synced, GivenUp, …).
struct QueueRow {
    ControllerId controller = ControllerId::Students;
    std::string key;
    KeyState state = KeyState::Ready;
    int retries = 0;                  ///< NumRequeues
    MonoTime since{};                 ///< when it entered this state
    MonoTime readyAt{};               ///< Waiting: when the delay ends
    Duration delay{};                 ///< Waiting: the whole delay, for the ring
    int worker = 0;                   ///< Processing and Parked: the lane that holds it
    int causes = 1;                   ///< adds that this entry collapsed
    int position = 0;                 ///< Ready: 1 = next
    int runs = 0;                     ///< syncs since Start
    std::string lastError;
    std::string lastVersion;          ///< resource version of the newest watch event for it
};

/// One row of the Events table: an Event recorded here, and what became of the post.
struct EventRow {
    std::string id;              ///< stable: the event's own namespace/name; the row is replaced when its count rises
    WallTime first{}, last{};
    std::string type, reason, objectKind, objectKey, message, component;
    std::int64_t count = 1;
    PostState post = PostState::Pending;
    int httpStatus = 0;          ///< Refused: why
    std::string postError;
};

struct StudentRow {
    StudentPtr object;
};

struct PodRow {
    PodPtr object;
    bool left = false;           ///< left the selection status.phase=Running; `object` is as last seen
    WallTime leftAt{};
};

struct WorkerLane {
    int number = 1;
    std::string key;             ///< empty = idle
    MonoTime since{};
    std::string panic;           ///< not empty: its loop ended so, and is started again at `restartsAt`
    MonoTime restartsAt{};
};

/// The workqueue_* metrics of one controller's queue. Buckets: from 1 µs in steps of ten to 1000 s, each counting what is in
/// no smaller one, and the rest (component-base metrics/prometheus/workqueue).
struct MetricsRow {
    std::int64_t depth = 0, adds = 0, retries = 0;
    std::array<std::int64_t, 11> queueBuckets{}, workBuckets{};
    double queueSum = 0, workSum = 0;              ///< seconds
    std::int64_t queueCount = 0, workCount = 0;
    double unfinished = 0, longest = 0;            ///< seconds
};

/// The numbers of one controller's pipeline, complete each time.
struct PipelineStats {
    ReflectorState reflector = ReflectorState::Idle;
    int listPage = 0;                        ///< Listing: which page
    std::int64_t listed = 0;                 ///< objects of the last list
    std::optional<MonoTime> lastEvent, lastBookmark, watchSince;
    Duration watchTimeout{};
    std::optional<MonoTime> nextResync;
    std::optional<MonoTime> backoffUntil;
    Duration backoff{};
    std::string problem;                     ///< the reason of BackingOff, Forbidden, SignedOut, WaitingForResource
    std::int64_t objects = 0;
    std::string serverVersion, cacheVersion, syncedVersion;  ///< resource versions
    std::int64_t added = 0, updated = 0, deleted = 0, equalVersion = 0;
    int ready = 0, waiting = 0, parked = 0, processing = 0;
    std::int64_t adds = 0, retries = 0, gets = 0;
    std::vector<WorkerLane> lanes;
    std::int64_t done = 0, failed = 0, givenUp = 0, panicked = 0;
    Duration p50{}, p99{};                   ///< of the last 1,000 sync times
    std::int64_t recorded = 0, merged = 0, posted = 0, dropped = 0, refused = 0;
    bool synced = false;
    MetricsRow metrics;
    LimiterKind limiter = LimiterKind::ControllerDefault;  ///< that this run's queue was built with
    std::optional<double> bucketTokens;      ///< of the limiter's bucket now, negative = debt; nothing = it has none
    std::vector<ApiCallCount> calls;         ///< to the API server for this controller, since Start
    std::int64_t throttled = 0;              ///< of these, how many had to wait for the client's own rate limit,
    Duration throttledTime{};                ///< and how long, together
    bool perNamespace = false;               ///< the cluster-wide list is forbidden
    std::vector<NamespaceStatus> namespaces; ///< then: which are listed and which are forbidden
};

/// What changed since the last drain. Applied in the order of the members.
struct Feed {
    bool reset = false;                          ///< another target or a new engine: forget all rows first
    std::optional<HostState> state;
    std::vector<StudentRow> students;            ///< added or changed
    std::vector<std::string> studentsRemoved;    ///< keys
    std::vector<PodRow> pods;                    ///< added, changed or left
    std::vector<std::string> podsRemoved;        ///< rows to forget, by key
    std::vector<QueueRow> queue;                 ///< added or changed
    std::vector<std::pair<ControllerId, std::string>> queueRemoved;
    std::vector<EventRow> events;                ///< added or changed, by id
    std::vector<Transition> transitions;         ///< in order, for the trace and motion
    std::optional<std::array<PipelineStats, kControllerCount>> pipeline;
    std::optional<LeaderStatus> leader;          ///< complete each time; unset = no election
    std::vector<std::string> notices;            ///< sentences for the status line
    std::optional<std::string> crash;            ///< a sync panicked with Profile::reallyCrash: a Go process would be gone

    bool empty() const {
        return !reset && !state && students.empty() && studentsRemoved.empty() && pods.empty() && podsRemoved.empty() &&
               queue.empty() && queueRemoved.empty() && events.empty() && transitions.empty() && !pipeline && notices.empty() && !crash;
    }
};

}  // namespace rollcall
