// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>
#include <QObject>
#include <array>
#include <utility>
#include <vector>

#include "ui/theme/theme.h"

class QAction;
class QActionGroup;

namespace rollcall {

class MachineryMenu;
struct Machinery;

enum class Command {
    Start,
    Stop,
    Pause,
    Step,
    Palette,
    Choose,
    OpenFile,
    CheckTarget,
    InstallCrd,
    NewStudent,
    EditStudent,
    DeleteStudent,
    CreateMany,
    Storm,
    ReadOnly,
    Filter,
    SwapController,
    CopyKubeconfig,
    SaveScreenshot,
    CopyScreenshot,
    ExportReport,
    GoStudents,
    GoQueue,
    GoEvents,
    GoPods,
    GoPipeline,
    GoInspector,
    GoTrace,
    GoMetrics,
    Present,
    ResetLayout,
    FullScreen,
    ShowMenu,
    Shortcuts,
    About,
    Quit,
};
inline constexpr int kCommandCount = int(Command::Quit) + 1;

/// Every command of the window as an action with a shortcut, and the menu that holds them all. **Thread**: GUI.
/// **Owns** actions and menu; what they do is connected by the window.
class WindowActions final : public QObject {
    Q_OBJECT
public:
    WindowActions(const Theme& theme, QWidget* window);

    QAction* action(Command command) const { return m_actions[std::size_t(command)]; }
    QMenu* menu() { return &m_menu; }
    /// The texts of theme and language, with what they choose.
    QList<QAction*> choices() const;
    static QString plainText(const QAction& action);  ///< without the mnemonic
    void setStorming(bool storming);                  ///< the storm's command stops the job that is on
    void setMachinery(const Machinery& machinery);
    void setTheme(ThemeMode mode);
    void setLanguage(const QString& code);
    void retranslate();
    /// Name and keys of every command that has keys, for the list of shortcuts.
    std::vector<std::pair<QString, QString>> shortcuts() const;

Q_SIGNALS:
    void machineryRequested(const rollcall::Machinery& machinery);
    void themeChosen(rollcall::ThemeMode mode);
    void languageChosen(const QString& code);

private:
    void makeChoices();

    bool m_storming = false;

    std::array<QAction*, kCommandCount> m_actions{};
    QMenu m_menu;
    MachineryMenu* m_machinery;
    QMenu* m_themeMenu;
    QMenu* m_languageMenu;
    QActionGroup* m_themes;
    QActionGroup* m_languages;
};

}  // namespace rollcall
