// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/tokens.h"

namespace rollcall {

namespace {
QColor rgb(QRgb hex) {
    return QColor(hex);
}
}  // namespace

const Tokens& lightTokens() {
    static const Tokens tokens{
        rgb(0xF4F6F9), rgb(0xFFFFFF), rgb(0xFFFFFF), rgb(0xF9FAFC), rgb(0xFFFFFF),  // window … chip
        rgb(0xD5DBE3), rgb(0xE7EBF0),                                               // line, hairline
        rgb(0x1A2330), rgb(0x5A6778),                                               // text, muted
        rgb(0x1F63C6), rgb(0xFFFFFF), rgb(0xDCE9FB),                                // accent …
        rgb(0x0B6FB8), rgb(0x0A7F5C), rgb(0xA86200), rgb(0x9A4B86), rgb(0xC24200), rgb(0x66717F),
    };
    return tokens;
}

const Tokens& darkTokens() {
    static const Tokens tokens{
        rgb(0x11151B), rgb(0x191F27), rgb(0x202833), rgb(0x1E2530), rgb(0x232C38), rgb(0x33404F),
        rgb(0x27313D), rgb(0xE8EDF4), rgb(0x9AA8B9), rgb(0x6AA7FF), rgb(0x0C1420), rgb(0x21395B),
        rgb(0x5DB3F0), rgb(0x3CCB9A), rgb(0xF0B23C), rgb(0xE39BCB), rgb(0xFF8A4C), rgb(0x8D9AAA),
    };
    return tokens;
}

// High contrast keeps the hues, at 7:1 and more, and draws every border in the text's own strength.
const Tokens& highContrastLightTokens() {
    static const Tokens tokens{
        rgb(0xFFFFFF), rgb(0xFFFFFF), rgb(0xFFFFFF), rgb(0xFFFFFF), rgb(0xFFFFFF), rgb(0x000000),
        rgb(0x5A5A5A), rgb(0x000000), rgb(0x2B2B2B), rgb(0x003A9B), rgb(0xFFFFFF), rgb(0xCFE2FF),
        rgb(0x00437A), rgb(0x00513A), rgb(0x633A00), rgb(0x6B1F58), rgb(0x7A2A00), rgb(0x333A42),
    };
    return tokens;
}

const Tokens& highContrastDarkTokens() {
    static const Tokens tokens{
        rgb(0x000000), rgb(0x000000), rgb(0x000000), rgb(0x000000), rgb(0x000000), rgb(0xFFFFFF),
        rgb(0x9A9A9A), rgb(0xFFFFFF), rgb(0xDADADA), rgb(0x8FC1FF), rgb(0x000000), rgb(0x0A3A78),
        rgb(0x8CD0FF), rgb(0x66F0BF), rgb(0xFFD27A), rgb(0xFFB8E6), rgb(0xFFAA7D), rgb(0xC8D0DA),
    };
    return tokens;
}

}  // namespace rollcall
