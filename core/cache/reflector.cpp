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

bool isJson(const HttpAnswer& answer) {
    return answer.status >= 200 && answer.status < 300;
}

}  // namespace

Reflector::Reflector(ReflectorTarget target, ReflectorMachine::Options options, Transport& transport,
                     std::shared_ptr<Clock> clock, TransitionLog& log, ReflectorSink& sink, Post post,
                     RandomSource random)
    : m_target(std::move(target)),
      m_longestRetryAfter(options.longestRetryAfter),
      m_transport(transport),
      m_clock(clock),
      m_log(log),
      m_sink(sink),
      m_post(std::move(post)),
      m_machine(std::move(clock), options, std::move(random)) {
}

Reflector::~Reflector() {
    m_onStatus = nullptr;
    stop();
}

void Reflector::start() {
    m_life = std::make_shared<Life>();
    perform(m_machine.start());
}

void Reflector::stop() {
    if (!m_life) return;
    m_life.reset();
    cancel(m_timer);
    cancel(m_bookmarkTimer);
    m_request.reset();
    m_status.state = ReflectorState::Stopped;
    if (m_onStatus) m_onStatus();
}

void Reflector::perform(ReflectorAction action) {
    std::visit([this](const auto& a) { perform(a); }, action);
    publish();
}

void Reflector::follow(ReflectorAction action, Stage from, const Error& why) {
    if (from == Stage::WatchList && std::holds_alternative<ListAction>(action)) {
        note(Step::WatchListFellBack, why.message);
    }
    perform(std::move(action));
}

HttpRequest Reflector::request() const {
    HttpRequest request;
    request.path = m_target.type->path(m_target.ns);
    if (!m_target.fieldSelector.empty()) request.query.emplace_back("fieldSelector", m_target.fieldSelector);
    if (!m_target.labelSelector.empty()) request.query.emplace_back("labelSelector", m_target.labelSelector);
    return request;
}

// --- list ------------------------------------------------------------------------------------------------------------

void Reflector::perform(const ListAction& action) {
    if (action.page == 1) {
        m_status.listed = 0;
        note(Step::ListStarted, action.resourceVersion);
    }
    m_retry.emplace(RequestRetry::Verb::List, m_longestRetryAfter);
    sendList(action);
}

void Reflector::sendList(const ListAction& action) {
    HttpRequest list = request();
    list.deadline = kListDeadline;
    if (action.limit > 0) list.query.emplace_back("limit", std::to_string(action.limit));
    if (!action.continueToken.empty()) {
        list.query.emplace_back("continue", action.continueToken);
    } else if (!action.resourceVersion.empty()) {
        list.query.emplace_back("resourceVersion", action.resourceVersion);
    }
    ++m_status.requests;
    m_request = m_transport.send(std::move(list), [this, action](Result<HttpAnswer> answer) {
        onListAnswer(std::move(answer), ListAction(action));
    });
}

void Reflector::onListAnswer(Result<HttpAnswer> answer, const ListAction& action) {
    const auto finished = std::move(m_request);  // its callback is running: keep it until we return
    Result<ListPage> decoded =
        !answer.ok()      ? Result<ListPage>(answer.error())
        : isJson(*answer) ? decodeList(answer->body, *m_target.type)
                          : errorFromAnswer(answer->status, answer->body, answer->contentType, answer->retryAfter);
    if (!decoded.ok()) {
        if (retryLater(decoded.error(), [this, action] { sendList(action); })) return;
        note(Step::ListFailed, decoded.error().message);
        return perform(m_machine.onListFailed(decoded.error()));
    }
    m_status.listed += static_cast<std::int64_t>(decoded->items.size());
    note(Step::ListPage, std::to_string(action.page));
    const bool last = decoded->continueToken.empty();
    m_status.resourceVersion = decoded->resourceVersion;
    if (last) {
        m_status.lastEvent = m_clock->now();
        note(Step::ListDone, std::to_string(m_status.listed));
    }
    perform(m_machine.onListPage(std::move(*decoded), m_sink));
}

// --- watch -----------------------------------------------------------------------------------------------------------

void Reflector::perform(const WatchAction& action) {
    m_status.watchTimeout = action.timeout;
    m_retry.emplace(RequestRetry::Verb::Watch, m_longestRetryAfter);
    openWatch(action);
}

void Reflector::openWatch(const WatchAction& action) {
    HttpRequest watch = request();
    const auto add = [&](const char* name, std::string value) { watch.query.emplace_back(name, std::move(value)); };
    add("watch", "true");
    add("allowWatchBookmarks", "true");
    if (!action.resourceVersion.empty()) add("resourceVersion", action.resourceVersion);
    if (action.initialEvents) {
        add("sendInitialEvents", "true");
        add("resourceVersionMatch", "NotOlderThan");
    }
    add("timeoutSeconds", std::to_string(action.timeout.count()));
    watch.deadline = action.timeout + kWatchMargin;
    watch.idleLimit = kWatchIdleLimit;
    if (action.initialEvents) m_status.listed = 0;
    m_opened = false;
    ++m_status.requests;
    // A stream that was left may say more before it is gone: that would be older than what has been read since.
    const std::uint64_t stream = ++m_stream;
    StreamCallbacks callbacks;
    callbacks.onOpen = [this, stream, action](int) {
        if (stream == m_stream) onOpen(action);
    };
    callbacks.onLines = [this, stream](const std::vector<std::string_view>& lines) {
        if (stream == m_stream) onLines(lines);
    };
    callbacks.onClosed = [this, stream, action](Result<Unit> result) {
        if (stream == m_stream) onClosed(std::move(result), WatchAction(action));
    };
    m_request = m_transport.openStream(std::move(watch), std::move(callbacks));
}

void Reflector::onOpen(const WatchAction& action) {
    m_opened = true;
    m_machine.onWatchOpened();
    m_status.watchSince = m_clock->now();
    note(action.initialEvents ? Step::WatchListStarted : Step::WatchStarted, action.resourceVersion);
    if (action.initialEvents) watchForBookmark();
    publish();
}

void Reflector::watchForBookmark() {
    m_bookmarkTimer = after(ReflectorMachine::kWatchListTick, [this] {
        m_bookmarkTimer = 0;
        if (const auto why = m_machine.watchListOverdue()) note(Step::WatchListSlow, *why);
        if (m_machine.stage() == Stage::WatchList) watchForBookmark();
    });
}

void Reflector::onLines(const std::vector<std::string_view>& lines) {
    const std::weak_ptr<Life> life = m_life;
    for (const std::string_view line : lines) {
        if (line.empty()) continue;
        Result<WatchEvent> event = decodeWatchEvent(line, *m_target.type);
        if (!event.ok()) {
            note(Step::WatchFailed, event.error().message);
            if (event.error().cause != kWatchDecoding) continue;  // this event only, the stream goes on (W7)
            WatchEvent broken;
            broken.error = event.error();
            event = std::move(broken);
        } else if (event->type == WatchEventType::Error) {
            note(Step::WatchFailed, event->error.message);
        }
        const Stage from = m_machine.stage();
        auto leave = onEvent(*event);
        if (life.expired()) return;  // a handler stopped us
        if (leave) {
            leaveStream();
            return follow(std::move(*leave), from, event->error);
        }
    }
    m_status.lastEvent = m_clock->now();
    publish();
}

std::optional<ReflectorAction> Reflector::onEvent(const WatchEvent& event) {
    const bool listing = m_machine.stage() == Stage::WatchList;
    const std::size_t collected = m_machine.collected();
    auto leave = m_machine.onWatchEvent(event, m_sink);
    if (event.type == WatchEventType::Bookmark) {
        m_status.lastBookmark = m_clock->now();
        note(Step::WatchBookmark, event.resourceVersion);
    }
    if (listing && m_machine.stage() == Stage::Watch) {
        cancel(m_bookmarkTimer);
        m_status.listed = static_cast<std::int64_t>(collected);
        note(Step::WatchListDone, std::to_string(collected));
    }
    return leave;
}

void Reflector::onClosed(Result<Unit> result, const WatchAction& action) {
    const auto finished = std::move(m_request);
    cancel(m_bookmarkTimer);
    m_status.watchSince.reset();
    const Error why = result.ok() ? Error() : result.error();
    if (!result.ok() && !m_opened) {
        if (retryLater(result.error(), [this, action] { openWatch(action); })) return;
        if (RequestRetry::looksLikeTheEnd(why)) result = Unit{};
    }
    note(why.message.empty() ? Step::WatchEnded : Step::WatchFailed, why.message);
    const Stage from = m_machine.stage();
    ReflectorAction next = m_machine.onWatchClosed(result);
    follow(std::move(next), from, why.message.empty() ? makeError(ErrorKind::Protocol, "it ended early") : why);
}

void Reflector::leaveStream() {
    // We are inside the stream's own callback: let go of it only after that has returned.
    auto leaving = std::make_shared<std::unique_ptr<RequestHandle>>(std::move(m_request));
    ++m_stream;
    cancel(m_bookmarkTimer);
    m_status.watchSince.reset();
    m_post([leaving] { leaving->reset(); });
}

// --- waits -----------------------------------------------------------------------------------------------------------

bool Reflector::retryLater(const Error& error, std::function<void()> again) {
    const auto wait = m_retry->next(error);
    if (!wait) return false;
    const std::string attempt = std::to_string(m_retry->attempts()) + " of " + std::to_string(RequestRetry::kMost);
    note(Step::BackingOff, "retry " + attempt + ": " + error.message, *wait);
    m_status.backoff = *wait;
    m_status.backoffUntil = m_clock->now() + *wait;
    m_timer = after(*wait, [this, again = std::move(again)] {
        m_timer = 0;
        m_status.backoffUntil.reset();
        again();
        publish();
    });
    publish();
    return true;
}

void Reflector::perform(const WaitAction& action) {
    m_status.backoff = action.delay;
    m_status.backoffUntil = m_clock->now() + action.delay;
    note(Step::BackingOff, m_machine.lastError() ? m_machine.lastError()->message : std::string(), action.delay);
    m_timer = after(action.delay, [this] {
        m_timer = 0;
        m_status.backoffUntil.reset();
        perform(m_machine.onWaitOver());
    });
}

Clock::TimerId Reflector::after(Duration delay, std::function<void()> then) {
    return m_clock->callAfter(delay,
                              [post = m_post, life = std::weak_ptr<Life>(m_life), then = std::move(then)]() mutable {
                                  post([life, then = std::move(then)] {
                                      if (!life.expired()) then();
                                  });
                              });
}

void Reflector::cancel(Clock::TimerId& timer) {
    if (timer) m_clock->cancel(timer);
    timer = 0;
}

void Reflector::note(Step step, std::string detail, Duration delay) {
    Transition t;
    t.step = step;
    t.controller = m_target.controller;
    t.resourceVersion = m_machine.lastResourceVersion();
    t.delay = delay;
    t.detail = m_target.label.empty() ? std::move(detail) : m_target.label + ": " + detail;
    m_log.append(std::move(t));
}

void Reflector::publish() {
    if (!m_life) return;
    m_status.state = m_machine.state();
    m_status.page = m_machine.page();
    m_status.problem = m_machine.lastError();
    if (m_machine.stage() == Stage::WatchList) m_status.listed = static_cast<std::int64_t>(m_machine.collected());
    if (!m_machine.lastResourceVersion().empty()) m_status.resourceVersion = m_machine.lastResourceVersion();
    if (m_onStatus) m_onStatus();
}

}  // namespace rollcall
