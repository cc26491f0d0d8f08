// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "core/cache/delta.h"

namespace rollcall {

/// What the consumer takes out of the queue at one go.
struct DeltaBatch {
    Deltas deltas;
    bool inInitialList = false;
    int merged = 0;  ///< deltas that were dropped because they said the same (coalescing queue)
};

/// The queue between a reflector and the store: the reflector puts changes in while it reads, the informer takes them
/// out afterwards. Two flavours, since the difference is a lesson: InOrderQueue and CoalescingQueue.
/// **Thread**: the informer's, for both ends.
class DeltaQueue {
public:
    virtual ~DeltaQueue() = default;

    /// Added, Updated or Deleted.
    virtual void push(DeltaType type, ObjectPtr object) = 0;
    /// A list: what is missing from it becomes a deletion with an unknown final state.
    virtual void replace(WholeList list) = 0;
    /// Every known object once more. Returns how many deltas that queued.
    virtual std::size_t resync() = 0;
    virtual void bookmark(std::string resourceVersion) = 0;

    /// False when there is nothing.
    virtual bool pop(DeltaBatch& batch) = 0;
    /// What pop() gave has been handled.
    virtual void finish() {}
    /// The first list has been handled, or a change came before any list.
    virtual bool hasSynced() const = 0;
    /// Of the in-order queue its deltas, of the coalescing queue its keys.
    virtual std::size_t size() const = 0;
};

}  // namespace rollcall
