// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/json_syntax.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <set>

namespace rollcall::sandbox {
namespace {

bool isSpace(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}
bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

/// Go's scanner: goes over the text once and stops at the first character that cannot stand there.
class Scanner {
public:
    explicit Scanner(std::string_view text) : m_text(text) {}

    std::string run();

private:
    enum class State { Value, ValueOrClose, Key, KeyOrClose, Colon, AfterMember, AfterElement, Done };

    static std::string end() { return "unexpected end of JSON input"; }

    void fail(const char* context);

    void step(char c);

    void advance(State next);
    void finished() {
        m_state = m_nesting.empty() ? State::Done : m_nesting.back() == '{' ? State::AfterMember : State::AfterElement;
    }
    void close();

    void value(char c);

    void string();

    void number();

    void literal(std::string_view word);

    std::string_view m_text;
    std::size_t m_at = 0;
    State m_state = State::Value;
    std::string m_nesting;
    std::string m_error;
};

std::string Scanner::run() {
    while (m_error.empty()) {
        while (m_at < m_text.size() && isSpace(m_text[m_at])) ++m_at;
        if (m_at == m_text.size()) return m_state == State::Done && m_nesting.empty() ? "" : end();
        step(m_text[m_at]);
    }
    return m_error;
}

void Scanner::fail(const char* context) {
    const auto c = static_cast<unsigned char>(m_text[m_at]);
    char shown[8] = {static_cast<char>(c), 0};
    if (c >= 0x7f || c < 0x20) std::snprintf(shown, sizeof shown, "\\u%04x", c);
    m_error = std::string("invalid character '") + (c == '\'' ? "\\'" : shown) + "' " + context;
}

void Scanner::step(char c) {
    switch (m_state) {
        case State::ValueOrClose:
            if (c == ']') return close();
            [[fallthrough]];
        case State::Value:
            return value(c);
        case State::KeyOrClose:
            if (c == '}') return close();
            [[fallthrough]];
        case State::Key:
            if (c != '"') return fail("looking for beginning of object key string");
            string();
            m_state = State::Colon;
            return;
        case State::Colon:
            if (c != ':') return fail("after object key");
            return advance(State::Value);
        case State::AfterMember:
            if (c == '}') return close();
            if (c != ',') return fail("after object key:value pair");
            return advance(State::Key);
        case State::AfterElement:
            if (c == ']') return close();
            if (c != ',') return fail("after array element");
            return advance(State::Value);
        case State::Done:
            return fail("after top-level value");
    }
}

void Scanner::advance(State next) {
    ++m_at;
    m_state = next;
}

void Scanner::close() {
    ++m_at;
    m_nesting.pop_back();
    finished();
}

void Scanner::value(char c) {
    if (c == '{' || c == '[') {
        m_nesting += c;
        return advance(c == '{' ? State::KeyOrClose : State::ValueOrClose);
    }
    if (c == '"') {
        string();
    } else if (c == '-' || isDigit(c)) {
        number();
    } else if (c == 't' || c == 'f' || c == 'n') {
        literal(c == 't' ? "true" : c == 'f' ? "false" : "null");
    } else {
        return fail("looking for beginning of value");
    }
    if (m_error.empty()) finished();
}

void Scanner::string() {
    for (++m_at; m_at < m_text.size(); ++m_at) {
        if (m_text[m_at] == '"') {
            ++m_at;
            return;
        }
        if (static_cast<unsigned char>(m_text[m_at]) < 0x20) return fail("in string literal");
        if (m_text[m_at] == '\\') ++m_at;
    }
    m_error = end();
}

void Scanner::number() {
    if (m_text[m_at] == '-') ++m_at;
    if (m_at == m_text.size()) {
        m_error = end();
        return;
    }
    if (!isDigit(m_text[m_at])) return fail("in numeric literal");
    const auto digits = [&] {
        while (m_at < m_text.size() && isDigit(m_text[m_at])) ++m_at;
    };
    if (m_text[m_at] == '0')
        ++m_at;
    else
        digits();
    if (m_at < m_text.size() && m_text[m_at] == '.') {
        ++m_at;
        digits();
    }
    if (m_at < m_text.size() && (m_text[m_at] | 0x20) == 'e') {
        ++m_at;
        if (m_at < m_text.size() && (m_text[m_at] == '+' || m_text[m_at] == '-')) ++m_at;
        digits();
    }
}

void Scanner::literal(std::string_view word) {
    for (const char expected : word) {
        if (m_at == m_text.size()) {
            m_error = end();
            return;
        }
        if (m_text[m_at] != expected) {
            return fail(("in literal " + std::string(word) + " (expecting '" + expected + "')").c_str());
        }
        ++m_at;
    }
}

/// Listens to a parser and notes keys that come twice in one object.
class DuplicateFinder : public nlohmann::json_sax<nlohmann::json> {
public:
    std::vector<std::string> found;

    bool null() override { return passed(); }
    bool boolean(bool) override { return passed(); }
    bool number_integer(number_integer_t) override { return passed(); }
    bool number_unsigned(number_unsigned_t) override { return passed(); }
    bool number_float(number_float_t, const string_t&) override { return passed(); }
    bool string(string_t&) override { return passed(); }
    bool binary(binary_t&) override { return passed(); }
    bool start_object(std::size_t) override { return enter(false); }
    bool start_array(std::size_t) override { return enter(true); }
    bool end_object() override { return leave(); }
    bool end_array() override { return leave(); }
    bool key(string_t& name) override {
        m_levels.back().key = name;
        if (m_levels.back().keys.insert(name).second) return true;
        const std::string at = path();
        if (std::find(found.begin(), found.end(), at) == found.end()) found.push_back(at);
        return true;
    }
    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override { return false; }

private:
    struct Level {
        bool list = false;
        std::set<std::string> keys;
        std::string key;
        std::size_t index = 0;
    };
    bool enter(bool list) {
        m_levels.push_back({});
        m_levels.back().list = list;
        return true;
    }
    bool leave() {
        m_levels.pop_back();
        return passed();
    }
    bool passed() {
        if (!m_levels.empty() && m_levels.back().list) ++m_levels.back().index;
        return true;
    }
    std::string path() const {
        std::string text;
        for (const Level& level : m_levels) {
            if (level.list)
                text += "[" + std::to_string(level.index) + "]";
            else
                text += (text.empty() ? "" : ".") + level.key;
        }
        return text;
    }
    std::vector<Level> m_levels;
};

}  // namespace

std::string goSyntaxError(std::string_view text) {
    return Scanner(text).run();
}

std::vector<std::string> duplicateFields(const std::string& text) {
    DuplicateFinder finder;
    nlohmann::json::sax_parse(text, &finder);
    return finder.found;
}

}  // namespace rollcall::sandbox
