// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/base/clock.h"

namespace rollcall {

/// How long a key has to wait before it may be queued again. Source of all rules and numbers here: client-go
/// util/workqueue/default_rate_limiters.go. Thread: any.
class RateLimiter {
public:
    virtual ~RateLimiter() = default;
    virtual Duration when(const std::string& key) = 0;  ///< counts as one more failure of the key
    virtual void forget(const std::string& key) = 0;
    virtual int numRequeues(const std::string& key) const = 0;
    /// Tokens of the bucket that all keys share; negative = debt. Nothing where there is no bucket.
    virtual std::optional<double> bucketTokens() const { return std::nullopt; }
};

/// base * 2^failures, at most `cap`; the counter rises with every when().
class ItemExponentialRateLimiter final : public RateLimiter {
public:
    static constexpr Duration kControllerBase = std::chrono::milliseconds(5);
    static constexpr Duration kItemBasedBase = std::chrono::milliseconds(1);  ///< DefaultItemBasedRateLimiter
    static constexpr Duration kCap = std::chrono::seconds(1000);

    explicit ItemExponentialRateLimiter(Duration base = kControllerBase, Duration cap = kCap)
        : m_base(base), m_cap(cap) {}
    Duration when(const std::string& key) override;
    void forget(const std::string& key) override;
    int numRequeues(const std::string& key) const override;

private:
    const Duration m_base, m_cap;
    mutable std::mutex m_mutex;
    std::unordered_map<std::string, int> m_failures;
};

/// One token bucket for all keys. Each when() reserves a token and may go into debt; a reservation is never given back,
/// so an add that is deduplicated later has still spent one (golang.org/x/time/rate, Limiter.Reserve().Delay(), with
/// its arithmetic). An infinite rate never waits; a rate of 0 or a burst below 1 means for ever once nothing is left.
class BucketRateLimiter final : public RateLimiter {
public:
    static constexpr double kControllerQps = 10;
    static constexpr int kControllerBurst = 100;
    static constexpr double kSampleControllerQps = 50;
    static constexpr int kSampleControllerBurst = 300;

    BucketRateLimiter(std::shared_ptr<Clock> clock, double qps = kControllerQps, int burst = kControllerBurst);
    Duration when(const std::string& key) override;
    void forget(const std::string&) override {}
    int numRequeues(const std::string&) const override { return 0; }
    /// Tokens now; negative = debt. For the gauge.
    double tokens() const;
    std::optional<double> bucketTokens() const override { return tokens(); }

private:
    double tokensLocked(MonoTime now) const;

    const std::shared_ptr<Clock> m_clock;
    const double m_qps;
    const int m_burst;
    mutable std::mutex m_mutex;
    double m_tokens;
    MonoTime m_last;
};

/// The longest of several; every limiter counts each call, forget() reaches all, numRequeues() is the largest.
class MaxOfRateLimiter final : public RateLimiter {
public:
    explicit MaxOfRateLimiter(std::vector<std::shared_ptr<RateLimiter>> limiters) : m_limiters(std::move(limiters)) {}
    Duration when(const std::string& key) override;
    void forget(const std::string& key) override;
    int numRequeues(const std::string& key) const override;
    std::optional<double> bucketTokens() const override;  ///< of the first that has a bucket

private:
    const std::vector<std::shared_ptr<RateLimiter>> m_limiters;
};

/// `fast` for the first `fastAttempts` calls of a key, `slow` from then on.
class FastSlowRateLimiter final : public RateLimiter {
public:
    FastSlowRateLimiter(Duration fast, Duration slow, int fastAttempts)
        : m_fast(fast), m_slow(slow), m_fastAttempts(fastAttempts) {}
    Duration when(const std::string& key) override;
    void forget(const std::string& key) override;
    int numRequeues(const std::string& key) const override;

private:
    const Duration m_fast, m_slow;
    const int m_fastAttempts;
    mutable std::mutex m_mutex;
    std::unordered_map<std::string, int> m_failures;
};

/// Another limiter's answer, but never more than `maxWait`.
class MaxWaitRateLimiter final : public RateLimiter {
public:
    MaxWaitRateLimiter(std::shared_ptr<RateLimiter> limiter, Duration maxWait)
        : m_limiter(std::move(limiter)), m_maxWait(maxWait) {}
    Duration when(const std::string& key) override { return std::min(m_limiter->when(key), m_maxWait); }
    void forget(const std::string& key) override { m_limiter->forget(key); }
    int numRequeues(const std::string& key) const override { return m_limiter->numRequeues(key); }
    std::optional<double> bucketTokens() const override { return m_limiter->bucketTokens(); }

private:
    const std::shared_ptr<RateLimiter> m_limiter;
    const Duration m_maxWait;
};

/// DefaultControllerRateLimiter: the longer of 5 ms * 2^n (at most 1000 s) and a bucket of 10/s, burst 100.
std::shared_ptr<RateLimiter> defaultControllerRateLimiter(std::shared_ptr<Clock> clock);
/// DefaultItemBasedRateLimiter: 1 ms * 2^n, at most 1000 s.
std::shared_ptr<RateLimiter> defaultItemBasedRateLimiter();
/// kubernetes/sample-controller controller.go: the longer of 5 ms * 2^n (at most 1000 s) and a bucket of 50/s, burst
/// 300.
std::shared_ptr<RateLimiter> sampleControllerRateLimiter(std::shared_ptr<Clock> clock);

}  // namespace rollcall
