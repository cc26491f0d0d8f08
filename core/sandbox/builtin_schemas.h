// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/sandbox/json_util.h"

namespace rollcall::sandbox {

/// The OpenAPI v3 schema of a built-in kind: for `kubectl explain` and for finding unknown fields. Where a part is
/// large and nothing here reads it (most of a pod's spec), it is left open with x-kubernetes-preserve-unknown-fields.
/// "EventV1" is the events.k8s.io form. An empty object for a kind without one.
Json builtinSchema(const std::string& kind);

/// ObjectMeta, ListMeta, Time, OwnerReference, DeleteOptions, Status: what the schemas of all groups refer to.
const Json& metaSchemas();

}  // namespace rollcall::sandbox
