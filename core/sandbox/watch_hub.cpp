// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/watch_hub.h"

#include <algorithm>

#include "core/sandbox/struct_order.h"

namespace rollcall::sandbox {
namespace {

// apiserver storage/cacher/cache_watcher.go: a bookmark about every minute, and one two seconds before the end.
constexpr Duration kBookmarkEvery = std::chrono::minutes(1);
constexpr Duration kBookmarkBeforeEnd = std::chrono::seconds(2);
constexpr std::size_t kInitialBlockBytes = 256 * 1024;
// Changes that may pile up behind an initial state that the client is slow to read.
constexpr std::size_t kMaxBacklog = 20'000;

}  // namespace

Watcher::Watcher(WatchParams params, std::shared_ptr<EventStream> stream, const ObjectStore& store,
                 std::shared_ptr<Clock> clock)
    : m_params(std::move(params)), m_stream(std::move(stream)), m_store(store), m_clock(std::move(clock)) {
}

bool Watcher::matches(const StoredObject& object) const {
    if (!m_params.ns.empty() && object.ns != m_params.ns) return false;
    return m_params.labels.matches(object.labels) && m_params.fields.matches(object.fields);
}

void Watcher::start(std::vector<ObjectPtr> initial, const std::vector<EventPtr>& missed) {
    m_live = !m_params.initialState;
    for (const EventPtr& event : missed) deliver(event);
    if (m_live) return;
    m_initial = std::move(initial);
    m_stream->setSource([weak = weak_from_this()]() -> std::shared_ptr<const std::string> {
        const auto self = weak.lock();
        return self ? self->nextInitialBlock() : nullptr;
    });
}

std::shared_ptr<const std::string> Watcher::nextInitialBlock() {
    if (m_live) return nullptr;
    auto block = std::make_shared<std::string>();
    while (m_nextInitial < m_initial.size() && block->size() < kInitialBlockBytes) {
        const ObjectPtr& object = m_initial[m_nextInitial++];
        block->append(*frameChunk(line("ADDED", *object)));
    }
    if (m_nextInitial < m_initial.size()) return block;
    m_live = true;
    m_initial = {};
    if (m_params.initialEndMark) block->append(*bookmarkLine(true));
    if (!block->empty()) m_stream->send(block);
    for (const EventPtr& event : std::exchange(m_backlog, {})) deliverNow(event);
    return nullptr;
}

void Watcher::deliver(const EventPtr& event) {
    if (event->revision <= m_params.fromRevision) return;
    if (m_live) {
        deliverNow(event);
    } else if (m_backlog.size() < kMaxBacklog) {
        m_backlog.push_back(event);
    } else {
        m_stream->finish();
    }
}

// convertToWatchEvent of cache_watcher.go: what leaves the selection is DELETED, as it last was inside.
void Watcher::deliverNow(const EventPtr& event) {
    const bool isIn = event->type != StoreEvent::Type::Deleted && matches(*event->object);
    const bool wasIn = event->previous && matches(*event->previous);
    if (!isIn && !wasIn) return;
    Kind kind = isIn ? (wasIn ? Kind::Modified : Kind::Added) : Kind::LeftSelection;
    if (event->type == StoreEvent::Type::Deleted) kind = Kind::Deleted;
    m_stream->send(encode(*event, kind));
}

std::shared_ptr<const std::string> Watcher::encode(const StoreEvent& event, Kind kind) {
    static constexpr const char* kTypes[] = {"ADDED", "MODIFIED", "DELETED", "DELETED"};
    const bool isTable = m_params.form == Negotiated::Form::AsTable;
    const bool shared = !isTable || m_columnsSent;  // the first row of a table brings the columns along
    const int key =
        static_cast<int>(kind) + 4 * static_cast<int>(m_params.include) + 16 * static_cast<int>(m_params.form);
    if (shared) {
        const auto known = event.encoded.find({m_params.descriptor, key});
        if (known != event.encoded.end()) return known->second;
    }
    const ObjectPtr object = kind == Kind::LeftSelection
                                 ? withRevision(*m_params.descriptor, *event.previous, event.revision)
                                 : event.object;
    auto chunk = frameChunk(line(kTypes[static_cast<int>(kind)], *object));
    if (shared) event.encoded.emplace(std::make_pair(m_params.descriptor, key), chunk);
    return chunk;
}

std::string Watcher::line(const char* type, const StoredObject& object) {
    std::string text = std::string("{\"type\":\"") + type + "\",\"object\":";
    if (m_params.form == Negotiated::Form::AsTable) {
        Json columns = m_columnsSent ? Json(nullptr) : tableColumns(*m_params.descriptor);
        m_columnsSent = true;
        Json row = tableRow(*m_params.descriptor, object, m_params.include, m_clock->wallNow());
        text +=
            dumpStruct(makeTable(std::move(columns), Json::array({std::move(row)}), std::to_string(object.revision)));
    } else if (m_params.form == Negotiated::Form::AsMetadata) {
        text += dumpStruct(partialMetadata(object));
    } else {
        text += wireBytes(*m_params.descriptor, object);
    }
    return text + "}\n";
}

std::shared_ptr<const std::string> Watcher::bookmarkLine(bool initialEnd) {
    const ResourceDescriptor& d = *m_params.descriptor;
    StoredObject mark;
    mark.revision = m_store.revision();
    Json body = d.bookmarkBody;
    body["kind"] = d.kind;
    body["apiVersion"] = d.apiVersion();
    body["metadata"] = {{"resourceVersion", std::to_string(mark.revision)}};
    if (initialEnd) body["metadata"]["annotations"] = {{"k8s.io/initial-events-end", "true"}};
    mark.bytes = writeObject(d.custom, body);
    if (m_params.form != Negotiated::Form::AsJson) return frameChunk(line("BOOKMARK", mark));
    return frameChunk("{\"type\":\"BOOKMARK\",\"object\":" + mark.bytes + "}\n");
}

void Watcher::sendBookmark(bool initialEnd) {
    if (m_live) m_stream->send(bookmarkLine(initialEnd));
}

void Watcher::sendError(const ApiStatus& failure) {
    m_stream->send(frameChunk("{\"type\":\"ERROR\",\"object\":" + dumpStruct(failure.toJson()) + "}\n"));
    m_stream->finish();
}

WatchHub::WatchHub(const ObjectStore& store, std::shared_ptr<Clock> clock, Loop& loop)
    : m_store(store), m_clock(std::move(clock)), m_loop(loop) {
}

void WatchHub::open(WatchParams params, std::shared_ptr<EventStream> stream, std::vector<ObjectPtr> initial,
                    const std::vector<EventPtr>& missed) {
    const std::string storage = params.descriptor->storage;
    const Duration timeout = params.timeout;
    auto watcher = std::make_shared<Watcher>(std::move(params), stream, m_store, m_clock);
    m_watchers[storage].push_back(watcher);
    ++m_count;
    stream->onClosed([this, storage, key = watcher.get(), alive = std::weak_ptr<int>(m_alive)] {
        if (!alive.expired()) remove(storage, key);
    });
    watcher->start(std::move(initial), missed);
    const MonoTime now = m_clock->now();
    schedule(watcher, now + timeout, now + kBookmarkEvery);
}

void WatchHub::refuse(WatchParams params, const std::shared_ptr<EventStream>& stream, const ApiStatus& failure) {
    std::make_shared<Watcher>(std::move(params), stream, m_store, m_clock)->sendError(failure);
}

void WatchHub::schedule(const std::shared_ptr<Watcher>& watcher, MonoTime deadline, MonoTime nextBookmark) {
    const MonoTime beforeEnd = deadline - kBookmarkBeforeEnd;
    const MonoTime now = m_clock->now();
    const bool last = nextBookmark >= beforeEnd;
    const MonoTime wake = !last ? nextBookmark : now < beforeEnd ? beforeEnd : deadline;
    m_loop.after(wake - now, [this, wake, deadline, nextBookmark, last, weak = std::weak_ptr<Watcher>(watcher),
                              alive = std::weak_ptr<int>(m_alive)] {
        const auto open = weak.lock();
        if (alive.expired() || !open) return;
        if (wake == deadline) {
            open->finish();
            return;
        }
        if (open->params().bookmarks) open->sendBookmark();
        schedule(open, deadline, last ? deadline : nextBookmark + kBookmarkEvery);
    });
}

void WatchHub::remove(const std::string& storage, const Watcher* watcher) {
    auto& list = m_watchers[storage];
    const auto at = std::find_if(list.begin(), list.end(), [&](const auto& one) { return one.get() == watcher; });
    if (at == list.end()) return;
    list.erase(at);
    --m_count;
}

void WatchHub::publish(const std::string& storage, const EventPtr& event) {
    const auto at = m_watchers.find(storage);
    if (at == m_watchers.end()) return;
    // A slow client is cut while it is served, which changes the list.
    const std::vector<std::shared_ptr<Watcher>> watchers = at->second;
    for (const auto& watcher : watchers) watcher->deliver(event);
}

void WatchHub::finish(const std::string& storage) {
    const auto at = m_watchers.find(storage);
    if (at == m_watchers.end()) return;
    const std::vector<std::shared_ptr<Watcher>> watchers = at->second;
    for (const auto& watcher : watchers) watcher->finish();
}

void WatchHub::finishAll() {
    for (const auto& [storage, watchers] : std::map(m_watchers)) finish(storage);
}

}  // namespace rollcall::sandbox
