// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/time_words.h"

#include <algorithm>

namespace rollcall {

namespace {

using namespace std::chrono;

QString tenths(Duration span) {
    const auto tenth = duration_cast<milliseconds>(span).count() / 100;  // cut, never rounded up to the next unit
    return QString::number(tenth / 10) + QLatin1Char('.') + QString::number(tenth % 10) + QStringLiteral(" s");
}

/// Seconds and more; the step to the next unit comes late enough that two figures always say something.
QString coarse(Duration span) {
    const qlonglong s = duration_cast<seconds>(span).count();
    if (s < 60) return QString::number(s) + QStringLiteral(" s");
    if (s < 60 * 60) return QString::number(s / 60) + QStringLiteral(" m");
    if (s < 48 * 60 * 60) return QString::number(s / 3600) + QStringLiteral(" h");
    return QString::number(s / 86400) + QStringLiteral(" d");
}

}  // namespace

QString ageText(Duration age) {
    age = std::max(age, Duration::zero());
    return age < seconds(1) ? tenths(age) : coarse(age);
}

QString spanText(Duration span) {
    span = std::max(span, Duration::zero());
    if (span > Duration::zero() && span < milliseconds(1)) {
        return QString::number(duration_cast<microseconds>(span).count()) + QStringLiteral(" µs");
    }
    if (span < seconds(1)) return QString::number(duration_cast<milliseconds>(span).count()) + QStringLiteral(" ms");
    return span < seconds(10) ? tenths(span) : coarse(span);
}

QString clockText(Duration span) {
    const qlonglong s = std::max<qlonglong>(0, duration_cast<seconds>(span).count());
    const auto two = [](qlonglong n) { return QStringLiteral("%1").arg(n, 2, 10, QLatin1Char('0')); };
    if (s < 3600) return QString::number(s / 60) + QLatin1Char(':') + two(s % 60);
    return QString::number(s / 3600) + QLatin1Char(':') + two(s / 60 % 60) + QLatin1Char(':') + two(s % 60);
}

}  // namespace rollcall
