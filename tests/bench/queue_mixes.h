// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace rollcall::bench {

/// One way to load a queue. tests/bench/clientgo has the same for client-go: change both together.
/// - unique: `producers` add `count` different keys in all, `consumers` take and finish them; keys/s from start to
/// empty;
/// - work: the same with 2 µs of work for each key, which is still far less than any reconcile needs;
/// - repeat: the same with 1,000 keys that come again and again; adds/s. Without consumers: nothing but duplicates;
/// - fill, drain: one thread adds all keys, then takes and finishes them all; each is timed alone;
/// - cycle: one thread adds, takes and finishes one key after another.
struct QueueMix {
    std::string mode;
    int producers = 0, consumers = 0;
};

std::vector<QueueMix> queueMixes();
std::string nameOf(const QueueMix& mix);  ///< "unique 1p/4c"

/// How the queue is used.
enum class QueueUse {
    Plain,     ///< get() and done(), without an observer
    Together,  ///< doneAndGet() instead
    Logged,    ///< plain, every step in the transition log
};

/// Operations per second.
double runMix(const QueueMix& mix, int count, QueueUse use);

}  // namespace rollcall::bench
