// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/base/result.h"

class QWidget;

namespace rollcall {

class LiveData;

/// One file of a report. Names are made of [A-Za-z0-9._-] and slashes only, so that every unpacker takes them.
struct ExportEntry {
    std::string name;
    std::string bytes;
};
/// Writes the report file; the archive format is the writer's business. Called on the GUI thread with a few hundred kB.
using ReportWriter = std::function<Result<Unit>(const std::string& file, const std::vector<ExportEntry>& entries)>;

/// Thread: GUI.
std::vector<ExportEntry> reportEntries(QWidget& window, LiveData& data);
/// The widget as it is on the screen, at the screen's resolution. Errors: Internal when it cannot be drawn.
Result<std::string> pngOf(QWidget& widget);
/// Errors: Io, naming the file.
Result<Unit> savePng(QWidget& widget, const std::string& file);

}  // namespace rollcall
