// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/signals.h"

#include <csignal>
#include <fcntl.h>
#include <unistd.h>

#include "app/command_line.h"

namespace rollcall {

namespace {

// A signal handler may only touch what is async-signal-safe: a lock-free flag and a pipe.
int g_pipe[2] = {-1, -1};
volatile std::sig_atomic_t g_seen = 0;

void onSignal(int) {
    if (g_seen) _exit(kExitFailed);
    g_seen = 1;
    const char byte = 1;
    [[maybe_unused]] const auto written = write(g_pipe[1], &byte, 1);
}

void install(void (*handler)(int)) {
    struct sigaction action {};
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
}

}  // namespace

StopSignals::StopSignals(std::function<void()> onStop, QObject* parent) : QObject(parent), m_onStop(std::move(onStop)) {
    if (pipe2(g_pipe, O_CLOEXEC | O_NONBLOCK) != 0) return;  // no pipe, no graceful stop: the default action stays
    m_notifier = std::make_unique<QSocketNotifier>(g_pipe[0], QSocketNotifier::Read);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, [this] {
        char byte;
        while (read(g_pipe[0], &byte, 1) > 0) {
        }
        m_onStop();
    });
    install(&onSignal);
}

StopSignals::~StopSignals() {
    install(SIG_DFL);
    m_notifier.reset();
    for (int& end : g_pipe) {
        if (end >= 0) close(end);
        end = -1;
    }
    g_seen = 0;
}

}  // namespace rollcall
