// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/sandbox/resource_descriptor.h"

namespace rollcall::sandbox {

/// The kinds that are served from the start. The Student arrives as a CustomResourceDefinition like any other.
std::vector<DescriptorPtr> builtinResources();

// The parts, one for each file.
KindRules podRules();
std::vector<TableColumn> podColumns();
KindRules eventRules();
KindRules eventV1Rules();
std::vector<TableColumn> eventColumns();
Json eventToV1(const Json& core);  ///< core/v1 Event as events.k8s.io/v1
Json eventFromV1(const Json& event);
std::vector<Json> podCells(const Json& pod, WallTime now);
KindRules customResourceDefinitionRules();
KindRules serviceRules();
std::vector<TableColumn> serviceColumns();
KindRules nodeRules();
std::vector<TableColumn> nodeColumns();

/// PUT of a pod whose spec differs in more than the few fields that may change: the complaint, or nothing.
void checkPodUpdate(const Json& pod, const Json& old, FieldErrors& errors);

}  // namespace rollcall::sandbox
