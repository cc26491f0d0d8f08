// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/impersonation.h"

#include <QtGlobal>
#if QT_VERSION >= QT_VERSION_CHECK(6, 8, 0)
#include <QHttpHeaders>
#endif

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <map>

namespace rollcall {

namespace {

/// What Go's net/http sends in a value: no control character.
bool isHeaderValue(const std::string& text) {
    return std::none_of(text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7F; });
}

/// RFC 7230 token characters stay, except the escape itself; the rest as %XX.
std::string escapedKey(const std::string& key) {
    static const std::string kLegal = "!#$&'*+-.^_`|~";
    std::string out;
    for (const char c : key) {
        const auto byte = static_cast<unsigned char>(c);
        if ((byte < 0x80 && std::isalnum(byte)) || (c != '\0' && kLegal.find(c) != std::string::npos)) {
            out += c;
            continue;
        }
        char text[4];
        std::snprintf(text, sizeof text, "%%%02X", static_cast<unsigned>(byte));
        out += text;
    }
    return out;
}

}  // namespace

Result<std::vector<std::pair<std::string, std::string>>> impersonationHeaders(const Impersonation& as) {
    std::vector<std::pair<std::string, std::string>> headers;
    if (!as.isSet()) return headers;
    headers.emplace_back("Impersonate-User", as.user);
    if (!as.uid.empty()) headers.emplace_back("Impersonate-Uid", as.uid);
    for (const std::string& group : as.groups) headers.emplace_back("Impersonate-Group", group);
    for (const auto& [key, values] : as.extra) {
        for (const std::string& value : values) headers.emplace_back("Impersonate-Extra-" + escapedKey(key), value);
    }
    for (const auto& [name, value] : headers) {
        if (!isHeaderValue(value)) {
            return makeError(
                ErrorKind::Config,
                "the user to act as holds a line break or another character that cannot be sent (" + name + ')');
        }
    }
    return headers;
}

Result<Unit> addImpersonation(QNetworkRequest& request, const Impersonation& as) {
    auto headers = impersonationHeaders(as);
    if (!headers) return headers.error();
#if QT_VERSION >= QT_VERSION_CHECK(6, 8, 0)
    QHttpHeaders all = request.headers();
    for (const auto& [name, value] : *headers)
        all.append(QByteArray::fromStdString(name), QByteArray::fromStdString(value));
    request.setHeaders(std::move(all));
#else
    // A request of this Qt holds one value for each name and writes it as it is, so further lines go into the value;
    // none of them holds a line break of its own.
    std::map<std::string, std::string> joined;
    for (const auto& [name, value] : *headers) {
        const auto [at, isFirst] = joined.emplace(name, value);
        if (!isFirst) at->second += "\r\n" + name + ": " + value;
    }
    for (const auto& [name, value] : joined) {
        request.setRawHeader(QByteArray::fromStdString(name), QByteArray::fromStdString(value));
    }
#endif
    return Unit{};
}

}  // namespace rollcall
