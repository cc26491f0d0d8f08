// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/sandbox/api_status.h"

namespace rollcall::sandbox {

/// The structural schemas of CustomResourceDefinitions (OpenAPI v3 as Kubernetes narrows it). CEL rules
/// (x-kubernetes-validations) are not evaluated.

/// Takes out every field that the schema does not name and lists it in `unknown` ("spec.nmae"). The members apiVersion,
/// kind and metadata of the root are left alone.
void pruneUnknown(Json& object, const Json& schema, std::vector<std::string>& unknown);

/// Fills in defaults where a field is missing.
void applyDefaults(Json& object, const Json& schema);

/// Adds a complaint for each value that the schema does not allow, worded as the API server does.
/// `body`: "status" when the object was written through that subresource.
void validateSchema(const Json& object, const Json& schema, FieldErrors& errors, const std::string& body = {});

/// metadata: names fields that ObjectMeta does not have (and removes them), and returns what a Go decoder would say of
/// a wrong type, or "".
std::string checkObjectMeta(Json& object, std::vector<std::string>& unknown);

}  // namespace rollcall::sandbox
