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

/// Nanoseconds, cut off; what is too many for a Duration becomes its largest.
Duration durationOf(double nanoseconds) {
    constexpr double kTooMany = 9223372036854775808.0;  // 2^63
    return nanoseconds >= kTooMany ? Duration::max() : Duration(static_cast<Duration::rep>(nanoseconds));
}

/// As Go divides a duration into seconds: the whole ones and the rest each by themselves (time.Duration.Seconds).
double secondsOf(Duration duration) {
    constexpr Duration::rep kSecond = 1'000'000'000;
    return static_cast<double>(duration.count() / kSecond) + static_cast<double>(duration.count() % kSecond) / 1e9;
}
}  // namespace

Duration ItemExponentialRateLimiter::when(const std::string& key) {
    std::lock_guard lock(m_mutex);
    const int failures = m_failures[key]++;
    // In floating point, as client-go does, so that the 64th failure does not overflow into the past.
    return std::min(durationOf(static_cast<double>(m_base.count()) * std::pow(2.0, failures)), m_cap);
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
    : m_clock(std::move(clock)), m_qps(qps), m_burst(burst), m_tokens(burst), m_last(m_clock->now()) {
}

double BucketRateLimiter::tokensLocked(MonoTime now) const {
    const double earned = m_qps <= 0 ? 0 : secondsOf(std::max(now - m_last, Duration::zero())) * m_qps;
    return std::min(static_cast<double>(m_burst), m_tokens + earned);
}

Duration BucketRateLimiter::when(const std::string&) {
    std::lock_guard lock(m_mutex);
    if (std::isinf(m_qps)) return Duration::zero();
    if (m_burst < 1) return Duration::max();  // it can never hold the one token that is asked for: nothing is reserved
    const MonoTime now = m_clock->now();
    m_tokens = tokensLocked(now) - 1;
    m_last = now;
    if (m_tokens >= 0) return Duration::zero();
    return m_qps <= 0 ? Duration::max() : durationOf(-m_tokens / m_qps * 1e9);
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

std::optional<double> MaxOfRateLimiter::bucketTokens() const {
    for (const auto& limiter : m_limiters) {
        if (const auto tokens = limiter->bucketTokens()) return tokens;
    }
    return std::nullopt;
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

std::shared_ptr<RateLimiter> defaultItemBasedRateLimiter() {
    return std::make_shared<ItemExponentialRateLimiter>(ItemExponentialRateLimiter::kItemBasedBase);
}

std::shared_ptr<RateLimiter> sampleControllerRateLimiter(std::shared_ptr<Clock> clock) {
    return std::make_shared<MaxOfRateLimiter>(std::vector<std::shared_ptr<RateLimiter>>{
        std::make_shared<ItemExponentialRateLimiter>(),
        std::make_shared<BucketRateLimiter>(std::move(clock), BucketRateLimiter::kSampleControllerQps,
                                            BucketRateLimiter::kSampleControllerBurst)});
}

}  // namespace rollcall
