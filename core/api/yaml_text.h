// SPDX-License-Identifier: GPL-3.0-or-later
// Private to this room.
#pragma once

#include <string>
#include <string_view>

namespace rollcall::yaml {

inline constexpr int kIndent = 2;

/// YAML text under construction: knows its column, so that long scalars are folded where go-yaml folds them.
class YamlText {
public:
    void put(std::string_view ascii);
    void newLine();
    /// Unless a literal block has ended the line already.
    void endLine();
    void indentTo(int indent);
    /// A text in the style that it needs; `indent` is that of its continuation lines. A key stays on one line.
    void scalar(const std::string& text, int indent, bool isKey);
    std::string take() { return std::move(m_out); }

private:
    void putCharacter(char32_t c);
    bool breaksAt(const std::u32string& text, std::size_t i, bool isKey, bool previousBlank) const;
    void folded(const std::u32string& text, int indent, bool isKey, bool quotes);
    void doubleQuoted(const std::u32string& text, int indent, bool isKey);
    void escaped(char32_t c);
    void literal(const std::u32string& text, int indent);

    std::string m_out;
    int m_column = 0;
};

}  // namespace rollcall::yaml
