// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/api_client.h"

#include <condition_variable>
#include <mutex>
#include <optional>

#include "core/api/write.h"
#include "core/client/api_core.h"

namespace rollcall {

namespace {

/// Where a blocked caller and the API thread meet. Shared, because either may be the last to leave.
struct Meeting {
    using Time = std::chrono::steady_clock;

    std::mutex mutex;
    std::condition_variable changed;
    std::optional<Result<HttpAnswer>> result;
    std::optional<Time::time_point> loginSince;  // unset = none is waited for
    Time::duration loginTime{};                  // of those that are over

    void arrive(Result<HttpAnswer> answer) {
        std::lock_guard lock(mutex);
        if (!result) result.emplace(std::move(answer));
        changed.notify_all();
    }
    void login(bool waits) {
        std::lock_guard lock(mutex);
        if (!waits && loginSince) loginTime += Time::now() - *loginSince;
        loginSince = waits ? std::optional(Time::now()) : std::nullopt;
        changed.notify_all();
    }
    /// False when `timeout`, without the time of logins, passed first.
    bool wait(std::unique_lock<std::mutex>& lock, std::chrono::milliseconds timeout) {
        const auto start = Time::now();
        while (!result) {
            const auto end = start + timeout + loginTime;
            if (loginSince)
                changed.wait(lock);
            else if (Time::now() >= end)
                return false;
            else
                changed.wait_until(lock, end);
        }
        return true;
    }
};

HttpRequest bodyRequest(const char* method, std::string path, Query query, const char* contentType, std::string body) {
    HttpRequest request;
    request.method = method;
    request.path = std::move(path);
    request.query = std::move(query);
    request.contentType = contentType;
    request.body = std::move(body);
    return request;
}

Result<ObjectPtr> decoded(const Result<HttpAnswer>& answer, const ResourceType& type) {
    if (!answer) return answer.error();
    return type.decode(answer->body, type);
}

ApiClient::AnswerDone decodingInto(const ResourceType& type, ApiClient::ObjectDone done) {
    return [type, done = std::move(done)](const Result<HttpAnswer>& answer) { done(decoded(answer, type)); };
}

}  // namespace

ApiClient::ApiClient(LoopThread& thread, std::shared_ptr<Clock> clock, MakeTransport makeTransport, Options options)
    : m_thread(thread), m_core(std::make_shared<Core>(thread, std::move(clock), std::move(options))) {
    m_thread.post([core = m_core, make = std::move(makeTransport)] { core->open(make); });
}

ApiClient::~ApiClient() {
    if (m_thread.isCurrent())
        m_core->close();
    else
        m_thread.runAndWait([this] { m_core->close(); });
}

void ApiClient::raw(HttpRequest request, CancelToken cancel, AnswerDone done) {
    auto shared = std::make_shared<AnswerDone>(std::move(done));
    const bool posted = m_core->post([core = m_core, request = std::move(request), cancel, shared]() mutable {
        core->begin(std::move(request), cancel, std::move(*shared));
    });
    if (!posted) (*shared)(makeError(ErrorKind::Cancelled, "the API thread has ended"));
}

Result<HttpAnswer> ApiClient::callBlocking(HttpRequest request, CancelToken cancel, std::chrono::milliseconds timeout) {
    const auto meeting = std::make_shared<Meeting>();
    CancelToken abort;  // our own: the caller's may outlive this call and serve others
    request.onLogin = [meeting](bool waits) { meeting->login(waits); };
    raw(std::move(request), abort, [meeting](Result<HttpAnswer> answer) { meeting->arrive(std::move(answer)); });
    const int handle =
        cancel.onCancel([meeting] { meeting->arrive(makeError(ErrorKind::Cancelled, "the call was cancelled")); });
    std::unique_lock lock(meeting->mutex);
    if (!meeting->wait(lock, timeout)) {
        meeting->result.emplace(
            makeError(ErrorKind::Timeout, "the call did not end within " + std::to_string(timeout.count()) + " ms"));
    }
    Result<HttpAnswer> result = std::move(*meeting->result);
    lock.unlock();
    cancel.removeCallback(handle);
    abort.cancel();  // harmless when it has ended
    return result;
}

Result<ObjectPtr> ApiClient::getBlocking(const ResourceType& type, const std::string& ns, const std::string& name,
                                         CancelToken cancel, std::chrono::milliseconds timeout) {
    HttpRequest request;
    request.path = type.path(ns, name);
    request.deadline = timeout;
    return decoded(callBlocking(std::move(request), std::move(cancel), timeout), type);
}

void ApiClient::get(const ResourceType& type, const std::string& ns, const std::string& name, ObjectDone done) {
    HttpRequest request;
    request.path = type.path(ns, name);
    raw(std::move(request), {}, decodingInto(type, std::move(done)));
}

void ApiClient::list(const ResourceType& type, const std::string& ns, const ListOptions& options, ListDone done) {
    HttpRequest request;
    request.path = type.path(ns);
    request.query = options.query();
    raw(std::move(request), {}, [type, done = std::move(done)](Result<HttpAnswer> answer) {
        if (!answer)
            done(answer.error());
        else
            done(decodeListInPlace(answer->body, type));
    });
}

void ApiClient::create(const ResourceType& type, const std::string& ns, std::string json, const WriteOptions& options,
                       ObjectDone done) {
    raw(bodyRequest("POST", type.path(ns), options.query(), kJsonType, std::move(json)), {},
        decodingInto(type, std::move(done)));
}

void ApiClient::update(const ResourceType& type, const std::string& ns, const std::string& name, std::string json,
                       const WriteOptions& options, ObjectDone done) {
    raw(bodyRequest("PUT", type.path(ns, name, options.subresource), options.query(), kJsonType, std::move(json)), {},
        decodingInto(type, std::move(done)));
}

void ApiClient::patch(const ResourceType& type, const std::string& ns, const std::string& name, const char* patchType,
                      std::string body, const WriteOptions& options, ObjectDone done) {
    raw(bodyRequest("PATCH", type.path(ns, name, options.subresource), options.query(), patchType, std::move(body)), {},
        decodingInto(type, std::move(done)));
}

void ApiClient::remove(const ResourceType& type, const std::string& ns, const std::string& name, const std::string& uid,
                       AnswerDone done) {
    raw(bodyRequest("DELETE", type.path(ns, name), {}, kJsonType, deleteOptions(uid)), {}, std::move(done));
}

void ApiClient::setRateLimit(double qps, int burst) {
    m_core->setRateLimit(qps, burst);
}
ApiClient::Stats ApiClient::stats() const {
    return m_core->stats();
}

}  // namespace rollcall
