// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/sandbox/api_status.h"

namespace rollcall::sandbox {

/// RFC 6902. A test that fails or a path that is not there is the generic 422 that the API server gives.
Outcome<Json> applyJsonPatch(const Json& target, const Json& patch);

/// RFC 7386.
Json applyMergePatch(const Json& target, const Json& patch);

/// Kubernetes' own strategic merge patch (apimachinery util/strategicpatch): lists of objects merge by the key that
/// the kind declares; $patch, $retainKeys, $setElementOrder and $deleteFromPrimitiveList are obeyed.
/// `kind` is that of a built-in resource.
Outcome<Json> applyStrategicMergePatch(const std::string& kind, const Json& target, const Json& patch);

/// The merge key of the list at a dotted path of field names ("spec.containers.ports"): a field name, "" for a list of
/// plain values that merges as a set, or nullptr for a list that is replaced whole.
const char* patchMergeKey(const std::string& kind, const std::string& path);

}  // namespace rollcall::sandbox
