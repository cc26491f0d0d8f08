// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/text.h"

#include "core/api/utf8.h"

namespace rollcall {

namespace {

constexpr char32_t kReplacement = 0xFFFD;
constexpr char kHex[] = "0123456789ABCDEF";

bool isBidiControl(char32_t c) {
    return c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

/// "⟨U+202E⟩": there is no picture for these, so they are named.
void appendNamed(std::string& out, char32_t code) {
    out += "\u27E8U+";
    for (int shift = 12; shift >= 0; shift -= 4) out += kHex[(code >> shift) & 0xF];
    out += "\u27E9";
}

void appendPrintable(std::string& out, char32_t code) {
    if (code < 0x20) {
        utf8::append(out, 0x2400 + code);  // U+2400..U+241F, "Control Pictures"
    } else if (code == 0x7F) {
        utf8::append(out, 0x2421);
    } else if (code == 0x2028 || code == 0x2029) {
        utf8::append(out, 0x2424);
    } else if ((code >= 0x80 && code < 0xA0) || isBidiControl(code)) {
        appendNamed(out, code);
    } else {
        utf8::append(out, code);
    }
}

}  // namespace

std::string printable(std::string_view text, bool keepLines) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const auto character = utf8::decode(text, at);
        if (!character.valid) {
            utf8::append(out, kReplacement);
        } else if (keepLines && (character.code == '\n' || character.code == '\t')) {
            out += static_cast<char>(character.code);
        } else {
            appendPrintable(out, character.code);
        }
        at += character.length;
    }
    return out;
}

std::string validUtf8(std::string_view text, std::vector<std::size_t>* places) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const auto character = utf8::decode(text, at);
        if (character.valid) {
            out.append(text.substr(at, character.length));
        } else {
            if (places) places->push_back(out.size());
            utf8::append(out, kReplacement);
        }
        at += character.length;
    }
    return out;
}

std::string_view firstCharacters(std::string_view text, std::size_t count) {
    std::size_t at = 0;
    while (at < text.size() && count-- > 0) at += utf8::decode(text, at).length;
    return text.substr(0, at);
}

std::string_view firstBytes(std::string_view text, std::size_t bytes) {
    if (text.size() <= bytes) return text;
    while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0) == 0x80) --bytes;
    return text.substr(0, bytes);
}

std::string percentEncoded(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
                           c == '.' || c == '_' || c == '~';
        if (plain) {
            out += c;
        } else {
            const auto byte = static_cast<unsigned char>(c);
            out += '%';
            out += kHex[byte >> 4];
            out += kHex[byte & 0xF];
        }
    }
    return out;
}

void appendJsonString(std::string& out, std::string_view text) {
    out += '"';
    for (std::size_t at = 0; at < text.size();) {
        const auto character = utf8::decode(text, at);
        const char c = text[at];
        if (!character.valid)
            utf8::append(out, kReplacement);
        else if (c == '"' || c == '\\')
            (out += '\\') += c;
        else if (c == '\n')
            out += "\\n";
        else if (c == '\r')
            out += "\\r";
        else if (c == '\t')
            out += "\\t";
        else if (character.code < 0x20)
            ((out += "\\u00") += kHex[character.code >> 4]) += kHex[character.code & 0xF];
        else
            out.append(text.substr(at, character.length));
        at += character.length;
    }
    out += '"';
}

}  // namespace rollcall
