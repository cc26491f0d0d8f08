// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/api/object.h"
#include "core/base/clock.h"

namespace rollcall {

/// coordination.k8s.io/v1 LeaseSpec as leader election uses it (client-go tools/leaderelection/resourcelock,
/// LeaderElectionRecord): fields that are null or missing read as empty, 0 or nullopt. Thread: plain data.
struct LeaseSpec {
    std::string holder;  ///< holderIdentity; empty = nobody's
    std::int64_t durationSeconds = 0;
    std::optional<WallTime> acquireTime, renewTime;
    std::int64_t transitions = 0;
    std::string strategy, preferredHolder;  ///< of coordinated election; carried, not acted on
};

/// A Lease as read. Thread: plain data.
struct LeaseObject final : Object {
    LeaseSpec spec;
};
using LeasePtr = std::shared_ptr<const LeaseObject>;

/// For POST …/namespaces/<ns>/leases.
std::string leaseJson(const std::string& ns, const std::string& name, const LeaseSpec& spec);
/// For PUT: the object as it was read, its resourceVersion, labels and all, with another spec.
std::string leaseJson(const LeaseObject& old, const LeaseSpec& spec);

}  // namespace rollcall
