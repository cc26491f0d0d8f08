// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/main_window.h"

#include <QCloseEvent>
#include <QLineEdit>
#include <QVBoxLayout>

#include "ui/models/plain_text.h"
#include "ui/pipeline/pipeline_strip.h"
#include "ui/widgets/command_palette.h"
#include "ui/widgets/error_banner.h"
#include "ui/widgets/filter_edit.h"
#include "ui/widgets/inspector.h"
#include "ui/widgets/login_bar.h"
#include "ui/widgets/metrics_panel.h"
#include "ui/widgets/profile_menu.h"
#include "ui/widgets/speed_control.h"
#include "ui/widgets/status_line.h"
#include "ui/widgets/table_panel.h"
#include "ui/widgets/top_bar.h"
#include "ui/widgets/workers_field.h"
#include "ui/window/board.h"
#include "ui/window/export_actions.h"
#include "ui/window/host_bridge.h"
#include "ui/window/login_dialog.h"
#include "ui/window/state_words.h"
#include "ui/window/student_actions.h"
#include "ui/window/student_jobs.h"
#include "ui/window/target_flow.h"

namespace rollcall {

MainWindow::MainWindow(ControllerHost& host, Theme& theme, Options options, QWidget* parent)
    : QMainWindow(parent),
      m_host(host),
      m_theme(theme),
      m_options(std::move(options)),
      m_settings(m_options.settingsFile) {
    setObjectName(QStringLiteral("mainWindow"));
    setAcceptDrops(true);
    m_language.set(m_options.language.isEmpty() ? m_settings.language() : m_options.language);
    m_theme.setMode(m_settings.theme());
    m_actions = new WindowActions(m_theme, this);
    build();
    m_bridge = new HostBridge(m_host, m_data, this);
    m_host.setOnLoginQuestion([this](const LoginQuestion& question, std::function<void(bool)> answer) {
        askAboutLogin(question, m_settings, this, std::move(answer));
    });
    connectBar();
    connectData();
    connectSelection();
    connectCommands();
    retranslate();
    restore();
    m_targets->refreshChoices();
    m_bridge->drainNow();
    refreshState();
    refreshCommands();
    showTarget();
    m_bar->focusStart();
}

/// The parts go before the data that they show; the base class would delete them after it.
MainWindow::~MainWindow() {
    m_host.setOnLoginQuestion({});
    m_host.setOnLoginProgress({});
    delete m_bridge;
    delete takeCentralWidget();
}

void MainWindow::build() {
    auto* central = new QWidget(this);
    m_bar = new TopBar(m_theme, central);
    m_bar->setMenu(m_actions->menu());
    m_banner = new ErrorBanner(m_theme, central);
    m_login = new LoginBar(m_theme, central);
    m_pipeline = new PipelineStrip(m_data, m_theme, central);
    const TablePanel::Spec specs[] = {
        {PanelKind::Students, m_data.students(), StudentsModel::Version, Qt::DescendingOrder, "students"},
        {PanelKind::Workqueue, m_data.queue(), WorkqueueModel::State, Qt::AscendingOrder, "workqueue"},
        {PanelKind::Events, m_data.events(), EventsModel::Last, Qt::AscendingOrder, "events"},
        {PanelKind::Pods, m_data.pods(), PodsModel::Phase, Qt::AscendingOrder, "pods"},
        {PanelKind::Trace, m_data.trace(), -1, Qt::AscendingOrder, "trace"},
    };
    for (const TablePanel::Spec& spec : specs)
        m_panels[std::size_t(spec.kind)] = new TablePanel(spec, m_theme, central);
    m_inspector = new Inspector(m_data, m_theme, central);
    m_metrics = new MetricsPanel(m_data, m_theme, central);
    m_board = new Board({&panel(PanelKind::Students), &panel(PanelKind::Workqueue), &panel(PanelKind::Pods),
                         &panel(PanelKind::Events), &panel(PanelKind::Trace), m_metrics},
                        m_inspector, central);
    m_status = new StatusLine(central);
    m_palette = new CommandPalette(m_theme, this);
    auto* column = new QVBoxLayout(central);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_bar);
    column->addWidget(m_pipeline);
    column->addWidget(m_login);
    column->addWidget(m_banner);
    column->addWidget(m_board, 1);
    column->addWidget(m_status);
    setCentralWidget(central);
    setMinimumSize(900, 600);
    m_targets = new TargetFlow(m_host, m_bar->picker(), m_settings, m_options.fileChooser, this);
    m_students = new StudentActions(m_host, m_data, m_selection, m_theme, this);
    m_exports = new ExportActions(m_host, m_data, m_options.reportWriter, m_options.fileChooser, this);
    panel(PanelKind::Workqueue).table()->filter().setController(int(m_pipeline->open()));
}

void MainWindow::useTarget(const Target& target) {
    m_targets->use(target);
}

void MainWindow::start() {
    if (m_host.state() != HostState::Stopped && m_host.state() != HostState::Failed) return;
    m_bar->takeFocusFromStart(m_pipeline);
    m_host.start();
}

Result<Unit> MainWindow::saveScreenshot(const std::string& file) {
    m_bridge->drainNow();
    return savePng(*this, file);
}

bool MainWindow::isSynced() const {
    return m_data.hostState() == HostState::Running && m_host.synced();
}

void MainWindow::stopOrAbandon() {
    if (m_host.state() == HostState::Stopped || m_host.state() == HostState::Failed) return;
    m_host.stop();
}

void MainWindow::setTheme(ThemeMode mode) {
    m_theme.setMode(mode);
    m_settings.setTheme(mode);
    m_actions->setTheme(mode);
}

void MainWindow::setSpeed(double factor) {
    m_host.setSpeed(factor);
    m_bar->speed().setSpeed(m_host.speed());
    m_actions->action(Command::Pause)->setChecked(m_bar->speed().isPaused());
    refreshState();
    refreshCommands();
}

void MainWindow::hostStateChanged(HostState state) {
    if (state != HostState::Running) m_wasSynced = false;
    refreshState();
    refreshPanels();
    refreshCommands();
}

void MainWindow::dataApplied() {
    m_targets->hostStateChanged(m_host.state());  // one feed may hold Stopping and Stopped
    m_pipeline->refresh();
    m_inspector->refresh();
    refreshPanels();
    refreshState();
    showFailure();
    showTarget();
    m_bridge->setCountingDown(m_pipeline->hasCountdown() && m_data.hostState() != HostState::Stopped);
    if (!m_wasSynced && isSynced()) {
        m_wasSynced = true;
        Q_EMIT synced();
    }
}

void MainWindow::refreshPanels() {
    for (TablePanel* p : m_panels) {
        const ControllerId feeding = p->kind() == PanelKind::Pods ? ControllerId::Pods : ControllerId::Students;
        p->refresh(m_data.hostState(), m_data.stats(p->kind() == PanelKind::Workqueue ? m_pipeline->open() : feeding));
    }
    m_metrics->refresh();
}

void MainWindow::refreshState() {
    const BarInput input{m_data.hostState(),        m_targets->isConnecting(),      m_host.synced(),
                         m_bar->speed().isPaused(), shownText(m_host.targetName()), m_data.now()};
    const BarState state = barState(input, m_data.stats(ControllerId::Students), m_data.stats(ControllerId::Pods));
    m_bar->setState(input.host, state.visual, state.word, state.remark);
}

void MainWindow::refreshCommands() {
    const HostState state = m_host.state();
    const bool idle = state == HostState::Stopped || state == HostState::Failed;
    const bool server = !m_host.serverAddress().empty();
    const auto enable = [this](Command command, bool on) { m_actions->action(command)->setEnabled(on); };
    enable(Command::Start, idle);
    enable(Command::Stop, !idle);
    enable(Command::Step, m_bar->speed().isPaused());
    enable(Command::NewStudent, m_students->canCreate());
    enable(Command::CreateMany, m_students->canCreate() && !m_students->jobs().isRunning());
    enable(Command::Storm, m_students->canCreate());
    enable(Command::EditStudent, m_students->canEdit());
    enable(Command::DeleteStudent, m_students->canEdit());
    enable(Command::CheckTarget, server);
    enable(Command::InstallCrd, server && !m_actions->action(Command::ReadOnly)->isChecked());
    enable(Command::CopyKubeconfig, m_host.target().kind == Target::Kind::Sandbox && server);
    enable(Command::ExportReport, m_exports->canExport());
}

void MainWindow::showTarget() {
    const Target& target = m_host.target();
    const bool sandbox = target.kind == Target::Kind::Sandbox;
    const QString name = sandbox ? tr("Sandbox") : shownText(m_host.targetName());
    const QString version = shownText(m_host.serverVersion()), address = shownText(m_host.serverAddress());
    m_bar->setTarget(name, target.ns.empty() ? tr("all namespaces") : shownText(target.ns), sandbox);
    m_bar->setInsecure(m_host.insecure());
    m_status->setServer(name, version, address);
    m_pipeline->setServerVersion(version);
    const QString program = QStringLiteral("Rollcall");
    setWindowTitle(name.isEmpty() ? program : QString(name + QStringLiteral(" – ") + program));
}

void MainWindow::showFailure() {
    const Error* error = m_host.failure();
    if (!error && m_targets->failure()) error = &*m_targets->failure();
    if (!error) return m_banner->clear();
    m_banner->show(*error, m_data.hostState() == HostState::Failed);
}

void MainWindow::focusPanel(PanelKind kind) {
    TablePanel& chosen = panel(kind);
    m_board->reveal(&chosen);
    if (chosen.state().mode == PanelMode::Rows)
        chosen.table()->setFocus(Qt::ShortcutFocusReason);
    else
        chosen.filterField()->setFocus(Qt::ShortcutFocusReason);
}

void MainWindow::closeEvent(QCloseEvent* event) {
    remember();
    QMainWindow::closeEvent(event);
}

}  // namespace rollcall
