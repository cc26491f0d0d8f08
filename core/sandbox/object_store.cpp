// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/object_store.h"

#include <algorithm>

namespace rollcall::sandbox {
namespace {

// A young server has spent some revisions on itself; so low numbers are "too old" from the start, as they really are.
constexpr std::uint64_t kFirstRevision = 100;
// kube-apiserver compacts etcd every five minutes (--etcd-compaction-interval).
constexpr Duration kHistoryAge = std::chrono::minutes(5);

// apiserver storage/etcd3, handleCompactedErrorForPaging and interpretListError.
ApiStatus listExpired() {
    return status::expired("The resourceVersion for the provided list is too old.");
}

/// Walks a collection as it was at an older revision: the present state with newer changes taken back.
class MergedWalk {
public:
    using Map = std::map<std::string, ObjectPtr>;
    MergedWalk(const Map& now, const Map& overlay, const std::string& start)
        : m_now(now.lower_bound(start)),
          m_nowEnd(now.end()),
          m_over(overlay.lower_bound(start)),
          m_overEnd(overlay.end()) {
        settle();
    }
    bool atEnd() const { return !m_current; }
    const std::string& key() const { return *m_key; }
    const ObjectPtr& object() const { return m_current; }
    void next() { settle(); }

private:
    void settle() {
        m_current = nullptr;
        while (!m_current && (m_now != m_nowEnd || m_over != m_overEnd)) {
            const bool over = m_over != m_overEnd && (m_now == m_nowEnd || m_over->first <= m_now->first);
            if (over && m_now != m_nowEnd && m_now->first == m_over->first) ++m_now;
            auto& from = over ? m_over : m_now;
            m_key = &from->first;
            m_current = from->second;  // nullptr: it did not exist then
            ++from;
        }
    }
    Map::const_iterator m_now, m_nowEnd, m_over, m_overEnd;
    const std::string* m_key = nullptr;
    ObjectPtr m_current;
};

bool inNamespace(const std::string& key, const std::string& prefix) {
    return key.compare(0, prefix.size(), prefix) == 0;
}

}  // namespace

ObjectStore::ObjectStore(std::shared_ptr<Clock> clock, std::size_t historyLimit)
    : m_clock(std::move(clock)), m_historyLimit(historyLimit), m_revision(kFirstRevision) {
}

ObjectStore::Collection& ObjectStore::collection(const std::string& storage) {
    const auto [at, made] = m_collections.try_emplace(storage);
    if (made) at->second.floor = m_revision;
    return at->second;
}

const ObjectStore::Collection* ObjectStore::findCollection(const std::string& storage) const {
    const auto at = m_collections.find(storage);
    return at == m_collections.end() ? nullptr : &at->second;
}

void ObjectStore::open(const std::string& storage) {
    collection(storage);
}
void ObjectStore::drop(const std::string& storage) {
    m_collections.erase(storage);
}

ObjectPtr ObjectStore::find(const std::string& storage, const std::string& key) const {
    const Collection* in = findCollection(storage);
    if (!in) return nullptr;
    const auto at = in->objects.find(key);
    return at == in->objects.end() ? nullptr : at->second;
}

std::size_t ObjectStore::size(const std::string& storage) const {
    const Collection* in = findCollection(storage);
    return in ? in->objects.size() : 0;
}

ObjectPtr ObjectStore::put(const ResourceDescriptor& descriptor, Json& body) {
    Collection& into = collection(descriptor.storage);
    const ObjectPtr stored = makeStored(descriptor, body, ++m_revision);
    ObjectPtr& slot = into.objects[stored->key()];
    auto event = std::make_shared<StoreEvent>();
    event->type = slot ? StoreEvent::Type::Modified : StoreEvent::Type::Added;
    event->previous = slot;
    event->object = stored;
    if (!slot) ++into.perNamespace[stored->ns];
    slot = stored;
    record(descriptor.storage, into, std::move(event));
    return stored;
}

ObjectPtr ObjectStore::remove(const ResourceDescriptor& descriptor, const std::string& key, Json* lastBody) {
    Collection& from = collection(descriptor.storage);
    const auto at = from.objects.find(key);
    if (at == from.objects.end()) return nullptr;
    auto event = std::make_shared<StoreEvent>();
    event->type = StoreEvent::Type::Deleted;
    event->previous = at->second;
    ++m_revision;
    event->object =
        lastBody ? makeStored(descriptor, *lastBody, m_revision) : withRevision(descriptor, *at->second, m_revision);
    --from.perNamespace[at->second->ns];
    from.objects.erase(at);
    const ObjectPtr last = event->object;
    record(descriptor.storage, from, std::move(event));
    return last;
}

void ObjectStore::record(const std::string& storage, Collection& into, std::shared_ptr<StoreEvent> event) {
    event->revision = m_revision;
    event->at = m_clock->now();
    const EventPtr shared = std::move(event);
    into.history.push_back(shared);
    trim(into);
    if (m_observer) m_observer(storage, shared);
}

void ObjectStore::trim(Collection& in) {
    const MonoTime oldest = m_clock->now() - kHistoryAge;
    while (!in.history.empty() && (in.history.size() > m_historyLimit || in.history.front()->at < oldest)) {
        in.floor = in.history.front()->revision;
        in.history.pop_front();
    }
}

ObjectStore::Overlay ObjectStore::overlayAt(const Collection& in, std::uint64_t revision) {
    Overlay overlay;
    for (auto at = in.history.rbegin(); at != in.history.rend() && (*at)->revision > revision; ++at) {
        overlay[(*at)->object->key()] = (*at)->previous;
    }
    return overlay;
}

Outcome<ListPage> ObjectStore::list(const ListQuery& query) const {
    static const Collection nothing;
    const Collection* found = findCollection(query.storage);
    const Collection& in = found ? *found : nothing;
    ListPage page;
    page.revision = query.revision ? query.revision : m_revision;
    if (page.revision < in.floor) return listExpired();
    const Overlay overlay = query.revision ? overlayAt(in, query.revision) : Overlay();
    const std::string prefix = query.ns.empty() ? std::string() : query.ns + "/";
    MergedWalk walk(in.objects, overlay, std::max(query.startKey, prefix));
    for (; !walk.atEnd() && inNamespace(walk.key(), prefix); walk.next()) {
        if (query.limit && page.items.size() == query.limit) {
            page.nextKey = walk.key();
            break;
        }
        if (!query.filter || query.filter(*walk.object())) page.items.push_back(walk.object());
    }
    if (page.nextKey.empty() || !query.startKey.empty()) return page;
    if (overlay.empty()) {
        const auto inside = in.perNamespace.find(query.ns);
        const std::size_t total =
            query.ns.empty() ? in.objects.size() : (inside == in.perNamespace.end() ? 0 : inside->second);
        page.remaining = total - std::min(total, page.items.size());
    } else {
        for (; !walk.atEnd() && inNamespace(walk.key(), prefix); walk.next()) ++page.remaining;
    }
    return page;
}

std::vector<ObjectPtr> ObjectStore::all(const std::string& storage, const std::string& ns) const {
    ListQuery query;
    query.storage = storage;
    query.ns = ns;
    Outcome<ListPage> page = list(query);
    return page ? std::move(page->items) : std::vector<ObjectPtr>();
}

Outcome<std::vector<EventPtr>> ObjectStore::eventsSince(const std::string& storage, std::uint64_t revision) const {
    const Collection* in = findCollection(storage);
    if (!in) return std::vector<EventPtr>();
    if (revision < in->floor) {
        // apiserver storage/cacher, watchCache.getAllEventsSinceLocked
        return status::expired("too old resource version: " + std::to_string(revision) + " (" +
                               std::to_string(in->floor) + ")");
    }
    const auto first = std::upper_bound(in->history.begin(), in->history.end(), revision,
                                        [](std::uint64_t r, const EventPtr& e) { return r < e->revision; });
    return std::vector<EventPtr>(first, in->history.end());
}

void ObjectStore::compact() {
    for (auto& [name, in] : m_collections) {
        in.history.clear();
        in.floor = m_revision;
    }
}

void ObjectStore::setHistoryLimit(std::size_t events) {
    m_historyLimit = events;
    for (auto& [name, in] : m_collections) trim(in);
}

}  // namespace rollcall::sandbox
