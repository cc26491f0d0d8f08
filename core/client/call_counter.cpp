// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/call_counter.h"

#include <algorithm>
#include <utility>

namespace rollcall {

namespace {

std::vector<std::string> partsOf(const std::string& path) {
    std::vector<std::string> parts;
    for (std::size_t at = 0; at < path.size();) {
        const std::size_t end = std::min(path.find('/', at), path.size());
        if (end > at) parts.push_back(path.substr(at, end - at));
        at = end + 1;
    }
    return parts;
}

bool isWatch(const HttpRequest& request) {
    return std::any_of(request.query.begin(), request.query.end(), [](const auto& parameter) {
        return parameter.first == "watch" && (parameter.second == "true" || parameter.second == "1");
    });
}

std::string verbOf(const HttpRequest& request, bool named) {
    const std::string& method = request.method;
    if (method == "GET" || method == "HEAD") return isWatch(request) ? "watch" : named ? "get" : "list";
    if (method == "POST") return "create";
    if (method == "PUT") return "update";
    if (method == "PATCH") return "patch";
    if (method == "DELETE") return named ? "delete" : "deletecollection";
    return method;
}

class CountedTransport final : public Transport {
public:
    CountedTransport(std::unique_ptr<Transport> inner, std::shared_ptr<CallCounter> counter)
        : m_inner(std::move(inner)), m_counter(std::move(counter)) {}

    std::unique_ptr<RequestHandle> send(HttpRequest request, std::function<void(Result<HttpAnswer>)> done) override {
        ApiCall call = apiCallOf(request);
        return m_inner->send(std::move(request), [counter = m_counter, call = std::move(call),
                                                  done = std::move(done)](Result<HttpAnswer> answer) mutable {
            call.code = answer.ok() ? answer->status : answer.error().httpStatus;
            counter->add(call);
            done(std::move(answer));
        });
    }

    std::unique_ptr<RequestHandle> openStream(HttpRequest request, StreamCallbacks callbacks) override {
        ApiCall call = apiCallOf(request);
        const auto opened = std::make_shared<bool>(false);
        StreamCallbacks counted;
        counted.onOpen = [counter = m_counter, call, opened, inner = std::move(callbacks.onOpen)](int status) mutable {
            *opened = true;
            call.code = status;
            counter->add(call);
            if (inner) inner(status);
        };
        counted.onLines = std::move(callbacks.onLines);
        counted.onClosed = [counter = m_counter, call, opened,
                            inner = std::move(callbacks.onClosed)](Result<Unit> result) mutable {
            call.code = result.ok() ? 0 : result.error().httpStatus;
            if (!*opened) counter->add(call);
            if (inner) inner(std::move(result));
        };
        return m_inner->openStream(std::move(request), std::move(counted));
    }

private:
    const std::unique_ptr<Transport> m_inner;
    const std::shared_ptr<CallCounter> m_counter;
};

}  // namespace

ApiCall apiCallOf(const HttpRequest& request) {
    const std::vector<std::string> parts = partsOf(request.path);
    // /api/v1/… and /apis/GROUP/VERSION/…
    const std::size_t skip = parts.empty() ? 0 : parts[0] == "api" ? 2 : parts[0] == "apis" ? 3 : 0;
    if (skip == 0 || parts.size() <= skip) return {verbOf(request, true), request.path, 0};
    std::size_t at = skip;
    const bool inNamespace = parts[at] == "namespaces" && parts.size() > at + 2;
    if (inNamespace) at += 2;
    std::string resource = parts[at];
    const bool named = parts.size() > at + 1;
    if (parts.size() > at + 2) resource += '/' + parts[at + 2];
    return {verbOf(request, named), std::move(resource), 0};
}

void CallCounter::add(const ApiCall& call) {
    std::lock_guard lock(m_mutex);
    ++m_counts[call];
}

void CallCounter::clear() {
    std::lock_guard lock(m_mutex);
    m_counts.clear();
}

std::vector<ApiCallCount> CallCounter::counts() const {
    std::lock_guard lock(m_mutex);
    std::vector<ApiCallCount> counts;
    counts.reserve(m_counts.size());
    for (const auto& [call, count] : m_counts) counts.push_back({call, count});
    return counts;
}

std::unique_ptr<Transport> countedTransport(std::unique_ptr<Transport> inner, std::shared_ptr<CallCounter> counter) {
    return std::make_unique<CountedTransport>(std::move(inner), std::move(counter));
}

}  // namespace rollcall
