// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/api_core.h"

#include <algorithm>

namespace rollcall {

namespace {
Error cancelled() {
    return makeError(ErrorKind::Cancelled, "the call was cancelled");
}
bool isSuccess(int status) {
    return status >= 200 && status < 300;
}
}  // namespace

ApiClient::Core::Core(LoopThread& thread, std::shared_ptr<Clock> clock, Options options)
    : m_thread(thread),
      m_clock(std::move(clock)),
      m_options(std::move(options)),
      m_bucket(m_options.qps, m_options.burst) {
}

bool ApiClient::Core::post(LoopThread::Task task) {
    // A timer's callback may just be running while the client is closed and its thread ends: then it must not touch the thread.
    std::lock_guard lock(m_postMutex);
    return m_detached ? false : m_thread.post(std::move(task));
}

void ApiClient::Core::open(const MakeTransport& makeTransport) {
    m_transport = makeTransport();
}

void ApiClient::Core::close() {
    {
        std::lock_guard lock(m_postMutex);
        m_detached = true;
    }
    m_closed = true;
    while (!m_calls.empty()) finish(m_calls.begin()->first, cancelled());
    m_transport.reset();
}

void ApiClient::Core::begin(HttpRequest request, const CancelToken& cancel, AnswerDone done) {
    if (m_closed) return done(cancelled());
    const CallId id = ++m_lastId;
    Call& call = m_calls[id];
    call.request = std::move(request);
    call.done = std::move(done);
    call.cancel = cancel;
    // May run at once, on whatever thread cancels: it only posts.
    const int handle = call.cancel.onCancel([weak = weak_from_this(), id] {
        if (const auto core = weak.lock()) core->post([core, id] { core->finish(id, cancelled()); });
    });
    call.cancelHandle = handle;
    admit(id);
}

void ApiClient::Core::admit(CallId id) {
    if (!m_calls.contains(id)) return;
    Duration wait{};
    {
        std::lock_guard lock(m_mutex);
        wait = m_bucket.reserve(m_clock->now());
        if (wait > Duration::zero()) {
            ++m_stats.throttled;
            m_stats.throttledTime += wait;
        }
    }
    if (wait <= Duration::zero()) return send(id);
    m_calls.at(id).throttled = true;
    after(wait, id, &Core::send);
}

void ApiClient::Core::after(Duration delay, CallId id, void (Core::*next)(CallId)) {
    const auto it = m_calls.find(id);
    if (it == m_calls.end()) return;
    it->second.timer = m_clock->callAfter(delay, [weak = weak_from_this(), id, next] {
        if (const auto core = weak.lock()) core->post([core, id, next] { (core.get()->*next)(id); });
    });
}

void ApiClient::Core::send(CallId id) {
    const auto it = m_calls.find(id);
    if (it == m_calls.end()) return;
    it->second.timer = 0;
    it->second.throttled = false;
    {
        std::lock_guard lock(m_mutex);
        ++m_stats.requests;
    }
    it->second.running =
        m_transport->send(it->second.request, [weak = weak_from_this(), id](Result<HttpAnswer> answer) {
            if (const auto core = weak.lock()) core->answered(id, std::move(answer));
        });
}

void ApiClient::Core::answered(CallId id, Result<HttpAnswer> answer) {
    const auto it = m_calls.find(id);
    if (it == m_calls.end()) return;
    if (!answer) return finish(id, std::move(answer));
    if (m_options.onWarning) {
        for (const std::string& warning : answer->warnings) m_options.onWarning(warning);
    }
    if (isSuccess(answer->status)) return finish(id, std::move(answer));
    Error error = errorFromAnswer(answer->status, answer->body, answer->contentType, answer->retryAfter);
    if (retryLater(id, *answer, error)) return;
    finish(id, std::move(error));
}

/// client-go looks at the header only (rest/with_retry.go, checkWait).
bool ApiClient::Core::retryLater(CallId id, const HttpAnswer& answer, const Error& error) {
    const bool mayPass = answer.status == 429 || answer.status >= 500;
    if (!mayPass || answer.retryAfter.empty() || !error.retryAfter) return false;
    Call& call = m_calls.at(id);
    if (call.retries >= m_options.maxRetries) return false;
    ++call.retries;
    call.running.reset();
    {
        std::lock_guard lock(m_mutex);
        ++m_stats.retries;
    }
    const Duration longest = m_options.longestRetryAfter;
    after(std::min<Duration>(*error.retryAfter, longest), id, &Core::admit);
    return true;
}

void ApiClient::Core::finish(CallId id, Result<HttpAnswer> result) {
    auto node = m_calls.extract(id);
    if (node.empty()) return;
    Call& call = node.mapped();
    if (call.cancelHandle != 0) call.cancel.removeCallback(call.cancelHandle);
    if (call.timer != 0) m_clock->cancel(call.timer);
    if (call.throttled) {
        std::lock_guard lock(m_mutex);
        m_bucket.giveBack();
    }
    call.running.reset();
    call.done(std::move(result));
}

void ApiClient::Core::setRateLimit(double qps, int burst) {
    std::lock_guard lock(m_mutex);
    m_bucket.configure(qps, burst);
}

ApiClient::Stats ApiClient::Core::stats() const {
    std::lock_guard lock(m_mutex);
    return m_stats;
}

}  // namespace rollcall
