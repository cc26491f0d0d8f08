// SPDX-License-Identifier: GPL-3.0-or-later
// What the window's commands do.
#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>

#include "ui/models/error_words.h"
#include "ui/models/plain_text.h"
#include "ui/pipeline/pipeline_strip.h"
#include "ui/theme/icons.h"
#include "ui/widgets/command_palette.h"
#include "ui/widgets/inspector.h"
#include "ui/widgets/metrics_panel.h"
#include "ui/widgets/speed_control.h"
#include "ui/widgets/status_line.h"
#include "ui/widgets/student_yaml.h"
#include "ui/widgets/table_panel.h"
#include "ui/widgets/target_picker.h"
#include "ui/widgets/top_bar.h"
#include "ui/window/board.h"
#include "ui/window/crd_dialog.h"
#include "ui/window/export_actions.h"
#include "ui/window/fault_menu.h"
#include "ui/window/main_window.h"
#include "ui/window/palette_entries.h"
#include "ui/window/preflight_dialog.h"
#include "ui/window/student_actions.h"
#include "ui/window/student_jobs.h"
#include "ui/window/target_flow.h"

namespace rollcall {

namespace {
constexpr double kPresentZoom = 1.6;  ///< 13 px become 21: read from ten metres on a projector's usual picture
}

void MainWindow::connectCommands() {
    const auto on = [this](Command command, auto&& what) {
        connect(m_actions->action(command), &QAction::triggered, this, what);
    };
    on(Command::Start, [this] { start(); });
    on(Command::Stop, [this] { stopOrAbandon(); });
    on(Command::Pause, [this] { m_bar->speed().togglePause(); });
    on(Command::Step, [this] { m_host.step(); });
    on(Command::Choose, [this] { m_bar->openPicker(); });
    on(Command::OpenFile, [this] { m_targets->openFile(); });
    on(Command::CheckTarget, [this] { checkTarget(); });
    on(Command::InstallCrd, [this] { installCrd(); });
    on(Command::NewStudent, [this] { m_students->create(); });
    on(Command::EditStudent, [this] { m_students->edit(); });
    on(Command::DeleteStudent, [this] { m_students->remove(); });
    on(Command::CreateMany, [this] { m_students->createMany(); });
    on(Command::Storm, [this] { stormOrStop(); });
    connect(m_actions->action(Command::ReadOnly), &QAction::toggled, this, &MainWindow::setReadOnly);
    connect(m_actions->action(Command::Present), &QAction::toggled, this, &MainWindow::setPresenting);
    on(Command::Palette, [this] { openPalette(); });
    on(Command::Filter, [this] { focusFilter(); });
    on(Command::SwapController, [this] {
        m_pipeline->setOpen(m_pipeline->open() == ControllerId::Students ? ControllerId::Pods : ControllerId::Students);
    });
    on(Command::CopyKubeconfig, [this] { m_exports->copyKubeconfig(); });
    on(Command::SaveScreenshot, [this] { m_exports->saveScreenshot(); });
    on(Command::CopyScreenshot, [this] { m_exports->copyScreenshot(); });
    on(Command::ExportReport, [this] { m_exports->exportReport(); });
    on(Command::GoStudents, [this] { focusPanel(PanelKind::Students); });
    on(Command::GoQueue, [this] { focusPanel(PanelKind::Workqueue); });
    on(Command::GoEvents, [this] { focusPanel(PanelKind::Events); });
    on(Command::GoPods, [this] { focusPanel(PanelKind::Pods); });
    on(Command::GoPipeline, [this] { m_pipeline->setFocus(Qt::ShortcutFocusReason); });
    on(Command::GoInspector, [this] {
        m_board->reveal(m_inspector);
        m_inspector->focusTabs();
    });
    on(Command::GoTrace, [this] { focusPanel(PanelKind::Trace); });
    on(Command::GoMetrics, [this] {
        m_board->reveal(m_metrics);
        m_metrics->table()->setFocus(Qt::ShortcutFocusReason);
    });
    on(Command::ResetLayout, [this] {
        m_board->reset();
        for (TablePanel* p : m_panels) p->table()->resetColumns();
    });
    on(Command::FullScreen, [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });
    on(Command::ShowMenu,
       [this] { m_actions->menu()->popup(m_bar->mapToGlobal(QPoint(m_bar->width() - 260, m_bar->height()))); });
    on(Command::Shortcuts, [this] { showShortcuts(m_theme, m_actions->shortcuts(), this); });
    on(Command::About, [this] { showAbout(m_theme, m_options.versions, this); });
    on(Command::Quit, [this] { close(); });
    connectParts();
}

void MainWindow::checkTarget() {
    auto* dialog = new PreflightDialog(m_host, m_theme, this);
    connect(dialog, &PreflightDialog::installRequested, this, &MainWindow::installCrd);
    connect(this, &MainWindow::crdInstalled, dialog, &PreflightDialog::check);
    dialog->show();
}

void MainWindow::installCrd() {
    if (m_actions->action(Command::ReadOnly)->isChecked())
        return m_status->notice(tr("This window is read-only: it changes nothing on the cluster."));
    auto* dialog = new CrdDialog(m_host, m_theme, this);
    connect(dialog, &CrdDialog::installed, m_status, &StatusLine::notice);
    connect(dialog, &CrdDialog::installed, this, &MainWindow::crdInstalled);
    dialog->open();
}

/// Commands that carry a value, and what comes of those that take their time.
void MainWindow::connectParts() {
    m_actions->setMachinery(m_host.machinery());
    connect(m_actions, &WindowActions::machineryRequested, this, [this](const Machinery& machinery) {
        m_host.setMachinery(machinery);
        m_actions->setMachinery(m_host.machinery());
        const bool running = m_host.state() == HostState::Running || m_host.state() == HostState::Starting;
        if (running) m_status->notice(tr("The machinery is built so at the next Start."));
    });
    connect(m_actions, &WindowActions::themeChosen, this, &MainWindow::setTheme);
    connect(m_actions, &WindowActions::languageChosen, this, [this](const QString& code) {
        m_settings.setLanguage(code);
        m_language.set(code);
    });
    connect(m_inspector, &Inspector::editRequested, m_students, &StudentActions::edit);
    connect(m_inspector, &Inspector::deleteRequested, m_students, &StudentActions::remove);
    const auto failed = [this](const QString& heading, const Error& error) {
        rollcall::showFailure(m_theme, heading, errorLine(error), this);
    };
    connect(m_students, &StudentActions::jobChanged, this, &MainWindow::showJob);
    connect(m_students, &StudentActions::failed, this, failed);
    connect(m_exports, &ExportActions::failed, this, failed);
    connect(m_exports, &ExportActions::done, m_status, &StatusLine::notice);
    connect(m_students, &StudentActions::done, this, [this](const QString& sentence, const QString& key) {
        m_status->notice(sentence);
        if (!key.isEmpty()) m_selection.choose(ControllerId::Students, utf8(key));
    });
}

void MainWindow::openPalette() {
    m_palette->openOver(this, paletteEntries(*m_actions, m_bar->picker().choices(),
                                             [this](const Target& target) { m_targets->use(target); }, m_data, m_selection));
}

/// Pipeline and one table, larger; the bar stays, for Start and Stop are there.
void MainWindow::setPresenting(bool presenting) {
    const double zoom = presenting ? kPresentZoom : 1;
    m_pipeline->setZoom(zoom);
    for (TablePanel* p : m_panels) p->setZoom(zoom);
    m_metrics->setZoom(zoom);
    m_status->setVisible(!presenting);
    m_board->setPresenting(presenting);
    if (presenting) m_board->reveal(&panel(PanelKind::Workqueue));
    refreshPanels();
}

void MainWindow::setReadOnly(bool readOnly) {
    m_students->setReadOnly(readOnly);
    m_inspector->setReadOnly(readOnly);
    m_bar->setReadOnly(readOnly);
    m_settings.setBytes(QStringLiteral("readOnly"), readOnly ? "1" : "0");
    refreshCommands();
}

/// The keys that are chosen in the Students table, or the one that is chosen everywhere.
void MainWindow::stormOrStop() {
    if (m_students->jobs().isRunning()) return m_students->jobs().stop();
    std::vector<std::string> keys;
    for (const auto& [controller, key] : panel(PanelKind::Students).table()->selectedKeys()) keys.push_back(key);
    if (keys.empty() && m_selection.controller() == ControllerId::Students && !m_selection.isEmpty())
        keys.push_back(m_selection.key());
    m_students->storm(keys);
}

void MainWindow::showJob() {
    const bool running = m_students->jobs().isRunning();
    m_actions->setStorming(running);
    refreshCommands();
    if (running) m_status->notice(tr("%n Student(s) written; Ctrl+Shift+M stops", nullptr, m_students->jobs().done()));
}

/// The commands that make sense for a row; the chosen key is the row's, for the click has chosen it.
void MainWindow::showRowMenu(const QPoint& globalPos, DataTable* table) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    QAction* copy = menu->addAction(themedIcon(m_theme, QStringLiteral("copy"), IconTone::Muted), tr("&Copy rows"));
    copy->setObjectName(QStringLiteral("copyRows"));
    connect(copy, &QAction::triggered, table, &DataTable::copySelection);
    const auto copyText = [&](const QString& text, const char* name, auto&& what) {
        QAction* action = menu->addAction(text);
        action->setObjectName(QLatin1String(name));
        connect(action, &QAction::triggered, table, [what, table] { QGuiApplication::clipboard()->setText(what(*table)); });
    };
    copyText(tr("Copy rows as CS&V"), "copyCsv", [](const DataTable& t) { return t.selectionCsv(); });
    if (!table->selectedKeys().empty())
        copyText(tr("Copy as &kubectl command"), "copyKubectlGet", [](const DataTable& t) { return kubectlGetYaml(t.selectedKeys()); });
    if (m_students->canEdit()) {
        menu->addSeparator();
        menu->addAction(m_actions->action(Command::EditStudent));
        menu->addAction(m_actions->action(Command::DeleteStudent));
    }
    if (!m_selection.isEmpty()) {
        menu->addSeparator();
        menu->addMenu(makeFaultMenu(m_host, m_selection.controller(), m_selection.key(), menu));
    }
    menu->popup(globalPos);
}

}  // namespace rollcall
