// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>

namespace rollcall {

class TableModel;

/// CSV as RFC 4180 has it: CRLF, quotes where they are needed, UTF-8 without a mark. A cell that a spreadsheet would
/// take for a formula (it starts with = + - @, TAB or CR) gets an apostrophe in front (G10). Thread: pure functions.
QString csvCell(const QString& text);
/// Every column of the table, the hidden ones too, in the model's order, with the original texts.
std::string tableCsv(const TableModel& model);

}  // namespace rollcall
