// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <array>

#include "core/session/host.h"
#include "ui/models/visual_state.h"

class QLabel;
class QMenu;
class QPushButton;
class QToolButton;

namespace rollcall {

class ProfileMenu;
class SpeedControl;
class StateLabel;
class TargetPicker;
class Theme;
class TwoPartButton;
class WorkersField;

/// The bar: where, Start and Stop, state in words, workers, profile, time, report, menu. Shows what it is told and says
/// what was asked for; it decides nothing. **Thread**: GUI.
class TopBar final : public QFrame {
    Q_OBJECT
public:
    explicit TopBar(const Theme& theme, QWidget* parent = nullptr);

    void setTarget(const QString& name, const QString& scope, bool sandbox);
    void setState(HostState state, VisualState visual, const QString& word, const QString& remark);
    void setReadOnly(bool readOnly);
    void setInsecure(bool insecure);  ///< the red mark, as long as such a target is chosen (S17)
    TargetPicker& picker() { return *m_picker; }
    WorkersField& workers() { return *m_workers; }
    ProfileMenu& profile() { return *m_profile; }
    SpeedControl& speed() { return *m_speed; }
    void setMenu(QMenu* menu);
    void openPicker();
    bool takeFocusFromStart(QWidget* next);  ///< after Start: Space pressed once more must not stop
    void focusStart();

Q_SIGNALS:
    void startRequested();
    void stopRequested();
    void reportRequested();
    void pickerOpened();

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void retranslate();
    void composeTarget();
    QToolButton* barButton(const char* name, const char* icon);

    const Theme& m_theme;
    TwoPartButton* m_where;
    QPushButton* m_start;
    QPushButton* m_stop;
    StateLabel* m_state;
    QLabel* m_readOnly;
    StateLabel* m_insecure;
    WorkersField* m_workers;
    ProfileMenu* m_profile;
    SpeedControl* m_speed;
    QPushButton* m_report;
    QToolButton* m_menuButton;
    TargetPicker* m_picker;
    HostState m_host = HostState::Stopped;
    QString m_name, m_scope;
    bool m_sandbox = true;
};

}  // namespace rollcall
