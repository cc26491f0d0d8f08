// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/base64.h"

namespace rollcall {

namespace {
int valueOf(char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}
}  // namespace

Base64Result decodeBase64(std::string_view text) {
    Base64Result result;
    unsigned group = 0;
    int digits = 0, padding = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '\r' || c == '\n') continue;
        const int value = valueOf(c);
        const bool isPadding = c == '=' && (digits == 3 || (digits == 2 && padding <= 1));
        if (padding > 0 ? !isPadding || digits + padding == 4 : value < 0 && !isPadding) {
            result.badByte = i;
            return result;
        }
        if (isPadding) {
            ++padding;
            continue;
        }
        group = (group << 6) | static_cast<unsigned>(value);
        if (++digits == 4) {
            for (const int shift : {16, 8, 0}) result.bytes += static_cast<char>((group >> shift) & 0xFF);
            group = 0;
            digits = 0;
        }
    }
    if (digits != 0 && digits + padding != 4) {
        result.badByte = text.size();
        return result;
    }
    if (digits >= 2) result.bytes += static_cast<char>((group >> (digits == 2 ? 4 : 10)) & 0xFF);
    if (digits == 3) result.bytes += static_cast<char>((group >> 2) & 0xFF);
    return result;
}

}  // namespace rollcall
