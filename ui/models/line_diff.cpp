// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/line_diff.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <algorithm>

namespace rollcall {

namespace {

struct Lines {
    Q_DECLARE_TR_FUNCTIONS(Lines)
};

using Kind = DiffLine::Kind;

/// Lengths of the longest common subsequences of the rests, (n+1) x (m+1).
std::vector<int> commonLengths(const QStringList& a, const QStringList& b) {
    const qsizetype n = a.size(), m = b.size();
    std::vector<int> length(std::size_t((n + 1) * (m + 1)), 0);
    for (qsizetype i = n - 1; i >= 0; --i) {
        for (qsizetype j = m - 1; j >= 0; --j) {
            const auto at = std::size_t(i * (m + 1) + j), below = at + std::size_t(m) + 1;
            length[at] = a[i] == b[j] ? length[below + 1] + 1 : std::max(length[below], length[at + 1]);
        }
    }
    return length;
}

void pushAll(std::vector<DiffLine>& diff, Kind kind, const QStringList& lines) {
    for (const QString& line : lines) diff.push_back({kind, line});
}

}  // namespace

std::vector<DiffLine> lineDiff(const QStringList& before, const QStringList& after) {
    // Equal heads and tails need no table: an edit of a big object is a few lines.
    qsizetype head = 0, tail = 0;
    const qsizetype least = std::min(before.size(), after.size());
    while (head < least && before[head] == after[head]) ++head;
    while (tail < least - head && before[before.size() - 1 - tail] == after[after.size() - 1 - tail]) ++tail;
    const QStringList a = before.mid(head, before.size() - head - tail), b = after.mid(head, after.size() - head - tail);
    std::vector<DiffLine> diff;
    pushAll(diff, Kind::Same, before.mid(0, head));
    constexpr qsizetype kMostCells = 4'000'000;  // 16 MB for a moment
    if (a.size() * b.size() > kMostCells) {
        pushAll(diff, Kind::Removed, a);
        pushAll(diff, Kind::Added, b);
    } else {
        const std::vector<int> length = commonLengths(a, b);
        const auto at = [&](qsizetype i, qsizetype j) { return length[std::size_t(i * (b.size() + 1) + j)]; };
        qsizetype i = 0, j = 0;
        while (i < a.size() || j < b.size()) {
            if (i < a.size() && j < b.size() && a[i] == b[j]) {
                diff.push_back({Kind::Same, a[i++]});
                ++j;
            } else if (i < a.size() && (j == b.size() || at(i + 1, j) >= at(i, j + 1))) {
                diff.push_back({Kind::Removed, a[i++]});
            } else {
                diff.push_back({Kind::Added, b[j++]});
            }
        }
    }
    pushAll(diff, Kind::Same, before.mid(before.size() - tail));
    return diff;
}

QString diffText(const std::vector<DiffLine>& diff, int context) {
    const int count = int(diff.size());
    std::vector<bool> shown(diff.size(), false);
    for (int i = 0; i < count; ++i) {
        if (diff[std::size_t(i)].kind == Kind::Same) continue;
        for (int k = std::max(0, i - context); k <= std::min(count - 1, i + context); ++k) shown[std::size_t(k)] = true;
    }
    QStringList lines;
    bool gap = false;
    for (std::size_t i = 0; i < diff.size(); ++i) {
        if (!shown[i]) {
            gap = true;
            continue;
        }
        if (gap) lines << QStringLiteral("  …");
        gap = false;
        const QString mark = diff[i].kind == Kind::Same    ? QStringLiteral("  ")
                             : diff[i].kind == Kind::Added ? QStringLiteral("+ ")
                                                           : QStringLiteral("- ");
        lines << QString(mark + diff[i].text);
    }
    if (gap && !lines.isEmpty()) lines << QStringLiteral("  …");
    return lines.join(u'\n');
}

QString foldedYaml(const QString& yaml) {
    static const QRegularExpression folded(QStringLiteral(
        R"re(^(\s*)("?(?:managedFields|kubectl\.kubernetes\.io/last-applied-configuration)"?):(.*)$)re"));
    static const QRegularExpression value(QStringLiteral(R"(^(\s*(?:- )*[^\s:][^:]*): (.+)$)"));
    constexpr qsizetype kLongValue = 200;
    const auto indentOf = [](const QString& line) {
        qsizetype n = 0;
        while (n < line.size() && line[n] == u' ') ++n;
        return n;
    };
    const QStringList lines = yaml.split(u'\n');
    QStringList out;
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const QString& line = lines[i];
        if (const auto match = folded.match(line); match.hasMatch()) {
            const qsizetype indent = match.capturedLength(1);
            qsizetype end = i + 1;
            // Lists may stand as far left as their key.
            while (end < lines.size() && !lines[end].isEmpty() &&
                   (indentOf(lines[end]) > indent || lines[end].mid(indent).startsWith(QStringLiteral("- "))))
                ++end;
            out << QString(match.captured(1) + QStringLiteral("▸ ") + match.captured(2) + u' ' +
                           Lines::tr("(%n line(s))", nullptr, int(std::max<qsizetype>(1, end - i - 1))));
            i = end - 1;
            continue;
        }
        const auto match = value.match(line);
        if (match.hasMatch() && match.capturedLength(2) > kLongValue) {
            const QString key = match.captured(1);
            const qsizetype indent = indentOf(key);
            out << QString(key.left(indent) + QStringLiteral("▸ ") + key.mid(indent) + u' ' +
                           Lines::tr("(%n character(s))", nullptr, int(match.capturedLength(2))));
            continue;
        }
        out << line;
    }
    return out.join(u'\n');
}

bool isFoldLine(const QString& line) { return line.trimmed().startsWith(QStringLiteral("▸ ")); }

}  // namespace rollcall
