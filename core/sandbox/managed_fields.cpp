// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/managed_fields.h"

#include <algorithm>
#include <tuple>

#include "core/base/time_text.h"
#include "core/sandbox/field_set.h"

namespace rollcall::sandbox {
namespace {

struct Entry {
    std::string manager, operation, apiVersion, subresource, time;
    FieldSet fields;

    bool isOf(const FieldOwner& owner) const {
        return manager == owner.manager && subresource == owner.subresource &&
               operation == (owner.applies ? "Apply" : "Update");
    }
    auto order() const { return std::tie(operation, time, manager, apiVersion, subresource); }
};

std::vector<Entry> readEntries(const Json& object) {
    std::vector<Entry> entries;
    for (const Json& one : arrayAt(object, "metadata.managedFields")) {
        const Json* fields = find(one, "fieldsV1");
        entries.push_back({textAt(one, "manager"), textAt(one, "operation"), textAt(one, "apiVersion"),
                           textAt(one, "subresource"), textAt(one, "time"),
                           fieldSetFromWire(fields ? *fields : Json())});
    }
    return entries;
}

void writeEntries(Json& object, std::vector<Entry> entries) {
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.order() < b.order(); });
    Json list = Json::array();
    for (const Entry& entry : entries) {
        if (entry.fields.empty()) continue;
        Json one = {{"manager", entry.manager},       {"operation", entry.operation},
                    {"apiVersion", entry.apiVersion}, {"time", entry.time},
                    {"fieldsType", "FieldsV1"},       {"fieldsV1", fieldSetToWire(entry.fields)}};
        if (!entry.subresource.empty()) one["subresource"] = entry.subresource;
        list.push_back(std::move(one));
    }
    Json& metadata = ensureObject(object, "metadata");
    if (list.empty()) {
        metadata.erase("managedFields");
    } else {
        metadata["managedFields"] = std::move(list);
    }
}

// managedfields/internal, stripMeta: what nobody owns, and what the other half of a kind with a status keeps to itself.
FieldSet owned(const ResourceDescriptor& d, const FieldOwner& owner, FieldSet set) {
    set.erase(".");
    set.erase("f:apiVersion");
    set.erase("f:kind");
    if (d.hasStatus() && owner.subresource.empty()) set.erase("f:status");
    if (owner.subresource == "status") set.erase("f:spec");
    const auto metadata = set.find("f:metadata");
    if (metadata == set.end()) return set;
    for (const char* name :
         {".", "f:name", "f:namespace", "f:creationTimestamp", "f:selfLink", "f:uid", "f:clusterName", "f:generation",
          "f:managedFields", "f:resourceVersion", "f:deletionTimestamp", "f:deletionGracePeriodSeconds"}) {
        metadata->erase(name);
    }
    if (metadata->empty()) set.erase(metadata);
    return set;
}

std::string shownManager(const Entry& entry) {
    std::string shown = goQuote(entry.manager);
    if (!entry.subresource.empty()) shown += " with subresource " + goQuote(entry.subresource);
    if (entry.operation == "Update") shown += " using " + entry.apiVersion;
    return shown;
}

struct Conflict {
    std::string manager, path;
};

// managedfields/internal/conflict.go
ApiStatus conflictStatus(const std::vector<Conflict>& conflicts) {
    ApiStatus made;
    made.code = 409;
    made.reason = "Conflict";
    for (const Conflict& one : conflicts)
        made.causes.push_back({"FieldManagerConflict", one.path, "conflict with " + one.manager});
    if (conflicts.size() == 1) {
        made.message = "Apply failed with 1 conflict: conflict with " + conflicts[0].manager + ": " + conflicts[0].path;
        return made;
    }
    made.message = "Apply failed with " + std::to_string(conflicts.size()) + " conflicts: ";
    std::string manager;
    for (const Conflict& one : conflicts) {
        if (one.manager != manager) {
            made.message += (manager.empty() ? "" : "\n") + ("conflicts with " + one.manager + ":");
            manager = one.manager;
        }
        made.message += "\n- " + one.path;
    }
    return made;
}

Entry& entryOf(std::vector<Entry>& entries, const ResourceDescriptor& d, const FieldOwner& owner) {
    const auto at = std::find_if(entries.begin(), entries.end(), [&](const Entry& one) { return one.isOf(owner); });
    if (at != entries.end()) return *at;
    entries.push_back(
        {owner.manager, owner.applies ? "Apply" : "Update", d.apiVersion(), owner.subresource, {}, Json::object()});
    return entries.back();
}

void setFields(Entry& entry, FieldSet fields, WallTime now) {
    if (fields == entry.fields && !entry.time.empty()) return;
    entry.fields = std::move(fields);
    entry.time = formatRfc3339(now);
}

}  // namespace

std::string managerOf(const std::string& fieldManager, std::string_view userAgent) {
    constexpr std::size_t most = 128;  // metav1/validation, FieldManagerMaxLength
    if (!fieldManager.empty()) return fieldManager;
    return std::string(userAgent.substr(0, std::min(userAgent.find('/'), most)));
}

void recordUpdate(const ResourceDescriptor& d, const FieldOwner& owner, const Json& before, Json& after, WallTime now) {
    std::vector<Entry> entries = readEntries(before);
    const FieldChanges changes = FieldShape(d).compare(before, after);
    const FieldSet taken = united(changes.added, changes.modified);
    for (Entry& entry : entries) {
        if (!entry.isOf(owner)) entry.fields = without(without(entry.fields, taken), changes.removed);
    }
    Entry& mine = entryOf(entries, d, owner);
    setFields(mine, owned(d, owner, united(without(mine.fields, changes.removed), taken)), now);
    writeEntries(after, std::move(entries));
}

Outcome<Json> applyConfiguration(const ResourceDescriptor& d, const FieldOwner& owner, const Json& live,
                                 const Json& config, WallTime now) {
    const FieldShape shape(d);
    std::string problem;
    const FieldSet wanted = owned(d, owner, shape.fieldsOf(config, &problem));
    if (!problem.empty()) {
        return status::unnamedFailure("failed to create typed patch object (" + textAt(config, "metadata.namespace") +
                                      "/" + textAt(config, "metadata.name") + "; " + d.apiVersion() +
                                      ", Kind=" + d.kind + "): " + problem);
    }
    std::vector<Entry> entries = readEntries(live);
    Json result = live.is_object() ? shape.merged(live, config) : config;
    FieldSet others = Json::object();
    for (const Entry& entry : entries) {
        if (!entry.isOf(owner)) others = united(std::move(others), entry.fields);
    }
    const FieldSet last = entryOf(entries, d, owner).fields;
    shape.remove(result, without(without(last, wanted), others), united(wanted, others));
    const FieldChanges changes = shape.compare(live.is_object() ? live : Json::object(), result);
    const FieldSet taken = united(changes.added, changes.modified);
    std::vector<Conflict> conflicts;
    for (Entry& entry : entries) {
        if (entry.isOf(owner)) continue;
        const FieldSet lost = common(entry.fields, taken);
        for (const std::string& path : fieldPaths(lost)) conflicts.push_back({shownManager(entry), path});
        entry.fields = without(without(entry.fields, lost), changes.removed);
    }
    std::stable_sort(conflicts.begin(), conflicts.end(),
                     [](const Conflict& a, const Conflict& b) { return a.manager < b.manager; });
    if (!conflicts.empty() && !owner.force) return conflictStatus(conflicts);
    setFields(entryOf(entries, d, owner), wanted, now);
    writeEntries(result, std::move(entries));
    return result;
}

}  // namespace rollcall::sandbox
