// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/registry.h"

#include <algorithm>

#include "core/base/time_text.h"
#include "core/sandbox/object_meta.h"
#include "core/sandbox/schema.h"

namespace rollcall::sandbox {
namespace {

// etcd takes requests up to 1.5 MiB (--max-request-bytes); kube-apiserver passes its answer on as it is.
constexpr std::size_t kStoredMaxBytes = 1536 * 1024;

// A finalizer without a domain is tolerated in custom resources, but warned of.
std::vector<std::string> finalizerWarnings(const ResourceDescriptor& descriptor, const Json& object, const Json& old) {
    std::vector<std::string> warnings;
    const std::vector<std::string> before = stringsAt(old, "metadata.finalizers");
    for (const std::string& finalizer : stringsAt(object, "metadata.finalizers")) {
        const bool known = std::find(before.begin(), before.end(), finalizer) != before.end();
        if (!descriptor.custom || known || finalizer.find('/') != std::string::npos) continue;
        warnings.push_back(
            "metadata.finalizers: " + goQuote(finalizer) +
            ": prefer a domain-qualified finalizer name to avoid accidental conflicts with other finalizer writers");
    }
    return warnings;
}

// Where the object would lie in etcd; one conflict shows it.
std::string storageKey(const ResourceDescriptor& descriptor, const StoredObject& object) {
    return "/registry/" + (descriptor.custom ? descriptor.group + "/" : std::string()) + descriptor.plural + "/" +
           object.key();
}

bool isNumber(const std::string& text) {
    return !text.empty() && text.size() < 20 && text.find_first_not_of("0123456789") == std::string::npos;
}

void keep(Json& object, const Json& old, const char* key) {
    if (old.contains(key)) {
        object[key] = old[key];
    } else {
        object.erase(key);
    }
}

// What no client may change. An apply has written the owners already.
void keepSystemFields(Json& object, const Json& old, bool ownersWritten) {
    Json& metadata = ensureObject(object, "metadata");
    const Json& before = objectAt(old, "metadata");
    for (const char* key : {"uid", "creationTimestamp", "generation", "deletionTimestamp", "deletionGracePeriodSeconds",
                            "name", "namespace", "generateName"}) {
        keep(metadata, before, key);
    }
    if (!ownersWritten) keep(metadata, before, "managedFields");
    metadata.erase("selfLink");
}

// Everything that makes the generation rise when it changes.
Json generationContent(const ResourceDescriptor& descriptor, Json object) {
    object.erase("metadata");
    if (!descriptor.custom || descriptor.hasStatus()) object.erase("status");
    return object;
}

// Against which a new object's fields are all new, but for the metadata that every object has.
const Json& unownedBase() {
    static const Json base = {{"metadata", Json::object()}};
    return base;
}

void dropEmptyMeta(Json& object) {
    Json& metadata = ensureObject(object, "metadata");
    for (const char* key : {"labels", "annotations", "finalizers", "ownerReferences", "generateName"}) {
        const auto at = metadata.find(key);
        if (at != metadata.end() && (at->is_null() || at->empty() || *at == "")) metadata.erase(at);
    }
}

}  // namespace

Registry::Registry(ObjectStore& store, ResourceCatalog& catalog, std::shared_ptr<Clock> clock)
    : m_store(store), m_catalog(catalog), m_clock(std::move(clock)) {
}

// Admission plugin NamespaceLifecycle.
std::optional<ApiStatus> Registry::checkNamespace(const ResourceDescriptor& descriptor, const std::string& ns,
                                                  const std::string& name) const {
    if (!descriptor.namespaced) return std::nullopt;
    const ObjectPtr home = m_store.find("namespaces", ns);
    if (!home) return status::notFound({"", "namespaces"}, ns);
    if (!find(home->json(), "metadata.deletionTimestamp")) return std::nullopt;
    ApiStatus refused =
        status::forbidden(descriptor.groupResource(), name,
                          "unable to create new content in namespace " + ns + " because it is being terminated");
    refused.causes.push_back(
        {"NamespaceTerminating", "metadata.namespace", "namespace " + ns + " is being terminated"});
    return refused;
}

std::optional<ApiStatus> Registry::validate(const ResourceDescriptor& descriptor, const std::string& subresource,
                                            const Json& object, const Json* old) const {
    FieldErrors errors;
    validateObjectMeta(descriptor, object, errors);
    if (old) validateFinalizerUpdate(object, *old, errors);
    if (descriptor.custom) validateSchema(object, descriptor.schema, errors, subresource);
    if (descriptor.rules.validate) descriptor.rules.validate(object, old, errors);
    if (errors.empty()) return std::nullopt;
    // The group of the stored form: both APIs of an Event complain about an "Event".
    const std::size_t slash = descriptor.storedApiVersion.find('/');
    const std::string group = slash == std::string::npos ? "" : descriptor.storedApiVersion.substr(0, slash);
    return status::invalid(group, descriptor.kind, textAt(object, "metadata.name"), std::move(errors));
}

Outcome<Written> Registry::create(const ResourceDescriptor& descriptor, const std::string& ns, Json object, bool dryRun,
                                  const FieldOwner* owner) {
    Json& metadata = ensureObject(object, "metadata");
    const std::string base = textAt(metadata, "generateName");
    std::string name = textAt(metadata, "name");
    if (auto refused = checkNamespace(descriptor, ns, name)) return *refused;
    if (!textAt(metadata, "resourceVersion").empty()) {
        return status::unnamedFailure("resourceVersion should not be set on objects to be created");
    }
    if (descriptor.namespaced) metadata["namespace"] = ns;
    while (name.empty() && !base.empty()) {
        name = generateName(base);
        if (m_store.find(descriptor.storage, StoredObject::objectKey(ns, name))) name.clear();
        metadata["name"] = name;
    }
    if (!owner || !owner->applies) metadata.erase("managedFields");
    for (const char* key :
         {"deletionTimestamp", "deletionGracePeriodSeconds", "selfLink", "resourceVersion", "generation"}) {
        metadata.erase(key);
    }
    metadata["uid"] = newUid();
    metadata["creationTimestamp"] = formatRfc3339(now());
    if (descriptor.tracksGeneration) metadata["generation"] = 1;
    dropEmptyMeta(object);
    if (descriptor.custom && descriptor.hasStatus()) object.erase("status");
    if (descriptor.custom) applyDefaults(object, descriptor.schema);
    if (descriptor.rules.prepareCreate) descriptor.rules.prepareCreate(object, now());
    if (owner && !owner->applies) recordUpdate(descriptor, *owner, unownedBase(), object, now());
    if (auto refused = validate(descriptor, {}, object, nullptr)) return *refused;
    if (const ObjectPtr present = m_store.find(descriptor.storage, StoredObject::objectKey(ns, name))) {
        ApiStatus exists = status::alreadyExists(descriptor.groupResource(), name);
        if (find(present->json(), "metadata.deletionTimestamp"))
            exists.message = "object is being deleted: " + exists.message;
        return exists;
    }
    if (dump(object).size() > kStoredMaxBytes) return status::unnamedFailure("etcdserver: request is too large");
    std::vector<std::string> warnings = finalizerWarnings(descriptor, object, Json::object());
    return Written{dryRun ? std::move(object) : write(descriptor, std::move(object)), true, std::move(warnings)};
}

std::optional<ApiStatus> Registry::checkVersion(const ResourceDescriptor& descriptor, const Json& object,
                                                const StoredObject& present, bool replace) const {
    const std::string uid = textAt(object, "metadata.uid");
    if (!uid.empty() && uid != present.uid && !replace) {
        return status::invalid(descriptor.group, descriptor.kind, present.name,
                               {field::invalid("metadata.uid", goQuote(uid), "field is immutable")});
    }
    if (!uid.empty() && uid != present.uid) {
        return status::conflict(
            descriptor.groupResource(), present.name,
            "StorageError: invalid object, Code: 4, Key: " + storageKey(descriptor, present) +
                ", ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: " + uid +
                ", UID in object meta: " + present.uid);
    }
    const std::string version = textAt(object, "metadata.resourceVersion");
    if (!version.empty() && !isNumber(version)) {
        return status::unnamedFailure("strconv.ParseUint: parsing " + goQuote(version) + ": invalid syntax");
    }
    if (version.empty() || version == "0") {
        if (!replace || descriptor.unconditionalUpdate) return std::nullopt;
        return status::invalid(descriptor.group, descriptor.plural, present.name,
                               {field::invalid("metadata.resourceVersion", "0", "must be specified for an update")});
    }
    if (version == std::to_string(present.revision)) return std::nullopt;
    return status::modified(descriptor.groupResource(), present.name);
}

void Registry::prepareUpdate(const ResourceDescriptor& descriptor, const std::string& subresource, Json& object,
                             const Json& old, const FieldOwner* owner) const {
    if (descriptor.custom && subresource == "status") {
        // apiextensions registry/customresource/status_strategy.go: nothing but the status changes.
        Json only = old;
        keep(only, object, "status");
        if (owner && owner->applies)
            keep(ensureObject(only, "metadata"), objectAt(object, "metadata"), "managedFields");
        object = std::move(only);
    } else if (descriptor.custom && descriptor.hasStatus()) {
        keep(object, old, "status");
    }
    keepSystemFields(object, old, owner && owner->applies);
    dropEmptyMeta(object);
    if (descriptor.custom) applyDefaults(object, descriptor.schema);
    if (subresource == "status" && descriptor.rules.prepareStatus) descriptor.rules.prepareStatus(object, old);
    if (subresource.empty() && descriptor.rules.prepareUpdate) descriptor.rules.prepareUpdate(object, old);
    if (subresource.empty() && descriptor.tracksGeneration &&
        generationContent(descriptor, object) != generationContent(descriptor, old)) {
        object["metadata"]["generation"] = intAt(old, "metadata.generation") + 1;
    }
}

Outcome<Written> Registry::update(const ResourceDescriptor& descriptor, const std::string& subresource,
                                  const std::string& ns, const std::string& name, bool replace, const Change& change,
                                  bool dryRun, const FieldOwner* owner) {
    const ObjectPtr present = m_store.find(descriptor.storage, StoredObject::objectKey(ns, name));
    if (!present) {
        if (!replace || !descriptor.createOnUpdate) return status::notFound(descriptor.groupResource(), name);
        Outcome<Json> wanted = change(Json::object());
        if (!wanted) return wanted.failure();
        ensureObject(*wanted, "metadata").erase("resourceVersion");
        return create(descriptor, ns, std::move(*wanted), dryRun, owner);
    }
    const Json old = present->json();
    Outcome<Json> wanted = change(old);
    if (!wanted) return wanted.failure();
    Json& object = *wanted;
    if (auto refused = checkVersion(descriptor, object, *present, replace)) return *refused;
    prepareUpdate(descriptor, subresource, object, old, owner);
    object["metadata"]["resourceVersion"] = std::to_string(present->revision);
    if (owner && !owner->applies && object != old) recordUpdate(descriptor, *owner, old, object, now());
    // The rules of what may change hold for the object itself; subresources exist to change what those forbid.
    if (auto refused = validate(descriptor, subresource, object, subresource.empty() ? &old : nullptr)) return *refused;
    std::vector<std::string> warnings = finalizerWarnings(descriptor, object, old);
    if (object == old || dryRun) return Written{std::move(object), false, std::move(warnings)};
    if (dump(object).size() > kStoredMaxBytes) return status::unnamedFailure("etcdserver: request is too large");
    if (find(object, "metadata.deletionTimestamp") && !heldBack(descriptor, object) &&
        intAt(object, "metadata.deletionGracePeriodSeconds") == 0) {
        // The last finalizer went: the object goes with it, and nobody sees the state between.
        m_store.remove(*m_catalog.ofStorage(descriptor.storage), present->key());
        return Written{std::move(object), false, {}};
    }
    return Written{write(descriptor, std::move(object)), false, std::move(warnings)};
}

bool Registry::heldBack(const ResourceDescriptor& descriptor, const Json& object) const {
    return !arrayAt(object, "metadata.finalizers").empty() ||
           (descriptor.rules.heldBack && descriptor.rules.heldBack(object));
}

void Registry::markDeleted(const ResourceDescriptor& descriptor, Json& object, std::int64_t graceSeconds) const {
    Json& metadata = ensureObject(object, "metadata");
    metadata["deletionTimestamp"] = formatRfc3339(now() + std::chrono::seconds(graceSeconds));
    if (!descriptor.rules.heldBack) metadata["deletionGracePeriodSeconds"] = graceSeconds;
    if (descriptor.tracksGeneration && !descriptor.rules.heldBack) {
        metadata["generation"] = intAt(metadata, "generation") + 1;
    }
    if (descriptor.rules.prepareDelete) descriptor.rules.prepareDelete(object, now());
}

Json Registry::write(const ResourceDescriptor& descriptor, Json object) {
    const DescriptorPtr stored = m_catalog.ofStorage(descriptor.storage);
    m_store.put(stored ? *stored : descriptor, object);
    return object;
}

Outcome<Deleted> Registry::remove(const ResourceDescriptor& descriptor, const std::string& ns, const std::string& name,
                                  const DeleteOptions& options) {
    const ObjectPtr present = m_store.find(descriptor.storage, StoredObject::objectKey(ns, name));
    if (!present) return status::notFound(descriptor.groupResource(), name);
    // apiserver storage, Preconditions.Check; these conflicts name the kind, not the resource.
    if (!options.uid.empty() && options.uid != present->uid) {
        return status::conflict(descriptor.groupKind(), name,
                                "the UID in the precondition (" + options.uid + ") does not match the UID in record (" +
                                    present->uid + "). The object might have been deleted and then recreated");
    }
    if (!options.resourceVersion.empty() && options.resourceVersion != std::to_string(present->revision)) {
        return status::conflict(descriptor.groupKind(), name,
                                "the ResourceVersion in the precondition (" + options.resourceVersion +
                                    ") does not match the ResourceVersion in record (" +
                                    std::to_string(present->revision) + "). The object might have been modified");
    }
    Json object = present->json();
    const std::string problem =
        descriptor.rules.deletionProblem ? descriptor.rules.deletionProblem(object) : std::string();
    if (!problem.empty()) return status::forbidden(descriptor.groupResource(), name, problem);
    const bool graceful = static_cast<bool>(descriptor.rules.gracePeriod);
    const std::int64_t grace = graceful ? descriptor.rules.gracePeriod(object, options.gracePeriodSeconds) : 0;
    const bool begun = find(object, "metadata.deletionTimestamp") != nullptr;
    const bool stays = heldBack(descriptor, object) || grace > 0;
    if (begun && stays && grace >= intAt(object, "metadata.deletionGracePeriodSeconds")) {
        return Deleted{std::move(object), true};
    }
    if (options.dryRun) return Deleted{std::move(object), stays};
    if (graceful || (stays && !begun)) {
        if (begun && descriptor.tracksGeneration) {  // only the first deletion counts
            object["metadata"]["generation"] = intAt(object, "metadata.generation") - 1;
        }
        markDeleted(descriptor, object, grace);
        object = write(descriptor, std::move(object));
    }
    if (stays) return Deleted{std::move(object), true};
    const ObjectPtr last = m_store.remove(*m_catalog.ofStorage(descriptor.storage), present->key());
    return Deleted{last->json(), false};
}

}  // namespace rollcall::sandbox
