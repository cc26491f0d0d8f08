// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/sandbox/stored_object.h"

namespace rollcall::sandbox {

/// What a Table's rows carry beside their cells (the includeObject parameter).
enum class IncludeObject { None, Metadata, Object };

/// meta.k8s.io/v1 Table and PartialObjectMetadata: what `kubectl get` prints.
Json tableColumns(const ResourceDescriptor& descriptor);
Json tableRow(const ResourceDescriptor& descriptor, const StoredObject& object, IncludeObject include, WallTime now);
/// `columns` null as in the later events of a watch.
Json makeTable(Json columns, Json rows, const std::string& revision);

Json partialMetadata(const StoredObject& object);

/// The columns of a version of a CustomResourceDefinition: the name, then its printer columns or the age.
std::vector<TableColumn> customColumns(const Json& crdVersion);

/// The texts of the columns that every kind has.
TableColumn nameColumn();
TableColumn ageColumn();
/// Any other column; priority 1 shows with `-o wide` only.
TableColumn textColumn(const char* name, const char* description, int priority = 0);

}  // namespace rollcall::sandbox
