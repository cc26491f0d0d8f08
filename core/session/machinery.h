// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <string>

#include "core/controller/sync_faults.h"  // part of what the window sees, so it has an address in this room

namespace rollcall {

/// What a controller's queue waits by (client-go util/workqueue/default_rate_limiters.go, kubernetes/sample-controller).
enum class LimiterKind {
    ControllerDefault,  ///< per item 5 ms … 1000 s, and one bucket of 10/s, burst 100: the longer of both
    ItemOnly,           ///< per item 5 ms … 1000 s
    ItemBased,          ///< per item 1 ms … 1000 s
    SampleController,   ///< per item 5 ms … 1000 s, and one bucket of 50/s, burst 300
};

/// What lies between the reflector and the store: the two queues of client-go's history.
enum class Delivery {
    InOrder,     ///< every event in the order of arrival (RealFIFO, the default since client-go 0.33)
    Coalescing,  ///< the events of a key are taken together (DeltaFIFO, until client-go 0.32)
};

/// Which API the recorder writes its Events to.
enum class EventsApi { CoreV1, EventsV1 };

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
    EventsApi events = EventsApi::CoreV1;
    LeaderOptions leader;
};

}  // namespace rollcall
