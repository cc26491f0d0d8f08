// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "core/sandbox/managed_fields.h"
#include "core/sandbox/object_store.h"
#include "core/sandbox/resource_catalog.h"

namespace rollcall::sandbox {

struct DeleteOptions {
    std::optional<std::int64_t> gracePeriodSeconds;
    std::string uid, resourceVersion;  ///< preconditions; empty: none
    bool dryRun = false;
};

/// An object after a write, in stored form.
struct Written {
    Json object;
    bool created = false;
    std::vector<std::string> warnings;
};

struct Deleted {
    Json object;
    bool pending = false;  ///< it stays for now: finalizers, or a grace period
};

/// The rules of writing, common to all kinds: what registry/rest and registry/generic are in the API server.
/// Thread: the server's. Errors: a Status.
class Registry {
public:
    /// From the present object (stored form) to the wanted one.
    using Change = std::function<Outcome<Json>(const Json& old)>;

    Registry(ObjectStore& store, ResourceCatalog& catalog, std::shared_ptr<Clock> clock);

    /// `object` in stored form, pruned. `owner`: who is noted in managedFields; nobody for the server's own writes.
    Outcome<Written> create(const ResourceDescriptor& descriptor, const std::string& ns, Json object,
                            bool dryRun = false, const FieldOwner* owner = nullptr);
    /// `subresource` empty or "status". `replace`: a PUT, which needs a resourceVersion and may create.
    Outcome<Written> update(const ResourceDescriptor& descriptor, const std::string& subresource, const std::string& ns,
                            const std::string& name, bool replace, const Change& change, bool dryRun = false,
                            const FieldOwner* owner = nullptr);
    Outcome<Deleted> remove(const ResourceDescriptor& descriptor, const std::string& ns, const std::string& name,
                            const DeleteOptions& options = {});

    ObjectStore& store() { return m_store; }
    ResourceCatalog& catalog() { return m_catalog; }
    WallTime now() const { return m_clock->wallNow(); }

private:
    std::optional<ApiStatus> checkNamespace(const ResourceDescriptor& descriptor, const std::string& ns,
                                            const std::string& name) const;
    std::optional<ApiStatus> validate(const ResourceDescriptor& descriptor, const std::string& subresource,
                                      const Json& object, const Json* old) const;
    std::optional<ApiStatus> checkVersion(const ResourceDescriptor& descriptor, const Json& object,
                                          const StoredObject& present, bool replace) const;
    void prepareUpdate(const ResourceDescriptor& descriptor, const std::string& subresource, Json& object,
                       const Json& old, const FieldOwner* owner) const;
    bool heldBack(const ResourceDescriptor& descriptor, const Json& object) const;
    void markDeleted(const ResourceDescriptor& descriptor, Json& object, std::int64_t graceSeconds) const;
    Json write(const ResourceDescriptor& descriptor, Json object);

    ObjectStore& m_store;
    ResourceCatalog& m_catalog;
    std::shared_ptr<Clock> m_clock;
};

}  // namespace rollcall::sandbox
