// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/event_correlator.h"

#include <QUuid>
#include <algorithm>
#include <cstdio>
#include <utility>

namespace rollcall {

namespace {

constexpr const char* kCombined = "(combined from similar events): ";

/// Parts are joined with a character that no part can hold, so that ("a", "bc") and ("ab", "c") differ.
std::string join(std::initializer_list<const std::string*> parts) {
    std::string key;
    for (const std::string* part : parts) (key += *part) += '\n';
    return key;
}

std::string eventKey(const EventBody& e) {
    return join({&e.component, &e.host, &e.involvedKind, &e.involvedNamespace, &e.involvedName, &e.involvedFieldPath,
                 &e.involvedUid, &e.involvedApiVersion, &e.type, &e.reason, &e.message});
}

/// The reporting fields, which client-go adds, are the source's.
std::string aggregateKey(const EventBody& e) {
    return join({&e.component, &e.host, &e.involvedKind, &e.involvedNamespace, &e.involvedName, &e.involvedUid,
                 &e.involvedApiVersion, &e.type, &e.reason});
}

std::string spamKey(const EventBody& e) {
    return join({&e.component, &e.host, &e.involvedKind, &e.involvedNamespace, &e.involvedName, &e.involvedUid,
                 &e.involvedApiVersion, &e.type});
}

/// RFC 1123 subdomain as the API server checks names (apimachinery pkg/util/validation, IsDNS1123Subdomain).
bool isDnsSubdomain(const std::string& text) {
    const auto alnum = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
    if (text.empty() || text.size() > 253) return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (alnum(text[i])) continue;
        const bool border = i == 0 || i + 1 == text.size();
        const bool nextToDot = !border && (text[i - 1] == '.' || text[i + 1] == '.');
        if (border || nextToDot || (text[i] != '-' && text[i] != '.')) return false;
    }
    return true;
}

std::string plainName(const std::string& objectName, WallTime at) {
    char hex[32];
    std::snprintf(hex, sizeof hex, ".%llx", static_cast<unsigned long long>(at.time_since_epoch().count()));
    return objectName + hex;
}

/// A new Event in the place of `event`: it has a name and times of its own and neither annotations nor reporting
/// fields. The name is not checked as that of others is; the API server refuses it when the object's name is no DNS
/// subdomain.
void makeCombined(EventBody& event, WallTime now) {
    event.name = plainName(event.involvedName, now);
    event.annotations.clear();
    event.message = kCombined + event.message;
    event.count = 1;
    event.first = event.last = now;
    event.combined = true;
}

}  // namespace

std::string eventName(const std::string& objectName, WallTime at) {
    const std::string name = plainName(objectName, at);
    return isDnsSubdomain(name) ? name : QUuid::createUuid().toString(QUuid::WithoutBraces).toStdString();
}

EventCorrelator::EventCorrelator(std::shared_ptr<Clock> clock, Options options)
    : m_clock(std::move(clock)),
      m_options(options),
      m_similar(options.cacheSize),
      m_observed(options.cacheSize),
      m_buckets(options.cacheSize) {
}

EventCorrelator::Outcome EventCorrelator::correlate(const EventBody& event) {
    Outcome outcome{event, false, false, false};
    std::string key;
    outcome.aggregated = aggregate(outcome.event, key);
    outcome.patch = observe(outcome.event, key);
    outcome.skip = !allowed(outcome.event);
    return outcome;
}

bool EventCorrelator::aggregate(EventBody& event, std::string& key) {
    const MonoTime now = m_clock->now();
    const std::string similarKey = aggregateKey(event);
    Similar* similar = m_similar.find(similarKey);
    if (!similar || now - similar->last > m_options.similarWindow) similar = &m_similar.insert(similarKey, {});
    similar->messages.insert(event.message);
    similar->last = now;
    key = eventKey(event);
    if (similar->messages.size() < m_options.maxSimilar) return false;
    similar->messages.erase(similar->messages.begin());  // the set never grows past its limit; client-go takes any out
    key = similarKey;
    makeCombined(event, m_clock->wallNow());
    return true;
}

bool EventCorrelator::observe(EventBody& event, const std::string& key) {
    const Observed* last = m_observed.find(key);
    const bool known = last && last->count > 0;
    if (known) {
        event.name = last->name;
        event.first = last->first;
        event.count = last->count + 1;
    }
    m_observed.insert(key, {event.count, event.first, event.name});
    return known;
}

bool EventCorrelator::allowed(const EventBody& event) {
    const MonoTime now = m_clock->now();
    const std::string key = spamKey(event);
    Bucket* bucket = m_buckets.find(key);
    if (!bucket) bucket = &m_buckets.insert(key, {static_cast<double>(m_options.spamBurst), now});
    const double refill = std::chrono::duration<double>(now - bucket->last).count() * m_options.spamQps;
    bucket->tokens = std::min(static_cast<double>(m_options.spamBurst), bucket->tokens + refill);
    bucket->last = now;
    if (bucket->tokens < 1.0) return false;
    bucket->tokens -= 1.0;
    return true;
}

void EventCorrelator::updateState(const EventBody& event) {
    m_observed.insert(eventKey(event), {event.count, event.first, event.name});
}

}  // namespace rollcall
