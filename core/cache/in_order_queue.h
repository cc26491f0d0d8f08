// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/cache/delta_queue.h"

namespace rollcall {

/// Every change in the order of its arrival; a list and a resync are one delta each (client-go
/// tools/cache/the_real_fifo.go with atomic events, the default since 1.36).
/// - pop() gives up to 1,000 changes of distinct keys, or one list, resync or bookmark alone.
/// - a deletion is passed on even when nobody knows the object.
class InOrderQueue final : public DeltaQueue {
public:
    static constexpr std::size_t kBatch = 1000;  // the_real_fifo.go, defaultBatchSize

    void push(DeltaType type, ObjectPtr object) override;
    void replace(WholeList list) override;
    std::size_t resync() override;
    void bookmark(std::string resourceVersion) override;
    bool pop(DeltaBatch& batch) override;
    void finish() override;
    bool hasSynced() const override { return m_synced; }
    std::size_t size() const override { return m_items.size() - m_head; }

private:
    /// The keys of the batch being made. Emptied by a new stamp, so that a batch costs no allocation; no larger than
    /// the batches are, so that small ones stay in the processor's cache.
    class KeySet {
    public:
        void prepare(std::size_t most);
        bool insert(std::string_view key);

    private:
        struct Slot {
            std::uint64_t stamp = 0;
            std::string_view key;
        };
        std::vector<Slot> m_slots = std::vector<Slot>(64);  // a power of two
        std::uint64_t m_stamp = 0;
    };

    void append(Delta delta);
    std::size_t batchSize();
    void dropTaken();
    void checkSynced();

    Deltas m_items;  // from m_head on
    std::size_t m_head = 0;
    KeySet m_unique;
    bool m_populated = false;
    bool m_synced = false;
    std::size_t m_initialPopulation = 0;  // of the deltas that were there after the first list: how many are left
    std::size_t m_popped = 0;
};

}  // namespace rollcall
