// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controller/sync_faults.h"

#include <algorithm>
#include <utility>

#include "core/base/backoff.h"
#include "core/base/clock_wait.h"

namespace rollcall {

bool keyMatches(const std::string& pattern, const std::string& key) {
    if (pattern.empty()) return true;
    std::size_t p = 0, k = 0, star = std::string::npos, retry = 0;
    while (k < key.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            retry = k;
        } else if (p < pattern.size() && pattern[p] == key[k]) {
            ++p;
            ++k;
        } else if (star != std::string::npos) {
            p = star + 1;
            k = ++retry;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', p) == std::string::npos;
}

void SyncFaults::add(SyncFault fault) {
    if (fault.times == 0) return;
    if (fault.message.empty()) fault.message = fault.kind == SyncFault::Kind::Panic ? "injected panic" : "injected failure";
    std::lock_guard lock(m_mutex);
    m_faults.push_back(std::move(fault));
}

void SyncFaults::clear() {
    std::lock_guard lock(m_mutex);
    m_faults.clear();
}

std::vector<SyncFault> SyncFaults::list() const {
    std::lock_guard lock(m_mutex);
    return m_faults;
}

/// Those that strike now, each counted once; a failure or a panic ends the search, slowness adds up.
std::vector<SyncFault> SyncFaults::take(const std::string& key) {
    static thread_local const RandomSource random = systemRandom();
    std::vector<SyncFault> struck;
    std::lock_guard lock(m_mutex);
    for (SyncFault& fault : m_faults) {
        if (!keyMatches(fault.key, key) || (fault.share < 1.0 && random() >= fault.share)) continue;
        if (fault.times > 0) --fault.times;
        struck.push_back(fault);
        if (fault.kind != SyncFault::Kind::Slow) break;
    }
    m_faults.erase(std::remove_if(m_faults.begin(), m_faults.end(), [](const SyncFault& f) { return f.times == 0; }),
                   m_faults.end());
    return struck;
}

Result<Unit> SyncFaults::apply(const std::string& key, Clock& clock, const CancelToken& cancel) {
    for (const SyncFault& fault : take(key)) {
        switch (fault.kind) {
            case SyncFault::Kind::Slow:
                if (!waitOn(clock, fault.delay, cancel)) return makeError(ErrorKind::Cancelled, "given up at the second Stop");
                break;
            case SyncFault::Kind::Panic: throw SyncPanic{fault.message};
            case SyncFault::Kind::Fail: return makeError(ErrorKind::Internal, fault.message);
        }
    }
    return Unit{};
}

}  // namespace rollcall
