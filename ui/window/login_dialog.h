// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "core/session/host.h"

class QWidget;

namespace rollcall {

class WindowSettings;

/// Asks once for each program, its arguments and its content whether a kubeconfig's exec plugin may run; a yes is
/// remembered. Not modal: the window goes on. Thread: GUI; `answer` is called once.
void askAboutLogin(const LoginQuestion& question, WindowSettings& settings, QWidget* window, std::function<void(bool allow)> answer);

}  // namespace rollcall
