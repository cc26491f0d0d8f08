// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace rollcall {

struct HttpRequest {
    std::string method = "GET";
    std::string path;                                             ///< absolute, percent-encoded, without the server's own prefix
    std::vector<std::pair<std::string, std::string>> query;       ///< raw; encoded by the transport
    std::vector<std::pair<std::string, std::string>> headers;     ///< beyond those that the transport sets itself
    std::string body;
    std::string contentType;                                      ///< required with a body
    /// Total for calls; for streams the longest life of the stream (timeoutSeconds + margin). Real time, never scaled.
    std::chrono::milliseconds deadline{std::chrono::seconds(60)};
    /// Streams only: the longest silence before the stream is cut (W12). 0 = none.
    std::chrono::milliseconds idleLimit{0};
    /// A login is waited for (true), or that wait is over. It has limits of its own, so no clock of the request's should
    /// run meanwhile. Not called when no login is needed. Thread: the transport's.
    std::function<void(bool waits)> onLogin;
};

struct HttpAnswer {
    int status = 0;
    std::string contentType;
    std::string retryAfter;                ///< the header's text
    std::vector<std::string> warnings;     ///< Warning headers with code 299, text only
    std::string date;                      ///< Date header: clock skew (W33)
    std::string body;
};

/// Error::cause of Network errors after which the same request may be worth another try.
inline constexpr const char* kConnectionLost = "ConnectionLost";          ///< closed or reset before an answer came
inline constexpr const char* kConnectionTimedOut = "ConnectionTimedOut";  ///< not established in time
inline constexpr const char* kCredentialRenewed = "CredentialRenewed";    ///< a stream left with the old certificate or CA

/// A running request. Destroying it aborts the request; no callback comes after that. Thread: the transport's.
class RequestHandle {
public:
    virtual ~RequestHandle() = default;
};

struct StreamCallbacks {
    std::function<void(int status)> onOpen;                ///< 2xx head received
    /// Whole lines without their newline, as many as one read brought; valid during the call only.
    std::function<void(const std::vector<std::string_view>&)> onLines;
    /// Exactly once unless the handle is destroyed first. ok = the server ended it; a tail without newline was dropped (W8).
    std::function<void(Result<Unit>)> onClosed;
};

/// The seam between Kubernetes' verbs and the network. Thread: every function and callback on one thread with an event loop.
class Transport {
public:
    virtual ~Transport() = default;
    /// `done` is called exactly once, later, unless the handle is destroyed first. A non-2xx status is an HttpAnswer here.
    [[nodiscard]] virtual std::unique_ptr<RequestHandle> send(HttpRequest request,
                                                              std::function<void(Result<HttpAnswer>)> done) = 0;
    /// A stream of lines (watch). A non-2xx answer ends in onClosed with the Error made from its body.
    [[nodiscard]] virtual std::unique_ptr<RequestHandle> openStream(HttpRequest request, StreamCallbacks callbacks) = 0;
};

}  // namespace rollcall
