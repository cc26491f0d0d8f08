// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/api/object.h"
#include "core/base/clock.h"

namespace rollcall {

/// Small readings of an object's metadata that several tables share. Thread: pure functions.

/// Time since creationTimestamp; empty when the object has none or it cannot be read.
QString objectAge(const ObjectMeta& meta, WallTime now);
/// Creation as nanoseconds, for sorting; 0 when unknown.
qlonglong creationNanos(const ObjectMeta& meta);
/// Sorts as apimachinery compares resource versions: longer is newer, then lexical. Never parsed into a number.
QString versionSortKey(const std::string& version);

}  // namespace rollcall
