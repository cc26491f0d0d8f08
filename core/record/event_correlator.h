// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <list>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>

#include "core/api/event_body.h"
#include "core/base/clock.h"

namespace rollcall {

/// A map that forgets what was used longest ago. client-go uses golang/groupcache's lru with 4,096 entries.
/// Thread: one at a time.
template <class V>
class LruMap {
public:
    explicit LruMap(std::size_t capacity) : m_capacity(capacity) {}

    V* find(const std::string& key) {
        const auto it = m_index.find(key);
        if (it == m_index.end()) return nullptr;
        m_order.splice(m_order.begin(), m_order, it->second);
        return &it->second->second;
    }
    V& insert(const std::string& key, V value) {
        if (V* known = find(key)) return *known = std::move(value);
        m_order.emplace_front(key, std::move(value));
        m_index.emplace(key, m_order.begin());
        if (m_order.size() > m_capacity) {
            m_index.erase(m_order.back().first);
            m_order.pop_back();
        }
        return m_order.front().second;
    }
    std::size_t size() const { return m_order.size(); }

private:
    const std::size_t m_capacity;
    std::list<std::pair<std::string, V>> m_order;  // most recently used first
    std::unordered_map<std::string, typename std::list<std::pair<std::string, V>>::iterator> m_index;
};

/// aggregate → observe and count → spam filter, as client-go tools/record/events_cache.go does it:
/// - the 10th distinct message of one object, type and reason within 600 s (rolling), and each later one, becomes one
/// Event
///   "(combined from similar events): …";
/// - an Event seen before raises the count of the first one (PATCH) instead of making another (POST);
/// - each source, object and type may write 25 Events at once and one more every 300 s. The filter comes last, so that
/// what
///   it holds back still counts and the count jumps when a token returns.
/// **Thread**: one at a time; the recorder's.
class EventCorrelator {
public:
    struct Options {
        std::size_t cacheSize = 4096;
        std::size_t maxSimilar = 10;
        std::chrono::seconds similarWindow{600};
        int spamBurst = 25;
        double spamQps = static_cast<double>(1.0F / 300.0F);  ///< client-go keeps it as float32
    };
    struct Outcome {
        EventBody event;     ///< with the name, count and first time that belong to it
        bool patch = false;  ///< raise the count of an Event that exists, else create
        bool skip = false;   ///< the spam filter holds it back
        bool aggregated = false;
    };

    EventCorrelator(std::shared_ptr<Clock> clock, Options options);
    explicit EventCorrelator(std::shared_ptr<Clock> clock) : EventCorrelator(std::move(clock), Options{}) {}

    Outcome correlate(const EventBody& event);
    /// What the server answered: its count and name go on from here.
    void updateState(const EventBody& event);

private:
    struct Similar {
        std::set<std::string> messages;
        MonoTime last{};
    };
    struct Observed {
        std::int64_t count = 0;
        WallTime first{};
        std::string name;
    };
    struct Bucket {
        double tokens = 0;
        MonoTime last{};
    };

    bool aggregate(EventBody& event, std::string& key);
    bool observe(EventBody& event, const std::string& key);
    bool allowed(const EventBody& event);

    const std::shared_ptr<Clock> m_clock;
    const Options m_options;
    LruMap<Similar> m_similar;
    LruMap<Observed> m_observed;
    LruMap<Bucket> m_buckets;
};

/// "<object>.<hex of unix nanoseconds>"; a UUID when that is not a DNS subdomain (client-go tools/record/util/util.go).
std::string eventName(const std::string& objectName, WallTime at);

}  // namespace rollcall
