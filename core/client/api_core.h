// SPDX-License-Identifier: GPL-3.0-or-later
// Private to this room.
#pragma once

#include <map>
#include <memory>
#include <mutex>

#include "core/client/api_client.h"
#include "core/client/token_bucket.h"

namespace rollcall {

/// What lives on the API thread: the transport and the calls under way. Shared with timers and cancel callbacks, which
/// find it closed when they come too late. **Thread**: the API thread, except where noted.
class ApiClient::Core : public std::enable_shared_from_this<ApiClient::Core> {
public:
    Core(LoopThread& thread, std::shared_ptr<Clock> clock, Options options);

    void open(const MakeTransport& makeTransport);
    /// Ends every call with Cancelled; nothing is accepted afterwards.
    void close();
    void begin(HttpRequest request, const CancelToken& cancel, AnswerDone done);

    void setRateLimit(double qps, int burst);  // any thread
    Stats stats() const;                       // any thread
    bool post(LoopThread::Task task);          // any thread

private:
    struct Call {
        HttpRequest request;
        AnswerDone done;
        CancelToken cancel;
        int cancelHandle = 0;
        int retries = 0;
        Clock::TimerId timer = 0;
        bool throttled = false;  // the timer waits for a token
        std::unique_ptr<RequestHandle> running;
    };
    using CallId = std::uint64_t;

    void admit(CallId id);
    void send(CallId id);
    void answered(CallId id, Result<HttpAnswer> answer);
    bool retryLater(CallId id, const HttpAnswer& answer, const Error& error);
    void after(Duration delay, CallId id, void (Core::*next)(CallId));
    void finish(CallId id, Result<HttpAnswer> result);

    LoopThread& m_thread;
    const std::shared_ptr<Clock> m_clock;
    const Options m_options;
    std::unique_ptr<Transport> m_transport;
    std::map<CallId, Call> m_calls;
    CallId m_lastId = 0;
    bool m_closed = false;

    std::mutex m_postMutex;      // guards the next one
    bool m_detached = false;     // the thread may be gone

    mutable std::mutex m_mutex;  // guards the next two
    TokenBucket m_bucket;
    Stats m_stats;
};

}  // namespace rollcall
