// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include "core/api/decode.h"
#include "core/base/backoff.h"
#include "core/cache/retry_window.h"
#include "core/trace/states.h"

namespace rollcall {

/// What the machine wants done next; exactly one thing is under way at any time.
struct ListAction {
    std::string resourceVersion;  ///< "0", an older version, or "" = the newest (quorum); unset on a continue page
    std::string continueToken;
    int limit = 0;  ///< 0 = everything in one answer
    int page = 1;
};
struct WatchAction {
    std::string resourceVersion;
    std::chrono::seconds timeout{};  ///< timeoutSeconds
    bool initialEvents = false;      ///< a streaming list: sendInitialEvents, resourceVersionMatch=NotOlderThan
};
struct WaitAction {
    Duration delay{};
};
using ReflectorAction = std::variant<ListAction, WatchAction, WaitAction>;

/// Where the machine delivers. Thread: the reflector's.
class ReflectorSink {
public:
    virtual ~ReflectorSink() = default;
    virtual void replace(std::vector<ObjectPtr> objects, const std::string& resourceVersion) = 0;
    virtual void apply(const WatchEvent& event) = 0;  ///< Added, Modified, Deleted
    virtual void bookmark(const std::string& resourceVersion) = 0;
};

/// The list-and-watch loop as pure steps: input in, next action out; no I/O, no threads, no timers of its own.
/// All rules and numbers: client-go tools/cache/reflector.go and tools/pager/pager.go.
/// **Thread**: the reflector's. **Errors** are inputs; the newest one is kept for the window in lastError().
class ReflectorMachine {
public:
    struct Options {
        bool watchList = true;                       ///< feature gate WatchListClient, on since 1.35
        int pageSize = 0;                            ///< WatchListPageSize; 0 = 500, where the rules allow paging
        std::chrono::seconds minWatchTimeout{300};   ///< random in [this, twice this]; less is not honoured
        std::chrono::milliseconds shortWatch{1000};  ///< closed sooner, with no event: a fault, not an end
        Duration maxInternalErrorRetry{};  ///< MaxInternalErrorRetryDuration: watch on after a 500; 0 = list again
        std::chrono::seconds longestRetryAfter{60};  ///< never trust a server with more (W30)
        Backoff::Options backoff = Backoff::reflector();
    };
    /// What is under way, or waited for.
    enum class Stage { List, WatchList, Watch };

    ReflectorMachine(std::shared_ptr<Clock> clock, Options options, RandomSource random = systemRandom());

    ReflectorAction start();
    ReflectorAction onListPage(ListPage page, ReflectorSink& sink);
    ReflectorAction onListFailed(const Error& error);
    void onWatchOpened();
    /// An action = leave the stream and do this instead.
    std::optional<ReflectorAction> onWatchEvent(const WatchEvent& event, ReflectorSink& sink);
    /// The stream ended, or could not be opened.
    ReflectorAction onWatchClosed(const Result<Unit>& result);
    ReflectorAction onWaitOver();

    ReflectorState state() const { return m_state; }
    Stage stage() const { return m_stage; }
    /// The list is done and the watch loop runs, be it that it waits: the time in which resyncs happen.
    bool inWatchLoop() const { return m_inWatchLoop; }
    const std::string& lastResourceVersion() const { return m_lastVersion; }
    const std::optional<Error>& lastError() const { return m_lastError; }
    int page() const { return m_page; }
    /// Objects that the streaming list has brought so far.
    std::size_t collected() const { return m_positions.size(); }
    /// To be asked every ten seconds of a streaming list: why it should have ended by now; nullopt = all is well.
    std::optional<std::string> watchListOverdue() const;
    static constexpr std::chrono::seconds kWatchListTick{10};

private:
    enum class Then { Round, WatchList, Watch };

    ReflectorAction round();
    ReflectorAction list();
    ReflectorAction firstPage(std::string version);
    ReflectorAction watchList();
    ReflectorAction watch();
    WatchAction openWatch(Stage stage, const std::string& version);
    ReflectorAction endRound(const Error& error) { return waitThen(Then::Round, error); }
    ReflectorAction watchListFailed(const Error& error);
    ReflectorAction watchFailed(const Error& error);
    ReflectorAction waitThen(Then then, const Error& error);
    void collect(const WatchEvent& event);
    void finishWatchList(const std::string& version, ReflectorSink& sink);
    int pageLimit(const std::string& version) const;
    ReflectorState stateFor(const Error& error) const;

    const std::shared_ptr<Clock> m_clock;
    const Options m_options;
    const RandomSource m_random;
    Backoff m_backoff;
    RetryWindow m_internalErrors;

    ReflectorState m_state = ReflectorState::Idle;
    Stage m_stage = Stage::List;
    std::optional<Error> m_lastError;
    Then m_then = Then::Round;
    bool m_inWatchLoop = false;
    std::string m_lastVersion;          // of the last list, event or bookmark
    bool m_versionUnavailable = false;  // the server no longer knows it: list without one
    // list
    bool m_pagedAtZero = false;     // the server pages lists at "0" too, so that paging may stay on
    std::string m_roundVersion;     // what the first list of this round asked for
    std::string m_listVersion;      // what the list under way asked for
    std::string m_snapshotVersion;  // what its first page answered
    int m_limit = 0;
    bool m_repeatedAtOnce = false;  // this round's one list without a version has been asked for
    bool m_fullListTried = false;   // an expired continue token was already answered by one full list
    bool m_paged = false;
    int m_page = 0;
    std::vector<ObjectPtr> m_collected;                        // of a streaming list: deleted ones are null
    std::unordered_map<std::string, std::size_t> m_positions;  // of a streaming list
    // watch
    bool m_watchOpened = false;
    bool m_versionsInOrder = true;  // false: what comes first may be synthetic ADDED events in no order of versions
    bool m_pastInitialEvents = false;
    MonoTime m_watchStarted{};
    std::optional<MonoTime> m_lastEventAt;
    std::int64_t m_watchEvents = 0;
};

}  // namespace rollcall
