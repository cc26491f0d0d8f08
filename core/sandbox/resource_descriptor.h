// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/clock.h"
#include "core/sandbox/api_status.h"
#include "core/sandbox/selector.h"

namespace rollcall::sandbox {

struct SubresourceInfo {
    std::string name;                  ///< "status"
    std::string group, version, kind;  ///< of the body; group and version empty: those of the resource
    std::vector<std::string> verbs;
};

/// A column of a meta.k8s.io Table. `jsonPath` is set for the printer columns of a CustomResourceDefinition.
struct TableColumn {
    std::string name;
    std::string type = "string";
    std::string format;
    std::string description;
    int priority = 0;
    std::string jsonPath;
};

/// What one kind does beyond the common rules. Every hook may be empty. They see objects in stored form.
struct KindRules {
    std::function<void(Json& object, WallTime now)> prepareCreate;
    std::function<void(Json& object, const Json& old)> prepareUpdate;
    std::function<void(Json& object, const Json& old)> prepareStatus;
    std::function<void(const Json& object, const Json* old, FieldErrors&)> validate;
    /// Seconds that a deletion takes; 0 for at once. Empty: at once, and the answer is a Status.
    std::function<std::int64_t(const Json& object, std::optional<std::int64_t> asked)> gracePeriod;
    /// Why this object may not be deleted; "" when it may.
    std::function<std::string(const Json& object)> deletionProblem;
    /// Whether something other than metadata.finalizers keeps a deleted object (namespaces: spec.finalizers).
    std::function<bool(const Json& object)> heldBack;
    /// Runs when a deletion has begun and the object stays for now.
    std::function<void(Json& object, WallTime now)> prepareDelete;
    std::function<std::vector<Json>(const Json& object, WallTime now)> cells;
    std::function<TextPairs(const Json& object)> fields;  ///< selectable ones beyond metadata
    std::function<Json(const Json& stored)> toWire;       ///< for a second view of one store, or another version
    std::function<Json(const Json& wire)> fromWire;
};

/// One resource as it is served: everything the server knows of a kind. Two descriptors may share a `storage`.
/// Thread: immutable once it is in the catalog.
struct ResourceDescriptor {
    std::string group, version, plural, singular, kind, listKind;
    std::vector<std::string> shortNames, categories, verbs;
    std::vector<SubresourceInfo> subresources;
    bool namespaced = true;
    bool custom = false;       ///< from a CustomResourceDefinition: pruned, no strategic merge
    bool virtualKind = false;  ///< only create, nothing is stored (access reviews)
    std::string storage;       ///< name of the collection
    std::string storedApiVersion, storedKind;
    bool tracksGeneration = false;
    bool unconditionalUpdate = false;  ///< PUT without a resourceVersion overwrites
    bool createOnUpdate = false;       ///< PUT makes a missing object
    bool returnsDeleted = false;       ///< DELETE answers with the object rather than a Status
    std::string (*nameProblem)(std::string_view) = nullptr;
    /// Wire names of the selectable fields, each with its stored name.
    std::vector<std::pair<std::string, std::string>> selectableFields;
    bool metaFieldErrors = false;  ///< unknown field selectors get the text of the default conversion
    std::vector<TableColumn> columns;
    Json schema;                         ///< OpenAPI v3 schema of the whole object; null: anything goes
    Json bookmarkBody = Json::object();  ///< what a bookmark of this kind carries beside its metadata
    std::string storageHash;
    KindRules rules;

    std::string apiVersion() const { return group.empty() ? version : group + "/" + version; }
    GroupResource groupResource() const { return {group, plural}; }
    GroupResource groupKind() const { return {group, kind}; }
    bool hasVerb(const std::string& verb) const;
    const SubresourceInfo* subresource(const std::string& name) const;
    bool hasStatus() const { return subresource("status") != nullptr; }
};
using DescriptorPtr = std::shared_ptr<const ResourceDescriptor>;

}  // namespace rollcall::sandbox
