// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/write.h"

#include "core/api/json_writer.h"

namespace rollcall {

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
