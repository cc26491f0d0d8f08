// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/time_text.h"

#include <charconv>
#include <cstdio>

namespace rollcall {

namespace {

using namespace std::chrono;

std::string formatSeconds(WallTime t, const char* tail) {
    const auto day = floor<days>(t);
    const year_month_day date(day);
    const hh_mm_ss clock(floor<seconds>(t) - day);
    char out[64];
    std::snprintf(out, sizeof out, "%04d-%02u-%02uT%02d:%02d:%02d%s", int(date.year()), unsigned(date.month()),
                  unsigned(date.day()), int(clock.hours().count()), int(clock.minutes().count()),
                  int(clock.seconds().count()), tail);
    return out;
}

/// Reads exactly `digits` digits at `pos` and moves on; false when they are not there.
bool readNumber(std::string_view text, std::size_t& pos, std::size_t digits, int& out) {
    if (text.size() < pos + digits) return false;
    const char* begin = text.data() + pos;
    const auto [end, error] = std::from_chars(begin, begin + digits, out);
    pos += digits;
    return error == std::errc() && end == begin + digits && out >= 0;
}

bool readChar(std::string_view text, std::size_t& pos, char a, char b) {
    if (pos >= text.size() || (text[pos] != a && text[pos] != b)) return false;
    ++pos;
    return true;
}

bool readFraction(std::string_view text, std::size_t& pos, Duration& out) {
    if (pos >= text.size() || text[pos] != '.') return true;
    std::int64_t nanos = 0;
    int digits = 0;
    for (++pos; pos < text.size() && text[pos] >= '0' && text[pos] <= '9'; ++pos, ++digits) {
        if (digits < 9) nanos = nanos * 10 + (text[pos] - '0');
    }
    for (int i = digits; i < 9; ++i) nanos *= 10;
    out = Duration(nanos);
    return digits > 0;
}

bool readOffset(std::string_view text, std::size_t& pos, Duration& out) {
    if (readChar(text, pos, 'Z', 'z')) return true;
    if (pos >= text.size() || (text[pos] != '+' && text[pos] != '-')) return false;
    const int sign = text[pos++] == '-' ? -1 : 1;
    int h = 0, m = 0;
    if (!readNumber(text, pos, 2, h) || !readChar(text, pos, ':', ':') || !readNumber(text, pos, 2, m)) return false;
    out = sign * (hours(h) + minutes(m));
    return true;
}

}  // namespace

std::string formatRfc3339(WallTime t) { return formatSeconds(t, "Z"); }

std::string formatRfc3339Micro(WallTime t) {
    char tail[16];
    std::snprintf(tail, sizeof tail, ".%06dZ", int(duration_cast<microseconds>(t - floor<seconds>(t)).count()));
    return formatSeconds(t, tail);
}

std::optional<WallTime> parseRfc3339(std::string_view text) {
    std::size_t pos = 0;
    int y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0;
    Duration fraction{}, offset{};
    const bool read = readNumber(text, pos, 4, y) && readChar(text, pos, '-', '-') && readNumber(text, pos, 2, mo) &&
                      readChar(text, pos, '-', '-') && readNumber(text, pos, 2, d) && readChar(text, pos, 'T', 't') &&
                      readNumber(text, pos, 2, h) && readChar(text, pos, ':', ':') && readNumber(text, pos, 2, mi) &&
                      readChar(text, pos, ':', ':') && readNumber(text, pos, 2, s) && readFraction(text, pos, fraction) &&
                      readOffset(text, pos, offset) && pos == text.size();
    const year_month_day date{year(y), month(unsigned(mo)), day(unsigned(d))};
    if (!read || !date.ok() || h > 23 || mi > 59 || s > 60) return std::nullopt;
    return WallTime(sys_days(date).time_since_epoch() + hours(h) + minutes(mi) + seconds(s) + fraction - offset);
}

}  // namespace rollcall
