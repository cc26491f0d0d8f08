// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/api/object.h"

namespace rollcall {

/// A resource by its place in the URL, and how one of its objects is read. Constants are in the functions below.
struct ResourceType {
    std::string group;    ///< empty for core
    std::string version;
    std::string plural;
    std::string kind;
    /// Reads one object from its JSON text; fields of a wrong type are left empty (G4), a missing name is an error.
    Result<ObjectPtr> (*decode)(std::string_view json, const ResourceType& type) = nullptr;

    std::string apiVersion() const { return group.empty() ? version : group + '/' + version; }
    /// "/apis/group/version/namespaces/ns/plural[/name[/subresource]]", each part percent-encoded; empty `ns` = all namespaces.
    std::string path(const std::string& ns = {}, const std::string& name = {}, const std::string& subresource = {}) const;
};

const ResourceType& studentResource();  ///< bolingcavalry.k8s.io/v1 students
const ResourceType& podResource();      ///< v1 pods
const ResourceType& eventResource();    ///< v1 events
const ResourceType& eventV1Resource();  ///< events.k8s.io/v1 events: the same objects by another door; read as EventObject too
const ResourceType& leaseResource();    ///< coordination.k8s.io/v1 leases

}  // namespace rollcall
