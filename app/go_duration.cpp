// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/go_duration.h"

#include <QRegularExpression>

namespace rollcall {

std::optional<std::chrono::milliseconds> parseGoDuration(const QString& text) {
    static const QRegularExpression whole(QStringLiteral("^(\\d+(ms|s|m|h))+$"));
    static const QRegularExpression part(QStringLiteral("(\\d+)(ms|s|m|h)"));
    if (text.size() > 30 || !whole.match(text).hasMatch()) return std::nullopt;
    std::chrono::milliseconds sum{0};
    for (auto it = part.globalMatch(text); it.hasNext();) {
        const auto match = it.next();
        bool ok = false;
        const qint64 count = match.captured(1).toLongLong(&ok);
        const QString unit = match.captured(2);
        const qint64 factor = unit == QLatin1String("ms") ? 1 : unit == QLatin1String("s") ? 1000 : unit == QLatin1String("m") ? 60'000 : 3'600'000;
        if (!ok || count > 3'600'000'000LL) return std::nullopt;
        sum += std::chrono::milliseconds(count * factor);
    }
    return sum;
}

}  // namespace rollcall
