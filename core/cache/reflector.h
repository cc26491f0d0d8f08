// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/cache/reflector_machine.h"
#include "core/cache/request_retry.h"
#include "core/client/transport.h"
#include "core/trace/transition_log.h"

namespace rollcall {

/// What is listed and watched.
struct ReflectorTarget {
    const ResourceType* type = nullptr;
    std::string ns;             ///< empty = all namespaces
    std::string fieldSelector;  ///< "status.phase=Running"
    std::string labelSelector;
    ControllerId controller = ControllerId::Students;
    std::string label = {};  ///< stands before the details of its steps, when several watch the same thing
};

/// Numbers for the window, complete each time.
struct ReflectorStatus {
    ReflectorState state = ReflectorState::Idle;
    int page = 0;
    std::int64_t listed = 0;
    std::optional<MonoTime> lastEvent, lastBookmark, watchSince, backoffUntil;
    Duration watchTimeout{};
    Duration backoff{};
    std::optional<Error> problem;  ///< what keeps it from streaming; unset when all is well
    std::string resourceVersion;   ///< newest seen
    std::int64_t requests = 0;
};

/// Drives a ReflectorMachine with a Transport and a Clock: sends its lists and watches, decodes the answers, waits its
/// waits.
/// **Thread**: lives on one thread with an event loop; `post` brings a timer's callback there. **Owns** the request
/// under way. **Errors** never end it; only stop() does.
class Reflector {
public:
    using Post = std::function<void(std::function<void()>)>;

    Reflector(ReflectorTarget target, ReflectorMachine::Options options, Transport& transport,
              std::shared_ptr<Clock> clock, TransitionLog& log, ReflectorSink& sink, Post post,
              RandomSource random = systemRandom());
    ~Reflector();
    Reflector(const Reflector&) = delete;
    Reflector& operator=(const Reflector&) = delete;

    void start();
    /// Aborts the request under way; nothing is delivered afterwards.
    void stop();
    const ReflectorStatus& status() const { return m_status; }
    /// Runs after each change of status(). Set before start().
    void setOnStatus(std::function<void()> onStatus) { m_onStatus = std::move(onStatus); }

    /// The list is done and it watches, or waits to watch on: the time in which resyncs happen.
    bool inWatchLoop() const { return m_life && m_machine.inWatchLoop(); }

private:
    struct Life {};  // a timer's callback that comes too late finds it gone
    using Stage = ReflectorMachine::Stage;

    void perform(ReflectorAction action);
    void perform(const ListAction& action);
    void perform(const WatchAction& action);
    void perform(const WaitAction& action);
    /// What the machine decided after `why` went wrong in `from`.
    void follow(ReflectorAction action, Stage from, const Error& why);
    HttpRequest request() const;
    void sendList(const ListAction& action);
    void onListAnswer(Result<HttpAnswer> answer, const ListAction& action);
    void openWatch(const WatchAction& action);
    void onOpen(const WatchAction& action);
    void onLines(const std::vector<std::string_view>& lines);
    std::optional<ReflectorAction> onEvent(const WatchEvent& event);
    void onClosed(Result<Unit> result, const WatchAction& action);
    void leaveStream();
    bool retryLater(const Error& error, std::function<void()> again);
    Clock::TimerId after(Duration delay, std::function<void()> then);
    void cancel(Clock::TimerId& timer);
    void watchForBookmark();
    void note(Step step, std::string detail = {}, Duration delay = {});
    void publish();

    const ReflectorTarget m_target;
    const Duration m_longestRetryAfter;
    Transport& m_transport;
    const std::shared_ptr<Clock> m_clock;
    TransitionLog& m_log;
    ReflectorSink& m_sink;
    const Post m_post;
    ReflectorMachine m_machine;
    ReflectorStatus m_status;
    std::function<void()> m_onStatus;
    std::unique_ptr<RequestHandle> m_request;
    std::optional<RequestRetry> m_retry;  // of the request under way
    bool m_opened = false;                // the watch under way
    std::uint64_t m_stream = 0;           // its number
    Clock::TimerId m_timer = 0;
    Clock::TimerId m_bookmarkTimer = 0;
    std::shared_ptr<Life> m_life;
};

}  // namespace rollcall
