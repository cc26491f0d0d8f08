// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "core/session/host.h"

class QLabel;
class QPushButton;

namespace rollcall {

class CommandLine;
class Theme;

/// Installs the Student definition: shows the manifest that will be sent, names the cluster, applies it, waits until the API
/// server has established it, and says what went wrong. The window goes on meanwhile. **Thread**: GUI. Deletes itself when
/// closed; an install under way goes on.
class CrdDialog final : public QDialog {
    Q_OBJECT
public:
    CrdDialog(ControllerHost& host, const Theme& theme, QWidget* parent);

    static QString manifest();  ///< the text that is sent, from the program's resources

Q_SIGNALS:
    void installed(const QString& sentence);

private:
    void build(const Theme& theme);
    void install();
    void finished(const Result<Unit>& result);

    ControllerHost& m_host;
    const Target m_target;  ///< what was named in the question
    const QString m_cluster;
    QLabel* m_state;
    QPushButton* m_install;
    QPushButton* m_cancel;
};

}  // namespace rollcall
