// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/sandbox/api_request.h"
#include "core/sandbox/object_store.h"
#include "core/sandbox/server_context.h"

namespace rollcall::sandbox {

/// What a watch asked for, checked and decoded.
struct WatchParams {
    DescriptorPtr descriptor;
    std::string ns;
    LabelSelector labels;
    FieldSelector fields;
    Negotiated::Form form = Negotiated::Form::AsJson;
    IncludeObject include = IncludeObject::Metadata;
    bool bookmarks = false;
    bool initialState = false;       ///< begin with what is there now
    bool initialEndMark = false;     ///< and say when that is complete (k8s.io/initial-events-end)
    std::uint64_t fromRevision = 0;  ///< otherwise with the changes after this
    std::chrono::seconds timeout{0};
};

/// One open watch. Thread: the server's.
class Watcher : public std::enable_shared_from_this<Watcher> {
public:
    Watcher(WatchParams params, std::shared_ptr<EventStream> stream, const ObjectStore& store,
            std::shared_ptr<Clock> clock);

    void start(std::vector<ObjectPtr> initial, const std::vector<EventPtr>& missed);
    void deliver(const EventPtr& event);
    void sendBookmark(bool initialEnd = false);
    void sendError(const ApiStatus& status);
    void finish() { m_stream->finish(); }
    bool matches(const StoredObject& object) const;
    const WatchParams& params() const { return m_params; }

private:
    enum class Kind { Added, Modified, Deleted, LeftSelection };

    std::shared_ptr<const std::string> nextInitialBlock();
    void deliverNow(const EventPtr& event);
    std::shared_ptr<const std::string> encode(const StoreEvent& event, Kind kind);
    std::string line(const char* type, const StoredObject& object);
    std::shared_ptr<const std::string> bookmarkLine(bool initialEnd);

    WatchParams m_params;
    std::shared_ptr<EventStream> m_stream;
    const ObjectStore& m_store;
    std::shared_ptr<Clock> m_clock;
    std::vector<ObjectPtr> m_initial;
    std::size_t m_nextInitial = 0;
    bool m_live = false;
    bool m_columnsSent = false;
    std::vector<EventPtr> m_backlog;  ///< changes that came while the initial state was still going out
};

/// All open watches: hands every change to those that it concerns, sends bookmarks, ends what has run its time.
/// Thread: the server's, except count().
class WatchHub {
public:
    WatchHub(const ObjectStore& store, std::shared_ptr<Clock> clock, Loop& loop);

    void open(WatchParams params, std::shared_ptr<EventStream> stream, std::vector<ObjectPtr> initial,
              const std::vector<EventPtr>& missed);
    /// A watch that only says why it cannot be: one ERROR event, then the end.
    void refuse(WatchParams params, const std::shared_ptr<EventStream>& stream, const ApiStatus& status);
    void publish(const std::string& storage, const EventPtr& event);
    /// Ends every watch of a collection, or of all.
    void finish(const std::string& storage);
    void finishAll();
    int count() const { return m_count.load(); }

private:
    void schedule(const std::shared_ptr<Watcher>& watcher, MonoTime deadline, MonoTime nextBookmark);
    void remove(const std::string& storage, const Watcher* watcher);

    const ObjectStore& m_store;
    std::shared_ptr<Clock> m_clock;
    Loop& m_loop;
    std::map<std::string, std::vector<std::shared_ptr<Watcher>>> m_watchers;
    std::atomic<int> m_count{0};
    std::shared_ptr<int> m_alive = std::make_shared<int>(0);
};

}  // namespace rollcall::sandbox
