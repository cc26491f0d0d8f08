// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdio>
#include <ctime>
#include <string>

namespace rollcall::bench {

/// Wall and CPU time of a stretch of work by the whole process.
class Stopwatch {
public:
    double wallSeconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_wall).count(); }
    double cpuSeconds() const { return cpuNow() - m_cpu; }

private:
    static double cpuNow() {
        timespec t{};
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
        return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
    }
    std::chrono::steady_clock::time_point m_wall = std::chrono::steady_clock::now();
    double m_cpu = cpuNow();
};

/// One result, one line: name, value, unit. The format is for people and for `column -t`.
inline void report(const std::string& name, double value, const char* unit) {
    std::printf("%-52s %12.2f %s\n", name.c_str(), value, unit);
    std::fflush(stdout);
}

void benchQueue(int keys);
void benchSync(int objects, const std::string& server);
void benchWatch(int events, const std::string& server);
void benchRun(int events);

}  // namespace rollcall::bench
