// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

namespace rollcall {

struct DiffLine {
    enum class Kind { Same, Added, Removed };
    Kind kind;
    QString text;
    bool operator==(const DiffLine&) const = default;
};

/// The shortest way from `before` to `after`, line by line; removed lines stand before added ones. Texts of more than a few
/// thousand lines are shown as replaced as a whole. Thread: pure.
std::vector<DiffLine> lineDiff(const QStringList& before, const QStringList& after);
/// Only what changed, with `context` lines around it, as text with "+ ", "- " and "  " in front; "…" between the parts.
QString diffText(const std::vector<DiffLine>& diff, int context = 3);

/// Long values and the blocks that nobody reads (managedFields, last-applied-configuration) replaced by one line each that
/// starts with "▸" behind its indentation and says how much there is.
QString foldedYaml(const QString& yaml);
bool isFoldLine(const QString& line);

}  // namespace rollcall
