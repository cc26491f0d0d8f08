// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/report_entries.h"

#include <QBuffer>
#include <QPixmap>
#include <QSaveFile>
#include <QWidget>

#include "ui/export/csv.h"
#include "ui/models/live_data.h"
#include "ui/models/plain_text.h"

namespace rollcall {

Result<std::string> pngOf(QWidget& widget) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (!widget.grab().save(&buffer, "PNG"))
        return makeError(ErrorKind::Internal, "the window could not be drawn into a picture");
    return bytes.toStdString();
}

Result<Unit> savePng(QWidget& widget, const std::string& file) {
    const Result<std::string> png = pngOf(widget);
    if (!png) return png.error();
    QSaveFile out(rawText(file));
    if (!out.open(QIODevice::WriteOnly) || out.write(png->data(), qint64(png->size())) != qint64(png->size()) ||
        !out.commit()) {
        return makeError(ErrorKind::Io, file + ": " + utf8(out.errorString()));
    }
    return Unit{};
}

std::vector<ExportEntry> reportEntries(QWidget& window, LiveData& data) {
    std::vector<ExportEntry> entries;
    if (Result<std::string> png = pngOf(window)) entries.push_back({"screenshot.png", std::move(*png)});
    entries.push_back({"tables/students.csv", tableCsv(data.students())});
    entries.push_back({"tables/workqueue.csv", tableCsv(data.queue())});
    entries.push_back({"tables/events.csv", tableCsv(data.events())});
    entries.push_back({"tables/pods.csv", tableCsv(data.pods())});
    return entries;
}

}  // namespace rollcall
