// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/base/clock.h"
#include "core/base/error.h"

namespace rollcall {

/// Whether one request is sent again before the reflector hears of its failure, and when: what client-go's REST client
/// does below the reflector (rest/with_retry.go; rest/request.go, request() and Watch()).
/// - 429 and 5xx with Retry-After: after that time;
/// - a connection that was lost before the answer, for a watch also one that timed out: after a second;
/// - ten times at most.
/// Thread: the reflector's.
class RequestRetry {
public:
    static constexpr int kMost = 10;  // rest/request.go, maxRetries
    enum class Verb { List, Watch };

    /// `longest`: no server is waited for longer (W30); client-go has no such limit.
    RequestRetry(Verb verb, Duration longest) : m_verb(verb), m_longest(longest) {}

    /// How long to wait for the next try; nullopt = the error stands.
    std::optional<Duration> next(const Error& error);
    int attempts() const { return m_attempts; }
    /// A watch that could not be opened for such a reason counts as one that brought nothing.
    static bool looksLikeTheEnd(const Error& error);

private:
    const Verb m_verb;
    const Duration m_longest;
    int m_attempts = 0;
};

}  // namespace rollcall
