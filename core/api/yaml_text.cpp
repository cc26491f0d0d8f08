// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/yaml_text.h"

#include "core/api/utf8.h"
#include "core/api/yaml_scalar.h"
#include "core/api/yaml_style.h"

namespace rollcall::yaml {

namespace {
constexpr int kWidth = 80;  // libyaml's best width: the first blank beyond it becomes a line break
}  // namespace

void YamlText::putCharacter(char32_t c) {
    utf8::append(m_out, c);
    ++m_column;
}

void YamlText::put(std::string_view ascii) {
    m_out += ascii;
    m_column += static_cast<int>(ascii.size());
}

void YamlText::newLine() {
    m_out += '\n';
    m_column = 0;
}

void YamlText::endLine() {
    if (m_column > 0) newLine();  // a literal block has ended it already
}

void YamlText::indentTo(int indent) {
    m_out.append(static_cast<std::size_t>(indent), ' ');
    m_column += indent;
}

void YamlText::scalar(const std::string& utf8Text, int indent, bool isKey) {
    const std::u32string text = decoded(utf8Text);
    const Allowed allowed = allowedStyles(text);
    const bool wantsBlock = text.find(U'\n') != std::u32string::npos;
    if (wantsBlock) {
        if (allowed.block && !isKey)
            literal(text, indent);
        else
            doubleQuoted(text, indent, isKey);
    } else if (isAmbiguous(utf8Text)) {
        doubleQuoted(text, indent, isKey);
    } else if (allowed.plain) {
        folded(text, indent, isKey, false);
    } else if (allowed.single && !(isKey && allowed.multiline)) {
        put("'");
        folded(text, indent, isKey, true);
        put("'");
    } else {
        doubleQuoted(text, indent, isKey);
    }
}

bool YamlText::breaksAt(const std::u32string& text, std::size_t i, bool isKey, bool previousBlank) const {
    return text[i] == ' ' && !isKey && !previousBlank && m_column > kWidth && i > 0 && i + 1 < text.size();
}

/// Plain and single-quoted text on one or more lines; a break stands for one blank.
void YamlText::folded(const std::u32string& text, int indent, bool isKey, bool quotes) {
    bool blank = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (breaksAt(text, i, isKey, blank) && text[i + 1] != ' ') {
            newLine();
            indentTo(indent);
            blank = true;
            continue;
        }
        if (quotes && text[i] == '\'') put("'");
        putCharacter(text[i]);
        blank = text[i] == ' ';
    }
}

void YamlText::doubleQuoted(const std::u32string& text, int indent, bool isKey) {
    put("\"");
    bool blank = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (breaksAt(text, i, isKey, blank)) {
            newLine();
            indentTo(indent);
            if (text[i + 1] == ' ') put("\\");
            blank = true;
            continue;
        }
        escaped(text[i]);
        blank = text[i] == ' ';
    }
    put("\"");
}

void YamlText::escaped(char32_t c) {
    static constexpr std::u32string_view kCodes(U"\0\a\b\t\n\v\f\r\x1b\"\\\u2028\u2029", 13);
    static constexpr std::string_view kLetters = "0abtnvfre\"\\LP";
    if (const auto at = kCodes.find(c); at != std::u32string_view::npos) {
        put("\\");
        put(kLetters.substr(at, 1));
    } else if (isPrintable(c) && !isBreak(c)) {
        putCharacter(c);
    } else {
        static constexpr std::string_view kHex = "0123456789ABCDEF";
        const int digits = c <= 0xFF ? 2 : c <= 0xFFFF ? 4 : 8;
        put(digits == 2 ? "\\x" : digits == 4 ? "\\u" : "\\U");
        for (int shift = (digits - 1) * 4; shift >= 0; shift -= 4) put(kHex.substr((c >> shift) & 0xF, 1));
    }
}

void YamlText::literal(const std::u32string& text, int indent) {
    put("|");
    if (text.front() == ' ' || isBreak(text.front())) put(std::to_string(kIndent));
    if (!isBreak(text.back()))
        put("-");
    else if (text.size() == 1 || isBreak(text[text.size() - 2]))
        put("+");
    bool lineStart = true;
    newLine();
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (isBreak(text[i])) {
            newLine();
            lineStart = true;
            continue;
        }
        if (lineStart) indentTo(indent);
        lineStart = false;
        putCharacter(text[i]);
    }
}

}  // namespace rollcall::yaml
