// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include "fake_host.h"

namespace rollcall {

class MainWindow;
class Theme;

/// What the window can look like, for pictures: every page and state by name. Thread: GUI.
QStringList sceneNames();
void prepareChoices(FakeHost& host);
/// Before the window is shown: what the host tells.
void playScene(FakeHost& host, const QString& scene);
/// After it: what a person does.
void actScene(MainWindow& window, FakeHost& host, Theme& theme, const QString& scene);

}  // namespace rollcall
