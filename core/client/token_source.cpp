// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/token_source.h"

#include <QByteArray>
#include <algorithm>

#include "core/config/local_file.h"

namespace rollcall {

namespace {

constexpr std::chrono::seconds kReadAgainAfter{50};

std::string trimmedCopy(const std::string& text) {
    const auto first = text.find_first_not_of(" \t\r\n");
    if (first == std::string::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

/// What a header value may hold: visible ASCII (RFC 9110 field-vchar, without obs-text).
bool isHeaderValue(const std::string& text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x21 && c <= 0x7E; });
}

}  // namespace

TokenSource::TokenSource(const Connection& connection) : m_file(connection.tokenFile), m_token(connection.token) {
    if (!connection.username.empty()) {
        const std::string pair = connection.username + ':' + connection.password;
        m_basic = QByteArray::fromStdString(pair).toBase64().toStdString();
    }
}

void TokenSource::readFile() {
    m_readAt = std::chrono::steady_clock::now();
    auto content = readLocalFile(m_file);
    if (!content) {
        m_fileError = content.error();
        return;
    }
    std::string token = trimmedCopy(*content);
    if (token.empty()) {
        m_fileError = makeError(ErrorKind::Config, "the token file " + m_file + " is empty");
        return;
    }
    m_fileError.reset();
    m_token = std::move(token);
}

bool TokenSource::reread() {
    if (m_file.empty()) return false;
    const std::string before = m_token;
    readFile();
    return m_token != before;
}

Result<std::string> TokenSource::currentToken() {
    if (!m_file.empty() && (!m_readAt || std::chrono::steady_clock::now() - *m_readAt > kReadAgainAfter)) readFile();
    if (m_token.empty() && m_fileError) return *m_fileError;
    return m_token;
}

Result<std::string> TokenSource::header() {
    auto token = currentToken();
    if (!token) return token;
    if (!token->empty()) {
        if (!isHeaderValue(*token)) {
            return makeError(ErrorKind::Config,
                             "the token holds a blank, a line break or another character that cannot be sent");
        }
        return "Bearer " + *token;
    }
    return m_basic.empty() ? std::string() : "Basic " + m_basic;
}

}  // namespace rollcall
