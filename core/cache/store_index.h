// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/api/object.h"

namespace rollcall {

/// The values under which an object is found; none = not at all.
using IndexFunc = std::function<std::vector<std::string>(const Object&)>;

/// Keys by value, kept with each write (client-go tools/cache/thread_safe_store.go, storeIndex).
/// Thread: the store's lock.
class StoreIndex {
public:
    explicit StoreIndex(IndexFunc function) : m_function(std::move(function)) {}

    /// An addition has no `before`, a removal no `after`.
    void update(const std::string& key, const Object* before, const Object* after);
    void clear() { m_keys.clear(); }
    /// In the order of keys.
    const std::set<std::string>& keys(const std::string& value) const;
    std::vector<std::string> values() const;
    std::vector<std::string> valuesOf(const Object& object) const { return m_function(object); }

private:
    IndexFunc m_function;
    std::unordered_map<std::string, std::set<std::string>> m_keys;  // no empty sets, or values that went away pile up
};

}  // namespace rollcall
