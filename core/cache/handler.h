// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "core/api/object.h"
#include "core/base/clock.h"

namespace rollcall {

/// One change as a handler sees it. `seq` is its number in the transition log: the cause of what follows from it; 0 in
/// the synthetic additions for a handler that came late.
struct Notification {
    ObjectPtr before;  ///< null = added
    ObjectPtr after;   ///< null = deleted
    bool inInitialList = false;
    bool finalStateUnknown = false;  ///< DeletedFinalStateUnknown: `before` is the last state known
    std::uint64_t seq = 0;

    const ObjectPtr& object() const { return after ? after : before; }
    /// The object did not change: a resync, or a list that brought what was known.
    bool isSync() const { return before && after && before->meta.resourceVersion == after->meta.resourceVersion; }
};

/// client-go's ResourceEventHandler. Thread: the one of its HandlerOptions::post, else the informer's; must not block
/// there.
class ResourceEventHandler {
public:
    virtual ~ResourceEventHandler() = default;
    virtual void onAdd(const Notification& n) = 0;
    virtual void onUpdate(const Notification& n) = 0;  ///< equal resource versions = a resync or an unchanged relist
    virtual void onDelete(const Notification& n) = 0;
};

struct HandlerOptions {
    std::string name = {};  ///< for people
    /// Unset = the informer's; zero = none. At least a second; after start() at least the informer's check period.
    std::optional<Duration> resyncPeriod = std::nullopt;
    /// Runs a task in the handler's own context, in the order posted; unset = on the informer's thread, where a slow
    /// handler delays everything.
    std::function<void(std::function<void()>)> post = nullptr;
};

}  // namespace rollcall
