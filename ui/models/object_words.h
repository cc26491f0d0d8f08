// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>
#include <string>

#include "core/api/object.h"
#include "core/base/clock.h"

namespace rollcall {

/// Small readings of an object's metadata that several tables share. Thread: pure functions.

/// Time since creationTimestamp; empty when the object has none or it cannot be read.
QString objectAge(const ObjectMeta& meta, WallTime now);
/// The same in seconds; -1 when unknown.
double objectAgeSeconds(const ObjectMeta& meta, WallTime now);
/// Creation as nanoseconds, for sorting; 0 when unknown.
qlonglong creationNanos(const ObjectMeta& meta);
/// The namespace of a "ns/name" key; empty for a cluster-scoped one.
QString namespaceOf(const std::string& key);
/// The same without a copy: below, at or above 0.
int compareVersions(const std::string& a, const std::string& b);
/// Sorts as apimachinery compares resource versions: longer is newer, then lexical. Never parsed into a number.
QString versionSortKey(const std::string& version);
/// The version as a number that orders as compareVersions() does; nothing = it is not one (opaque, or too long).
std::optional<qlonglong> versionNumber(const std::string& version);

}  // namespace rollcall
