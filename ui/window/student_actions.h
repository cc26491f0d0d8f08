// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QWidget>

#include "core/session/host.h"

namespace rollcall {

class Selection;
class Theme;

/// Create, edit and delete of Students: opens the dialogs and reports what came of it. **Thread**: GUI.
class StudentActions final : public QObject {
    Q_OBJECT
public:
    StudentActions(ControllerHost& host, const Selection& selection, const Theme& theme, QWidget* window);

    bool canEdit() const;  ///< a Student is chosen and there is a server to ask
    void create();
    void edit();
    void remove();

Q_SIGNALS:
    void done(const QString& sentence, const QString& key);
    void failed(const QString& heading, const rollcall::Error& error);

private:
    void removeNow(const NamespacedName& name);

    ControllerHost& m_host;
    const Selection& m_selection;
    const Theme& m_theme;
    QWidget* m_window;
};

}  // namespace rollcall
