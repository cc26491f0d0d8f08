// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/event_body.h"

#include "core/api/json_writer.h"
#include "core/base/time_text.h"

namespace rollcall {

namespace {

// k8s.io/kubernetes pkg/apis/core/validation/events.go: NoteLengthLimit; ReasonLengthLimit, ActionLengthLimit and
// ReportingInstanceLengthLimit.
constexpr std::size_t kMessageBytes = 1024;
constexpr std::size_t kShortBytes = 128;

/// Repaired before cutting: a replacement character is longer than the byte it stands for.
std::string limited(const std::string& text, std::size_t bytes) {
    return std::string(firstBytes(validUtf8(text), bytes));
}

void writeMetadata(JsonWriter& w, const EventBody& event) {
    w.key("metadata").beginObject().field("name", event.name).field("namespace", event.ns);
    if (!event.annotations.empty()) {
        w.key("annotations").beginObject();
        for (const auto& [key, value] : event.annotations) w.field(key, value);
        w.endObject();
    }
    w.endObject();
}

void writeReference(JsonWriter& w, const char* key, const ObjectRef& ref) {
    w.key(key).beginObject();
    w.optionalField("kind", ref.kind).optionalField("namespace", ref.ns).optionalField("name", ref.name);
    w.optionalField("uid", ref.uid).optionalField("apiVersion", ref.apiVersion);
    w.optionalField("resourceVersion", ref.resourceVersion).optionalField("fieldPath", ref.fieldPath).endObject();
}

void writeSeries(JsonWriter& w, const EventBody& event) {
    w.key("series").beginObject().key("count").number(event.count);
    w.field("lastObservedTime", formatRfc3339Micro(event.last)).endObject();
}

ObjectRef involved(const EventBody& e) {
    return {e.involvedApiVersion,      e.involvedKind,     e.involvedNamespace, e.involvedName, e.involvedUid,
            e.involvedResourceVersion, e.involvedFieldPath};
}

std::string coreJson(const EventBody& event) {
    JsonWriter w;
    w.beginObject().field("kind", "Event").field("apiVersion", "v1");
    writeMetadata(w, event);
    writeReference(w, "involvedObject", involved(event));
    w.field("reason", limited(event.reason, kShortBytes)).field("message", limited(event.message, kMessageBytes));
    w.key("source").beginObject().optionalField("component", event.component).optionalField("host", event.host);
    w.endObject();
    w.field("firstTimestamp", formatRfc3339(event.first)).field("lastTimestamp", formatRfc3339(event.last));
    w.key("count").number(event.count).field("type", event.type).key("eventTime").null();
    w.field("reportingComponent", event.combined ? std::string() : event.component);
    w.field("reportingInstance", event.combined ? std::string() : event.host).endObject();
    return w.take();
}

std::string eventsJson(const EventBody& event) {
    JsonWriter w;
    w.beginObject().field("kind", "Event").field("apiVersion", "events.k8s.io/v1");
    writeMetadata(w, event);
    w.field("eventTime", formatRfc3339Micro(event.first));
    if (event.count > 1) writeSeries(w, event);
    w.field("reportingController", event.component).field("reportingInstance", limited(event.host, kShortBytes));
    w.field("action", limited(event.action, kShortBytes)).field("reason", limited(event.reason, kShortBytes));
    writeReference(w, "regarding", involved(event));
    if (event.related) writeReference(w, "related", *event.related);
    w.optionalField("note", limited(event.message, kMessageBytes)).field("type", event.type).endObject();
    return w.take();
}

}  // namespace

std::string EventBody::toJson() const {
    return api == EventApi::EventsV1 ? eventsJson(*this) : coreJson(*this);
}

std::string EventBody::countPatch() const {
    JsonWriter w;
    w.beginObject();
    if (api == EventApi::EventsV1) {
        writeSeries(w, *this);
    } else {
        w.key("count").number(count).field("lastTimestamp", formatRfc3339(last));
        w.optionalField("message", limited(message, kMessageBytes));
    }
    w.endObject();
    return w.take();
}

}  // namespace rollcall
