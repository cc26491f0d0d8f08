// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/base/clock.h"

namespace rollcall {

/// For how long an error that comes again and again is answered by trying again: `longest` from its first time on; a
/// minute without it starts anew (client-go tools/cache/retry_with_deadline.go). Thread: the owner's.
class RetryWindow {
public:
    explicit RetryWindow(Duration longest) : m_longest(longest) {}

    void failed(MonoTime now) {
        if (!m_last || now - *m_last >= std::chrono::minutes(1)) reset();
        if (!m_first) m_first = now;
        m_last = now;
    }
    bool shouldRetry(MonoTime now) {
        if (m_longest <= Duration::zero()) return false;
        if (m_first && now - *m_first <= m_longest) return true;
        reset();
        return false;
    }
    void reset() {
        m_first.reset();
        m_last.reset();
    }

private:
    const Duration m_longest;
    std::optional<MonoTime> m_first, m_last;
};

}  // namespace rollcall
