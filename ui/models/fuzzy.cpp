// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/fuzzy.h"

namespace rollcall {

int fuzzyScore(const QString& needle, const QString& text) {
    constexpr int kLetter = 4, kNeighbour = 12, kWordStart = 10, kWhole = 40;
    if (needle.isEmpty()) return 0;
    int score = 0;
    qsizetype at = 0, previous = -2;
    for (const QChar wanted : needle) {
        if (wanted.isSpace()) continue;
        const QChar folded = wanted.toCaseFolded();
        while (at < text.size() && text.at(at).toCaseFolded() != folded) ++at;
        if (at == text.size()) return -1;
        score += kLetter;
        if (previous == at - 1) score += kNeighbour;
        if (at == 0 || !text.at(at - 1).isLetterOrNumber()) score += kWordStart;
        previous = at++;
    }
    if (text.contains(needle, Qt::CaseInsensitive)) score += kWhole;  // the greedy walk above may have missed it
    return score * 16 - int(qMin<qsizetype>(text.size(), 15));
}

}  // namespace rollcall
