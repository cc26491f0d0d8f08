// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/api/decode.h"
#include "core/base/backoff.h"
#include "core/trace/states.h"

namespace rollcall {

/// What the machine wants done next; exactly one thing is under way at any time.
struct ListAction {
    std::string resourceVersion;       ///< "0", an older version, or "" = the newest (quorum); unset on a continue page
    std::string continueToken;
    int limit = 0;                     ///< 0 = everything in one answer
    int page = 1;
};
struct WatchAction {
    std::string resourceVersion;
    std::chrono::seconds timeout{};    ///< timeoutSeconds
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
        int pageSize = 500;                                     ///< pager.defaultPageSize
        std::chrono::seconds minWatchTimeout{300};              ///< random in [this, twice this]
        std::chrono::milliseconds shortWatch{1000};             ///< closed sooner, with no event: a fault, not an end
        std::chrono::seconds longestRetryAfter{60};             ///< never trust a server with more (W30)
        Backoff::Options backoff = Backoff::reflector();
    };

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
    const std::string& lastResourceVersion() const { return m_lastVersion; }
    const std::optional<Error>& lastError() const { return m_lastError; }
    int page() const { return m_page; }

private:
    enum class Then { List, Watch };

    ReflectorAction list();
    ReflectorAction nextPage(const ListPage& page);
    ReflectorAction watch();
    ReflectorAction waitThen(Then then, const Error& error);
    int limitFor(const std::string& version) const;
    ReflectorState stateFor(const Error& error) const;

    const std::shared_ptr<Clock> m_clock;
    const Options m_options;
    const RandomSource m_random;
    Backoff m_backoff;

    ReflectorState m_state = ReflectorState::Idle;
    std::optional<Error> m_lastError;
    Then m_then = Then::List;
    // list
    std::string m_lastVersion;             // of the last list, event or bookmark
    bool m_versionUnavailable = false;     // the server no longer knows it: list without one
    bool m_pagedAtZero = false;            // the server pages lists at "0" too, so that paging may stay on
    std::string m_listVersion;             // what the list under way asked for
    bool m_fullListTried = false;          // an expired continue token was already answered by one full list
    int m_page = 0;
    std::vector<ObjectPtr> m_collected;
    // watch
    bool m_watchOpened = false;
    MonoTime m_watchStarted{};
    std::int64_t m_watchEvents = 0;
};

}  // namespace rollcall
