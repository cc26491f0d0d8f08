// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/window_actions.h"

#include <QAction>
#include <QActionGroup>
#include <QWidget>

#include "ui/theme/icons.h"
#include "ui/widgets/machinery_menu.h"

namespace rollcall {

namespace {

struct Spec {
    Command command;
    const char* name;
    const char* text;
    const char* keys;
    const char* icon;
    bool startsGroup = false;
};

constexpr Spec kSpecs[] = {
    {Command::Start, "actionStart", QT_TRANSLATE_NOOP("rollcall::WindowActions", "&Start"), "Ctrl+R", "start"},
    {Command::Stop, "actionStop", QT_TRANSLATE_NOOP("rollcall::WindowActions", "Sto&p"), "Ctrl+.", "stop"},
    {Command::Pause, "actionPause", QT_TRANSLATE_NOOP("rollcall::WindowActions", "Pa&use the clock"), "Ctrl+Space",
     "pause"},
    {Command::Step, "actionStep", QT_TRANSLATE_NOOP("rollcall::WindowActions", "S&tep to the next timer"), "F8",
     "step"},
    {Command::Palette, "actionPalette", QT_TRANSLATE_NOOP("rollcall::WindowActions", "Command palette…"), "Ctrl+K",
     "search", true},
    {Command::Choose, "actionChoose", QT_TRANSLATE_NOOP("rollcall::WindowActions", "&Choose a cluster…"), "Ctrl+L",
     "cluster"},
    {Command::OpenFile, "actionOpen", QT_TRANSLATE_NOOP("rollcall::WindowActions", "&Open kubeconfig…"), "Ctrl+O",
     "file"},
    {Command::CheckTarget, "actionCheckTarget", QT_TRANSLATE_NOOP("rollcall::WindowActions", "C&heck the cluster…"),
     "Ctrl+Shift+L", "check"},
    {Command::InstallCrd, "actionInstallCrd",
     QT_TRANSLATE_NOOP("rollcall::WindowActions", "&Install the Student definition…"), "", ""},
    {Command::CopyKubeconfig, "actionCopyKubeconfig",
     QT_TRANSLATE_NOOP("rollcall::WindowActions", "Copy &KUBECONFIG command"), "Ctrl+Shift+K", "copy"},
    {Command::NewStudent, "actionNew", QT_TRANSLATE_NOOP("rollcall::WindowActions", "&New Student…"), "Ctrl+N", "plus",
     true},
    {Command::EditStudent, "actionEdit", QT_TRANSLATE_NOOP("rollcall::WindowActions", "&Edit Student…"), "Ctrl+E",
     "edit"},
    {Command::DeleteStudent, "actionDelete", QT_TRANSLATE_NOOP("rollcall::WindowActions", "&Delete Student…"),
     "Ctrl+Backspace", "trash"},
    {Command::CreateMany, "actionCreateMany", QT_TRANSLATE_NOOP("rollcall::WindowActions", "Create &many Students…"),
     "Ctrl+Shift+N", ""},
    {Command::Storm, "actionStorm", QT_TRANSLATE_NOOP("rollcall::WindowActions", "Storm of ed&its…"), "Ctrl+Shift+M", "storm"},
    {Command::ReadOnly, "actionReadOnly", QT_TRANSLATE_NOOP("rollcall::WindowActions", "Read-onl&y: I change nothing"),
     "Ctrl+Shift+R", ""},
    {Command::SaveScreenshot, "actionSaveScreenshot", QT_TRANSLATE_NOOP("rollcall::WindowActions", "Save s&creenshot…"),
     "Ctrl+Shift+S", "camera", true},
    {Command::CopyScreenshot, "actionCopyScreenshot", QT_TRANSLATE_NOOP("rollcall::WindowActions", "Cop&y screenshot"),
     "Ctrl+Shift+C", ""},
    {Command::ExportReport, "actionExport", QT_TRANSLATE_NOOP("rollcall::WindowActions", "E&xport report…"),
     "Ctrl+Shift+E", "report"},
    {Command::Filter, "actionFilter", QT_TRANSLATE_NOOP("rollcall::WindowActions", "&Filter the table"), "Ctrl+F",
     "search", true},
    {Command::SwapController, "actionSwap", QT_TRANSLATE_NOOP("rollcall::WindowActions", "Show the other controlle&r"),
     "Ctrl+T", ""},
    {Command::GoStudents, "actionGoStudents", QT_TRANSLATE_NOOP("rollcall::WindowActions", "Go to Students"), "Ctrl+1",
     "", true},
    {Command::GoQueue, "actionGoQueue", QT_TRANSLATE_NOOP("rollcall::WindowActions", "Go to the workqueue"), "Ctrl+2",
     ""},
    {Command::GoEvents, "actionGoEvents", QT_TRANSLATE_NOOP("rollcall::WindowActions", "Go to Events"), "Ctrl+3", ""},
    {Command::GoPods, "actionGoPods", QT_TRANSLATE_NOOP("rollcall::WindowActions", "Go to Running Pods"), "Ctrl+4", ""},
    {Command::GoPipeline, "actionGoPipeline", QT_TRANSLATE_NOOP("rollcall::WindowActions", "Go to the pipeline"),
     "Ctrl+5", ""},
    {Command::GoInspector, "actionGoInspector", QT_TRANSLATE_NOOP("rollcall::WindowActions", "Go to the inspector"),
     "Ctrl+6", ""},
    {Command::GoTrace, "actionGoTrace", QT_TRANSLATE_NOOP("rollcall::WindowActions", "Go to the trace"), "Ctrl+7", ""},
    {Command::GoMetrics, "actionGoMetrics", QT_TRANSLATE_NOOP("rollcall::WindowActions", "Go to the metrics"), "Ctrl+8", ""},
    {Command::Present, "actionPresent", QT_TRANSLATE_NOOP("rollcall::WindowActions", "Presen&t: large type"), "F5", "present",
     true},
    {Command::ResetLayout, "actionReset", QT_TRANSLATE_NOOP("rollcall::WindowActions", "Reset &layout"), "", ""},
    {Command::FullScreen, "actionFullScreen", QT_TRANSLATE_NOOP("rollcall::WindowActions", "F&ull screen"), "F11", ""},
    {Command::ShowMenu, "actionMenu", QT_TRANSLATE_NOOP("rollcall::WindowActions", "Open this menu"), "F10", ""},
    {Command::Shortcuts, "actionShortcuts", QT_TRANSLATE_NOOP("rollcall::WindowActions", "&Keyboard shortcuts"), "F1",
     "", true},
    {Command::About, "actionAbout", QT_TRANSLATE_NOOP("rollcall::WindowActions", "&About Rollcall"), "", "info"},
    {Command::Quit, "actionQuit", QT_TRANSLATE_NOOP("rollcall::WindowActions", "&Quit"), "Ctrl+Q", ""},
};
static_assert(std::size(kSpecs) == kCommandCount);

constexpr const char* kThemeTexts[] = {QT_TRANSLATE_NOOP("rollcall::WindowActions", "&System"),
                                       QT_TRANSLATE_NOOP("rollcall::WindowActions", "&Light"),
                                       QT_TRANSLATE_NOOP("rollcall::WindowActions", "&Dark"),
                                       QT_TRANSLATE_NOOP("rollcall::WindowActions", "&High contrast")};

/// Nine "Go to" lines would bury the rest: they have shortcuts and the list of shortcuts.
bool isInMenu(Command command) {
    return command < Command::GoStudents || command > Command::GoMetrics ? command != Command::ShowMenu : false;
}

}  // namespace

WindowActions::WindowActions(const Theme& theme, QWidget* window) : QObject(window) {
    m_menu.setObjectName(QStringLiteral("mainMenu"));
    m_machinery = new MachineryMenu(&m_menu);
    connect(m_machinery, &MachineryMenu::machineryRequested, this, &WindowActions::machineryRequested);
    m_themeMenu = new QMenu(&m_menu);
    m_languageMenu = new QMenu(&m_menu);
    for (const Spec& spec : kSpecs) {
        auto* action = new QAction(window);
        action->setObjectName(QLatin1String(spec.name));
        action->setShortcut(QKeySequence(QLatin1String(spec.keys)));
        if (*spec.icon) action->setIcon(themedIcon(theme, QLatin1String(spec.icon), IconTone::Muted));
        window->addAction(action);
        m_actions[std::size_t(spec.command)] = action;
        if (!isInMenu(spec.command)) continue;
        if (spec.startsGroup) m_menu.addSeparator();
        if (spec.command == Command::Present) {
            m_menu.addMenu(m_themeMenu);
            m_menu.addMenu(m_languageMenu);
        }
        m_menu.addAction(action);
        if (spec.command == Command::Step) m_menu.addMenu(m_machinery);
    }
    action(Command::Pause)->setCheckable(true);
    action(Command::FullScreen)->setCheckable(true);
    action(Command::Present)->setCheckable(true);
    action(Command::ReadOnly)->setCheckable(true);
    makeChoices();
    retranslate();
}

void WindowActions::makeChoices() {
    m_themes = new QActionGroup(this);
    for (int i = 0; i < int(std::size(kThemeTexts)); ++i) {
        QAction* action = m_themeMenu->addAction(QString());
        action->setObjectName(QStringLiteral("theme%1").arg(i));
        action->setCheckable(true);
        m_themes->addAction(action);
        connect(action, &QAction::triggered, this, [this, i] { Q_EMIT themeChosen(ThemeMode(i)); });
    }
    m_languages = new QActionGroup(this);
    // Each language in its own words, so that one finds the way back.
    for (const auto& [code, name] : {std::pair(QStringLiteral("en"), QStringLiteral("English")),
                                     std::pair(QStringLiteral("zh_CN"), QStringLiteral("简体中文"))}) {
        QAction* action = m_languageMenu->addAction(name);
        action->setObjectName(QStringLiteral("language_") + code);
        action->setCheckable(true);
        action->setData(code);
        m_languages->addAction(action);
        connect(action, &QAction::triggered, this, [this, chosen = code] { Q_EMIT languageChosen(chosen); });
    }
}

void WindowActions::setMachinery(const Machinery& machinery) { m_machinery->setMachinery(machinery); }

void WindowActions::setTheme(ThemeMode mode) {
    m_themes->actions().at(int(mode))->setChecked(true);
}

void WindowActions::setLanguage(const QString& code) {
    for (QAction* action : m_languages->actions()) action->setChecked(action->data().toString() == code);
}

void WindowActions::retranslate() {
    for (const Spec& spec : kSpecs) action(spec.command)->setText(tr(spec.text));
    for (int i = 0; i < int(std::size(kThemeTexts)); ++i) m_themes->actions().at(i)->setText(tr(kThemeTexts[i]));
    setStorming(m_storming);
    m_machinery->retranslate();
    m_themeMenu->setTitle(tr("T&heme"));
    m_languageMenu->setTitle(tr("Lan&guage"));
}

QString WindowActions::plainText(const QAction& action) {
    QString name = action.text();
    // Chinese texts carry their mnemonic in brackets at the end.
    const qsizetype bracket = name.indexOf(QStringLiteral("(&"));
    if (bracket > 0) name.remove(bracket, 4);
    name.remove(u'&');
    return name;
}

QList<QAction*> WindowActions::choices() const { return m_themes->actions() + m_languages->actions(); }

void WindowActions::setStorming(bool storming) {
    m_storming = storming;
    action(Command::Storm)->setText(storming ? tr("Stop the running j&ob") : tr("Storm of ed&its…"));
}

std::vector<std::pair<QString, QString>> WindowActions::shortcuts() const {
    std::vector<std::pair<QString, QString>> list;
    for (const Spec& spec : kSpecs) {
        const QAction* a = action(spec.command);
        if (a->shortcut().isEmpty()) continue;
        list.emplace_back(plainText(*a), a->shortcut().toString(QKeySequence::NativeText));
    }
    return list;
}

}  // namespace rollcall
