// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "core/api/decode.h"
#include "core/api/resource.h"
#include "core/base/cancel_token.h"
#include "core/base/clock.h"
#include "core/base/loop_thread.h"
#include "core/base/result.h"
#include "core/client/rest_options.h"
#include "core/client/transport.h"

namespace rollcall {

/// Kubernetes' verbs over a Transport: request and answer, never watches.
/// - A status outside 2xx is an Error here (errorFromAnswer), not an answer.
/// - Client-side rate limit and retries are client-go's (rest/request.go, with_retry.go): 5 calls a second, bursts of
/// 10;
///   up to 10 retries of a 429 or 5xx that carries Retry-After, waiting as told, 60 s at most. Both wait on the
///   injected Clock; deadlines of requests are real time.
/// - QNetworkAccessManager may send a POST again by itself (A7): callers make the names, and after a transport failure
/// take
///   409 AlreadyExists for success.
/// **Thread**: every function from any thread; callbacks run on the API thread, later, exactly once, also when the
/// client is destroyed (Cancelled). **Owns** the transport, which lives on the API thread. Destroy it before that
/// thread stops.
class ApiClient {
public:
    using AnswerDone = std::function<void(Result<HttpAnswer>)>;
    using ObjectDone = std::function<void(Result<ObjectPtr>)>;
    using ListDone = std::function<void(Result<ListPage>)>;
    using MakeTransport = std::function<std::unique_ptr<Transport>()>;

    struct Options {
        double qps = 5;  ///< < 0 switches the limit off
        int burst = 10;
        int maxRetries = 10;
        std::chrono::seconds longestRetryAfter{60};
        /// Warning headers of the server (code 299), one by one, on the API thread.
        std::function<void(const std::string&)> onWarning;
    };
    struct Stats {
        std::int64_t requests = 0;  ///< sent, retries included
        std::int64_t retries = 0;
        std::int64_t throttled = 0;  ///< calls that had to wait for the rate limit
        Duration throttledTime{};    ///< what they waited, together
    };

    /// `makeTransport` runs on `thread`, so that the network manager lives there.
    ApiClient(LoopThread& thread, std::shared_ptr<Clock> clock, MakeTransport makeTransport, Options options);
    ApiClient(LoopThread& thread, std::shared_ptr<Clock> clock, MakeTransport makeTransport)
        : ApiClient(thread, std::move(clock), std::move(makeTransport), Options()) {}
    ~ApiClient();
    ApiClient(const ApiClient&) = delete;
    ApiClient& operator=(const ApiClient&) = delete;

    /// Any request. Cancelling aborts it and ends it with Cancelled.
    void raw(HttpRequest request, CancelToken cancel, AnswerDone done);
    /// Waits for it; never call it on the API thread or the GUI thread. `timeout` is the real time for everything,
    /// waits included, but not that of a login, which has a limit of its own; when it or `cancel` strikes, the request is
    /// aborted, and whether a write happened is unknown.
    Result<HttpAnswer> callBlocking(HttpRequest request, CancelToken cancel, std::chrono::milliseconds timeout);
    Result<ObjectPtr> getBlocking(const ResourceType& type, const std::string& ns, const std::string& name,
                                  CancelToken cancel, std::chrono::milliseconds timeout);

    void get(const ResourceType& type, const std::string& ns, const std::string& name, ObjectDone done);
    void list(const ResourceType& type, const std::string& ns, const ListOptions& options, ListDone done);
    void create(const ResourceType& type, const std::string& ns, std::string json, const WriteOptions& options,
                ObjectDone done);
    /// A resourceVersion in `json` makes it conditional (409 Conflict).
    void update(const ResourceType& type, const std::string& ns, const std::string& name, std::string json,
                const WriteOptions& options, ObjectDone done);
    /// `patchType`: one of the content types in core/api/write.h.
    void patch(const ResourceType& type, const std::string& ns, const std::string& name, const char* patchType,
               std::string body, const WriteOptions& options, ObjectDone done);
    /// `uid`, when not empty, is a precondition. The answer is the object (with finalizers) or a Status.
    void remove(const ResourceType& type, const std::string& ns, const std::string& name, const std::string& uid,
                AnswerDone done);

    void setRateLimit(double qps, int burst);
    Stats stats() const;

private:
    class Core;

    LoopThread& m_thread;
    std::shared_ptr<Core> m_core;
};

}  // namespace rollcall
