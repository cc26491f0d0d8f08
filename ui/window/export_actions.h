// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QWidget>

#include "core/session/host.h"
#include "ui/export/report_entries.h"
#include "ui/window/file_chooser.h"

namespace rollcall {

class LiveData;

/// Screenshot, report and the KUBECONFIG line: what leaves the window. **Thread**: GUI.
class ExportActions final : public QObject {
    Q_OBJECT
public:
    ExportActions(ControllerHost& host, LiveData& data, ReportWriter writer, FileChooser chooser, QWidget* window);

    bool canExport() const { return bool(m_writer); }
    void saveScreenshot();
    void copyScreenshot();
    void exportReport();
    /// Writes the sandbox's kubeconfig into the user's private folder and copies the shell line that uses it.
    void copyKubeconfig();

Q_SIGNALS:
    void done(const QString& sentence);
    void failed(const QString& heading, const rollcall::Error& error);

private:
    QString suggestion(const QString& ending) const;

    ControllerHost& m_host;
    LiveData& m_data;
    ReportWriter m_writer;
    FileChooser m_chooser;
    QWidget* m_window;
};

}  // namespace rollcall
