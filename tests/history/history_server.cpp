// SPDX-License-Identifier: GPL-3.0-or-later
#include "history_server.h"

#include <algorithm>
#include <utility>

#include "core/api/decode.h"

namespace rollcall {

namespace {
constexpr std::size_t kKeys = 60;
constexpr std::size_t kPage = 17;  // the server's own page size, below what the client asks for: pages are common

std::string objectJson(const std::string& key, const std::string& uid, std::int64_t version, const std::string& school) {
    const auto slash = key.find('/');
    return R"({"apiVersion":"bolingcavalry.k8s.io/v1","kind":"Student","metadata":{"name":")" + key.substr(slash + 1) +
           R"(","namespace":")" + key.substr(0, slash) + R"(","uid":")" + uid + R"(","resourceVersion":")" +
           std::to_string(version) + R"("},"spec":{"school":")" + school + R"("}})";
}
}  // namespace

class HistoryServer::Handle final : public RequestHandle {
public:
    explicit Handle(std::shared_ptr<Call> call) : m_call(std::move(call)) {}
    ~Handle() override { m_call->aborted = true; }

private:
    const std::shared_ptr<Call> m_call;
};

std::unique_ptr<RequestHandle> HistoryServer::add(Call call) {
    m_calls.push_back(std::make_shared<Call>(std::move(call)));
    return std::make_unique<Handle>(m_calls.back());
}

std::unique_ptr<RequestHandle> HistoryServer::send(HttpRequest request, std::function<void(Result<HttpAnswer>)> done) {
    Call call;
    call.request = std::move(request);
    call.done = std::move(done);
    return add(std::move(call));
}

std::unique_ptr<RequestHandle> HistoryServer::openStream(HttpRequest request, StreamCallbacks callbacks) {
    Call call;
    call.request = std::move(request);
    call.stream = std::move(callbacks);
    call.isStream = true;
    return add(std::move(call));
}

std::string HistoryServer::query(const HttpRequest& request, const std::string& name) {
    for (const auto& [key, value] : request.query) {
        if (key == name) return value;
    }
    return {};
}

// --- content ------------------------------------------------------------------------------------------------------

void HistoryServer::record(const std::string& key, const std::string& type, const Object& object) {
    m_events.push_back({object.version, key, type, object});
    m_history.push_back({object.version, key, type, object.uid});
}

void HistoryServer::put(const std::string& key, bool create) {
    Object& object = m_state[key];
    if (create) object.uid = "uid-" + std::to_string(++m_uids);
    object.version = ++m_version;
    object.json = objectJson(key, object.uid, m_version, "school-" + std::to_string(m_version));
    record(key, create ? "ADDED" : "MODIFIED", object);
}

void HistoryServer::change() {
    m_version += static_cast<std::int64_t>(below(3));  // other kinds move the version too
    const std::string key = "ns-" + std::to_string(below(3)) + "/s-" + std::to_string(below(kKeys));
    const auto it = m_state.find(key);
    if (it == m_state.end()) return put(key, true);
    const double dice = chance();
    if (dice < 0.7) return put(key, false);
    Object gone = it->second;
    gone.version = ++m_version;  // a delete has a version of its own, and so has the object that it tells
    gone.json = objectJson(key, gone.uid, gone.version, "gone");
    m_state.erase(it);
    record(key, "DELETED", gone);
    if (dice > 0.9) put(key, true);
}

void HistoryServer::compact() {
    m_compacted = m_version;
    moveCache(m_version);
    m_events.clear();
    m_snapshots.clear();
}

void HistoryServer::moveCache(std::int64_t atLeast) {
    for (const Event& event : m_events) {
        if (event.version <= m_cacheVersion || event.version > atLeast) continue;
        if (event.type == "DELETED") {
            m_cache.erase(event.key);
        } else {
            m_cache[event.key] = event.object;
        }
    }
    m_cacheVersion = std::max(m_cacheVersion, atLeast);
}

std::map<std::string, std::string> HistoryServer::versions() const {
    std::map<std::string, std::string> versions;
    for (const auto& [key, object] : m_state) versions[key] = std::to_string(object.version);
    return versions;
}

// --- answers ------------------------------------------------------------------------------------------------------

HttpAnswer HistoryServer::status(int code, const std::string& reason, const std::string& cause) {
    HttpAnswer answer;
    answer.status = code;
    answer.contentType = "application/json";
    answer.body = R"({"kind":"Status","apiVersion":"v1","status":"Failure","message":"scripted","reason":")" + reason +
                  R"(","details":{"causes":[{"reason":")" + cause + R"("}]},"code":)" + std::to_string(code) + "}";
    return answer;
}

Error HistoryServer::networkError(bool refused) {
    Error error = makeError(ErrorKind::Network, refused ? "connection refused" : "connection reset");
    error.connectionRefused = refused;
    return error;
}

/// Whatever may come between: gateways, restarts, overload, an expired version.
Result<HttpAnswer> HistoryServer::fault() {
    switch (below(8)) {
        case 0: return networkError(true);
        case 1: return networkError(false);
        case 2: return status(500, "InternalError");
        case 3: return status(503, "ServiceUnavailable");
        case 4: {
            HttpAnswer busy = status(429, "TooManyRequests");
            busy.retryAfter = "1";
            return busy;
        }
        case 5: return status(410, "Expired");
        case 6: {
            HttpAnswer html;
            html.status = 502;
            html.contentType = "text/html";
            html.body = "<html>bad gateway</html>";
            return html;
        }
        default: return makeError(ErrorKind::Timeout, "no answer in time");
    }
}

HttpAnswer HistoryServer::page(const State& state, std::int64_t version, std::size_t offset, std::size_t limit,
                               const std::string& name) {
    HttpAnswer answer;
    answer.status = 200;
    answer.contentType = "application/json";
    std::string items, next;
    std::size_t index = 0;
    for (const auto& [key, object] : state) {
        if (index++ < offset) continue;
        if (limit > 0 && index > offset + limit) {
            next = name + ":" + std::to_string(offset + limit);
            break;
        }
        items += (items.empty() ? "" : ",") + object.json;
    }
    answer.body = R"({"kind":"StudentList","apiVersion":"bolingcavalry.k8s.io/v1","metadata":{"resourceVersion":")" +
                  std::to_string(version) + R"(","continue":")" + next + R"("},"items":[)" + items + "]}";
    return answer;
}

HttpAnswer HistoryServer::list(const HttpRequest& request) {
    const std::string token = query(request, "continue");
    if (!token.empty()) {
        const auto colon = token.find(':');
        const auto found = m_snapshots.find(token.substr(0, colon));
        if (found == m_snapshots.end()) return status(410, "Expired");
        const auto& [state, version] = found->second;
        return page(state, version, std::stoul(token.substr(colon + 1)), kPage, found->first);
    }
    const std::string wanted = query(request, "resourceVersion");
    if (wanted.empty()) {  // quorum: the newest, page by page
        const std::string name = "snap" + std::to_string(m_version) + "-" + std::to_string(m_snapshots.size());
        m_snapshots[name] = {m_state, m_version};
        return page(m_state, m_version, 0, query(request, "limit").empty() ? 0 : kPage, name);
    }
    const std::int64_t atLeast = std::stoll(wanted);
    if (atLeast > m_version) return status(504, "Timeout", "ResourceVersionTooLarge");
    // Not older than asked for; "0" takes whatever the watch cache has.
    const std::int64_t behind = m_version - m_cacheVersion;
    const std::int64_t lag = behind > 0 ? static_cast<std::int64_t>(below(static_cast<std::size_t>(behind) + 1)) : 0;
    moveCache(std::max(atLeast, m_version - lag));
    return page(m_cache, m_cacheVersion, 0, 0, {});
}

// --- streams ------------------------------------------------------------------------------------------------------

std::string HistoryServer::line(const std::string& type, const std::string& object) {
    return R"({"type":")" + type + R"(","object":)" + object + "}";
}

void HistoryServer::openOrRefuse(Call& call) {
    const auto refuse = [&](const HttpAnswer& answer) {
        close(call, errorFromAnswer(answer.status, answer.body, answer.contentType, answer.retryAfter));
    };
    if (chance() < m_faults.answer) {
        auto broken = fault();
        if (!broken.ok()) return close(call, broken.error());
        return refuse(*broken);
    }
    const std::string wanted = query(call.request, "resourceVersion");
    const bool initial = query(call.request, "sendInitialEvents") == "true";
    if (initial) {
        const std::int64_t atLeast = wanted.empty() || wanted == "0" ? 0 : std::stoll(wanted);
        if (atLeast > m_version) return refuse(status(504, "Timeout", "ResourceVersionTooLarge"));
        moveCache(m_version);
        for (const auto& [key, object] : m_cache) call.initial.push_back(line("ADDED", object.json));
        call.initial.push_back(line("BOOKMARK", R"({"apiVersion":"bolingcavalry.k8s.io/v1","kind":"Student","metadata":{"resourceVersion":")" +
                                                    std::to_string(m_cacheVersion) +
                                                    R"(","annotations":{"k8s.io/initial-events-end":"true"}}})"));
        call.next = m_cacheVersion + 1;
    } else {
        const std::int64_t from = std::stoll(wanted);
        call.next = from + 1;
    }
    call.opened = true;
    call.stream.onOpen(200);
    if (call.aborted) return;
    if (!initial && call.next <= m_compacted) {
        // The kube-apiserver answers 200 and tells the end of history in the stream (W1).
        const std::string gone = line("ERROR", status(410, "Expired").body);
        call.stream.onLines({gone});
        if (!call.aborted) close(call, Unit{});
    }
}

void HistoryServer::breakStream(Call& call) {
    const auto error = [&](int code, const char* reason) {
        const std::string text = line("ERROR", status(code, reason).body);
        call.stream.onLines({text});
        if (!call.aborted) close(call, Unit{});
    };
    switch (below(7)) {
        case 0: return close(call, Unit{});
        case 1: return close(call, networkError(false));
        case 2: return close(call, makeError(ErrorKind::Timeout, "silent for too long"));
        case 3: return error(410, "Expired");
        case 4: return error(429, "TooManyRequests");
        case 5: return error(500, "InternalError");
        default: {
            const std::string odd = line("WAT", "{}");
            call.stream.onLines({odd});  // skipped; the stream goes on
        }
    }
}

void HistoryServer::advance(Call& call) {
    if (chance() < m_faults.stream) return breakStream(call);
    std::vector<std::string> texts;
    const std::size_t most = 1 + below(20);
    while (!call.initial.empty() && texts.size() < most) {
        texts.push_back(std::move(call.initial.front()));
        call.initial.erase(call.initial.begin());
    }
    if (call.initial.empty()) {
        if (call.next <= m_compacted && m_version >= call.next) {  // too slow: what it has not been told is gone
            const std::string gone = line("ERROR", status(410, "Expired").body);
            call.stream.onLines({gone});
            if (!call.aborted) close(call, Unit{});
            return;
        }
        for (const Event& event : m_events) {
            if (event.version < call.next) continue;
            if (texts.size() >= most) break;
            texts.push_back(line(event.type, event.object.json));
            call.next = event.version + 1;
        }
        if (chance() < 0.1 && texts.size() < most) {
            texts.push_back(line("BOOKMARK", R"({"apiVersion":"bolingcavalry.k8s.io/v1","kind":"Student","metadata":{"resourceVersion":")" +
                                                 std::to_string(std::max(call.next - 1, m_version)) + R"("}})"));
            call.next = m_version + 1;
        }
    }
    if (texts.empty()) return;
    const std::vector<std::string_view> lines(texts.begin(), texts.end());
    call.stream.onLines(lines);
}

void HistoryServer::close(Call& call, Result<Unit> result) {
    const auto closed = call.stream.onClosed;
    call.isStream = false;
    call.done = nullptr;
    m_calls.remove_if([&](const auto& c) { return c.get() == &call; });
    closed(std::move(result));
}

void HistoryServer::cutWatches() {
    const auto calls = m_calls;
    for (const auto& call : calls) {
        if (call->isStream && call->opened && !call->aborted) close(*call, networkError(false));
    }
}

bool HistoryServer::quiet() const {
    for (const auto& call : m_calls) {
        if (call->aborted) continue;
        if (!call->isStream || !call->opened || !call->initial.empty()) return false;
        if (!m_events.empty() && m_events.back().version >= call->next) return false;
        if (m_compacted >= call->next && m_version >= call->next) return false;
    }
    return true;
}

bool HistoryServer::runOne() {
    m_calls.remove_if([](const auto& c) { return c->aborted; });
    std::vector<std::shared_ptr<Call>> ready;
    for (const auto& call : m_calls) {
        const bool idle = call->isStream && call->opened && call->initial.empty() &&
                          (m_events.empty() || m_events.back().version < call->next) && m_compacted < call->next;
        if (!idle) ready.push_back(call);
    }
    if (ready.empty()) return false;
    const auto call = ready[below(ready.size())];
    if (call->isStream) {
        if (call->opened) {
            advance(*call);
        } else {
            openOrRefuse(*call);
        }
        return true;
    }
    m_calls.remove(call);
    auto done = std::move(call->done);
    done(chance() < m_faults.answer ? fault() : Result<HttpAnswer>(list(call->request)));
    return true;
}

}  // namespace rollcall
