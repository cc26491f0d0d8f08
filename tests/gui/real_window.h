// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStandardPaths>
#include <QTemporaryDir>
#include <memory>

#include "ui/theme/theme.h"
#include "ui/window/main_window.h"

/// The window on a real host, with settings of its own and in English; not shown yet.
struct RealWindow {
    static constexpr int kPatienceMs = 30'000;  ///< a loaded machine with sanitizers; passes in two seconds on a quiet one

    RealWindow() {
        QStandardPaths::setTestModeEnabled(true);
        host = rollcall::ControllerHost::create({});
        rollcall::MainWindow::Options options;
        options.settingsFile = folder.filePath(QStringLiteral("s.conf"));
        options.language = QStringLiteral("en");
        window = std::make_unique<rollcall::MainWindow>(*host, theme, options);
    }

    QTemporaryDir folder;
    rollcall::Theme theme;
    std::unique_ptr<rollcall::ControllerHost> host;
    std::unique_ptr<rollcall::MainWindow> window;
};
