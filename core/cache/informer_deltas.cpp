// SPDX-License-Identifier: GPL-3.0-or-later
// The informer's consumer: takes changes out of the queue, writes the store, tells the handlers.
#include <algorithm>
#include <utility>

#include "core/cache/informer.h"

namespace rollcall {

namespace {

using namespace std::chrono_literals;

// One read brings some 1,300 events at most (a read buffer of 1 MiB): they are handled at one go. After this many the
// event loop has its turn, so that a long queue holds nothing else up.
constexpr std::size_t kSlice = 4000;

// the_real_fifo.go: handlers that take this long for a change while more than that are queued hold the queue up.
constexpr Duration kSlow = 100ms;
constexpr Duration kSlowest = 1s;
constexpr std::size_t kDeepQueue = 10;

}  // namespace

void Informer::onApply(const WatchEvent& event) {
    const DeltaType type = event.type == WatchEventType::Added     ? DeltaType::Added
                           : event.type == WatchEventType::Deleted ? DeltaType::Deleted
                                                                   : DeltaType::Updated;
    if (m_readAt == MonoTime{}) m_readAt = m_clock->now();
    m_queue->push(type, event.object);
    // In order, the consumer may be as close behind as it likes. At once is cheapest: the object that a change replaces is
    // freed while it is still in the processor's cache, which is worth a third of the time for an event.
    if (m_options.delivery == Delivery::InOrder) drain();
}

void Informer::drain() {
    if (m_draining) return;  // a handler made something happen: the loop that called it goes on
    m_draining = true;
    const std::weak_ptr<Life> life = m_life;
    std::size_t handled = 0;
    while (handled < kSlice && !life.expired() && m_queue->pop(m_batch)) {
        const bool deep = m_queue->size() > kDeepQueue;
        const MonoTime begun = deep ? m_clock->now() : MonoTime();
        const std::size_t size = m_batch.deltas.size();
        {
            std::lock_guard lock(m_mutex);
            process(m_batch);
            distribute();
            m_queue->finish();
            checkSynced();
            m_batch.deltas.clear();
        }
        deliver();
        if (deep) noteBacklog(m_clock->now() - begun, size);
        handled += size;
    }
    m_draining = false;
    if (life.expired()) return;
    if (!hasSynced()) {  // an empty list, or the last namespace was refused
        std::lock_guard lock(m_mutex);
        checkSynced();
    }
    if (m_queue->size() > 0) drainLater();
}

void Informer::drainLater() {
    if (std::exchange(m_drainPosted, true)) return;
    m_post([this, life = std::weak_ptr<Life>(m_life)] {
        if (life.expired()) return;
        m_drainPosted = false;
        onChanged();
    });
}

void Informer::noteBacklog(Duration took, std::size_t batch) {
    if (took <= std::min<Duration>(kSlow * static_cast<int>(batch), kSlowest)) return;
    Transition t;
    t.step = Step::HandlerBacklog;
    t.controller = m_target.controller;
    t.delay = took;
    t.detail = "slow handlers on the informer's thread: " + std::to_string(m_queue->size()) + " more queued";
    m_log.append(std::move(t));
}

void Informer::process(DeltaBatch& batch) {
    Delta& first = batch.deltas.front();
    switch (first.type) {
        case DeltaType::ReplacedAll:
            return processWhole(std::move(*first.whole), batch.inInitialList || !hasSynced());
        case DeltaType::SyncAll:
            return processSync();
        case DeltaType::Bookmark:
            return m_store.bookmark(first.whole->resourceVersion);
        default:
            break;
    }
    if (batch.merged > 0) {
        note(Step::Coalesced, first.key, *first.object, std::to_string(batch.merged) + " deletions merged");
    } else if (m_options.delivery == Delivery::Coalescing && batch.deltas.size() > 1) {
        note(Step::Coalesced, first.key, *first.object, std::to_string(batch.deltas.size()) + " changes together");
    }
    m_store.apply(batch.deltas, m_written);
    for (std::size_t i = 0; i < m_written.size(); ++i) {
        const bool isResync = batch.deltas[i].type == DeltaType::Sync;
        if (isResync) ++m_current.resynced;
        tell(std::move(m_written[i]), batch.deltas[i].key, batch.inInitialList || !hasSynced(),
             isResync ? m_resyncCause : 0);
    }
}

/// The store holds the whole list before the first handler hears of any of it; deletions are told first.
void Informer::processWhole(WholeList list, bool initial) {
    const std::size_t size = list.objects.size();
    std::string detail = std::to_string(size) + " objects";
    if (list.ns) detail = *list.ns + ": " + detail;
    const std::uint64_t cause = note(Step::Replaced, std::move(detail));
    m_written = m_store.replace(std::move(list));
    for (StoreDelta& delta : m_written) {
        const std::string key = (delta.after ? delta.after : delta.before)->meta.key();
        tell(std::move(delta), key, initial, cause);
    }
}

void Informer::processSync() {
    for (ObjectPtr& object : m_store.list()) {
        ++m_current.resynced;
        m_told.push_back({object, object, false, false, m_resyncCause});
    }
}

/// `syncCause`: the step that brought an object which did not change.
void Informer::tell(StoreDelta delta, const std::string& key, bool initial, std::uint64_t syncCause) {
    Notification n{std::move(delta.before), std::move(delta.after), false, delta.finalStateUnknown, 0};
    if (!n.before) {
        ++m_current.added;
        n.inInitialList = initial;
        n.seq = note(Step::Added, key, *n.after);
    } else if (!n.after) {
        ++m_current.deleted;
        n.seq = note(n.finalStateUnknown ? Step::TombstoneDeleted : Step::Deleted, key, *n.before);
    } else if (syncCause != 0 && n.isSync()) {
        n.seq = syncCause;
    } else {
        ++m_current.updated;
        n.seq = note(Step::Updated, key, *n.after);
    }
    m_told.push_back(std::move(n));
}

void Informer::distribute() {
    if (std::exchange(m_listenersChanged, false)) m_delivering = m_listeners;
    for (std::size_t i = 0; i < m_listeners.size(); ++i) m_listeners[i]->push(m_told, i + 1 == m_listeners.size());
    m_told.clear();
}

void Informer::deliver() {
    // Not by iterator: a handler may stop the informer.
    for (std::size_t i = 0; i < m_delivering.size(); ++i) {
        if (m_delivering[i]->isInline())
            m_delivering[i]->deliver();
        else
            m_delivering[i]->schedule();
    }
}

void Informer::checkSynced() {
    if (hasSynced() || !m_queue->hasSynced() || !m_reflectors.settled()) return;
    // The queue only knows of the first list: those of further namespaces must have been handled, too.
    if (m_reflectors.perNamespace() && m_queue->size() > 0) return;
    m_synced.store(true, std::memory_order_release);
    note(Step::Synced, std::to_string(m_store.size()));
    for (const Handle& listener : m_listeners) listener->upstreamHasSynced();
}

// --- resyncs ---------------------------------------------------------------------------------------------------------

/// The timer runs while a watch runs (or waits to), and starts anew after each list (reflector.go, watchWithResync).
void Informer::followWatchLoop() {
    const bool wanted = m_reflectors.inWatchLoop();
    if (wanted && !m_resyncTimer) {
        armResync();
    } else if (!wanted && m_resyncTimer) {
        m_clock->cancel(m_resyncTimer);
        m_resyncTimer = 0;
        m_current.nextResync.reset();
    }
}

void Informer::armResync() {
    const Duration period = resyncCheckPeriod();
    if (period <= Duration::zero()) return;
    m_current.nextResync = m_clock->now() + period;
    m_resyncTimer = m_clock->callAfter(period, [this, post = m_post, life = std::weak_ptr<Life>(m_life)] {
        post([this, life] {
            if (life.expired()) return;
            m_resyncTimer = 0;
            resync();
        });
    });
}

void Informer::resync() {
    bool due = false;
    {
        std::lock_guard lock(m_mutex);
        const MonoTime now = m_clock->now();
        for (const Handle& listener : m_listeners) due = listener->takeTurn(now) || due;
    }
    if (due) {
        m_resyncCause = note(Step::Resync, std::to_string(m_store.size()));
        m_queue->resync();
    }
    onChanged();
}

}  // namespace rollcall
