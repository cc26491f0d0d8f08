// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/reflector_machine.h"

#include <algorithm>
#include <utility>

namespace rollcall {

namespace {

constexpr int kDefaultPageSize = 500;                       // pager.go, defaultPageSize
constexpr std::chrono::seconds kShortestWatchTimeout{300};  // reflector.go, defaultMinWatchTimeout

bool isInternal(const Error& error) {
    return error.reason == "InternalError" || (error.reason.empty() && error.httpStatus == 500);
}
bool isTooManyRequests(const Error& error) {
    return error.isTooManyRequests() || error.reason == "TooManyRequests";
}
/// The server is away or asks for patience: what is cached is still good (reflector.go, isWatchErrorRetriable).
bool isPassing(const Error& error) {
    return error.connectionRefused || isTooManyRequests(error);
}
bool needsNewVersion(const Error& error) {
    return error.isGone() || error.isTooLargeResourceVersion();
}

}  // namespace

ReflectorMachine::ReflectorMachine(std::shared_ptr<Clock> clock, Options options, RandomSource random)
    : m_clock(clock),
      m_options(options),
      m_random(random),
      m_backoff(std::move(clock), options.backoff, random),
      m_internalErrors(options.maxInternalErrorRetry) {
}

ReflectorAction ReflectorMachine::start() {
    return round();
}

/// One ListAndWatch. A server that cannot stream lists is asked again in each: it may have been upgraded meanwhile.
ReflectorAction ReflectorMachine::round() {
    m_inWatchLoop = false;
    m_internalErrors.reset();
    return m_options.watchList ? watchList() : list();
}

ReflectorAction ReflectorMachine::onWaitOver() {
    if (m_then == Then::Watch) return watch();
    return m_then == Then::WatchList ? watchList() : round();
}

ReflectorAction ReflectorMachine::waitThen(Then then, const Error& error) {
    m_then = then;
    m_lastError = error;
    m_state = stateFor(error);
    if (then == Then::Round) m_inWatchLoop = false;
    m_collected.clear();
    m_positions.clear();
    return WaitAction{m_backoff.next()};
}

ReflectorState ReflectorMachine::stateFor(const Error& error) const {
    if (error.isUnauthorized()) return ReflectorState::SignedOut;
    if (error.isForbidden()) return ReflectorState::Forbidden;
    if (error.isNotFound()) return ReflectorState::WaitingForResource;
    return ReflectorState::BackingOff;
}

// --- list ------------------------------------------------------------------------------------------------------------

/// With a version other than "" and "0" paging is off: the watch cache serves such a list only when it is asked for
/// whole, and etcd is to be spared. A server that has paged a list at "0" has no watch cache.
int ReflectorMachine::pageLimit(const std::string& version) const {
    if (m_options.pageSize > 0) return m_options.pageSize;
    return m_pagedAtZero || version.empty() || version == "0" ? kDefaultPageSize : 0;
}

ReflectorAction ReflectorMachine::list() {
    m_stage = Stage::List;
    m_state = ReflectorState::Listing;
    m_repeatedAtOnce = false;
    // Nothing seen yet may be stale ("0"); later never go back in time; what is unavailable asks the quorum.
    m_roundVersion = m_versionUnavailable ? std::string() : m_lastVersion.empty() ? "0" : m_lastVersion;
    m_limit = pageLimit(m_roundVersion);
    return firstPage(m_roundVersion);
}

ReflectorAction ReflectorMachine::firstPage(std::string version) {
    m_collected.clear();
    m_positions.clear();
    m_page = 1;
    m_paged = false;
    m_fullListTried = false;
    m_listVersion = std::move(version);
    return ListAction{m_listVersion, {}, m_limit, m_page};
}

ReflectorAction ReflectorMachine::onListPage(ListPage page, ReflectorSink& sink) {
    if (m_page == 1) {
        m_collected = std::move(page.items);
        m_snapshotVersion = std::move(page.resourceVersion);
    } else {
        m_collected.insert(m_collected.end(), std::make_move_iterator(page.items.begin()),
                           std::make_move_iterator(page.items.end()));
    }
    if (!page.continueToken.empty()) {
        m_paged = true;
        return ListAction{{}, page.continueToken, m_limit, ++m_page};
    }
    if (m_roundVersion == "0" && m_paged) m_pagedAtZero = true;
    m_versionUnavailable = false;
    m_lastVersion = m_snapshotVersion;
    m_lastError.reset();
    sink.replace(std::exchange(m_collected, {}), m_lastVersion);
    return watch();
}

ReflectorAction ReflectorMachine::onListFailed(const Error& error) {
    if (m_page > 1 && error.reason == "Expired" && !m_fullListTried) {
        // The snapshot behind the continue token is gone: one list of everything, at the version first asked for.
        m_fullListTried = true;
        m_collected.clear();
        m_page = 1;
        return ListAction{m_listVersion, {}, 0, m_page};
    }
    if (needsNewVersion(error) && !m_repeatedAtOnce) {
        m_versionUnavailable = true;
        m_repeatedAtOnce = true;
        return firstPage({});  // with the limit as it was
    }
    return endRound(error);
}

// --- streaming list --------------------------------------------------------------------------------------------------

ReflectorAction ReflectorMachine::watchList() {
    m_state = ReflectorState::Listing;
    m_collected.clear();
    m_positions.clear();
    m_page = 0;
    m_lastEventAt.reset();
    return openWatch(Stage::WatchList, m_versionUnavailable ? std::string() : m_lastVersion);
}

void ReflectorMachine::collect(const WatchEvent& event) {
    const auto [it, isNew] = m_positions.try_emplace(event.object->meta.key(), m_collected.size());
    if (event.type == WatchEventType::Deleted) {
        if (!isNew) m_collected[it->second] = nullptr;
        m_positions.erase(it);
    } else if (isNew) {
        m_collected.push_back(event.object);
    } else {
        m_collected[it->second] = event.object;
    }
}

/// The same stream goes on as the watch.
void ReflectorMachine::finishWatchList(const std::string& version, ReflectorSink& sink) {
    m_collected.erase(std::remove(m_collected.begin(), m_collected.end(), nullptr), m_collected.end());
    m_positions.clear();
    m_versionUnavailable = false;
    m_lastError.reset();
    m_stage = Stage::Watch;
    m_state = ReflectorState::Streaming;
    m_inWatchLoop = true;
    m_watchStarted = m_clock->now();
    m_watchEvents = 0;
    m_versionsInOrder = true;
    sink.replace(std::exchange(m_collected, {}), version);
    m_lastVersion = version;
}

ReflectorAction ReflectorMachine::watchListFailed(const Error& error) {
    if (isPassing(error)) return waitThen(Then::WatchList, error);
    if (needsNewVersion(error)) {
        m_versionUnavailable = true;
        return watchList();
    }
    return list();
}

std::optional<std::string> ReflectorMachine::watchListOverdue() const {
    const auto seconds = [this](MonoTime since) {
        return std::to_string(std::chrono::duration_cast<std::chrono::seconds>(m_clock->now() - since).count()) + " s";
    };
    if (m_stage != Stage::WatchList) return std::nullopt;
    if (!m_lastEventAt) return "no event for " + seconds(m_watchStarted);
    if (m_clock->now() - *m_lastEventAt < kWatchListTick) return std::nullopt;
    return "the bookmark that ends it is missing; the last event came " + seconds(*m_lastEventAt) + " ago";
}

// --- watch -----------------------------------------------------------------------------------------------------------

WatchAction ReflectorMachine::openWatch(Stage stage, const std::string& version) {
    m_stage = stage;
    m_watchOpened = false;
    m_watchEvents = 0;
    m_pastInitialEvents = false;
    m_versionsInOrder = !version.empty() && version != "0";
    m_watchStarted = m_clock->now();  // before it is sent: some proxies hold the head back until the first event
    // Spread out, so that not every client of a restarted server comes back in the same second.
    const auto shortest = std::max(m_options.minWatchTimeout, kShortestWatchTimeout);
    const double seconds = static_cast<double>(shortest.count()) * (1.0 + m_random());
    return {version, std::chrono::seconds(static_cast<std::int64_t>(seconds)), stage == Stage::WatchList};
}

ReflectorAction ReflectorMachine::watch() {
    m_inWatchLoop = true;
    // After a fault the old state stands until the server has really answered.
    if (!m_lastError) m_state = ReflectorState::Streaming;
    return openWatch(Stage::Watch, m_lastVersion);
}

void ReflectorMachine::onWatchOpened() {
    m_watchOpened = true;
    m_lastError.reset();
    m_state = m_stage == Stage::WatchList ? ReflectorState::Listing : ReflectorState::Streaming;
}

std::optional<ReflectorAction> ReflectorMachine::onWatchEvent(const WatchEvent& event, ReflectorSink& sink) {
    if (event.type == WatchEventType::Error) {
        return m_stage == Stage::WatchList ? watchListFailed(event.error) : watchFailed(event.error);
    }
    ++m_watchEvents;
    if (event.type != WatchEventType::Added) m_pastInitialEvents = true;
    if (m_stage == Stage::WatchList) {
        m_lastEventAt = m_clock->now();
        if (event.type != WatchEventType::Bookmark) {
            collect(event);
        } else if (event.initialEventsEnd) {
            finishWatchList(event.resourceVersion, sink);
        }
        return std::nullopt;
    }
    if (event.type == WatchEventType::Bookmark) {
        sink.bookmark(event.resourceVersion);
    } else {
        sink.apply(event);
    }
    const bool known = m_versionsInOrder || m_pastInitialEvents;
    if (known && !event.resourceVersion.empty()) m_lastVersion = event.resourceVersion;
    return std::nullopt;
}

/// An ERROR event.
ReflectorAction ReflectorMachine::watchFailed(const Error& error) {
    const bool internal = isInternal(error);
    if (internal) m_internalErrors.failed(m_clock->now());
    // A list at the last version gives data at least as new as that: only when it fails is the version given up.
    if (error.isGone()) return endRound(error);
    if (isTooManyRequests(error)) return waitThen(Then::Watch, error);
    if (internal && m_internalErrors.shouldRetry(m_clock->now())) return watch();
    return endRound(error);
}

ReflectorAction ReflectorMachine::onWatchClosed(const Result<Unit>& result) {
    const bool streamingList = m_stage == Stage::WatchList;
    if (!m_watchOpened && !result.ok()) {
        if (streamingList) return watchListFailed(result.error());
        return isPassing(result.error()) ? waitThen(Then::Watch, result.error()) : endRound(result.error());
    }
    // A broken connection is an end like any other; something that is no stream of events is not.
    if (!result.ok() && result.error().kind == ErrorKind::Protocol) {
        Error broken = result.error();
        broken.httpStatus = 500;
        broken.reason = "InternalError";
        return streamingList ? watchListFailed(broken) : watchFailed(broken);
    }
    if (m_watchEvents == 0 && m_clock->now() - m_watchStarted < m_options.shortWatch) {
        const Error tooShort =
            makeError(ErrorKind::Protocol, "very short watch: closed within a second, no event received");
        return streamingList ? watchListFailed(tooShort) : endRound(tooShort);
    }
    return streamingList ? watchList() : watch();
}

}  // namespace rollcall
