// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "queue_mixes.h"

using namespace rollcall::bench;

/// rollcall_queue_bench MODE PRODUCERS CONSUMERS COUNT [plain|together|logged]: one mix in a process of its own,
/// operations per second on standard output; "list" prints the mixes. For beside_client_go.sh.
int main(int argc, char** argv) {
    if (argc == 2 && std::strcmp(argv[1], "list") == 0) {
        for (const QueueMix& mix : queueMixes())
            std::printf("%s %d %d\n", mix.mode.c_str(), mix.producers, mix.consumers);
        return 0;
    }
    if (argc < 5) {
        std::fprintf(stderr, "usage: %s list | MODE PRODUCERS CONSUMERS COUNT [plain|together|logged]\n", argv[0]);
        return 2;
    }
    const char* how = argc > 5 ? argv[5] : "plain";
    const QueueUse use = std::strcmp(how, "logged") == 0     ? QueueUse::Logged
                         : std::strcmp(how, "together") == 0 ? QueueUse::Together
                                                             : QueueUse::Plain;
    std::printf("%.0f\n", runMix({argv[1], std::atoi(argv[2]), std::atoi(argv[3])}, std::atoi(argv[4]), use));
    return 0;
}
