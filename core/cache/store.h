// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <shared_mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/api/object.h"

namespace rollcall {

/// What one write did: handlers are told from this.
struct StoreDelta {
    ObjectPtr before;   ///< null = added
    ObjectPtr after;    ///< null = deleted
    bool finalStateUnknown = false;  ///< missing from a new list: `before` may be older than the deleted object was
};

/// The cache: objects by key. One writer (the informer's thread), any number of readers on any thread, each of whom gets
/// immutable objects. client-go tools/cache/thread_safe_store.go.
class Store {
public:
    // Reading. Thread: any.
    ObjectPtr get(const std::string& key) const;    ///< null = not there
    std::vector<ObjectPtr> list() const;            ///< in no order
    std::vector<ObjectPtr> listNamespace(const std::string& ns) const;
    std::size_t size() const;

    // Writing. Thread: the informer's.
    /// Add for a known key is an update, update for an unknown key an add: the store decides, not the event.
    StoreDelta upsert(ObjectPtr object);
    /// `before` is null when the key was unknown.
    StoreDelta erase(const ObjectPtr& object);
    /// Swaps a whole list in at once; readers see the old or the new content, never a mixture. Deletions come first. An object
    /// that came back under its name with another uid is a deletion and an addition (W16).
    std::vector<StoreDelta> replace(std::vector<ObjectPtr> objects);

private:
    using Map = std::unordered_map<std::string, ObjectPtr>;
    mutable std::shared_mutex m_mutex;
    Map m_objects;
};

}  // namespace rollcall
