// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace rollcall {

/// What the machinery reads of metadata. Labels and annotations stay in Object::json until somebody asks.
struct ObjectMeta {
    std::string name;
    std::string ns;               ///< empty for cluster-scoped objects
    std::string uid;
    std::string resourceVersion;  ///< opaque; see compareResourceVersions()
    std::string creationTimestamp;
    std::string deletionTimestamp;  ///< empty unless the object is being deleted
    std::int64_t generation = 0;

    /// "ns/name", or "name" when cluster-scoped (client-go tools/cache/store.go, MetaNamespaceKeyFunc).
    std::string key() const { return ns.empty() ? name : ns + '/' + name; }
};

/// One cached API object: immutable once made and shared between threads.
struct Object {
    virtual ~Object() = default;
    ObjectMeta meta;
    std::string apiVersion;
    std::string kind;
    std::string json;  ///< the whole object as compact JSON, without metadata.managedFields (W19 in faults)
};
using ObjectPtr = std::shared_ptr<const Object>;

struct Student final : Object {
    std::string name;    ///< spec.name
    std::string school;  ///< spec.school
};
using StudentPtr = std::shared_ptr<const Student>;

struct Pod final : Object {
    std::string phase;     ///< status.phase
    std::string nodeName;  ///< spec.nodeName
};
using PodPtr = std::shared_ptr<const Pod>;

/// A core/v1 Event as far as it is shown. Thread: plain data.
struct EventObject final : Object {
    std::string type;     ///< Normal or Warning
    std::string reason;
    std::string message;
    std::string component;  ///< source.component, else reportingComponent
    std::string involvedKind, involvedNamespace, involvedName, involvedUid;
    std::string firstTimestamp, lastTimestamp;
    std::int64_t count = 1;
};
using EventPtr = std::shared_ptr<const EventObject>;

struct NamespacedName {
    std::string ns;
    std::string name;
};
/// "ns/name" or "name"; more than one slash is an error (client-go tools/cache/store.go, SplitMetaNamespaceKey).
Result<NamespacedName> splitKey(std::string_view key);

/// -1, 0, 1. Legal since Kubernetes 1.35: longer is newer, then lexical; no parsing into integers. nullopt when either is
/// not a resource version (empty, "0", leading zero, not digits). Source: apimachinery pkg/util/resourceversion.
std::optional<int> compareResourceVersions(std::string_view a, std::string_view b);

}  // namespace rollcall
