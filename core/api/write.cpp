// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/write.h"

#include "core/api/json_writer.h"
#include "core/base/time_text.h"

namespace rollcall {

namespace {
// k8s.io/kubernetes pkg/apis/core/validation/events.go: NoteLengthLimit, ReasonLengthLimit.
constexpr std::size_t kMessageBytes = 1024;
constexpr std::size_t kReasonBytes = 128;

/// Repaired before cutting: a replacement character is longer than the byte it stands for.
std::string limited(const std::string& text, std::size_t bytes) {
    return std::string(firstBytes(validUtf8(text), bytes));
}
}  // namespace

std::string EventBody::toJson() const {
    JsonWriter w;
    w.beginObject().field("kind", "Event").field("apiVersion", "v1");
    w.key("metadata").beginObject().field("name", name).field("namespace", ns).endObject();
    w.key("involvedObject").beginObject();
    w.optionalField("kind", involvedKind)
        .optionalField("namespace", involvedNamespace)
        .optionalField("name", involvedName);
    w.optionalField("uid", involvedUid).optionalField("apiVersion", involvedApiVersion);
    w.optionalField("resourceVersion", involvedResourceVersion).endObject();
    w.field("reason", limited(reason, kReasonBytes)).field("message", limited(message, kMessageBytes));
    w.key("source").beginObject().optionalField("component", component).optionalField("host", host).endObject();
    w.field("firstTimestamp", formatRfc3339(first)).field("lastTimestamp", formatRfc3339(last));
    w.key("count").number(count).field("type", type).key("eventTime").null();
    w.field("reportingComponent", component).field("reportingInstance", host).endObject();
    return w.take();
}

std::string EventBody::countPatch() const {
    JsonWriter w;
    w.beginObject().key("count").number(count).field("lastTimestamp", formatRfc3339(last));
    w.field("message", limited(message, kMessageBytes)).endObject();
    return w.take();
}

std::string deleteOptions(std::string_view uid, std::string_view resourceVersion) {
    JsonWriter w;
    w.beginObject().field("kind", "DeleteOptions").field("apiVersion", "v1");
    if (!uid.empty() || !resourceVersion.empty()) {
        w.key("preconditions").beginObject().optionalField("uid", uid);
        w.optionalField("resourceVersion", resourceVersion).endObject();
    }
    w.endObject();
    return w.take();
}

std::string accessReview(std::string_view verb, std::string_view group, std::string_view resource,
                         std::string_view ns) {
    JsonWriter w;
    w.beginObject().field("kind", "SelfSubjectAccessReview").field("apiVersion", "authorization.k8s.io/v1");
    w.key("spec").beginObject().key("resourceAttributes").beginObject();
    w.optionalField("namespace", ns).field("verb", verb).optionalField("group", group).field("resource", resource);
    w.endObject().endObject().endObject();
    return w.take();
}

}  // namespace rollcall
