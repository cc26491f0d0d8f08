// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/selector.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "core/sandbox/api_names.h"

namespace rollcall::sandbox {
namespace {

const std::string* lookUp(const TextPairs& pairs, std::string_view key) {
    for (const auto& pair : pairs) {
        if (pair.first == key) return &pair.second;
    }
    return nullptr;
}

std::optional<std::int64_t> toInteger(std::string_view text) {
    std::int64_t number = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
    if (result.ec != std::errc() || result.ptr != text.data() + text.size()) return std::nullopt;
    return number;
}

}  // namespace

bool LabelSelector::Requirement::matches(const std::string* value) const {
    const bool listed = value && std::find(values.begin(), values.end(), *value) != values.end();
    switch (op) {
        case Operator::In:
            return listed;
        case Operator::NotIn:
            return !listed;
        case Operator::Exists:
            return value != nullptr;
        case Operator::DoesNotExist:
            return value == nullptr;
        case Operator::Greater:
        case Operator::Less:
            break;
    }
    const auto have = value ? toInteger(*value) : std::nullopt;
    const auto bound = toInteger(values.front());
    if (!have || !bound) return false;
    return op == Operator::Greater ? *have > *bound : *have < *bound;
}

bool LabelSelector::matches(const TextPairs& labels) const {
    return std::all_of(m_requirements.begin(), m_requirements.end(),
                       [&](const Requirement& r) { return r.matches(lookUp(labels, r.key)); });
}

/// Recursive descent over the tokens of a label selector; stops at the first error.
class LabelSelectorParser {
public:
    explicit LabelSelectorParser(std::string_view text) : m_text(text) { advance(); }

    Outcome<LabelSelector> parse();

private:
    using Operator = LabelSelector::Operator;
    enum class Token { End, Word, Not, Comma, Open, Close, Equal, DoubleEqual, NotEqual, Greater, Less, Unknown };

    void advance();

    static bool isSpace(char c) { return std::string_view(" \t\r\n").find(c) != std::string_view::npos; }
    static bool isSymbol(char c) { return std::string_view("=!(),<>").find(c) != std::string_view::npos; }

    Token symbol();

    bool fail(std::string error);
    bool unexpected(const std::string& expected) { return fail("found '" + m_literal + "', expected: " + expected); }

    bool parseRequirement(LabelSelector::Requirement& requirement);

    bool parseOperation(LabelSelector::Requirement& requirement);

    bool parseOne(std::vector<std::string>& values);

    bool parseSet(std::vector<std::string>& values);

    bool checkValues(const LabelSelector::Requirement& requirement);

    std::string_view m_text;
    std::size_t m_at = 0;
    Token m_token = Token::End;
    std::string m_literal;
    std::string m_error;
};

Outcome<LabelSelector> LabelSelectorParser::parse() {
    LabelSelector selector;
    while (m_token != Token::End) {
        if (selector.m_requirements.empty() && m_token != Token::Word && m_token != Token::Not) {
            return status::badRequest("found '" + m_literal + "', expected: !, identifier, or 'end of string'");
        }
        LabelSelector::Requirement requirement;
        if (!parseRequirement(requirement)) return status::badRequest("unable to parse requirement: " + m_error);
        selector.m_requirements.push_back(std::move(requirement));
        if (m_token == Token::End) break;
        if (m_token != Token::Comma) {
            return status::badRequest("found '" + m_literal + "', expected: ',' or 'end of string'");
        }
        advance();
        if (m_token != Token::Word && m_token != Token::Not) {
            return status::badRequest("found '" + m_literal + "', expected: identifier after ','");
        }
    }
    return selector;
}

void LabelSelectorParser::advance() {
    while (m_at < m_text.size() && isSpace(m_text[m_at])) ++m_at;
    const std::size_t start = m_at;
    if (m_at == m_text.size()) {
        m_token = Token::End;
    } else if (isSymbol(m_text[m_at])) {
        m_token = symbol();
    } else {
        while (m_at < m_text.size() && !isSymbol(m_text[m_at]) && !isSpace(m_text[m_at])) ++m_at;
        m_token = Token::Word;
    }
    m_literal = std::string(m_text.substr(start, m_at - start));
}

LabelSelectorParser::Token LabelSelectorParser::symbol() {
    const char c = m_text[m_at++];
    const bool equalFollows = m_at < m_text.size() && m_text[m_at] == '=';
    if ((c == '=' || c == '!') && equalFollows) {
        ++m_at;
        return c == '=' ? Token::DoubleEqual : Token::NotEqual;
    }
    switch (c) {
        case '=':
            return Token::Equal;
        case '!':
            return Token::Not;
        case '(':
            return Token::Open;
        case ')':
            return Token::Close;
        case ',':
            return Token::Comma;
        case '>':
            return Token::Greater;
        case '<':
            return Token::Less;
        default:
            return Token::Unknown;
    }
}

bool LabelSelectorParser::fail(std::string error) {
    m_error = std::move(error);
    return false;
}

bool LabelSelectorParser::parseRequirement(LabelSelector::Requirement& requirement) {
    const bool negated = m_token == Token::Not;
    if (negated) advance();
    if (m_token != Token::Word) return unexpected("identifier");
    requirement.key = m_literal;
    if (const std::string problem = qualifiedNameProblem(requirement.key); !problem.empty()) {
        return fail("<nil>: Invalid value: " + goQuote(requirement.key) + ": " + problem);
    }
    advance();
    if (negated || m_token == Token::End || m_token == Token::Comma) {
        requirement.op = negated ? Operator::DoesNotExist : Operator::Exists;
        return true;
    }
    return parseOperation(requirement) && checkValues(requirement);
}

bool LabelSelectorParser::parseOperation(LabelSelector::Requirement& requirement) {
    const bool isSet = m_token == Token::Word && (m_literal == "in" || m_literal == "notin");
    switch (m_token) {
        case Token::Equal:
        case Token::DoubleEqual:
            requirement.op = Operator::In;
            break;
        case Token::NotEqual:
            requirement.op = Operator::NotIn;
            break;
        case Token::Greater:
            requirement.op = Operator::Greater;
            break;
        case Token::Less:
            requirement.op = Operator::Less;
            break;
        default:
            if (!isSet) return unexpected("in, notin, =, ==, !=, gt, lt");
            requirement.op = m_literal == "in" ? Operator::In : Operator::NotIn;
    }
    advance();
    return isSet ? parseSet(requirement.values) : parseOne(requirement.values);
}

bool LabelSelectorParser::parseOne(std::vector<std::string>& values) {
    if (m_token == Token::End || m_token == Token::Comma) {
        values.emplace_back();
        return true;
    }
    if (m_token != Token::Word) return unexpected("identifier");
    values.push_back(m_literal);
    advance();
    return true;
}

bool LabelSelectorParser::parseSet(std::vector<std::string>& values) {
    if (m_token != Token::Open) return fail("found '" + m_literal + "' expected: '('");
    advance();
    for (;;) {
        if (m_token == Token::Word) {
            values.push_back(m_literal);
            advance();
        } else {
            values.emplace_back();  // "in (a,)" has an empty second value
        }
        if (m_token == Token::Comma) {
            advance();
            continue;
        }
        if (m_token != Token::Close) return fail("found '" + m_literal + "', expected: ',' or ')'");
        advance();
        return true;
    }
}

bool LabelSelectorParser::checkValues(const LabelSelector::Requirement& requirement) {
    const bool ordered = requirement.op == Operator::Greater || requirement.op == Operator::Less;
    for (std::size_t i = 0; i < requirement.values.size(); ++i) {
        const std::string& value = requirement.values[i];
        const std::string path = "values[" + std::to_string(i) + "]";
        if (ordered && !toInteger(value)) {
            return fail(path + ": Invalid value: " + goQuote(value) +
                        ": for 'Gt', 'Lt' operators, the value must be an integer");
        }
        if (const std::string problem = labelValueProblem(value); !problem.empty()) {
            return fail(path + "[" + requirement.key + "]: Invalid value: " + goQuote(value) + ": " + problem);
        }
    }
    return true;
}

Outcome<LabelSelector> LabelSelector::parse(std::string_view text) {
    return LabelSelectorParser(text).parse();
}

namespace {

// Terms end at a comma that no backslash escapes.
std::vector<std::string> splitTerms(std::string_view text) {
    std::vector<std::string> terms;
    std::string term;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\' && i + 1 < text.size()) {
            term += text[i];
            term += text[++i];
        } else if (text[i] == ',') {
            terms.push_back(std::move(term));
            term.clear();
        } else {
            term += text[i];
        }
    }
    terms.push_back(std::move(term));
    return terms;
}

std::string unescape(std::string_view text) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\' && i + 1 < text.size()) ++i;
        plain += text[i];
    }
    return plain;
}

std::optional<FieldSelector::Term> splitTerm(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\') {
            ++i;
            continue;
        }
        const bool twoSigns = text.substr(i, 2) == "!=" || text.substr(i, 2) == "==";
        if (!twoSigns && text[i] != '=') continue;
        return FieldSelector::Term{std::string(text.substr(0, i)), unescape(text.substr(i + (twoSigns ? 2 : 1))),
                                   text[i] == '='};
    }
    return std::nullopt;
}

}  // namespace

Outcome<FieldSelector> FieldSelector::parse(std::string_view text) {
    FieldSelector selector;
    for (const std::string& part : splitTerms(text)) {
        if (part.empty()) continue;
        auto term = splitTerm(part);
        if (!term) {
            return status::badRequest("invalid selector: '" + std::string(text) + "'; can't understand '" + part + "'");
        }
        selector.terms.push_back(std::move(*term));
    }
    return selector;
}

bool FieldSelector::matches(const TextPairs& fields) const {
    static const std::string absent;
    return std::all_of(terms.begin(), terms.end(), [&](const Term& term) {
        const std::string* value = lookUp(fields, term.field);
        return ((value ? *value : absent) == term.value) == term.equal;
    });
}

const std::string* FieldSelector::exact(std::string_view field) const {
    for (const Term& term : terms) {
        if (term.equal && term.field == field) return &term.value;
    }
    return nullptr;
}

}  // namespace rollcall::sandbox
