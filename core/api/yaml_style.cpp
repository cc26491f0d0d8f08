// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/yaml_style.h"

#include <QChar>
#include <cstdint>

#include "core/api/utf8.h"

namespace rollcall::yaml {

namespace {

bool isDigit(char32_t c) {
    return c >= '0' && c <= '9';
}

/// Compares the numbers that meet at `at`; digits before it are equal in both.
bool numberLess(const std::u32string& a, const std::u32string& b, std::size_t at) {
    // A zero counts only behind another digit, as in 10 and 1x.
    std::uint64_t an = 0, bn = 0;
    if (a[at] == '0' || b[at] == '0') {
        for (std::size_t j = at; j > 0 && isDigit(a[j - 1]); --j) {
            if (a[j - 1] != '0') {
                an = bn = 1;
                break;
            }
        }
    }
    std::size_t ai = at, bi = at;
    for (; ai < a.size() && isDigit(a[ai]); ++ai) an = an * 10 + (a[ai] - '0');
    for (; bi < b.size() && isDigit(b[bi]); ++bi) bn = bn * 10 + (b[bi] - '0');
    if (an != bn) return static_cast<std::int64_t>(an) < static_cast<std::int64_t>(bn);  // Go's int64 wraps, too
    if (ai != bi) return ai < bi;
    return a[at] < b[at];
}

bool isBlankOrEnd(const std::u32string& text, std::size_t at) {
    return at >= text.size() || text[at] == ' ' || text[at] == '\t' || isBreak(text[at]);
}

bool startsSpecially(const std::u32string& text) {
    static constexpr std::u32string_view kIndicators = U"#,[]{}&*!|>'\"%@`";
    if (text.starts_with(U"---") || text.starts_with(U"...")) return true;
    if (kIndicators.find(text[0]) != std::u32string_view::npos) return true;
    return (text[0] == '?' || text[0] == ':' || text[0] == '-') && isBlankOrEnd(text, 1);
}

}  // namespace

std::u32string decoded(std::string_view text) {
    std::u32string out;
    for (std::size_t at = 0; at < text.size();) {
        const auto character = utf8::decode(text, at);
        out += character.code;
        at += character.length;
    }
    return out;
}

bool keyLess(std::string_view left, std::string_view right) {
    const std::u32string a = decoded(left), b = decoded(right);
    for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
        if (a[i] == b[i]) continue;
        const bool al = QChar::isLetter(a[i]), bl = QChar::isLetter(b[i]);
        if (al && bl) return a[i] < b[i];
        if (al || bl) return bl;
        return numberLess(a, b, i);
    }
    return a.size() < b.size();
}

bool isBreak(char32_t c) {
    return c == '\n' || c == '\r' || c == 0x85 || c == 0x2028 || c == 0x2029;
}
bool isPrintable(char32_t c) {
    return c == '\n' || (c >= 0x20 && c <= 0x7E) || (c >= 0xA0 && c <= 0xFFFD && c != 0xFEFF) || c >= 0x10000;
}

Allowed allowedStyles(const std::u32string& text) {
    Allowed result;
    if (text.empty()) return {true, true, false, false};
    bool special = false, indicator = startsSpecially(text), blankBeforeBreak = false, blankAfterBreak = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char32_t c = text[i];
        if (i > 0 && c == ':' && isBlankOrEnd(text, i + 1)) indicator = true;
        if (i > 0 && c == '#' && isBlankOrEnd(text, i - 1)) indicator = true;
        // Readers disagree whether U+2028 and U+2029 end a line; escaped they are safe with all.
        if (!isPrintable(c) || c == 0x2028 || c == 0x2029) special = true;
        if (isBreak(c)) {
            result.multiline = true;
            blankBeforeBreak |= i > 0 && text[i - 1] == ' ';
        }
        blankAfterBreak |= c == ' ' && i > 0 && isBreak(text[i - 1]);
    }
    const char32_t first = text.front(), last = text.back();
    const bool edges = first == ' ' || last == ' ' || isBreak(first) || isBreak(last);
    result.plain = !edges && !indicator && !special && !result.multiline && !blankBeforeBreak && !blankAfterBreak;
    result.single = !special && !blankBeforeBreak && !blankAfterBreak;
    result.block = !special && !blankBeforeBreak && last != ' ';
    return result;
}

}  // namespace rollcall::yaml
