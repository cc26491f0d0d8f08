// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/cache/delta.h"
#include "core/cache/store_index.h"

namespace rollcall {

/// What one write did: handlers are told from this.
struct StoreDelta {
    ObjectPtr before;                ///< null = added
    ObjectPtr after;                 ///< null = deleted
    bool finalStateUnknown = false;  ///< missing from a new list: `before` may be older than the deleted object was
};

/// The cache: objects by namespace and name, which makes the namespace the index that is always there. One writer (the
/// informer's thread), any number of readers on any thread, each of whom gets immutable objects.
/// client-go tools/cache/thread_safe_store.go, index.go.
class Store {
public:
    // Reading. Thread: any.
    ObjectPtr get(std::string_view key) const;  ///< null = not there
    std::vector<ObjectPtr> list() const;        ///< in no order
    std::vector<ObjectPtr> listNamespace(const std::string& ns) const;
    std::size_t size() const;
    /// Of the newest change, bookmark or list that was written.
    std::string resourceVersion() const;

    // Further indexes. Thread: any.
    /// Also when there are objects already. False when the name is taken.
    bool addIndexer(const std::string& name, IndexFunc function);
    /// All of these answer nothing for an index that is not there.
    std::vector<ObjectPtr> byIndex(const std::string& name, const std::string& value) const;
    /// The objects that share a value with `object`, each once.
    std::vector<ObjectPtr> index(const std::string& name, const Object& object) const;
    std::vector<std::string> indexKeys(const std::string& name, const std::string& value) const;
    std::vector<std::string> indexValues(const std::string& name) const;

    // Writing. Thread: the informer's.
    /// Add for a known key is an update, update for an unknown key an add: the store decides, not the event.
    StoreDelta upsert(ObjectPtr object);
    /// `before` is null when the key was unknown.
    StoreDelta erase(const ObjectPtr& object);
    /// Writes Added, Updated, Deleted, Replaced and Sync in one transaction and says what each one did, in their order.
    /// A deletion tells the object that it came with, known or not.
    void apply(const Deltas& deltas, std::vector<StoreDelta>& told);
    /// Swaps a whole list in at once; readers see the old or the new content, never a mixture. Deletions come first.
    std::vector<StoreDelta> replace(WholeList list);
    std::vector<StoreDelta> replace(std::vector<ObjectPtr> objects) {
        return replace(WholeList{std::move(objects), {}});
    }
    void bookmark(const std::string& resourceVersion);

private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
    };
    using Names = std::unordered_map<std::string, ObjectPtr, Hash, std::equal_to<>>;
    using Namespaces = std::unordered_map<std::string, Names, Hash, std::equal_to<>>;

    ObjectPtr find(std::string_view key) const;
    ObjectPtr put(Names& names, const ObjectPtr& object);
    ObjectPtr take(const Object& object);
    void reindex(const std::vector<StoreDelta>& deltas);

    mutable std::shared_mutex m_mutex;
    Namespaces m_objects;  // no empty ones
    std::size_t m_size = 0;
    std::map<std::string, StoreIndex> m_indexes;
    std::string m_version;
};

}  // namespace rollcall
