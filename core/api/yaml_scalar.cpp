// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/yaml_scalar.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstdlib>

namespace rollcall::yaml {

namespace {

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}
bool isHexDigit(char c) {
    return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
bool isOctalDigit(char c) {
    return c >= '0' && c <= '7';
}
bool isBinaryDigit(char c) {
    return c == '0' || c == '1';
}

template <class Accept>
bool allOf(std::string_view text, Accept accept) {
    return !text.empty() && std::all_of(text.begin(), text.end(), accept);
}

template <std::size_t N>
bool isOneOf(std::string_view text, const std::array<std::string_view, N>& words) {
    return std::find(words.begin(), words.end(), text) != words.end();
}

std::string_view withoutSign(std::string_view text) {
    if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
    return text;
}

/// [-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?   — the same in YAML 1.2 and in go-yaml
bool isFloat(std::string_view text) {
    text = withoutSign(text);
    const auto exponent = text.find_first_of("eE");
    if (exponent != std::string_view::npos) {
        if (!allOf(withoutSign(text.substr(exponent + 1)), isDigit)) return false;
        text = text.substr(0, exponent);
    }
    const auto dot = text.find('.');
    if (dot == std::string_view::npos) return allOf(text, isDigit);
    const std::string_view whole = text.substr(0, dot), part = text.substr(dot + 1);
    if (whole.empty()) return allOf(part, isDigit);
    return allOf(whole, isDigit) && (part.empty() || allOf(part, isDigit));
}

bool isInfinity(std::string_view text) {
    static constexpr std::array<std::string_view, 3> kWords = {".inf", ".Inf", ".INF"};
    return isOneOf(withoutSign(text), kWords);
}

bool isNotANumber(std::string_view text) {
    static constexpr std::array<std::string_view, 3> kWords = {".nan", ".NaN", ".NAN"};
    return isOneOf(text, kWords);
}

/// Go's integer literals (strconv base 0), which go-yaml uses: 0x1f, 0o17, 017, 0b1.
bool isGoInteger(std::string_view text) {
    text = withoutSign(text);
    if (text.size() > 2 && text[0] == '0') {
        const char base = static_cast<char>(text[1] | 0x20);
        if (base == 'x') return allOf(text.substr(2), isHexDigit);
        if (base == 'o') return allOf(text.substr(2), isOctalDigit);
        if (base == 'b') return allOf(text.substr(2), isBinaryDigit);
    }
    return text.size() > 1 && text[0] == '0' ? allOf(text, isOctalDigit) : allOf(text, isDigit);
}

/// 12:30:45 and 190:20:30.15, sexagesimal numbers of YAML 1.1.
bool isBase60(std::string_view text) {
    text = withoutSign(text);
    auto colon = text.find(':');
    if (colon == std::string_view::npos || colon == 0 || !isDigit(text[0])) return false;
    const auto inNumber = [](char c) { return isDigit(c) || c == '_'; };
    if (!allOf(text.substr(0, colon), inNumber)) return false;
    while (colon != std::string_view::npos) {
        text = text.substr(colon + 1);
        colon = text.find(':');
        std::string_view part = text.substr(0, colon);
        if (colon == std::string_view::npos) {
            const auto dot = part.find('.');
            if (dot != std::string_view::npos) {
                if (dot + 1 < part.size() && !allOf(part.substr(dot + 1), inNumber)) return false;
                part = part.substr(0, dot);
            }
        }
        if (!allOf(part, isDigit) || part.size() > 2 || (part.size() == 2 && part[0] > '5')) return false;
    }
    return true;
}

/// Reads one to `most` digits; false when there are none.
bool skipDigits(std::string_view& text, std::size_t most) {
    std::size_t count = 0;
    while (count < most && count < text.size() && isDigit(text[count])) ++count;
    text.remove_prefix(count);
    return count > 0;
}

bool skipChar(std::string_view& text, char c) {
    if (text.empty() || text.front() != c) return false;
    text.remove_prefix(1);
    return true;
}

bool skipTime(std::string_view& text) {
    if (!skipDigits(text, 2) || !skipChar(text, ':') || !skipDigits(text, 2) || !skipChar(text, ':') ||
        !skipDigits(text, 2)) {
        return false;
    }
    return !skipChar(text, '.') || skipDigits(text, text.size());
}

/// The forms that go-yaml takes for a time: 2001-1-1, 2001-01-01 10:00:00, 2001-01-01T10:00:00Z, …+08:00.
bool isTimestamp(std::string_view text) {
    if (text.size() < 8 || !allOf(text.substr(0, 4), isDigit) || text[4] != '-') return false;
    text.remove_prefix(5);
    if (!skipDigits(text, 2) || !skipChar(text, '-') || !skipDigits(text, 2)) return false;
    if (text.empty()) return true;
    if (skipChar(text, ' ')) return skipTime(text) && text.empty();
    if (!skipChar(text, 'T') && !skipChar(text, 't')) return false;
    if (!skipTime(text)) return false;
    if (skipChar(text, 'Z')) return text.empty();
    if (!skipChar(text, '+') && !skipChar(text, '-')) return false;
    return skipDigits(text, 2) && skipChar(text, ':') && skipDigits(text, 2) && text.empty();
}

std::string_view withoutLeadingZeros(std::string_view digits) {
    const auto first = digits.find_first_not_of('0');
    return first == std::string_view::npos ? digits.substr(digits.size() - 1) : digits.substr(first);
}

std::string radixNumber(std::string_view digits, int base) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
    return error == std::errc() ? std::to_string(value) : std::string();
}

}  // namespace

PlainKind coreKind(std::string_view text) {
    static constexpr std::array<std::string_view, 5> kNull = {"", "~", "null", "Null", "NULL"};
    static constexpr std::array<std::string_view, 3> kTrue = {"true", "True", "TRUE"};
    static constexpr std::array<std::string_view, 3> kFalse = {"false", "False", "FALSE"};
    if (isOneOf(text, kNull)) return PlainKind::Null;
    if (isOneOf(text, kTrue)) return PlainKind::True;
    if (isOneOf(text, kFalse)) return PlainKind::False;
    if (isInfinity(text) || isNotANumber(text)) return PlainKind::NotFinite;
    if (allOf(withoutSign(text), isDigit)) return PlainKind::Integer;
    if (text.starts_with("0x") && allOf(text.substr(2), isHexDigit)) return PlainKind::Integer;
    if (text.starts_with("0o") && allOf(text.substr(2), isOctalDigit)) return PlainKind::Integer;
    return isFloat(text) ? PlainKind::Float : PlainKind::Text;
}

std::string jsonNumber(std::string_view text) {
    if (text.starts_with("0x")) return radixNumber(text.substr(2), 16);
    if (text.starts_with("0o")) return radixNumber(text.substr(2), 8);
    std::string out = text.front() == '-' ? "-" : "";
    text = withoutSign(text);
    const auto exponent = text.find_first_of("eE");
    const std::string_view mantissa = text.substr(0, exponent);
    const auto dot = mantissa.find('.');
    const std::string_view whole = mantissa.substr(0, dot);
    out += whole.empty() ? "0" : withoutLeadingZeros(whole);
    if (dot != std::string_view::npos) {
        const std::string_view part = mantissa.substr(dot + 1);
        (out += '.') += part.empty() ? "0" : part;
    }
    if (exponent != std::string_view::npos) out += text.substr(exponent);
    return out;
}

bool isAmbiguous(std::string_view text) {
    static constexpr std::array<std::string_view, 26> kWords = {
        "y",  "Y",  "yes", "Yes",   "YES",   "true",  "True", "TRUE", "on",  "On",   "ON",   "n",    "N",
        "no", "No", "NO",  "false", "False", "FALSE", "off",  "Off",  "OFF", "null", "Null", "NULL", "<<"};
    if (text.empty() || text == "~" || isOneOf(text, kWords) || isInfinity(text) || isNotANumber(text)) return true;
    if (!isDigit(text.front()) && text.front() != '-' && text.front() != '+' && text.front() != '.') return false;
    if (isBase60(text) || isTimestamp(text) || isFloat(text)) return true;
    std::string plain(text);
    plain.erase(std::remove(plain.begin(), plain.end(), '_'), plain.end());
    return text.front() != '.' && (isGoInteger(plain) || isFloat(plain));
}

std::string yamlNumber(std::string_view json) {
    std::int64_t whole = 0;
    std::uint64_t large = 0;
    const char* end = json.data() + json.size();
    if (const auto [p, e] = std::from_chars(json.data(), end, whole); e == std::errc() && p == end)
        return std::string(json);
    if (const auto [p, e] = std::from_chars(json.data(), end, large); e == std::errc() && p == end)
        return std::string(json);
    const double value = std::strtod(std::string(json).c_str(), nullptr);
    std::array<char, 64> buffer{};
    const auto scientific =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific);
    const std::string_view text(buffer.data(), static_cast<std::size_t>(scientific.ptr - buffer.data()));
    const int exponent = std::atoi(std::string(text.substr(text.find('e') + 1)).c_str());
    // strconv: "if precision was the shortest possible, use precision 6 for this decision".
    if (exponent < -4 || exponent >= 6) return std::string(text);
    const auto fixed = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed);
    return {buffer.data(), fixed.ptr};
}

}  // namespace rollcall::yaml
