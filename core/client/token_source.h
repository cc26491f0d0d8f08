// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/config/connection.h"

namespace rollcall {

/// The Authorization header of one connection. A token file is read again when the last reading is older than 50 s, and
/// a failed reading keeps the last good token (client-go transport/token_source.go: period 60 s minus leeway 10 s).
/// Thread: the transport's. Uses real time, as the token's own expiry does.
class TokenSource {
public:
    explicit TokenSource(const Connection& connection);

    /// Empty when there is no credential that belongs into a header. Errors: Config; never quotes the credential (G8).
    Result<std::string> header();
    /// After a 401: reads the file at once. True when that changed the token.
    bool reread();
    /// What an exec plugin made.
    void replace(std::string token) { m_token = std::move(token); }

private:
    Result<std::string> currentToken();
    void readFile();

    const std::string m_file;
    std::string m_token;
    std::string m_basic;  // already encoded
    std::optional<Error> m_fileError;
    std::optional<std::chrono::steady_clock::time_point> m_readAt;
};

}  // namespace rollcall
