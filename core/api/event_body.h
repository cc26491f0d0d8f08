// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "core/base/clock.h"

namespace rollcall {

/// The two doors to the same objects. client-go: tools/record writes the first, tools/events the second.
enum class EventApi : std::uint8_t {
    CoreV1,    ///< v1: source, count, firstTimestamp, lastTimestamp
    EventsV1,  ///< events.k8s.io/v1: action, eventTime, series; the API server checks more
};

/// core/v1 ObjectReference.
struct ObjectRef {
    std::string apiVersion, kind, ns, name, uid, resourceVersion, fieldPath;
};

/// An Event that the recorder writes. Field names and what is filled from what: client-go tools/record/event.go and
/// tools/events/event_recorder.go. Thread: plain data.
struct EventBody {
    EventApi api = EventApi::CoreV1;
    std::string ns;    ///< "default" when the object is cluster-scoped (E3)
    std::string name;  ///< made by the caller, so that a repeated POST cannot make a second Event (A7)
    std::map<std::string, std::string> annotations;
    std::string involvedApiVersion, involvedKind, involvedNamespace, involvedName, involvedUid, involvedResourceVersion,
        involvedFieldPath;
    std::string type = "Normal";  ///< or "Warning"; the API server accepts nothing else
    std::string reason;
    std::string message;    ///< EventsV1: note
    std::string component;  ///< source.component and reportingComponent; EventsV1: reportingController
    std::string host;       ///< source.host and reportingInstance, may be empty; EventsV1: reportingInstance, required
    WallTime first{}, last{};  ///< EventsV1: eventTime, series.lastObservedTime
    std::int64_t count = 1;    ///< EventsV1: series.count; 1 = no series
    /// "(combined from similar events)": client-go leaves the reporting fields of these empty.
    bool combined = false;
    // EventsV1 only
    std::string action;  ///< required; the API server accepts no empty one
    std::optional<ObjectRef> related;

    /// For POST …/namespaces/<ns>/events. Reason, message and the like are cut to what the API accepts (E8).
    std::string toJson() const;
    /// For PATCH with kStrategicMergePatch, the difference that client-go computes. CoreV1 (eventObserve): count,
    /// lastTimestamp and message, which is left out when it is empty; EventsV1 (createPatchBytesForSeries): series.
    std::string countPatch() const;
};

}  // namespace rollcall
