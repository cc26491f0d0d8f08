// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <mutex>
#include <string>

#include "core/session/target.h"

namespace rollcall {

/// What an exec plugin is doing, gathered on the login's thread and read on the host's. However much the plugin prints, the
/// host is woken once until it has looked, and of the text the end is kept.
/// **Thread**: any; `wake` runs on the one that called, and only posts.
class LoginMonitor {
public:
    static constexpr std::size_t kKeptText = 16UL * 1024;

    explicit LoginMonitor(std::function<void()> wake) : m_wake(std::move(wake)) {}

    void setRunning(bool running);
    void setAsking(bool asking);
    void said(const std::string& text);
    /// What there is now; the next change wakes again.
    LoginProgress take();

private:
    void change(const std::function<void(LoginProgress&)>& what);

    const std::function<void()> m_wake;
    std::mutex m_mutex;  // guards the next two
    LoginProgress m_progress;
    bool m_pending = false;
};

}  // namespace rollcall
