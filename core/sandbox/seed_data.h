// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sandbox/registry.h"

namespace rollcall::sandbox {

class PodSimulator;

/// The definition of the Student resource as YAML; equal in content to resources/manifests/student-crd.yaml, which is
/// for installing it elsewhere.
extern const char* const kStudentDefinition;

/// What every cluster has: namespaces, nodes, the Student definition.
void seedCluster(Registry& registry);

/// Something to look at: a few Students and Pods. `simulator` may be nullptr.
void seedObjects(Registry& registry, PodSimulator* simulator);

}  // namespace rollcall::sandbox
