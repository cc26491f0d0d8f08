// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "core/base/cancel_token.h"
#include "core/base/clock.h"
#include "core/base/result.h"

namespace rollcall {

/// What is done to syncs on purpose, to show what a controller makes of it.
struct SyncFault {
    enum class Kind { Fail, Slow, Panic };
    Kind kind = Kind::Fail;
    std::string key;               ///< exact, or with '*' for any text; empty = every key
    int times = 1;                 ///< so many syncs, then no more; < 0 = until cleared
    double share = 1.0;            ///< 0–1 of the syncs that match
    Duration delay{};              ///< Slow
    std::string message;           ///< Fail and Panic; empty = "injected failure"
};

/// A panic, as far as C++ has one: what a reconciler throws goes through the same path (apimachinery runtime.HandleCrash).
struct SyncPanic {
    std::string message;
};

/// The list of injected faults of one controller, asked before each sync. Thread: any.
class SyncFaults {
public:
    void add(SyncFault fault);
    void clear();
    std::vector<SyncFault> list() const;  ///< those that are not used up

    /// Waits (Slow), throws SyncPanic (Panic), or says why this sync fails; Unit = go on.
    Result<Unit> apply(const std::string& key, Clock& clock, const CancelToken& cancel);

private:
    std::vector<SyncFault> take(const std::string& key);

    mutable std::mutex m_mutex;
    std::vector<SyncFault> m_faults;
};

/// "default/a*b" against a key; '*' stands for any text, also none.
bool keyMatches(const std::string& pattern, const std::string& key);

}  // namespace rollcall
