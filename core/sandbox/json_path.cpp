// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/json_path.h"

#include <charconv>
#include <optional>

namespace rollcall::sandbox {
namespace {

struct Step {
    enum class Kind { Name, Index, All, Filter } kind = Kind::Name;
    std::string name;  ///< member, or the filter's path
    long index = 0;
    std::string op, literal;  ///< of a filter
};

/// Splits a path into steps; nullopt when it cannot be read.
class PathReader {
public:
    explicit PathReader(std::string_view text) : m_text(text) {}

    std::optional<std::vector<Step>> read();

private:
    bool readName(std::vector<Step>& steps);

    bool readBracket(std::vector<Step>& steps);

    // The bracket that ends this one, outside of quotes.
    std::size_t closing() const;

    static std::string_view trim(std::string_view text);

    static bool readFilter(std::string_view text, Step& step);

    std::string_view m_text;
    std::size_t m_at = 0;
};

std::optional<std::vector<Step>> PathReader::read() {
    std::vector<Step> steps;
    if (m_text.empty() || m_text[0] == '$') m_text.remove_prefix(m_text.empty() ? 0 : 1);
    while (m_at < m_text.size()) {
        const bool good = m_text[m_at] == '[' ? readBracket(steps) : readName(steps);
        if (!good) return std::nullopt;
    }
    return steps;
}

bool PathReader::readName(std::vector<Step>& steps) {
    if (m_text[m_at] == '.') ++m_at;
    Step step;
    while (m_at < m_text.size() && m_text[m_at] != '.' && m_text[m_at] != '[') {
        if (m_text[m_at] == '\\' && m_at + 1 < m_text.size()) ++m_at;
        step.name += m_text[m_at++];
    }
    if (step.name.empty()) return m_at < m_text.size() && m_text[m_at] == '[';
    if (step.name == "*") step.kind = Step::Kind::All;
    steps.push_back(std::move(step));
    return true;
}

bool PathReader::readBracket(std::vector<Step>& steps) {
    const std::size_t end = closing();
    if (end == std::string_view::npos) return false;
    const std::string_view inside = m_text.substr(m_at + 1, end - m_at - 1);
    m_at = end + 1;
    Step step;
    if (inside == "*") {
        step.kind = Step::Kind::All;
    } else if (inside.size() >= 2 && (inside[0] == '\'' || inside[0] == '"') && inside.back() == inside[0]) {
        step.name = std::string(inside.substr(1, inside.size() - 2));
    } else if (inside.size() > 3 && inside.substr(0, 2) == "?(" && inside.back() == ')') {
        if (!readFilter(inside.substr(2, inside.size() - 3), step)) return false;
    } else {
        step.kind = Step::Kind::Index;
        const auto result = std::from_chars(inside.data(), inside.data() + inside.size(), step.index);
        if (result.ec != std::errc() || result.ptr != inside.data() + inside.size()) return false;
    }
    steps.push_back(std::move(step));
    return true;
}

std::size_t PathReader::closing() const {
    char quote = 0;
    for (std::size_t i = m_at + 1; i < m_text.size(); ++i) {
        if (quote) {
            if (m_text[i] == quote) quote = 0;
        } else if (m_text[i] == '\'' || m_text[i] == '"') {
            quote = m_text[i];
        } else if (m_text[i] == ']') {
            return i;
        }
    }
    return std::string_view::npos;
}

std::string_view PathReader::trim(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

bool PathReader::readFilter(std::string_view text, Step& step) {
    const std::size_t sign = text.find_first_of("=!");
    if (sign == std::string_view::npos || text.substr(sign + 1, 1) != "=") return false;
    std::string_view left = trim(text.substr(0, sign)), right = trim(text.substr(sign + 2));
    if (left.substr(0, 2) != "@.") return false;
    if (right.size() >= 2 && (right[0] == '"' || right[0] == '\'')) right = right.substr(1, right.size() - 2);
    step.kind = Step::Kind::Filter;
    step.name = std::string(left.substr(2));
    step.op = std::string(text.substr(sign, 2));
    step.literal = std::string(right);
    return true;
}

bool passes(const Json& item, const Step& filter) {
    const Json* value = find(item, filter.name);
    const std::string text = !value ? std::string() : value->is_string() ? value->get<std::string>() : dump(*value);
    return (value && text == filter.literal) == (filter.op == "==");
}

void follow(const Json& value, const Step& step, std::vector<const Json*>& into) {
    if (step.kind == Step::Kind::Name) {
        if (!value.is_object()) return;
        if (const auto at = value.find(step.name); at != value.end()) into.push_back(&*at);
    } else if (step.kind == Step::Kind::Index) {
        const long size = static_cast<long>(value.size());
        const long index = step.index < 0 ? size + step.index : step.index;
        if (value.is_array() && index >= 0 && index < size) into.push_back(&value[static_cast<std::size_t>(index)]);
    } else if (value.is_structured()) {
        for (const Json& item : value) {
            if (step.kind == Step::Kind::All || passes(item, step)) into.push_back(&item);
        }
    }
}

}  // namespace

std::vector<const Json*> evaluateJsonPath(const Json& root, std::string_view path) {
    const auto steps = PathReader(path).read();
    if (!steps) return {};
    std::vector<const Json*> at = {&root};
    for (const Step& step : *steps) {
        std::vector<const Json*> next;
        for (const Json* value : at) follow(*value, step, next);
        at = std::move(next);
    }
    return at;
}

bool isJsonPath(std::string_view path) {
    return PathReader(path).read().has_value();
}

}  // namespace rollcall::sandbox
