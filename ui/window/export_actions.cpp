// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/export_actions.h"

#include <QClipboard>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QGuiApplication>
#include <QPointer>
#include <QStandardPaths>

#include "ui/models/live_data.h"
#include "ui/models/plain_text.h"
#include "ui/widgets/student_yaml.h"

namespace rollcall {

ExportActions::ExportActions(ControllerHost& host, LiveData& data, ReportWriter writer, FileChooser chooser,
                             QWidget* window)
    : QObject(window),
      m_host(host),
      m_data(data),
      m_writer(std::move(writer)),
      m_chooser(std::move(chooser)),
      m_window(window) {
}

QString ExportActions::suggestion(const QString& ending) const {
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    return folder + QStringLiteral("/rollcall-") +
           QDateTime::currentDateTime().toString(QStringLiteral("yyyyMMdd-HHmmss")) + ending;
}

void ExportActions::saveScreenshot() {
    const FileQuestion question{tr("Save screenshot"), suggestion(QStringLiteral(".png")), tr("PNG picture (*.png)"),
                                true};
    m_chooser(m_window, question, [self = QPointer(this)](const QString& file) {
        if (!self) return;
        const Result<Unit> saved = savePng(*self->m_window, utf8(file));
        if (saved)
            Q_EMIT self->done(tr("Saved %1").arg(file));
        else
            Q_EMIT self->failed(tr("The screenshot was not saved"), saved.error());
    });
}

void ExportActions::copyScreenshot() {
    QGuiApplication::clipboard()->setPixmap(m_window->grab());
    Q_EMIT done(tr("The screenshot is in the clipboard"));
}

void ExportActions::exportReport() {
    if (!m_writer) return;
    // Drawn now, before a dialog covers the window.
    const std::vector<ExportEntry> entries = reportEntries(*m_window, m_data);
    const FileQuestion question{tr("Export report"), suggestion(QStringLiteral(".zip")), tr("Report (*.zip)"), true};
    m_chooser(m_window, question, [self = QPointer(this), entries](const QString& file) {
        if (!self) return;
        const Result<Unit> written = self->m_writer(utf8(file), entries);
        if (written)
            Q_EMIT self->done(tr("Saved %1").arg(file));
        else
            Q_EMIT self->failed(tr("The report was not saved"), written.error());
    });
}

void ExportActions::copyKubeconfig() {
    const QString folder =
        QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + QStringLiteral("/rollcall");
    if (!QDir(folder).exists() && QDir().mkpath(folder)) {
        QFile::setPermissions(folder, QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner);
    }
    const Result<std::string> path =
        m_host.writeSandboxKubeconfig(utf8(folder + QStringLiteral("/sandbox.kubeconfig")));
    if (!path) return Q_EMIT failed(tr("The kubeconfig was not written"), path.error());
    const QString line = QStringLiteral("export KUBECONFIG=") + shellQuoted(rawText(*path));
    QGuiApplication::clipboard()->setText(line);
    Q_EMIT done(tr("Copied: %1").arg(line));
}

}  // namespace rollcall
