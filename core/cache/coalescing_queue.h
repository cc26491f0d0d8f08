// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <unordered_map>
#include <unordered_set>

#include "core/cache/delta_queue.h"
#include "core/cache/store.h"

namespace rollcall {

/// What informers had until client-go 1.32 (tools/cache/delta_fifo.go): the changes of one object lie together, and the
/// objects are in line by their first change.
/// - pop() gives all that happened to one object, oldest first; a key never jumps the line.
/// - two deletions in a row are one: the one that knows more stays.
/// - a list is compared with the queue and the store when it comes, not when it is handled.
/// - a deletion of what neither the queue nor the store knows is dropped, a resync of what is queued as well.
class CoalescingQueue final : public DeltaQueue {
public:
    /// `known`: the store that the consumer writes; null = none. It must outlive the queue.
    explicit CoalescingQueue(const Store* known) : m_known(known) {}

    void push(DeltaType type, ObjectPtr object) override;
    void replace(WholeList list) override;
    std::size_t resync() override;
    void bookmark(std::string) override {}
    bool pop(DeltaBatch& batch) override;
    bool hasSynced() const override { return m_populated && m_initialPopulation == 0; }
    std::size_t size() const override { return m_order.size(); }

private:
    struct Pending {
        Deltas deltas;
        int merged = 0;
    };
    void append(Delta delta);
    std::size_t deleteMissing(const std::unordered_set<std::string>& keys, const std::optional<std::string>& ns);
    static void mergeDeletions(Pending& pending);

    const Store* const m_known;
    std::unordered_map<std::string, Pending> m_items;
    std::deque<std::string> m_order;  // a key is in here exactly when it is in m_items
    bool m_populated = false;
    std::size_t m_initialPopulation = 0;
};

}  // namespace rollcall
