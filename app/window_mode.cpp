// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window_mode.h"

#include <QApplication>
#include <QTimer>
#include <memory>

#include "app/headless.h"
#include "app/launch.h"
#include "app/log_line.h"
#include "app/signals.h"
#include "app/versions.h"
#include "core/report/report_bundle.h"
#include "core/session/host.h"
#include "ui/window/main_window.h"

namespace rollcall {

namespace {

using namespace std::chrono_literals;

// A picture of a sandbox takes a second; a longer wait means that something is broken.
constexpr auto kScreenshotPatience = 30s;
// After the caches have synced, the first Events are still on their way: a picture without them tells only half.
constexpr auto kSettle = 1200ms;

Result<Unit> writeEntries(const std::string& file, const std::vector<ExportEntry>& entries) {
    std::vector<ReportEntry> report;
    report.reserve(entries.size());
    for (const ExportEntry& entry : entries) report.push_back({entry.name, entry.bytes});
    return writeReport(file, report);
}

MainWindow::Options windowOptions(const CommandLine& line) {
    MainWindow::Options options;
    options.language = line.language;
    options.reportWriter = writeEntries;
    options.versions = versionList();
    return options;
}

std::optional<ThemeMode> themeOf(const QString& name) {
    if (name == QLatin1String("light")) return ThemeMode::Light;
    if (name == QLatin1String("dark")) return ThemeMode::Dark;
    if (name == QLatin1String("system")) return ThemeMode::System;
    return std::nullopt;
}

/// Opens, starts, waits, saves, exits: --screenshot. Thread: GUI.
class ScreenshotRun final : public QObject {
public:
    ScreenshotRun(MainWindow& window, ControllerHost& host, const QString& file) : m_window(window), m_host(host), m_file(file) {
        connect(&window, &MainWindow::targetChanged, this, [this] { onTarget(); });
        connect(&window, &MainWindow::synced, this, [this] {
            // A chosen key shows what the inspector is for; the sandbox's seed has this one.
            if (m_host.target().kind == Target::Kind::Sandbox) {
                m_window.selection().choose(ControllerId::Students, "default/object-student");
            }
            QTimer::singleShot(kSettle, this, [this] { save(); });
        });
        QTimer::singleShot(kScreenshotPatience, this, [this] {
            writeMessage("the sandbox did not sync in time, no picture was taken");
            QCoreApplication::exit(kExitFailed);
        });
    }

private:
    void onTarget() {
        if (const Error* error = m_host.failure()) {
            writeMessage(error->message);
            return QCoreApplication::exit(exitCodeFor(*error));
        }
        m_window.start();
    }
    void save() {
        const auto saved = m_window.saveScreenshot(m_file.toStdString());
        if (!saved.ok()) writeMessage(saved.error().message);
        QCoreApplication::exit(saved.ok() ? kExitDone : exitCodeFor(saved.error()));
    }

    MainWindow& m_window;
    ControllerHost& m_host;
    const QString m_file;
};

/// --sandbox --write-kubeconfig F, once the sandbox is there; a file that cannot be written was asked for, so it ends the start.
void writeSandboxKubeconfig(const CommandLine& line, ControllerHost& host) {
    if (host.target().kind != Target::Kind::Sandbox || host.serverAddress().empty()) return;
    const auto written = host.writeSandboxKubeconfig(line.writeKubeconfig.toStdString());
    if (written.ok()) return;
    writeMessage(written.error().message);
    QCoreApplication::exit(exitCodeFor(written.error()));
}

int runWithApplication(const CommandLine& line) {
    const auto host = makeHost(line);

    Theme theme;
    MainWindow window(*host, theme, windowOptions(line));
    if (const auto mode = themeOf(line.theme)) {
        theme.setMode(*mode);
        theme.apply();
    }
    if (line.size) window.resize(*line.size);
    StopSignals signals([&window] { window.close(); });
    std::unique_ptr<ScreenshotRun> screenshot;
    if (!line.screenshot.isEmpty()) screenshot = std::make_unique<ScreenshotRun>(window, *host, line.screenshot);
    if (!line.writeKubeconfig.isEmpty()) {
        QObject::connect(&window, &MainWindow::targetChanged, &window, [&] { writeSandboxKubeconfig(line, *host); });
    }
    window.show();
    window.useTarget(targetOf(line, Target::Kind::Sandbox));
    return QApplication::exec();
}

}  // namespace

int runWindow(int& argc, char** argv, const CommandLine& line) {
    QApplication app(argc, argv);
    QApplication::setApplicationDisplayName(QStringLiteral("Rollcall"));
    QApplication::setDesktopFileName(QStringLiteral("io.github.rollcall.Rollcall"));
    return runWithApplication(line);
}

}  // namespace rollcall
