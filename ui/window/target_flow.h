// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>
#include <optional>

#include "core/session/host.h"
#include "ui/window/file_chooser.h"

namespace rollcall {

class TargetPicker;
class WindowSettings;

/// From the picker to a connected host: reads the kubeconfigs, again when they change, stops what runs, sets the target, has
/// it looked at, says how it went. **Thread**: GUI; never waits. **Owns** nothing; the answer to an older choice is ignored.
class TargetFlow final : public QObject {
    Q_OBJECT
public:
    TargetFlow(ControllerHost& host, TargetPicker& picker, WindowSettings& settings, FileChooser chooser,
               QWidget* window);
    ~TargetFlow() override;

    void refreshChoices();
    void openFile();
    void use(const Target& target);
    /// The file that a person has opened: its current context is chosen.
    void useFile(const QString& file);
    /// Files that came by themselves, as by a drop: they are listed and remembered. Nothing of them runs or is connected to.
    void previewFiles(const QStringList& files);
    void hostStateChanged(HostState state);
    bool isConnecting() const { return m_connecting; }
    const std::optional<Error>& failure() const { return m_failure; }

Q_SIGNALS:
    void changed();                         ///< connecting began or ended; target, failure or name may differ
    void advised(const QString& sentence);  ///< found by the check of the target, and no obstacle

private:
    std::vector<std::string> files() const;
    void forgetFile(const QString& file);
    void askReach(const Target& target);
    void connectNow(const Target& target);
    void checkTarget(int attempt);

    ControllerHost& m_host;
    TargetPicker& m_picker;
    WindowSettings& m_settings;
    FileChooser m_chooser;
    QWidget* m_window;
    std::optional<Target> m_waiting;  ///< chosen while running: set once Stopped
    std::optional<Error> m_failure;
    bool m_connecting = false;
    int m_attempt = 0;
    int m_listing = 0;  ///< of the answers that come, the last one counts
};

}  // namespace rollcall
