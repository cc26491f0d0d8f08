// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/revision_log.h"

namespace rollcall {

void RevisionLog::add(const StudentPtr& object) {
    if (!object) return;
    const std::string key = object->meta.key();
    std::deque<Kept>& kept = m_keys[key];
    if (!kept.empty() && kept.back().object->meta.resourceVersion == object->meta.resourceVersion) return;  // a resync
    kept.push_back({m_next, object});
    m_order.emplace_back(m_next++, key);
    if (kept.size() > kPerKey) kept.pop_front();
    while (m_order.size() > kAll) {
        const auto [number, oldest] = std::move(m_order.front());
        m_order.pop_front();
        const auto it = m_keys.find(oldest);
        if (it == m_keys.end() || it->second.empty() || it->second.front().number != number) continue;
        it->second.pop_front();
        if (it->second.empty()) m_keys.erase(it);
    }
}

void RevisionLog::clear() {
    m_keys.clear();
    m_order.clear();
}

std::vector<StudentPtr> RevisionLog::of(const std::string& key) const {
    std::vector<StudentPtr> revisions;
    const auto it = m_keys.find(key);
    if (it == m_keys.end()) return revisions;
    for (const Kept& kept : it->second) revisions.push_back(kept.object);
    return revisions;
}

}  // namespace rollcall
