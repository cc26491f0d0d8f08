// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <string>

#include "core/api/event_body.h"
#include "core/cache/informer.h"
#include "core/controller/leader_elector.h"
#include "core/controller/sync_faults.h"  // these are part of what the window sees, so they have an address in this room

namespace rollcall {

/// What a controller's queue waits by (client-go util/workqueue/default_rate_limiters.go, kubernetes/sample-controller).
enum class LimiterKind {
    ControllerDefault,  ///< per item 5 ms … 1000 s, and one bucket of 10/s, burst 100: the longer of both
    ItemOnly,           ///< per item 5 ms … 1000 s
    ItemBased,          ///< per item 1 ms … 1000 s
    SampleController,   ///< per item 5 ms … 1000 s, and one bucket of 50/s, burst 300
};

/// Leader election on a Lease (client-go tools/leaderelection; the durations are kube-controller-manager's defaults).
struct LeaderOptions {
    bool enabled = false;
    std::string ns;                                   ///< of the Lease; empty = the connection's namespace
    std::string name = "rollcall";
    std::string identity;                             ///< empty = host name and a random part
    std::chrono::milliseconds leaseDuration{15'000};
    std::chrono::milliseconds renewDeadline{10'000};
    std::chrono::milliseconds retryPeriod{2'000};
};

/// How the machinery is built at the next Start, beyond the profiles. Thread: copied by value.
struct Machinery {
    std::chrono::milliseconds studentResync{30'000};  ///< seed A: 30 s; 0 = none
    std::chrono::milliseconds podResync{600'000};     ///< seed B: 10 min
    LimiterKind limiter = LimiterKind::ControllerDefault;
    Delivery delivery = Delivery::InOrder;
    bool watchList = true;                            ///< first list as a stream (WatchListClient, on since client-go 0.35)
    EventApi events = EventApi::CoreV1;               ///< where the recorder writes
    LeaderOptions leader;
};

}  // namespace rollcall
