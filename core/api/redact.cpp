// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include "core/api/text.h"

namespace rollcall {

namespace {

constexpr std::string_view kRedacted = "<redacted>";

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
bool isAlnum(char c) {
    return (c >= '0' && c <= '9') || (lower(c) >= 'a' && lower(c) <= 'z');
}
bool isTokenChar(char c) {
    return isAlnum(c) || c == '-' || c == '_' || c == '.' || c == '~' || c == '+' || c == '/' || c == '=';
}

bool startsWithNoCase(std::string_view text, std::string_view start) {
    return text.size() >= start.size() &&
           std::equal(start.begin(), start.end(), text.begin(), [](char a, char b) { return lower(a) == lower(b); });
}

std::size_t runLength(std::string_view text, bool (*accept)(char)) {
    const auto end = std::find_if_not(text.begin(), text.end(), accept);
    return static_cast<std::size_t>(end - text.begin());
}

/// A whole PEM block, or all that is left when its end is missing.
std::size_t pemLength(std::string_view text) {
    if (!text.starts_with("-----BEGIN ")) return 0;
    const auto end = text.find("-----END ");
    if (end == std::string_view::npos) return text.size();
    const auto close = text.find("-----", end + 9);
    return close == std::string_view::npos ? text.size() : close + 5;
}

/// Three base64url parts, of which the first is a JSON object ("eyJ" is base64 of `{"`).
std::size_t jwtLength(std::string_view text) {
    if (!text.starts_with("eyJ")) return 0;
    const std::size_t length = runLength(text, &isTokenChar);
    return text.substr(0, length).find('.') != std::string_view::npos && length >= 20 ? length : 0;
}

/// Length of "Bearer " or "Basic " when a credential follows.
std::size_t schemeLength(std::string_view text) {
    for (const std::string_view scheme : {"Bearer ", "Basic "}) {
        if (startsWithNoCase(text, scheme) && text.size() > scheme.size() && isTokenChar(text[scheme.size()])) {
            return scheme.size();
        }
    }
    return 0;
}

/// Length of a secret field's name with its separator and opening quote: `"token": "`, `password=`, `client-key-data:
/// `.
std::size_t secretFieldLength(std::string_view text) {
    static constexpr std::array<std::string_view, 11> kNames = {"client-key-data",
                                                                "clientKeyData",
                                                                "client-certificate-data",
                                                                "clientCertificateData",
                                                                "id-token",
                                                                "refresh-token",
                                                                "access-token",
                                                                "access_token",
                                                                "password",
                                                                "token",
                                                                "secret"};
    for (const std::string_view name : kNames) {
        if (!startsWithNoCase(text, name)) continue;
        std::size_t at = name.size();
        if (at < text.size() && (text[at] == '"' || text[at] == '\'')) ++at;
        while (at < text.size() && text[at] == ' ') ++at;
        if (at >= text.size() || (text[at] != ':' && text[at] != '=')) continue;
        ++at;
        while (at < text.size() && text[at] == ' ') ++at;
        if (at < text.size() && (text[at] == '"' || text[at] == '\'')) ++at;
        if (at < text.size() && isTokenChar(text[at])) return at;
    }
    return 0;
}

bool isValueChar(char c) {
    return static_cast<unsigned char>(c) > ' ' && c != '"' && c != '\'' && c != ',' && c != '}' && c != ';';
}

}  // namespace

std::string redact(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    bool wordStart = true;
    while (!text.empty()) {
        std::size_t kept = 0, hidden = 0;
        if ((hidden = pemLength(text)) == 0 && wordStart && (hidden = jwtLength(text)) == 0) {
            if ((kept = schemeLength(text)) > 0)
                hidden = runLength(text.substr(kept), &isTokenChar);
            else if ((kept = secretFieldLength(text)) > 0 && schemeLength(text.substr(kept)) == 0) {
                hidden = runLength(text.substr(kept), &isValueChar);
            }
        }
        if (kept + hidden == 0) kept = 1;
        wordStart = !isAlnum(text[kept + hidden - 1]);
        out.append(text.substr(0, kept));
        if (hidden > 0) out.append(kRedacted);
        text.remove_prefix(kept + hidden);
    }
    return out;
}

}  // namespace rollcall
