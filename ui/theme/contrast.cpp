// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/contrast.h"

#include <algorithm>
#include <cmath>

namespace rollcall {

namespace {

/// WCAG 2.2, "relative luminance".
double luminance(const QColor& color) {
    const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

}  // namespace

double contrastRatio(const QColor& a, const QColor& b) {
    const double la = luminance(a), lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

QColor blended(const QColor& over, const QColor& under, double strength) {
    const auto mix = [&](double o, double u) { return float(o * strength + u * (1 - strength)); };
    return QColor::fromRgbF(mix(over.redF(), under.redF()), mix(over.greenF(), under.greenF()),
                            mix(over.blueF(), under.blueF()));
}

QColor legible(const QColor& color, const QColor& background) {
    const QColor pole = luminance(background) > 0.18 ? QColor(Qt::black) : QColor(Qt::white);
    QColor result = color;
    for (double strength = 0.05; strength < 1 && contrastRatio(result, background) < kMinimumContrast;
         strength += 0.05) {
        result = blended(pole, color, strength);
    }
    return result;
}

}  // namespace rollcall
