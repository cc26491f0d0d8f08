// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <optional>
#include <string>

namespace rollcall {

/// What went wrong, in the words that decide what to do about it. Text for people is made in ui and app.
enum class ErrorKind {
    Cancelled,   ///< the caller's own doing
    Timeout,     ///< our deadline ran out; whether a write happened is unknown
    Network,     ///< no connection, or it broke
    Tls,         ///< certificate or handshake
    Protocol,    ///< an answer that is not Kubernetes' (HTML, cut JSON)
    Api,         ///< a Status from the API server: see httpStatus and reason
    Config,      ///< kubeconfig, credentials, command line
    Io,          ///< a file of ours
    Internal,    ///< a broken assumption of ours
};

/// An error as a value: never thrown across rooms. `message` names file, field or server and never holds a secret.
/// Thread: plain data.
struct Error {
    ErrorKind kind = ErrorKind::Internal;
    std::string message;
    int httpStatus = 0;                                 ///< 0 when no HTTP answer came
    std::string reason;                                 ///< Status.reason, such as "AlreadyExists"
    std::string cause;                                  ///< first Status.details.causes[].reason, such as "ResourceVersionTooLarge"
    bool connectionRefused = false;                     ///< Network: nobody listens there (ECONNREFUSED)
    std::optional<std::chrono::milliseconds> retryAfter;  ///< Retry-After header or Status.details.retryAfterSeconds

    bool isNotFound() const { return httpStatus == 404; }
    bool isConflict() const { return httpStatus == 409 && reason != "AlreadyExists"; }
    bool isAlreadyExists() const { return httpStatus == 409 && reason == "AlreadyExists"; }
    /// "Expired" and "Gone" both mean: this resource version is no longer there (apimachinery errors.IsResourceExpired, IsGone).
    bool isGone() const { return httpStatus == 410 || reason == "Expired" || reason == "Gone"; }
    bool isUnauthorized() const { return httpStatus == 401; }
    bool isForbidden() const { return httpStatus == 403; }
    bool isInvalid() const { return httpStatus == 422; }
    bool isTooManyRequests() const { return httpStatus == 429; }
    /// A resource version that the server has not reached yet; old servers say so only in the message
    /// (client-go tools/cache/reflector.go, isTooLargeResourceVersionError).
    bool isTooLargeResourceVersion() const;
    /// The transport failed, so that nothing is known of the server's answer.
    bool isTransport() const {
        return kind == ErrorKind::Network || kind == ErrorKind::Timeout || kind == ErrorKind::Tls;
    }
};

Error makeError(ErrorKind kind, std::string message);

}  // namespace rollcall
