// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/api/event_body.h"

namespace rollcall {

// Bodies of the writes that the machinery makes, and their content types. Pure functions, any thread.

inline constexpr const char* kJsonType = "application/json";
inline constexpr const char* kMergePatch = "application/merge-patch+json";
inline constexpr const char* kStrategicMergePatch = "application/strategic-merge-patch+json";
inline constexpr const char* kApplyPatch = "application/apply-patch+yaml";
inline constexpr const char* kJsonPatch = "application/json-patch+json";

/// metav1.DeleteOptions with preconditions, so that a repeated DELETE cannot hit a successor of the same name (A7).
/// Empty arguments are left out.
std::string deleteOptions(std::string_view uid, std::string_view resourceVersion = {});

/// authorization.k8s.io/v1 SelfSubjectAccessReview; empty `ns` = all namespaces.
std::string accessReview(std::string_view verb, std::string_view group, std::string_view resource, std::string_view ns);

}  // namespace rollcall
