// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/csv.h"

#include "ui/models/table_model.h"

namespace rollcall {

QString csvCell(const QString& text) {
    QString cell = text;
    if (!cell.isEmpty() && QStringLiteral("=+-@\t\r").contains(cell.at(0))) cell.prepend(u'\'');
    const bool quote = cell.contains(u'"') || cell.contains(u',') || cell.contains(u'\n') || cell.contains(u'\r');
    if (!quote) return cell;
    cell.replace(QLatin1Char('"'), QStringLiteral("\"\""));
    return QString(u'"' + cell + u'"');
}

std::string tableCsv(const TableModel& model) {
    QString csv;
    const int columns = model.columnCount();
    for (int c = 0; c < columns; ++c) {
        csv += csvCell(model.headerData(c, Qt::Horizontal, Qt::DisplayRole).toString()) +
               (c + 1 < columns ? u"," : u"\r\n");
    }
    for (int r = 0; r < model.rowCount(); ++r) {
        for (int c = 0; c < columns; ++c) {
            csv += csvCell(model.index(r, c).data(CopyRole).toString()) + (c + 1 < columns ? u"," : u"\r\n");
        }
    }
    return csv.toStdString();
}

}  // namespace rollcall
