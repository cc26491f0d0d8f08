// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/reflector_machine.h"

#include <algorithm>
#include <utility>

namespace rollcall {

ReflectorMachine::ReflectorMachine(std::shared_ptr<Clock> clock, Options options, RandomSource random)
    : m_clock(clock), m_options(options), m_random(random), m_backoff(std::move(clock), options.backoff, random) {}

ReflectorAction ReflectorMachine::start() { return list(); }

/// With a version other than "" and "0" paging is off (such a list cannot come from etcd page by page as one snapshot that
/// the watch cache also serves), unless the server has paged a list at "0" before.
int ReflectorMachine::limitFor(const std::string& version) const {
    const bool pageable = version.empty() || version == "0" || m_pagedAtZero;
    return pageable ? m_options.pageSize : 0;
}

ReflectorAction ReflectorMachine::list() {
    m_state = ReflectorState::Listing;
    m_collected.clear();
    m_page = 1;
    m_fullListTried = false;
    // relistResourceVersion(): nothing seen yet may be stale ("0"); later never go back in time; unavailable asks the quorum.
    m_listVersion = m_versionUnavailable ? std::string() : m_lastVersion.empty() ? "0" : m_lastVersion;
    return ListAction{m_listVersion, {}, limitFor(m_listVersion), m_page};
}

ReflectorAction ReflectorMachine::nextPage(const ListPage& page) {
    ++m_page;
    return ListAction{{}, page.continueToken, m_options.pageSize, m_page};
}

ReflectorAction ReflectorMachine::onListPage(ListPage page, ReflectorSink& sink) {
    if (m_collected.empty()) {
        m_collected = std::move(page.items);
    } else {
        m_collected.insert(m_collected.end(), std::make_move_iterator(page.items.begin()),
                           std::make_move_iterator(page.items.end()));
    }
    if (!page.continueToken.empty()) return nextPage(page);
    if (m_listVersion == "0" && m_page > 1) m_pagedAtZero = true;
    m_versionUnavailable = false;
    m_lastVersion = page.resourceVersion;
    m_lastError.reset();
    sink.replace(std::exchange(m_collected, {}), m_lastVersion);
    return watch();
}

ReflectorAction ReflectorMachine::onListFailed(const Error& error) {
    if (error.isGone() && m_page > 1 && !m_fullListTried) {
        // The snapshot behind the continue token is gone: one list of everything, at the version first asked for.
        m_fullListTried = true;
        m_collected.clear();
        m_page = 1;
        return ListAction{m_listVersion, {}, 0, m_page};
    }
    if ((error.isGone() || error.isTooLargeResourceVersion()) && !m_versionUnavailable) {
        m_versionUnavailable = true;
        return list();
    }
    return waitThen(Then::List, error);
}

ReflectorAction ReflectorMachine::watch() {
    // After a fault the old state stands until the server has really answered.
    if (!m_lastError) m_state = ReflectorState::Streaming;
    m_watchOpened = false;
    m_watchEvents = 0;
    m_watchStarted = m_clock->now();
    // Spread out, so that not every client of a restarted server comes back in the same second.
    const double seconds = static_cast<double>(m_options.minWatchTimeout.count()) * (1.0 + m_random());
    return WatchAction{m_lastVersion, std::chrono::seconds(static_cast<std::int64_t>(seconds))};
}

void ReflectorMachine::onWatchOpened() {
    m_watchOpened = true;
    m_lastError.reset();
    m_state = ReflectorState::Streaming;
}

std::optional<ReflectorAction> ReflectorMachine::onWatchEvent(const WatchEvent& event, ReflectorSink& sink) {
    ++m_watchEvents;
    if (event.type == WatchEventType::Error) {
        // "Too many requests" only asks for patience; everything else means that this stream cannot be continued.
        return waitThen(event.error.isTooManyRequests() ? Then::Watch : Then::List, event.error);
    }
    if (event.type == WatchEventType::Bookmark) {
        sink.bookmark(event.resourceVersion);
    } else {
        sink.apply(event);
    }
    if (!event.resourceVersion.empty()) m_lastVersion = event.resourceVersion;
    return std::nullopt;
}

ReflectorAction ReflectorMachine::onWatchClosed(const Result<Unit>& result) {
    if (!m_watchOpened && !result.ok()) {
        const Error& error = result.error();
        // The server is away or asks for patience: what is cached is still good, so only the watch is tried again.
        const bool onlyWatch = error.isTooManyRequests() || error.kind == ErrorKind::Network;
        return waitThen(onlyWatch ? Then::Watch : Then::List, error);
    }
    if (m_watchEvents == 0 && m_clock->now() - m_watchStarted < m_options.shortWatch) {
        return waitThen(Then::List, makeError(ErrorKind::Protocol, "very short watch: closed within a second, no event received"));
    }
    return watch();
}

ReflectorAction ReflectorMachine::onWaitOver() { return m_then == Then::List ? list() : watch(); }

ReflectorAction ReflectorMachine::waitThen(Then then, const Error& error) {
    m_then = then;
    m_lastError = error;
    m_state = stateFor(error);
    m_collected.clear();
    Duration delay = m_backoff.next();
    if (error.retryAfter) {
        delay = std::max(delay, std::min<Duration>(*error.retryAfter, m_options.longestRetryAfter));
    }
    return WaitAction{delay};
}

ReflectorState ReflectorMachine::stateFor(const Error& error) const {
    if (error.isUnauthorized()) return ReflectorState::SignedOut;
    if (error.isForbidden()) return ReflectorState::Forbidden;
    if (error.isNotFound()) return ReflectorState::WaitingForResource;
    return ReflectorState::BackingOff;
}

}  // namespace rollcall
