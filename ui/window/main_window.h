// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMainWindow>
#include <array>
#include <memory>

#include "core/session/host.h"
#include "ui/export/report_entries.h"
#include "ui/models/live_data.h"
#include "ui/models/panel_state.h"
#include "ui/models/selection.h"
#include "ui/widgets/dialogs.h"
#include "ui/window/file_chooser.h"
#include "ui/window/language.h"
#include "ui/window/settings.h"
#include "ui/window/window_actions.h"

namespace rollcall {

class Board;
class CommandPalette;
class DataTable;
class ErrorBanner;
class ExportActions;
class HostBridge;
class Inspector;
class LoginBar;
class MetricsPanel;
class PipelineStrip;
class StatusLine;
class StudentActions;
class TablePanel;
class TargetFlow;
class TopBar;

/// The window: bar, pipeline, board, inspector, status line. It composes and connects; each part does its own work.
/// **Thread**: GUI. **Owns** its parts and what it remembers; the host outlives it.
class MainWindow final : public QMainWindow {
    Q_OBJECT
public:
    struct Options {
        QString settingsFile;       ///< empty = the XDG place
        QString language;           ///< overrides what is remembered; empty = that
        ReportWriter reportWriter;  ///< empty = Export report… is greyed
        FileChooser fileChooser = desktopFileChooser();
        VersionList versions;  ///< for About
    };
    MainWindow(ControllerHost& host, Theme& theme, Options options, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// What the command line or a drop asks for. Nothing is remembered by these.
    void useTarget(const Target& target);
    void start();
    Result<Unit> saveScreenshot(const std::string& file);
    bool isSynced() const;

    LiveData& data() { return m_data; }
    Selection& selection() { return m_selection; }
    PipelineStrip& pipeline() { return *m_pipeline; }
    Inspector& inspector() { return *m_inspector; }
    TablePanel& panel(PanelKind kind) { return *m_panels[std::size_t(kind)]; }  ///< all but Metrics
    MetricsPanel& metrics() { return *m_metrics; }
    WindowActions& actions() { return *m_actions; }

Q_SIGNALS:
    void synced();         ///< the first time after each Start
    void targetChanged();  ///< a choice was connected, or failed to
    void crdInstalled();

protected:
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void build();
    void connectBar();
    void connectData();
    void connectSelection();
    void connectCommands();
    void restore();
    void remember();
    void retranslate();
    void hostStateChanged(HostState state);
    void refreshState();
    void refreshPanels();
    void refreshCommands();
    void showTarget();
    void showFailure();
    void dataApplied();
    void stopOrAbandon();
    void setTheme(ThemeMode mode);
    void setSpeed(double factor);
    void panelAction(PanelAction action);
    void focusPanel(PanelKind kind);
    void focusFilter();
    void openPalette();
    void checkTarget();
    void installCrd();
    void setPresenting(bool presenting);
    void setReadOnly(bool readOnly);
    void stormOrStop();
    void showJob();
    void connectParts();
    void showRowMenu(const QPoint& globalPos, DataTable* table);

    ControllerHost& m_host;
    Theme& m_theme;
    Options m_options;
    WindowSettings m_settings;
    Language m_language;
    LiveData m_data;
    Selection m_selection;
    WindowActions* m_actions;
    HostBridge* m_bridge = nullptr;
    TopBar* m_bar = nullptr;
    PipelineStrip* m_pipeline = nullptr;
    ErrorBanner* m_banner = nullptr;
    LoginBar* m_login = nullptr;
    std::array<TablePanel*, 5> m_panels{};  ///< by PanelKind
    MetricsPanel* m_metrics = nullptr;
    Inspector* m_inspector = nullptr;
    Board* m_board = nullptr;
    StatusLine* m_status = nullptr;
    CommandPalette* m_palette = nullptr;
    TargetFlow* m_targets = nullptr;
    StudentActions* m_students = nullptr;
    ExportActions* m_exports = nullptr;
    bool m_wasSynced = false;
};

}  // namespace rollcall
