// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/lease.h"

#include "core/api/json_reader.h"
#include "core/api/json_writer.h"
#include "core/base/time_text.h"

namespace rollcall {

namespace {

/// As LeaderElectionRecordToLeaseSpec fills it: everything is written, also the empty holder; a time that never was is
/// null.
void writeSpec(JsonWriter& w, const LeaseSpec& spec) {
    const auto time = [&w](const char* key, const std::optional<WallTime>& at) {
        w.key(key);
        if (at)
            w.string(formatRfc3339Micro(*at));
        else
            w.null();
    };
    w.key("spec").beginObject().field("holderIdentity", spec.holder);
    w.key("leaseDurationSeconds").number(spec.durationSeconds);
    time("acquireTime", spec.acquireTime);
    time("renewTime", spec.renewTime);
    w.key("leaseTransitions").number(spec.transitions);
    w.optionalField("strategy", spec.strategy).optionalField("preferredHolder", spec.preferredHolder).endObject();
}

}  // namespace

std::string leaseJson(const std::string& ns, const std::string& name, const LeaseSpec& spec) {
    JsonWriter w;
    w.beginObject().field("kind", "Lease").field("apiVersion", "coordination.k8s.io/v1");
    w.key("metadata").beginObject().field("name", name).field("namespace", ns).endObject();
    writeSpec(w, spec);
    w.endObject();
    return w.take();
}

std::string leaseJson(const LeaseObject& old, const LeaseSpec& spec) {
    JsonWriter w;
    w.beginObject();
    json::ScratchLease scratch;
    json::od::document document;
    json::od::object object;
    // It was read once, so it can be read again; should it not, the server refuses what is left.
    if (!scratch->open(old.json, document) && !document.get_object().get(object)) {
        (void)json::eachField(object, [&](std::string_view key, json::od::value& value) {
            std::string_view raw;
            const auto error = json::rawValue(value, raw);
            if (!error && key != "spec") w.key(key).raw(json::trimmed(raw));
            return error;
        });
    }
    writeSpec(w, spec);
    w.endObject();
    return w.take();
}

}  // namespace rollcall
