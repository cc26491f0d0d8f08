// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/api_names.h"

#include <algorithm>

namespace rollcall::sandbox {
namespace {

constexpr std::size_t kLabelMax = 63;       // RFC 1123 label, and label values
constexpr std::size_t kSubdomainMax = 253;  // RFC 1123 subdomain

bool isLower(char c) {
    return c >= 'a' && c <= 'z';
}
bool isDigit(char c) {
    return c >= '0' && c <= '9';
}
bool isLowerAlnum(char c) {
    return isLower(c) || isDigit(c);
}
bool isAlnum(char c) {
    return isLowerAlnum(c) || (c >= 'A' && c <= 'Z');
}

bool isDnsLabel(std::string_view text) {
    return !text.empty() && isLowerAlnum(text.front()) && isLowerAlnum(text.back()) &&
           std::all_of(text.begin(), text.end(), [](char c) { return isLowerAlnum(c) || c == '-'; });
}

bool isSubdomain(std::string_view text) {
    for (;;) {
        const std::size_t dot = text.find('.');
        if (!isDnsLabel(text.substr(0, dot))) return false;
        if (dot == std::string_view::npos) return true;
        text.remove_prefix(dot + 1);
    }
}

bool isQualifiedPart(std::string_view text) {
    return !text.empty() && isAlnum(text.front()) && isAlnum(text.back()) &&
           std::all_of(text.begin(), text.end(), [](char c) { return isAlnum(c) || c == '-' || c == '_' || c == '.'; });
}

std::string tooLong(std::size_t most, const char* unit) {
    return "must be no more than " + std::to_string(most) + " " + unit;
}

}  // namespace

std::string dns1123SubdomainProblem(std::string_view text) {
    if (text.size() > kSubdomainMax) return tooLong(kSubdomainMax, "characters");
    if (isSubdomain(text)) return {};
    return "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must "
           "start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is "
           "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
}

std::string dns1123LabelProblem(std::string_view text) {
    if (text.size() > kLabelMax) return tooLong(kLabelMax, "characters");
    if (isDnsLabel(text)) return {};
    return "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and "
           "end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is "
           "'[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
}

std::string dns1035LabelProblem(std::string_view text) {
    if (text.size() > kLabelMax) return tooLong(kLabelMax, "characters");
    if (isDnsLabel(text) && isLower(text.front())) return {};
    return "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic "
           "character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for "
           "validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
}

std::string labelValueProblem(std::string_view text) {
    if (text.size() > kLabelMax) return tooLong(kLabelMax, "bytes");
    if (text.empty() || isQualifiedPart(text)) return {};
    return "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must "
           "start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for "
           "validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
}

std::string qualifiedNameProblem(std::string_view text) {
    const std::size_t slash = text.find('/');
    std::string_view name = text;
    if (slash != std::string_view::npos) {
        const std::string_view prefix = text.substr(0, slash);
        name = text.substr(slash + 1);
        if (name.find('/') != std::string_view::npos) {
            return "a qualified name must consist of alphanumeric characters, '-', '_' or '.', and must start and end "
                   "with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for "
                   "validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix "
                   "and '/' (e.g. 'example.com/MyName')";
        }
        if (prefix.empty()) return "prefix part must be non-empty";
        if (const std::string problem = dns1123SubdomainProblem(prefix); !problem.empty()) {
            return "prefix part " + problem;
        }
    }
    if (name.empty()) return "name part must be non-empty";
    if (name.size() > kLabelMax) return "name part " + tooLong(kLabelMax, "bytes");
    if (isQualifiedPart(name)) return {};
    return "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an "
           "alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is "
           "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
}

}  // namespace rollcall::sandbox
