// SPDX-License-Identifier: GPL-3.0-or-later
// The layout of sigs.k8s.io/yaml, so that what the inspector shows is what "kubectl get -o yaml" prints: sorted keys, lists at
// their parent's indent, quotes only where they are needed, long text folded. Differences are wanted in three places: characters
// beyond the basic plane (emoji) are shown, not escaped; U+2028 and U+2029 are escaped; the key "<<" is quoted.
#include <QChar>
#include <algorithm>
#include <array>

#include "core/api/decode.h"
#include "core/api/json_tree.h"
#include "core/api/utf8.h"
#include "core/api/yaml_scalar.h"

namespace rollcall {

namespace {

constexpr int kIndent = 2;
constexpr int kWidth = 80;                     // libyaml's best width: the first blank beyond it becomes a line break
constexpr std::size_t kLongestSimpleKey = 128;  // beyond it YAML needs "? key"
constexpr YamlLimits kLimits{500, 10'000'000};

// --- order -----------------------------------------------------------------------------------------------------------

std::u32string decoded(std::string_view text) {
    std::u32string out;
    for (std::size_t at = 0; at < text.size();) {
        const auto character = utf8::decode(text, at);
        out += character.code;
        at += character.length;
    }
    return out;
}

bool isDigit(char32_t c) { return c >= '0' && c <= '9'; }

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

/// go-yaml's natural order: letters after everything else, numbers by value. It is not transitive for odd mixtures; a merge
/// sort stays safe with it.
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

// --- what a text allows ----------------------------------------------------------------------------------------------

bool isBreak(char32_t c) { return c == '\n' || c == '\r' || c == 0x85 || c == 0x2028 || c == 0x2029; }
bool isBlankOrEnd(const std::u32string& text, std::size_t at) {
    return at >= text.size() || text[at] == ' ' || text[at] == '\t' || isBreak(text[at]);
}
bool isPrintable(char32_t c) {
    return c == '\n' || (c >= 0x20 && c <= 0x7E) || (c >= 0xA0 && c <= 0xFFFD && c != 0xFEFF) || c >= 0x10000;
}

struct Analysis {
    bool plain = true, single = true, block = true, multiline = false;
};

bool startsSpecially(const std::u32string& text) {
    static constexpr std::u32string_view kIndicators = U"#,[]{}&*!|>'\"%@`";
    if (text.starts_with(U"---") || text.starts_with(U"...")) return true;
    if (kIndicators.find(text[0]) != std::u32string_view::npos) return true;
    return (text[0] == '?' || text[0] == ':' || text[0] == '-') && isBlankOrEnd(text, 1);
}

/// Which styles can hold the text (the rules of YAML 1.1 for block context).
Analysis analyze(const std::u32string& text) {
    Analysis result;
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

// --- the writer ------------------------------------------------------------------------------------------------------

class Writer {
public:
    std::string write(const YamlNode& root) {
        if (root.fields.empty()) return "{}\n";
        fields(root, 0, false);
        return std::move(m_out);
    }

private:
    void put(char32_t c) {
        utf8::append(m_out, c);
        ++m_column;
    }
    void put(std::string_view ascii) {
        m_out += ascii;
        m_column += static_cast<int>(ascii.size());
    }
    void newLine() {
        m_out += '\n';
        m_column = 0;
    }
    void endLine() {
        if (m_column > 0) newLine();  // a literal block has ended it already
    }
    void indentTo(int indent) {
        m_out.append(static_cast<std::size_t>(indent), ' ');
        m_column += indent;
    }

    /// `inLine`: the first field follows "- " on its line.
    void fields(const YamlNode& map, int indent, bool inLine) {
        std::vector<const YamlNode::Field*> sorted;
        for (const auto& field : map.fields) sorted.push_back(&field);
        std::stable_sort(sorted.begin(), sorted.end(), [](auto* a, auto* b) { return keyLess(a->key, b->key); });
        for (std::size_t i = 0; i < sorted.size(); ++i) {
            if (i + 1 < sorted.size() && sorted[i]->key == sorted[i + 1]->key) continue;  // the last one counts
            if (!inLine) indentTo(indent);
            inLine = false;
            if (key(sorted[i]->key, indent)) value(sorted[i]->value, indent);
            else valueOfLongKey(sorted[i]->value, indent);
        }
    }

    /// False when the key needed the long form, "? key" and ": value" on lines of their own.
    bool key(const std::string& name, int indent) {
        const std::u32string text = decoded(name);
        const bool simple = name.size() <= kLongestSimpleKey && !analyze(text).multiline;
        if (simple) {
            scalar(text, yaml::isAmbiguous(name), indent + kIndent, true);
        } else {
            put("? ");
            scalar(text, yaml::isAmbiguous(name), indent + kIndent, false);
            endLine();
            indentTo(indent);
        }
        put(":");
        return simple;
    }

    void valueOfLongKey(const YamlNode& node, int indent) {
        put(" ");
        if (node.isMap() && !node.fields.empty()) fields(node, indent + kIndent, true);
        else if (node.isList() && !node.items.empty()) items(node, indent + kIndent, true);
        else leaf(node, indent);
    }

    void value(const YamlNode& node, int indent) {
        if (node.isMap() && !node.fields.empty()) {
            newLine();
            fields(node, indent + kIndent, false);
        } else if (node.isList() && !node.items.empty()) {
            newLine();
            items(node, indent, false);
        } else {
            put(" ");
            leaf(node, indent);
        }
    }

    void items(const YamlNode& list, int indent, bool inLine) {
        for (const YamlNode& item : list.items) {
            if (!inLine) indentTo(indent);
            inLine = false;
            put("- ");
            if (item.isMap() && !item.fields.empty()) fields(item, indent + kIndent, true);
            else if (item.isList() && !item.items.empty()) items(item, indent + kIndent, true);
            else leaf(item, indent);
        }
    }

    void leaf(const YamlNode& node, int indent) {
        if (node.isNull()) put("null");
        else if (node.isMap()) put("{}");
        else if (node.isList()) put("[]");
        else if (node.quoted) scalar(decoded(node.text), yaml::isAmbiguous(node.text), indent + kIndent, false);
        else put(node.text == "true" || node.text == "false" ? node.text : yaml::yamlNumber(node.text));
        endLine();
    }

    void scalar(const std::u32string& text, bool ambiguous, int indent, bool isKey) {
        const Analysis allowed = analyze(text);
        const bool wantsBlock = text.find(U'\n') != std::u32string::npos;
        if (wantsBlock) {
            if (allowed.block && !isKey) literal(text, indent);
            else doubleQuoted(text, indent, isKey);
        } else if (ambiguous) {
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

    bool breaksAt(const std::u32string& text, std::size_t i, bool isKey, bool previousBlank) const {
        return text[i] == ' ' && !isKey && !previousBlank && m_column > kWidth && i > 0 && i + 1 < text.size();
    }

    /// Plain and single-quoted text on one or more lines; a break stands for one blank.
    void folded(const std::u32string& text, int indent, bool isKey, bool quotes) {
        bool blank = false;
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (breaksAt(text, i, isKey, blank) && text[i + 1] != ' ') {
                newLine();
                indentTo(indent);
                blank = true;
                continue;
            }
            if (quotes && text[i] == '\'') put("'");
            put(text[i]);
            blank = text[i] == ' ';
        }
    }

    void doubleQuoted(const std::u32string& text, int indent, bool isKey) {
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

    void escaped(char32_t c) {
        static constexpr std::u32string_view kCodes(U"\0\a\b\t\n\v\f\r\x1b\"\\\u2028\u2029", 13);
        static constexpr std::string_view kLetters = "0abtnvfre\"\\LP";
        if (const auto at = kCodes.find(c); at != std::u32string_view::npos) {
            put("\\");
            put(kLetters.substr(at, 1));
        } else if (isPrintable(c) && !isBreak(c)) {
            put(c);
        } else {
            static constexpr std::string_view kHex = "0123456789ABCDEF";
            const int digits = c <= 0xFF ? 2 : c <= 0xFFFF ? 4 : 8;
            put(digits == 2 ? "\\x" : digits == 4 ? "\\u" : "\\U");
            for (int shift = (digits - 1) * 4; shift >= 0; shift -= 4) put(kHex.substr((c >> shift) & 0xF, 1));
        }
    }

    void literal(const std::u32string& text, int indent) {
        put("|");
        if (text.front() == ' ' || isBreak(text.front())) put(std::to_string(kIndent));
        if (!isBreak(text.back())) put("-");
        else if (text.size() == 1 || isBreak(text[text.size() - 2])) put("+");
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
            put(text[i]);
        }
    }

    std::string m_out;
    int m_column = 0;
};

}  // namespace

std::string yamlFromJson(std::string_view json) {
    YamlDocument document;
    if (!readJsonTree(json, kLimits, document) || !document.root.isMap()) return std::string(json);
    return Writer().write(document.root);
}

}  // namespace rollcall
