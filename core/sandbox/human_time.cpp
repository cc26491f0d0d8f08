// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/human_time.h"

#include "core/base/time_text.h"

namespace rollcall::sandbox {
namespace {

std::string two(std::int64_t big, const char* bigUnit, std::int64_t small, const char* smallUnit) {
    std::string text = std::to_string(big) + bigUnit;
    if (small) text += std::to_string(small) + smallUnit;
    return text;
}

}  // namespace

std::string humanDuration(Duration duration) {
    const std::int64_t seconds = std::chrono::duration_cast<std::chrono::seconds>(duration).count();
    if (seconds < -1) return "<invalid>";
    if (seconds < 0) return "0s";
    if (seconds < 120) return std::to_string(seconds) + "s";
    const std::int64_t minutes = seconds / 60;
    if (minutes < 10) return two(minutes, "m", seconds % 60, "s");
    if (minutes < 180) return std::to_string(minutes) + "m";
    const std::int64_t hours = minutes / 60;
    if (hours < 8) return two(hours, "h", minutes % 60, "m");
    if (hours < 48) return std::to_string(hours) + "h";
    const std::int64_t days = hours / 24;
    if (days < 8) return two(days, "d", hours % 24, "h");
    if (days < 365 * 2) return std::to_string(days) + "d";
    if (days < 365 * 8) return two(days / 365, "y", days % 365, "d");
    return std::to_string(days / 365) + "y";
}

std::string ageOf(const Json* timestamp, WallTime now) {
    if (!timestamp || timestamp->is_null()) return "<unknown>";
    const auto time = timestamp->is_string() ? parseRfc3339(timestamp->get_ref<const std::string&>()) : std::nullopt;
    return time ? humanDuration(now - *time) : "<invalid>";
}

}  // namespace rollcall::sandbox
