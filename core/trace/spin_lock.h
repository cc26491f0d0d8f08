// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <mutex>
#include <thread>

namespace rollcall {

/// Tells the processor that this is a waiting loop.
inline void relaxCpu() {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

/// With a single processor nobody else can make progress while one thread polls.
inline bool pollingHelps() {
    static const bool helps = std::thread::hardware_concurrency() > 1;
    return helps;
}

/// How long a thread tries for a lock before it sleeps on it, and how long it keeps away from it between two tries.
struct Patience {
    int pauses;
    int tries;
};
/// 40 tries, about 2 µs apart where a pause takes 50 ns.
inline constexpr Patience kUsualPatience{50, 40};

/// Locks a mutex that is only ever held for some hundred nanoseconds. To sleep on it costs both sides a system call of
/// several microseconds, so it tries again for a while first (as Go's mutex does). Between two tries it keeps well
/// away: each look at the lock takes its cache line from the holder, who meanwhile could do several operations at once.
/// Thread: any.
[[nodiscard]] inline std::unique_lock<std::mutex> lockBriefly(std::mutex& mutex, Patience patience = kUsualPatience) {
    if (mutex.try_lock()) return std::unique_lock(mutex, std::adopt_lock);
    if (pollingHelps()) {
        for (int i = 0; i < patience.tries; ++i) {
            for (int n = 0; n < patience.pauses; ++n) relaxCpu();
            if (mutex.try_lock()) return std::unique_lock(mutex, std::adopt_lock);
        }
    }
    return std::unique_lock(mutex);
}

}  // namespace rollcall
