// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <chrono>
#include <optional>

namespace rollcall {

/// "300ms", "30s", "1m30s", "2h" (Go's time.ParseDuration, without signs and fractions of units below a millisecond).
std::optional<std::chrono::milliseconds> parseGoDuration(const QString& text);

}  // namespace rollcall
