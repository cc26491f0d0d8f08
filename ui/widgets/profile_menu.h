// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <array>

#include "core/session/profile.h"
#include "core/trace/transition.h"

class QMenu;

namespace rollcall {

class Theme;
class TwoPartButton;

/// "Profile Corrected ▾": the two seeds' behaviour or the corrected one, and each difference as a switch of its own.
/// **Thread**: GUI.
class ProfileMenu final : public QWidget {
    Q_OBJECT
public:
    explicit ProfileMenu(const Theme& theme, QWidget* parent = nullptr);

    void setProfiles(const Profile& students, const Profile& pods);  ///< emits nothing
    void setCompact(bool compact);
    QMenu* menu() { return m_menu; }
    QString summary() const;  ///< "Corrected", "As printed" or "Custom"

Q_SIGNALS:
    void profileRequested(rollcall::ControllerId controller, const rollcall::Profile& profile);

protected:
    void changeEvent(QEvent* event) override;

private:
    void rebuild();
    void addSwitches(QMenu* menu, ControllerId controller);
    void addWhole(const QString& text, bool checked, const Profile& students, const Profile& pods, const char* name);

    TwoPartButton* m_button;
    QMenu* m_menu;
    std::array<Profile, kControllerCount> m_profiles;
};

}  // namespace rollcall
