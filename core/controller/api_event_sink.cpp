// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controller/api_event_sink.h"

#include <utility>

#include "core/api/write.h"

namespace rollcall {

namespace {
ApiClient::ObjectDone written(EventSink::Done done) {
    return [done = std::move(done)](Result<ObjectPtr> result) {
        if (!result.ok()) return done(result.error());
        const auto& event = static_cast<const EventObject&>(**result);
        done(EventSink::Written{event.count, event.meta.name});
    };
}

const ResourceType& resource(const EventBody& event) {
    return event.api == EventApi::EventsV1 ? eventV1Resource() : eventResource();
}
}  // namespace

void ApiEventSink::create(const EventBody& event, Done done) {
    m_client.create(resource(event), event.ns, event.toJson(), WriteOptions{}, written(std::move(done)));
}

void ApiEventSink::patchCount(const EventBody& event, Done done) {
    m_client.patch(resource(event), event.ns, event.name, kStrategicMergePatch, event.countPatch(), WriteOptions{},
                   written(std::move(done)));
}

}  // namespace rollcall
