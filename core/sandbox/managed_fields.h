// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/sandbox/api_status.h"
#include "core/sandbox/resource_descriptor.h"

namespace rollcall::sandbox {

/// Who writes, as metadata.managedFields names it.
struct FieldOwner {
    std::string manager;      ///< from ?fieldManager=, or else the program of the User-Agent
    std::string subresource;  ///< "" or "status"
    bool applies = false;     ///< a server-side apply: `applyConfiguration` has written the entries already
    bool force = false;       ///< takes fields from their owners rather than fail with 409
};

/// The part of a User-Agent before its first '/', as apiserver's managerOrUserAgent takes it.
std::string managerOf(const std::string& fieldManager, std::string_view userAgent);

/// Writes into `after` who owns which field, after a create (before is an object without anything) or an update.
void recordUpdate(const ResourceDescriptor& descriptor, const FieldOwner& owner, const Json& before, Json& after,
                  WallTime now);

/// Server-side apply: `live` with `config` merged into it, what the manager had applied before and no longer does
/// taken out, and the owners written. `live` is null for a new object.
/// Errors: 409 with a cause for each field of somebody else's; 500 for a configuration outside the schema.
Outcome<Json> applyConfiguration(const ResourceDescriptor& descriptor, const FieldOwner& owner, const Json& live,
                                 const Json& config, WallTime now);

}  // namespace rollcall::sandbox
