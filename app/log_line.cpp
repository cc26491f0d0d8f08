// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/log_line.h"

#include <cstdio>
#include <ctime>

#include "core/api/text.h"

namespace rollcall {

namespace {
// One fwrite per line: stdio locks the stream for it.
void put(const std::string& line) { std::fwrite(line.data(), 1, line.size(), stderr); }
}  // namespace

void writeLogLine(char severity, const std::string& text) {
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    tm local{};
    localtime_r(&now.tv_sec, &local);
    char head[64];
    std::snprintf(head, sizeof head, "%c%02d%02d %02d:%02d:%02d.%06ld rollcall] ", severity, local.tm_mon + 1, local.tm_mday,
                  local.tm_hour, local.tm_min, local.tm_sec, now.tv_nsec / 1000);
    put(head + printable(redact(text)) + '\n');
}

void writeMessage(const std::string& text) { put("rollcall: " + printable(redact(text)) + '\n'); }

}  // namespace rollcall
