// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <set>
#include <string>

#include "core/sandbox/registry.h"
#include "core/sandbox/server_context.h"

namespace rollcall::sandbox {

inline constexpr const char* kApprovalAnnotation = "api-approved.kubernetes.io";
inline constexpr const char* kCrdStorage = "customresourcedefinitions.apiextensions.k8s.io";

/// *.k8s.io and *.kubernetes.io belong to the community (KEP 2337).
bool isProtectedGroup(const std::string& group);
/// An approval is a URL; "unapproved…" is accepted too, but is none.
bool isApproved(const std::string& annotation);
/// The marks of a definition whose deletion has begun.
void markTerminating(Json& crd, WallTime now);

/// The descriptor of one version of a definition.
ResourceDescriptor customDescriptor(const Json& crd, const Json& version);

/// Turns CustomResourceDefinitions into served resources and cleans up after deleted ones.
/// Thread: the server's.
class CrdController {
public:
    CrdController(Registry& registry, Loop& loop);

    /// Something happened in a collection; looks at it later on the same thread.
    void noticed(const std::string& storage, const StoreEvent& event);
    /// Everything that waits to be looked at, at once (used while the server starts).
    void settle();

private:
    void reconcile(const std::string& name);
    void serve(const std::string& name, Json crd);
    void finalize(const std::string& name, const Json& crd);
    std::string nameConflict(const Json& crd) const;
    void writeStatus(const std::string& name, const Json& status);

    Registry& m_registry;
    Loop& m_loop;
    std::set<std::string> m_pending;
    std::shared_ptr<int> m_alive = std::make_shared<int>(0);
};

}  // namespace rollcall::sandbox
