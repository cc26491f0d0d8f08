// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/request_retry.h"

#include <algorithm>

#include "core/client/transport.h"

namespace rollcall {

namespace {

using namespace std::chrono_literals;

// rest/with_retry.go, retryAfterResponse().
constexpr Duration kAfterALoss = 1s;

bool isLost(const Error& error) {
    return error.kind == ErrorKind::Network && (error.cause == kConnectionLost || error.cause == kCredentialRenewed);
}

}  // namespace

bool RequestRetry::looksLikeTheEnd(const Error& error) {
    const bool timedOut = error.kind == ErrorKind::Network && error.cause == kConnectionTimedOut;
    return isLost(error) || timedOut || error.kind == ErrorKind::Timeout;
}

std::optional<Duration> RequestRetry::next(const Error& error) {
    if (++m_attempts > kMost) return std::nullopt;
    const bool lost = m_verb == Verb::Watch ? looksLikeTheEnd(error) : isLost(error);
    if (lost) return kAfterALoss;
    if (!error.isTooManyRequests() && error.httpStatus < 500) return std::nullopt;
    if (!error.retryAfter) return std::nullopt;
    return std::min<Duration>(*error.retryAfter, m_longest);
}

}  // namespace rollcall
