// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/base/clock.h"
#include "core/sandbox/stored_object.h"

namespace rollcall::sandbox {

/// One change. `object` is the new state (for Deleted: the last state at the revision of the deletion), `previous` the
/// state before. The encoded lines are made by whoever needs one first and then shared by all watchers.
struct StoreEvent {
    enum class Type { Added, Modified, Deleted };
    Type type = Type::Added;
    std::uint64_t revision = 0;
    MonoTime at;
    ObjectPtr object;
    ObjectPtr previous;
    mutable std::map<std::pair<DescriptorPtr, int>, std::shared_ptr<const std::string>> encoded;
};
using EventPtr = std::shared_ptr<const StoreEvent>;

/// A list request on one collection.
struct ListQuery {
    std::string storage;
    std::string ns;                                   ///< empty: all namespaces
    std::string startKey;                             ///< first key to show; empty: from the beginning
    std::uint64_t revision = 0;                       ///< state as of then; 0: now
    std::size_t limit = 0;                            ///< 0: no limit
    std::function<bool(const StoredObject&)> filter;  ///< empty: everything
};

struct ListPage {
    std::vector<ObjectPtr> items;
    std::uint64_t revision = 0;
    std::string nextKey;        ///< empty: nothing is left
    std::size_t remaining = 0;  ///< known only for an unfiltered page from the beginning
};

/// Everything the server keeps: collections by name, one global revision, and for each collection a history that
/// watches and consistent pages are served from.
/// Thread: the server's. Owns objects and history.
class ObjectStore {
public:
    using Observer = std::function<void(const std::string& storage, const EventPtr&)>;

    ObjectStore(std::shared_ptr<Clock> clock, std::size_t historyLimit);

    void setObserver(Observer observer) { m_observer = std::move(observer); }
    std::uint64_t revision() const { return m_revision; }

    ObjectPtr find(const std::string& storage, const std::string& key) const;
    std::size_t size(const std::string& storage) const;
    /// Creates or replaces; gives the body its new resourceVersion. `descriptor` describes the stored form.
    ObjectPtr put(const ResourceDescriptor& descriptor, Json& body);
    /// Returns the last state at the revision of the deletion; nullptr when there was none. `lastBody`, if given,
    /// stands for the stored state (a deletion timestamp that was never stored).
    ObjectPtr remove(const ResourceDescriptor& descriptor, const std::string& key, Json* lastBody = nullptr);
    /// Error Expired when the history no longer reaches back to the revision asked for.
    Outcome<ListPage> list(const ListQuery& query) const;
    std::vector<ObjectPtr> all(const std::string& storage, const std::string& ns = {}) const;
    /// Changes after `revision`, oldest first; Expired when some of them are gone.
    Outcome<std::vector<EventPtr>> eventsSince(const std::string& storage, std::uint64_t revision) const;

    /// Makes the collection known, so that its history begins now.
    void open(const std::string& storage);
    /// Forgets the collection and its history.
    void drop(const std::string& storage);
    /// Drops all history: every older watch and page is Expired.
    void compact();
    void setHistoryLimit(std::size_t events);

private:
    struct Collection {
        std::map<std::string, ObjectPtr> objects;
        std::unordered_map<std::string, std::size_t> perNamespace;
        std::deque<EventPtr> history;
        std::uint64_t floor = 0;  ///< changes up to here are gone
    };
    using Overlay = std::map<std::string, ObjectPtr>;

    Collection& collection(const std::string& storage);
    const Collection* findCollection(const std::string& storage) const;
    void record(const std::string& storage, Collection& into, std::shared_ptr<StoreEvent> event);
    void trim(Collection& collection);
    static Overlay overlayAt(const Collection& collection, std::uint64_t revision);

    std::shared_ptr<Clock> m_clock;
    std::size_t m_historyLimit;
    std::uint64_t m_revision;
    std::map<std::string, Collection> m_collections;
    Observer m_observer;
};

}  // namespace rollcall::sandbox
