// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/store_index.h"

namespace rollcall {

void StoreIndex::update(const std::string& key, const Object* before, const Object* after) {
    const std::vector<std::string> old = before ? m_function(*before) : std::vector<std::string>();
    const std::vector<std::string> now = after ? m_function(*after) : std::vector<std::string>();
    if (old == now) return;
    for (const std::string& value : old) {
        const auto it = m_keys.find(value);
        if (it == m_keys.end()) continue;
        it->second.erase(key);
        if (it->second.empty()) m_keys.erase(it);
    }
    for (const std::string& value : now) m_keys[value].insert(key);
}

const std::set<std::string>& StoreIndex::keys(const std::string& value) const {
    static const std::set<std::string> none;
    const auto it = m_keys.find(value);
    return it == m_keys.end() ? none : it->second;
}

std::vector<std::string> StoreIndex::values() const {
    std::vector<std::string> all;
    all.reserve(m_keys.size());
    for (const auto& [value, keys] : m_keys) all.push_back(value);
    return all;
}

}  // namespace rollcall
