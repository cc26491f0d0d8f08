// SPDX-License-Identifier: GPL-3.0-or-later
// Which part of the window listens to which, and what it remembers.
#include <QAction>
#include <QApplication>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileInfo>
#include <QLineEdit>
#include <QMimeData>
#include <QScreen>
#include <QTimer>

#include "ui/models/plain_text.h"
#include "ui/pipeline/pipeline_strip.h"
#include "ui/widgets/error_banner.h"
#include "ui/widgets/filter_edit.h"
#include "ui/widgets/inspector.h"
#include "ui/widgets/login_bar.h"
#include "ui/widgets/metrics_panel.h"
#include "ui/widgets/profile_menu.h"
#include "ui/widgets/speed_control.h"
#include "ui/widgets/status_line.h"
#include "ui/widgets/table_panel.h"
#include "ui/widgets/target_picker.h"
#include "ui/widgets/top_bar.h"
#include "ui/widgets/workers_field.h"
#include "ui/window/board.h"
#include "ui/window/export_actions.h"
#include "ui/window/host_bridge.h"
#include "ui/window/main_window.h"
#include "ui/window/student_actions.h"
#include "ui/window/target_flow.h"

namespace rollcall {

namespace {

/// All or nothing: a mixed drop was meant for somebody else.
QStringList localFiles(const QMimeData* data) {
    QStringList files;
    for (const QUrl& url : data->urls()) {
        if (!url.isLocalFile() || QFileInfo(url.toLocalFile()).isDir()) return {};
        files << url.toLocalFile();
    }
    return files;
}

}  // namespace

void MainWindow::connectBar() {
    connect(m_bar, &TopBar::startRequested, this, &MainWindow::start);
    connect(m_bar, &TopBar::stopRequested, this, &MainWindow::stopOrAbandon);
    connect(m_bar, &TopBar::reportRequested, m_exports, &ExportActions::exportReport);
    connect(m_bar, &TopBar::pickerOpened, m_targets, &TargetFlow::refreshChoices);
    connect(&m_bar->workers(), &WorkersField::changed, this, [this](int count) {
        m_host.setWorkers(count);
        m_bar->workers().setValue(m_host.workers());
        m_pipeline->setWorkers(m_host.workers());
    });
    connect(&m_bar->profile(), &ProfileMenu::profileRequested, this, [this](ControllerId id, const Profile& profile) {
        m_host.setProfile(id, profile);
        m_pipeline->setProfile(id, m_host.profile(id));
        m_inspector->setProfile(id, m_host.profile(id));
        m_bar->profile().setProfiles(m_host.profile(ControllerId::Students), m_host.profile(ControllerId::Pods));
    });
    connect(&m_bar->speed(), &SpeedControl::speedRequested, this, &MainWindow::setSpeed);
    connect(&m_bar->speed(), &SpeedControl::stepRequested, this, [this] { m_host.step(); });
    connect(m_targets, &TargetFlow::changed, this, [this] {
        refreshState();
        showTarget();
        showFailure();
        refreshCommands();
        if (!m_targets->isConnecting()) Q_EMIT targetChanged();
    });
    connect(m_targets, &TargetFlow::advised, m_status, &StatusLine::notice);
    connect(m_login, &LoginBar::cancelRequested, this, [this] { m_host.cancelLogin(); });
    m_host.setOnLoginProgress([this](const LoginProgress& progress) { m_login->setProgress(progress); });
    connect(m_banner, &ErrorBanner::retryRequested, this, &MainWindow::start);
    connect(m_banner, &ErrorBanner::chooseRequested, m_bar, &TopBar::openPicker);
    m_bar->workers().setValue(m_host.workers());
    m_pipeline->setWorkers(m_host.workers());
    m_bar->speed().setSpeed(m_host.speed());
    for (const ControllerId id : {ControllerId::Students, ControllerId::Pods}) {
        m_pipeline->setProfile(id, m_host.profile(id));
        m_inspector->setProfile(id, m_host.profile(id));
    }
    m_bar->profile().setProfiles(m_host.profile(ControllerId::Students), m_host.profile(ControllerId::Pods));
}

void MainWindow::connectData() {
    connect(&m_data, &LiveData::applied, this, &MainWindow::dataApplied);
    connect(&m_data, &LiveData::hostStateChanged, this, &MainWindow::hostStateChanged);
    connect(&m_data, &LiveData::wasReset, &m_selection, &Selection::clear);
    connect(&m_data, &LiveData::noticed, m_status, &StatusLine::notice);
    connect(&m_data, &LiveData::pipelineChanged, this, [this] {
        int watches = 0;
        for (const ControllerId id : {ControllerId::Students, ControllerId::Pods}) {
            watches += m_data.stats(id).reflector == ReflectorState::Streaming ? 1 : 0;
        }
        m_status->setNumbers(m_data.stats(m_pipeline->open()), watches);
    });
    connect(m_bridge, &HostBridge::second, this, [this] {
        m_pipeline->tickSecond();
        m_inspector->tick(true);
        for (TablePanel* p : m_panels) p->table()->tick();
        m_data.sampleMetrics();
        m_metrics->tickSecond();
        m_status->tickSecond();
        m_login->tickSecond();
        refreshState();
        if (m_data.hostState() == HostState::Running) refreshPanels();  // "next try in", "stale"
    });
    connect(m_bridge, &HostBridge::countdown, this, [this] {
        m_pipeline->tickCountdowns();
        m_inspector->tick(false);
        panel(PanelKind::Workqueue).table()->tick();
    });
}

void MainWindow::connectSelection() {
    const auto choose = [this](ControllerId controller, const QString& key) {
        m_selection.choose(controller, utf8(key));
    };
    connect(m_pipeline, &PipelineStrip::keyChosen, this, choose);
    for (TablePanel* p : m_panels) {
        connect(p->table(), &DataTable::keyChosen, this, choose);
        connect(p->table(), &DataTable::menuRequested, this, &MainWindow::showRowMenu);
        connect(p->table(), &DataTable::keyActivated, this, [this] { m_board->reveal(m_inspector); });
        connect(p, &TablePanel::actionRequested, this, &MainWindow::panelAction);
    }
    connect(m_metrics, &MetricsPanel::actionRequested, this, &MainWindow::panelAction);
    connect(&m_selection, &Selection::changed, this, [this](ControllerId controller, const std::string& key) {
        if (!key.empty()) m_pipeline->setOpen(controller);
        m_pipeline->setSelection(controller, key);
        m_inspector->setKey(controller, key);
        for (TablePanel* p : m_panels) p->table()->showKey(controller, key);
        refreshCommands();
    });
    connect(m_pipeline, &PipelineStrip::openChanged, this, [this](ControllerId id) {
        panel(PanelKind::Workqueue).table()->filter().setController(int(id));
        if (!m_selection.isEmpty() && m_selection.controller() == id) {
            panel(PanelKind::Workqueue).table()->showKey(id, m_selection.key());
        }
        refreshPanels();
    });
}

void MainWindow::panelAction(PanelAction action) {
    switch (action) {
        case PanelAction::Start:
            return start();
        case PanelAction::CreateStudent:
            return m_students->create();
        case PanelAction::ChooseTarget:
            return m_bar->openPicker();
        case PanelAction::InstallCrd:
            return installCrd();
        case PanelAction::ClearFilter:
        case PanelAction::None:
            return;
    }
}

/// The filter of the table that has the focus, else of the first one.
void MainWindow::focusFilter() {
    const QWidget* focus = QApplication::focusWidget();
    TablePanel* chosen = m_panels[0];
    for (TablePanel* p : m_panels) {
        if (focus && p->isAncestorOf(focus)) chosen = p;
    }
    m_board->reveal(chosen);
    chosen->filterField()->setFocus(Qt::ShortcutFocusReason);
    chosen->filterField()->selectAll();
}

void MainWindow::restore() {
    connect(&m_theme, &Theme::changed, this, [this] { m_actions->setTheme(m_theme.mode()); });
    m_actions->setTheme(m_settings.theme());
    m_actions->setLanguage(m_language.current());
    resize(1440, 900);
    const QByteArray geometry = m_settings.bytes(QStringLiteral("window/geometry"));
    if (!geometry.isEmpty()) restoreGeometry(geometry);  // Qt moves it back onto a screen that is there
    m_board->restore(m_settings);
    for (TablePanel* p : m_panels)
        p->table()->restoreColumns(m_settings.bytes(QStringLiteral("columns/") + p->objectName()));
    m_actions->action(Command::ReadOnly)->setChecked(m_settings.bytes(QStringLiteral("readOnly")) == "1");
    m_inspector->showTab(m_settings.bytes(QStringLiteral("inspector/tab")).toInt());
}

void MainWindow::remember() {
    m_settings.setBytes(QStringLiteral("window/geometry"), saveGeometry());
    m_board->save(m_settings);
    for (TablePanel* p : m_panels)
        m_settings.setBytes(QStringLiteral("columns/") + p->objectName(), p->table()->saveColumns());
    m_settings.setBytes(QStringLiteral("inspector/tab"), QByteArray::number(m_inspector->tabIndex()));
    m_settings.save();
}

void MainWindow::retranslate() {
    m_actions->retranslate();
    m_actions->setLanguage(m_language.current());
    m_board->setTitles({panel(PanelKind::Students).title(), panel(PanelKind::Workqueue).title(),
                        panel(PanelKind::Pods).title(), panel(PanelKind::Events).title(),
                        panel(PanelKind::Trace).title(), m_metrics->title()},
                       tr("Inspector"), tr("Tables"));
    m_data.retranslate();
    refreshState();
    showTarget();
}

void MainWindow::changeEvent(QEvent* event) {
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::LanguageChange && m_bridge) retranslate();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (!localFiles(event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    const QStringList files = localFiles(event->mimeData());
    if (files.isEmpty()) return;
    event->acceptProposedAction();
    m_targets->previewFiles(files);
    // Whoever drags still has the pointer.
    QTimer::singleShot(0, m_bar, &TopBar::openPicker);
}

}  // namespace rollcall
