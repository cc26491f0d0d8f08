// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/base/clock.h"
#include "core/sandbox/json_util.h"

namespace rollcall::sandbox {

/// A duration as kubectl prints ages: "5s", "3m10s", "4h5m", "12d" (apimachinery util/duration.HumanDuration).
std::string humanDuration(Duration duration);

/// The age of a time stamp in an object: "<unknown>" when it is missing, "<invalid>" when it is none.
std::string ageOf(const Json* timestamp, WallTime now);

}  // namespace rollcall::sandbox
