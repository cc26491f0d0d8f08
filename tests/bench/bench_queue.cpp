// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench.h"
#include "queue_mixes.h"

namespace rollcall::bench {

void benchQueue(int keys) {
    for (const QueueMix& mix : queueMixes())
        report("queue, " + nameOf(mix), runMix(mix, keys, QueueUse::Plain) / 1e6, "M/s");
    for (const QueueMix& mix : {QueueMix{"unique", 1, 1}, QueueMix{"unique", 4, 4}}) {
        report("queue, " + nameOf(mix) + ", done and get in one", runMix(mix, keys, QueueUse::Together) / 1e6, "M/s");
        report("queue, " + nameOf(mix) + ", with the transition log", runMix(mix, keys, QueueUse::Logged) / 1e6, "M/s");
    }
}

}  // namespace rollcall::bench
