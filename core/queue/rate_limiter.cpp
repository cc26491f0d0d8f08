// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/rate_limiter.h"

#include <algorithm>
#include <cmath>

namespace rollcall {

namespace {
int countOf(const std::unordered_map<std::string, int>& counts, const std::string& key) {
    const auto it = counts.find(key);
    return it == counts.end() ? 0 : it->second;
}
}  // namespace

Duration ItemExponentialRateLimiter::when(const std::string& key) {
    std::lock_guard lock(m_mutex);
    const int failures = m_failures[key]++;
    // In floating point, as client-go does, so that the 64th failure does not overflow into the past.
    const double backoff = static_cast<double>(m_base.count()) * std::pow(2.0, failures);
    if (backoff > static_cast<double>(m_cap.count())) return m_cap;
    return Duration(static_cast<Duration::rep>(backoff));
}

void ItemExponentialRateLimiter::forget(const std::string& key) {
    std::lock_guard lock(m_mutex);
    m_failures.erase(key);
}

int ItemExponentialRateLimiter::numRequeues(const std::string& key) const {
    std::lock_guard lock(m_mutex);
    return countOf(m_failures, key);
}

BucketRateLimiter::BucketRateLimiter(std::shared_ptr<Clock> clock, double qps, int burst)
    : m_clock(std::move(clock)), m_qps(qps), m_burst(burst), m_tokens(burst), m_last(m_clock->now()) {}

double BucketRateLimiter::tokensLocked(MonoTime now) const {
    const double elapsed = std::chrono::duration<double>(now - m_last).count();
    return std::min(static_cast<double>(m_burst), m_tokens + std::max(elapsed, 0.0) * m_qps);
}

Duration BucketRateLimiter::when(const std::string&) {
    std::lock_guard lock(m_mutex);
    const MonoTime now = m_clock->now();
    m_tokens = tokensLocked(now) - 1;
    m_last = now;
    if (m_tokens >= 0) return Duration::zero();
    return std::chrono::duration_cast<Duration>(std::chrono::duration<double>(-m_tokens / m_qps));
}

double BucketRateLimiter::tokens() const {
    std::lock_guard lock(m_mutex);
    return tokensLocked(m_clock->now());
}

Duration MaxOfRateLimiter::when(const std::string& key) {
    Duration longest{};
    for (const auto& limiter : m_limiters) longest = std::max(longest, limiter->when(key));
    return longest;
}

void MaxOfRateLimiter::forget(const std::string& key) {
    for (const auto& limiter : m_limiters) limiter->forget(key);
}

int MaxOfRateLimiter::numRequeues(const std::string& key) const {
    int most = 0;
    for (const auto& limiter : m_limiters) most = std::max(most, limiter->numRequeues(key));
    return most;
}

Duration FastSlowRateLimiter::when(const std::string& key) {
    std::lock_guard lock(m_mutex);
    return ++m_failures[key] <= m_fastAttempts ? m_fast : m_slow;
}

void FastSlowRateLimiter::forget(const std::string& key) {
    std::lock_guard lock(m_mutex);
    m_failures.erase(key);
}

int FastSlowRateLimiter::numRequeues(const std::string& key) const {
    std::lock_guard lock(m_mutex);
    return countOf(m_failures, key);
}

std::shared_ptr<RateLimiter> defaultControllerRateLimiter(std::shared_ptr<Clock> clock) {
    return std::make_shared<MaxOfRateLimiter>(std::vector<std::shared_ptr<RateLimiter>>{
        std::make_shared<ItemExponentialRateLimiter>(), std::make_shared<BucketRateLimiter>(std::move(clock))});
}

}  // namespace rollcall
