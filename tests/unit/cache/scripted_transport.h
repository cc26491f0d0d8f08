// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <utility>

#include "core/client/transport.h"

namespace rollcall {

/// A Transport that the test plays by hand: it keeps what was asked, and the test answers when it likes.
class ScriptedTransport final : public Transport {
public:
    struct Call {
        HttpRequest request;
        std::function<void(Result<HttpAnswer>)> done;
        StreamCallbacks stream;
        bool isStream = false;
        bool aborted = false;
    };

    std::unique_ptr<RequestHandle> send(HttpRequest request, std::function<void(Result<HttpAnswer>)> done) override {
        return add({std::move(request), std::move(done), {}, false, false});
    }
    std::unique_ptr<RequestHandle> openStream(HttpRequest request, StreamCallbacks callbacks) override {
        return add({std::move(request), {}, std::move(callbacks), true, false});
    }

    std::size_t count() const { return m_calls.size(); }
    Call& last() { return *m_calls.back(); }
    const HttpRequest& lastRequest() const { return m_calls.back()->request; }
    std::string query(const std::string& name) const {
        for (const auto& [key, value] : lastRequest().query) {
            if (key == name) return value;
        }
        return "(unset)";
    }

    void answer(int status, const std::string& body, const std::string& retryAfter = {}) {
        answerTo(m_calls.back(), status, body, retryAfter);
    }
    /// The newest call to that path which is still under way; null = none.
    std::shared_ptr<Call> to(const std::string& path) const {
        for (auto it = m_calls.rbegin(); it != m_calls.rend(); ++it) {
            if ((*it)->request.path == path && !(*it)->aborted) return *it;
        }
        return nullptr;
    }
    static void answerTo(const std::shared_ptr<Call>& call, int status, const std::string& body,
                         const std::string& retryAfter = {}) {
        HttpAnswer a;
        a.status = status;
        a.contentType = "application/json";
        a.retryAfter = retryAfter;
        a.body = body;
        call->done(std::move(a));
    }
    void fail(Error error) {
        auto call = m_calls.back();
        if (call->isStream) {
            call->stream.onClosed(std::move(error));
        } else {
            call->done(std::move(error));
        }
    }
    void open() { m_calls.back()->stream.onOpen(200); }
    void line(const std::string& text) {
        auto call = m_calls.back();
        call->stream.onLines({std::string_view(text)});
    }
    void close() {
        auto call = m_calls.back();
        call->stream.onClosed(Unit{});
    }

private:
    struct Handle final : RequestHandle {
        explicit Handle(std::shared_ptr<Call> c) : call(std::move(c)) {}
        ~Handle() override { call->aborted = true; }
        std::shared_ptr<Call> call;
    };
    std::unique_ptr<RequestHandle> add(Call call) {
        m_calls.push_back(std::make_shared<Call>(std::move(call)));
        return std::make_unique<Handle>(m_calls.back());
    }
    std::deque<std::shared_ptr<Call>> m_calls;
};

}  // namespace rollcall
