// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/file_chooser.h"

#include <QFileDialog>

namespace rollcall {

FileChooser desktopFileChooser() {
    return [](QWidget* parent, const FileQuestion& question, std::function<void(const QString&)> done) {
        auto* dialog = new QFileDialog(parent, question.title, question.suggestion, question.filter);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setAcceptMode(question.save ? QFileDialog::AcceptSave : QFileDialog::AcceptOpen);
        dialog->setFileMode(question.save ? QFileDialog::AnyFile : QFileDialog::ExistingFile);
        QObject::connect(dialog, &QFileDialog::fileSelected, parent, [done = std::move(done)](const QString& file) {
            if (!file.isEmpty()) done(file);
        });
        dialog->open();
    };
}

}  // namespace rollcall
