// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

#include "core/base/clock.h"

namespace rollcall {

/// A core/v1 Event that the recorder writes. Field names and what is filled from what: client-go tools/record/event.go.
/// Thread: plain data.
struct EventBody {
    std::string ns;    ///< "default" when the object is cluster-scoped (E3)
    std::string name;  ///< made by the caller, so that a repeated POST cannot make a second Event (A7)
    std::string involvedApiVersion, involvedKind, involvedNamespace, involvedName, involvedUid, involvedResourceVersion;
    std::string type = "Normal";  ///< or "Warning"; the API server accepts nothing else
    std::string reason;
    std::string message;
    std::string component;  ///< source.component and reportingComponent
    std::string host;       ///< source.host and reportingInstance; may be empty
    WallTime first{}, last{};
    std::int64_t count = 1;

    /// For POST …/namespaces/<ns>/events. Reason and message are cut to what the API accepts (E8: 128 and 1024 bytes).
    std::string toJson() const;
    /// For PATCH with kStrategicMergePatch: count, lastTimestamp and message, as client-go's eventObserve makes it.
    std::string countPatch() const;
};

}  // namespace rollcall
