// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/reflector.h"

#include <utility>

namespace rollcall {

namespace {

using namespace std::chrono_literals;

// A list of 100,000 objects over a slow link takes its time; the server itself gives up after 60 s (request-timeout).
constexpr std::chrono::milliseconds kListDeadline = 90s;
// The server ends a watch by itself after timeoutSeconds; when it does not, we do (W12 in the fault catalogue).
constexpr std::chrono::milliseconds kWatchMargin = 30s;
// Bookmarks come about every minute: three missing ones mean a dead connection.
constexpr std::chrono::milliseconds kWatchIdleLimit = 3min;

bool isJson(const HttpAnswer& answer) { return answer.status >= 200 && answer.status < 300; }

}  // namespace

Reflector::Reflector(ReflectorTarget target, ReflectorMachine::Options options, Transport& transport,
                     std::shared_ptr<Clock> clock, TransitionLog& log, ReflectorSink& sink, Post post, RandomSource random)
    : m_target(std::move(target)),
      m_transport(transport),
      m_clock(clock),
      m_log(log),
      m_sink(sink),
      m_post(std::move(post)),
      m_machine(std::move(clock), options, std::move(random)) {}

Reflector::~Reflector() { stop(); }

void Reflector::start() {
    m_life = std::make_shared<Life>();
    perform(m_machine.start());
}

void Reflector::stop() {
    if (!m_life) return;
    m_life.reset();
    if (m_timer) m_clock->cancel(m_timer);
    m_timer = 0;
    m_request.reset();
    m_status.state = ReflectorState::Stopped;
    if (m_onStatus) m_onStatus();
}

void Reflector::perform(ReflectorAction action) {
    std::visit([this](const auto& a) { perform(a); }, action);
    publish();
}

void Reflector::perform(const ListAction& action) {
    HttpRequest request;
    request.path = m_target.type->path(m_target.ns);
    request.deadline = kListDeadline;
    const auto add = [&](const char* name, const std::string& value) { request.query.emplace_back(name, value); };
    if (!m_target.fieldSelector.empty()) add("fieldSelector", m_target.fieldSelector);
    if (!m_target.labelSelector.empty()) add("labelSelector", m_target.labelSelector);
    if (action.limit > 0) add("limit", std::to_string(action.limit));
    if (!action.continueToken.empty()) {
        add("continue", action.continueToken);
    } else if (!action.resourceVersion.empty()) {
        add("resourceVersion", action.resourceVersion);
    }
    if (action.page == 1) {
        m_status.listed = 0;
        note(Step::ListStarted, action.resourceVersion);
    }
    ++m_status.requests;
    m_request = m_transport.send(std::move(request), [this, page = action.page](Result<HttpAnswer> answer) {
        onListAnswer(std::move(answer), page);
    });
}

void Reflector::onListAnswer(Result<HttpAnswer> answer, int page) {
    const auto finished = std::move(m_request);  // its callback is running: keep it until we return
    Result<ListPage> decoded = !answer.ok()       ? Result<ListPage>(answer.error())
                               : isJson(*answer) ? decodeList(answer->body, *m_target.type)
                                                 : errorFromAnswer(answer->status, answer->body, answer->contentType,
                                                                   answer->retryAfter);
    if (!decoded.ok()) {
        note(Step::ListFailed, decoded.error().message);
        return perform(m_machine.onListFailed(decoded.error()));
    }
    m_status.listed += static_cast<std::int64_t>(decoded->items.size());
    note(Step::ListPage, std::to_string(page));
    const bool last = decoded->continueToken.empty();
    m_status.resourceVersion = decoded->resourceVersion;
    if (last) {
        m_status.lastEvent = m_clock->now();
        note(Step::ListDone, std::to_string(m_status.listed));
    }
    perform(m_machine.onListPage(std::move(*decoded), m_sink));
}

void Reflector::perform(const WatchAction& action) {
    HttpRequest request;
    request.path = m_target.type->path(m_target.ns);
    request.query = {{"watch", "true"},
                     {"allowWatchBookmarks", "true"},
                     {"resourceVersion", action.resourceVersion},
                     {"timeoutSeconds", std::to_string(action.timeout.count())}};
    if (!m_target.fieldSelector.empty()) request.query.emplace_back("fieldSelector", m_target.fieldSelector);
    if (!m_target.labelSelector.empty()) request.query.emplace_back("labelSelector", m_target.labelSelector);
    request.deadline = action.timeout + kWatchMargin;
    request.idleLimit = kWatchIdleLimit;
    m_status.watchTimeout = action.timeout;
    ++m_status.requests;
    StreamCallbacks callbacks;
    callbacks.onOpen = [this, version = action.resourceVersion](int) {
        m_machine.onWatchOpened();
        m_status.watchSince = m_clock->now();
        note(Step::WatchStarted, version);
        publish();
    };
    callbacks.onLines = [this](const std::vector<std::string_view>& lines) { onLines(lines); };
    callbacks.onClosed = [this](Result<Unit> result) {
        const auto finished = std::move(m_request);
        note(result.ok() ? Step::WatchEnded : Step::WatchFailed, result.ok() ? std::string() : result.error().message);
        m_status.watchSince.reset();
        perform(m_machine.onWatchClosed(result));
    };
    m_request = m_transport.openStream(std::move(request), std::move(callbacks));
}

void Reflector::onLines(const std::vector<std::string_view>& lines) {
    const std::weak_ptr<Life> life = m_life;
    for (const std::string_view line : lines) {
        if (line.empty()) continue;
        const Result<WatchEvent> event = decodeWatchEvent(line, *m_target.type);
        if (!event.ok()) {  // unreadable: this event only, the stream goes on (W4, W7)
            note(Step::WatchFailed, event.error().message);
            continue;
        }
        const auto leave = m_machine.onWatchEvent(*event, m_sink);
        if (life.expired()) return;  // a handler stopped us
        if (event->type == WatchEventType::Bookmark) {
            m_status.lastBookmark = m_clock->now();
            note(Step::WatchBookmark, event->resourceVersion);
        }
        if (leave) {
            note(Step::WatchFailed, event->error.message);
            return leaveStream(*leave);
        }
    }
    m_status.lastEvent = m_clock->now();
    publish();
}

void Reflector::leaveStream(ReflectorAction action) {
    // We are inside the stream's own callback: let go of it only after that has returned.
    auto leaving = std::make_shared<std::unique_ptr<RequestHandle>>(std::move(m_request));
    m_status.watchSince.reset();
    m_post([leaving] { leaving->reset(); });
    perform(std::move(action));
}

void Reflector::perform(const WaitAction& action) {
    m_status.backoff = action.delay;
    m_status.backoffUntil = m_clock->now() + action.delay;
    note(Step::BackingOff, m_machine.lastError() ? m_machine.lastError()->message : std::string(), action.delay);
    m_timer = m_clock->callAfter(action.delay, [this, post = m_post, life = std::weak_ptr<Life>(m_life)] {
        post([this, life] {
            if (life.expired()) return;
            m_timer = 0;
            m_status.backoffUntil.reset();
            perform(m_machine.onWaitOver());
        });
    });
}

void Reflector::note(Step step, std::string detail, Duration delay) {
    Transition t;
    t.step = step;
    t.controller = m_target.controller;
    t.resourceVersion = m_machine.lastResourceVersion();
    t.delay = delay;
    t.detail = std::move(detail);
    m_log.append(std::move(t));
}

void Reflector::publish() {
    m_status.state = m_machine.state();
    m_status.page = m_machine.page();
    m_status.problem = m_machine.lastError();
    if (!m_machine.lastResourceVersion().empty()) m_status.resourceVersion = m_machine.lastResourceVersion();
    if (m_onStatus) m_onStatus();
}

}  // namespace rollcall
