// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/backoff.h"

#include <algorithm>
#include <random>

namespace rollcall {

RandomSource systemRandom() {
    auto engine = std::make_shared<std::mt19937_64>(std::random_device{}());
    return [engine] { return std::uniform_real_distribution<double>(0.0, 1.0)(*engine); };
}

Backoff::Options Backoff::reflector() {
    using namespace std::chrono_literals;
    return {800ms, 30s, 2.0, 1.0, 2min};
}

Backoff::Backoff(std::shared_ptr<Clock> clock, Options options, RandomSource random)
    : m_clock(std::move(clock)),
      m_options(options),
      m_random(std::move(random)),
      m_duration(options.initial),
      m_lastReset(m_clock->now()) {}

Duration Backoff::next() {
    const MonoTime now = m_clock->now();
    if (now - m_lastReset > m_options.resetAfter) {
        m_duration = m_options.initial;
        m_lastReset = now;
    }
    const auto scaled = [](Duration d, double by) {
        return Duration(static_cast<Duration::rep>(static_cast<double>(d.count()) * by));
    };
    const Duration wait = scaled(m_duration, 1.0 + m_random() * m_options.jitter);
    m_duration = std::min(scaled(m_duration, m_options.factor), m_options.cap);
    return wait;
}

}  // namespace rollcall
