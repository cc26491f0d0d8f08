// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/warning_header.h"

#include <optional>

#include "core/api/text.h"

namespace rollcall {

namespace {

void skipBlanks(std::string_view& text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t' || text.front() == ',')) text.remove_prefix(1);
}

std::string_view takeWord(std::string_view& text) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(word.size());
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    return word;
}

std::optional<std::string> takeQuoted(std::string_view& text) {
    if (text.empty() || text.front() != '"') return std::nullopt;
    std::string out;
    for (std::size_t i = 1; i < text.size(); ++i) {
        if (text[i] == '"') {
            text.remove_prefix(i + 1);
            return out;
        }
        if (text[i] == '\\' && i + 1 < text.size()) ++i;
        out += text[i];
    }
    return std::nullopt;
}

}  // namespace

std::vector<std::string> parseWarnings(std::string_view header) {
    std::vector<std::string> warnings;
    for (skipBlanks(header); !header.empty(); skipBlanks(header)) {
        const std::string_view code = takeWord(header);
        takeWord(header);  // the agent
        auto text = takeQuoted(header);
        if (!text) break;
        if (code == "299") warnings.push_back(printable(*text));
        if (!header.empty() && header.front() == ' ') {
            skipBlanks(header);
            takeQuoted(header);  // an optional date
        }
    }
    return warnings;
}

}  // namespace rollcall
