// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/clock.h"

namespace rollcall {

/// Kubernetes' three spellings of a time, all in UTC. Parsing keeps nanoseconds; nothing is rounded up
/// (QDateTime would turn .999999 s into the next second).
std::string formatRfc3339(WallTime t);        ///< metav1.Time: 2026-01-01T00:00:00Z
std::string formatRfc3339Micro(WallTime t);   ///< metav1.MicroTime: 2026-01-01T00:00:00.000000Z
std::optional<WallTime> parseRfc3339(std::string_view text);  ///< with any fraction and offset; nullopt when it is none

}  // namespace rollcall
