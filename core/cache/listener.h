// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "core/cache/handler.h"
#include "core/cache/ring_buffer.h"

namespace rollcall {

/// One handler of an informer with what it has not been told yet, so that a slow one delays only itself; also its place
/// in the informer's list (client-go tools/cache/shared_informer.go, processorListener and its registration).
/// **Thread**: the readers on any; push() and the resync functions under the informer's lock; deliver() in the
/// handler's context.
class Listener : public std::enable_shared_from_this<Listener> {
public:
    static constexpr std::size_t kBuffer = 1024;  // shared_informer.go, initialBufferSize
    static constexpr Duration kSlow = std::chrono::milliseconds(100);

    /// A notification took longer than kSlow while more than kBuffer others waited.
    using OnBacklog = std::function<void(const Listener&, Duration took, std::size_t waiting, const ObjectPtr& object)>;

    Listener(ResourceEventHandler& handler, HandlerOptions options, std::shared_ptr<Clock> clock, OnBacklog onBacklog);

    // Any thread.
    const std::string& name() const { return m_options.name; }
    /// The informer has synced and this handler was told all of the first list.
    bool hasSynced() const { return m_synced.load(std::memory_order_acquire); }
    /// Removed, or the informer stopped.
    bool isClosed() const { return m_closed.load(); }
    /// That, and the last call has returned.
    bool isFinished() const;
    std::size_t waiting() const;

    // For the informer.
    bool isInline() const { return !m_options.post; }
    /// Those that are for this listener: syncs only when it takes part. `last`: nobody else needs them.
    void push(std::vector<Notification>& notifications, bool last);
    /// Tells what waits, until nothing does. The caller keeps the listener alive.
    void deliver();
    /// Sees to it that deliver() runs in the handler's context. Not for inline ones.
    void schedule();
    void upstreamHasSynced();
    /// No call begins after this. What waits is dropped.
    void close();
    /// Until the call under way has returned; at once when it is this thread's own.
    void waitForEnd();

    // Resyncs. Thread: the informer's lock.
    void setResyncPeriod(Duration requested, Duration granted, MonoTime now);
    void regrant(Duration checkPeriod);
    Duration requestedResyncPeriod() const { return m_requested; }
    Duration resyncPeriod() const { return m_granted; }
    /// Whether it takes part in the resync that begins now.
    bool takeTurn(MonoTime now);
    bool isSyncing() const { return m_syncing; }

    /// client-go determineResyncPeriod(): no faster than the informer checks, nothing when it never does.
    static Duration grant(Duration requested, Duration checkPeriod);

private:
    bool nextPortion(bool first, std::size_t& behind);
    void tell(const Notification& notification, std::size_t behind);
    void checkSynced();

    ResourceEventHandler& m_handler;
    const HandlerOptions m_options;
    const std::shared_ptr<Clock> m_clock;
    const OnBacklog m_onBacklog;

    mutable std::mutex m_mutex;  // guards the next three
    RingBuffer<Notification> m_waiting{kBuffer};
    bool m_scheduled = false;
    std::thread::id m_telling;  // who is inside the handler
    std::condition_variable m_told;
    std::atomic<bool> m_closed{false};
    std::atomic<std::size_t> m_inHand{0};  // taken out and not told yet
    std::vector<Notification> m_portion;   // that; belongs to the thread that tells

    std::atomic<std::int64_t> m_initialLeft{0};  // of the first list, pushed and not told
    std::atomic<bool> m_upstreamSynced{false};
    std::atomic<bool> m_synced{false};

    Duration m_requested{}, m_granted{};
    MonoTime m_nextResync{};
    bool m_syncing = true;  // all of them are, until the first resync
};

}  // namespace rollcall
