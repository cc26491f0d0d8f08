// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <list>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "core/client/transport.h"

namespace rollcall {

/// An API server for Students behind the transport's seam: one global resource version, a history for watches, a watch
/// cache that lags behind, paged lists from one snapshot, streamed lists, bookmarks, compaction, and any fault on demand.
/// It decides by a seeded generator, so that a run can be repeated. The rules are those of a kube-apiserver
/// (apiserver pkg/storage: resourceVersion semantics of list and watch, docs "API concepts").
/// Thread: the test's. Nothing is answered before runOne() is called.
class HistoryServer final : public Transport {
public:
    struct Faults {
        double answer = 0;     ///< share of lists and watch requests that fail somehow
        double stream = 0;     ///< chance of each piece of a stream that the stream breaks instead
    };
    struct Change {
        std::int64_t version;
        std::string key, type;   ///< ADDED, MODIFIED, DELETED
        std::string uid;
    };

    explicit HistoryServer(std::mt19937_64& random) : m_random(random) {}

    std::unique_ptr<RequestHandle> send(HttpRequest request, std::function<void(Result<HttpAnswer>)> done) override;
    std::unique_ptr<RequestHandle> openStream(HttpRequest request, StreamCallbacks callbacks) override;

    /// One random create, update, delete, or delete and create again.
    void change();
    /// Watches from before this moment, and continue tokens, are 410 from now on.
    void compact();
    /// Ends every open stream as a restarting server does.
    void cutWatches();
    void setFaults(Faults faults) { m_faults = faults; }
    /// Answers one request or moves one stream on; false when nothing is left to do.
    bool runOne();
    /// Every stream has told all that there is.
    bool quiet() const;

    std::int64_t version() const { return m_version; }
    std::map<std::string, std::string> versions() const;   ///< key → resource version, of what is there now
    const std::vector<Change>& history() const { return m_history; }

private:
    struct Object {
        std::string uid, json;
        std::int64_t version = 0;
    };
    using State = std::map<std::string, Object>;
    struct Event {
        std::int64_t version;
        std::string key, type;
        Object object;
    };
    struct Call {
        HttpRequest request;
        std::function<void(Result<HttpAnswer>)> done;
        StreamCallbacks stream;
        bool isStream = false, opened = false, aborted = false;
        std::int64_t next = 0;                 ///< streams: the first version not told yet
        std::vector<std::string> initial;      ///< streams: synthetic events and their bookmark
    };
    class Handle;

    double chance() { return std::uniform_real_distribution<double>(0, 1)(m_random); }
    std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(m_random); }
    std::unique_ptr<RequestHandle> add(Call call);
    static std::string query(const HttpRequest& request, const std::string& name);
    void put(const std::string& key, bool create);
    void record(const std::string& key, const std::string& type, const Object& object);
    void moveCache(std::int64_t atLeast);
    static std::string line(const std::string& type, const std::string& object);

    HttpAnswer list(const HttpRequest& request);
    HttpAnswer page(const State& state, std::int64_t version, std::size_t offset, std::size_t limit, const std::string& name);
    Result<HttpAnswer> fault();
    static HttpAnswer status(int code, const std::string& reason, const std::string& cause = {});
    static Error networkError(bool refused);
    void openOrRefuse(Call& call);
    void advance(Call& call);
    void breakStream(Call& call);
    void close(Call& call, Result<Unit> result);

    std::mt19937_64& m_random;
    Faults m_faults;
    std::int64_t m_version = 10, m_compacted = 10;
    std::uint64_t m_uids = 0;
    State m_state;                             // what etcd holds
    State m_cache;                             // the watch cache: as of m_cacheVersion
    std::int64_t m_cacheVersion = 10;
    std::deque<Event> m_events;                // since m_compacted
    std::vector<Change> m_history;             // all of them, for the validator
    std::map<std::string, std::pair<State, std::int64_t>> m_snapshots;  // continue tokens
    std::list<std::shared_ptr<Call>> m_calls;
};

}  // namespace rollcall
