// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <functional>

class QWidget;

namespace rollcall {

struct FileQuestion {
    QString title;
    QString suggestion;  ///< folder or file to begin with
    QString filter;      ///< as QFileDialog takes it
    bool save = true;
};
/// Asks for a file without a nested event loop. `done` gets the path, or is never called when the person cancels.
using FileChooser =
    std::function<void(QWidget* parent, const FileQuestion& question, std::function<void(const QString&)> done)>;

/// The desktop's own dialog. Thread: GUI.
FileChooser desktopFileChooser();

}  // namespace rollcall
