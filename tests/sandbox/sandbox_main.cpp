// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the sandbox until SIGINT or SIGTERM. usage: rollcall_sandbox_driver [--port N] [--empty] [--no-simulator]
// KUBECONFIG
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

#include "core/sandbox/sandbox_server.h"

int main(int argc, char** argv) {
    rollcall::sandbox::SandboxOptions options;
    std::string path;
    for (int i = 1; i < argc; ++i) {
        const std::string argument = argv[i];
        if (argument == "--port" && i + 1 < argc) {
            options.port = std::atoi(argv[++i]);
        } else if (argument == "--empty") {
            options.seedData = false;
        } else if (argument == "--no-simulator") {
            options.podSimulator = false;
        } else {
            path = argument;
        }
    }
    if (path.empty()) {
        std::fprintf(stderr, "usage: %s [--port N] [--empty] [--no-simulator] KUBECONFIG\n", argv[0]);
        return 2;
    }
    // Blocked before any thread exists, so that only sigwait() below sees them.
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    auto server = rollcall::sandbox::SandboxServer::start(options);
    if (!server) {
        std::fprintf(stderr, "%s\n", server.error().message.c_str());
        return 1;
    }
    std::ofstream(path) << (*server)->kubeconfigYaml();
    std::printf("URL=%s\nSECURE_URL=%s\nTOKEN=%s\nKUBECONFIG=%s\n", (*server)->url().c_str(),
                (*server)->secureUrl().c_str(), (*server)->token().c_str(), path.c_str());
    std::fflush(stdout);
    int received = 0;
    sigwait(&signals, &received);
    return 0;
}
