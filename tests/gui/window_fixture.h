// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <memory>

#include "story.h"
#include "ui/models/plain_text.h"
#include "ui/theme/theme.h"
#include "ui/window/main_window.h"

namespace rollcall {

/// A window on a FakeHost with settings of its own. What a person would do with a file dialog is `chosenFile`.
class WindowFixture {
public:
    explicit WindowFixture(const QString& settingsFile = {}) {
        QStandardPaths::setTestModeEnabled(true);
        MainWindow::Options options;
        options.settingsFile =
            settingsFile.isEmpty() ? m_folder.filePath(QStringLiteral("rollcall.conf")) : settingsFile;
        options.fileChooser = [this](QWidget*, const FileQuestion& question, std::function<void(const QString&)> done) {
            asked = question;
            if (!chosenFile.isEmpty()) done(chosenFile);
        };
        options.reportWriter = [this](const std::string& file,
                                      const std::vector<ExportEntry>& entries) -> Result<Unit> {
            reportFile = file;
            report = entries;
            if (reportError) return *reportError;
            return Unit{};
        };
        window = std::make_unique<MainWindow>(host, theme, options);
    }

    bool show() {
        window->show();
        if (!QTest::qWaitForWindowExposed(window.get())) return false;
        window->activateWindow();  // an X server without a window manager does not do it by itself
        return QTest::qWaitForWindowActive(window.get());
    }
    template <class W>
    W* find(const char* name) const {
        return window->findChild<W*>(QLatin1String(name));
    }
    /// A dialog that the window has opened, by its objectName; null = none.
    QDialog* dialog(const char* name) const {
        for (QDialog* d : window->findChildren<QDialog*>(QLatin1String(name))) {
            if (!d->isVisible()) continue;
            if (!d->isActiveWindow()) d->activateWindow();
            return d;
        }
        return nullptr;
    }
    QAction* action(Command command) const { return window->actions().action(command); }
    QString file(const char* name) const { return m_folder.filePath(QLatin1String(name)); }

    FakeHost host;
    Theme theme;
    std::unique_ptr<MainWindow> window;
    QString chosenFile;
    FileQuestion asked;
    std::string reportFile;
    std::vector<ExportEntry> report;
    std::optional<Error> reportError;

private:
    QTemporaryDir m_folder;
};

}  // namespace rollcall
