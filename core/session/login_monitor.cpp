// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/login_monitor.h"

#include <utility>

namespace rollcall {

void LoginMonitor::change(const std::function<void(LoginProgress&)>& what) {
    {
        const std::lock_guard lock(m_mutex);
        what(m_progress);
        if (std::exchange(m_pending, true)) return;
    }
    m_wake();
}

void LoginMonitor::setRunning(bool running) {
    change([running](LoginProgress& progress) {
        if (running) progress.said.clear();
        progress.running = running;
        progress.asking = false;
    });
}

void LoginMonitor::setAsking(bool asking) {
    change([asking](LoginProgress& progress) { progress.asking = asking; });
}

void LoginMonitor::said(const std::string& text) {
    change([&text](LoginProgress& progress) {
        progress.said += text;
        if (progress.said.size() <= kKeptText) return;
        // From the beginning of a line, where there is one.
        progress.said.erase(0, progress.said.size() - kKeptText);
        const std::size_t line = progress.said.find('\n');
        if (line != std::string::npos) progress.said.erase(0, line + 1);
    });
}

LoginProgress LoginMonitor::take() {
    const std::lock_guard lock(m_mutex);
    m_pending = false;
    return m_progress;
}

}  // namespace rollcall
