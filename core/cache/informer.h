// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "core/cache/delta_queue.h"
#include "core/cache/listener.h"
#include "core/cache/reflector_group.h"
#include "core/cache/store.h"

namespace rollcall {

/// What lies between the reflector and the store; the difference is a lesson.
enum class Delivery : std::uint8_t {
    InOrder,     ///< client-go since 1.36: every change as it came, a list and a resync as one
    Coalescing,  ///< client-go until 1.32 (DeltaFIFO): the changes of one object together
};

struct InformerStatus {
    ReflectorStatus reflector;
    std::int64_t objects = 0;
    std::int64_t added = 0, updated = 0, deleted = 0, resynced = 0;
    std::optional<MonoTime> nextResync;
    bool synced = false;
    std::int64_t queued = 0;    ///< between reflector and store
    std::string storeVersion;   ///< resource version of what the store holds
    bool perNamespace = false;  ///< the cluster-wide list is forbidden
    std::vector<NamespaceStatus> namespaces;
};

/// Reflector → queue → store → handlers: a cache that says what changed, to any number of handlers
/// (client-go tools/cache/shared_informer.go, controller.go).
/// **Thread**: start() and stop() on the thread of its transport; everything else any. **Owns** queue, store and
/// reflectors; handlers must outlive stop() or their removal, which wait for the call under way.
class Informer final {
public:
    using Handle = std::shared_ptr<Listener>;
    struct Options {
        ReflectorMachine::Options reflector = {};
        Duration resyncPeriod{};  ///< default of the handlers, and how often it is checked; 0 = none
        Delivery delivery = Delivery::InOrder;
        /// When the cluster-wide list is forbidden: the namespaces to try. Called on the informer's thread.
        std::function<std::vector<std::string>()> fallbackNamespaces = nullptr;
        std::function<std::unique_ptr<Transport>()> makeTransport = nullptr;  ///< see ReflectorGroup::Options
    };
    static constexpr Duration kShortestResync = std::chrono::seconds(1);  // shared_informer.go, minimumResyncPeriod

    Informer(ReflectorTarget target, Options options, Transport& transport, std::shared_ptr<Clock> clock,
             TransitionLog& log, Reflector::Post post, RandomSource random = systemRandom());
    ~Informer();
    Informer(const Informer&) = delete;
    Informer& operator=(const Informer&) = delete;

    /// After start() it is first told of all that the store holds, as additions of the initial list. Null when stopped.
    Handle addHandler(ResourceEventHandler* handler, HandlerOptions options = {});
    /// No call to it begins afterwards. With `wait`, and unless it is called by the handler itself, none is under way
    /// either.
    void removeHandler(const Handle& handle, bool wait = true);
    std::size_t handlerCount() const;

    /// Runs on the informer's thread after changes, at most once for all that one read brought. Before start().
    void setOnChanged(std::function<void()> onChanged) { m_onChanged = std::move(onChanged); }
    void start();
    void stop();
    bool isStopped() const;

    const Store& store() const { return m_store; }
    /// Also while it runs. False when the name is taken.
    bool addIndexer(const std::string& name, IndexFunc function) {
        return m_store.addIndexer(name, std::move(function));
    }
    bool hasSynced() const { return m_synced.load(std::memory_order_acquire); }
    Duration resyncCheckPeriod() const;
    InformerStatus status() const;

private:
    struct Life {};

    void onApply(const WatchEvent& event);
    void onChanged();
    // The consumer.
    void drain();
    void drainLater();
    void process(DeltaBatch& batch);
    void processWhole(WholeList list, bool initial);
    void processSync();
    void tell(StoreDelta delta, const std::string& key, bool initial, std::uint64_t syncCause);
    void distribute();
    void deliver();
    void checkSynced();
    void noteBacklog(Duration took, std::size_t batch);
    // Resyncs.
    void followWatchLoop();
    void armResync();
    void resync();
    void publish();
    std::uint64_t note(Step step, std::string_view key, const Object& object, std::string_view detail = {});
    std::uint64_t note(Step step, std::string detail);

    const ReflectorTarget m_target;
    const Options m_options;
    const std::shared_ptr<Clock> m_clock;
    TransitionLog& m_log;
    const Reflector::Post m_post;
    Store m_store;

    // Deltas are blocked while it is held: a late handler gets the store and then all that follows, nothing twice.
    mutable std::mutex m_mutex;
    std::vector<Handle> m_listeners;
    bool m_listenersChanged = false;
    Duration m_checkPeriod;
    bool m_started = false, m_stopped = false;

    // The informer's thread alone.
    std::unique_ptr<DeltaQueue> m_queue;
    ReflectorGroup m_reflectors;
    std::vector<StoreDelta> m_written;
    std::vector<Notification> m_told;
    DeltaBatch m_batch;
    std::vector<Handle> m_delivering;  // m_listeners as of the last batch
    bool m_draining = false, m_drainPosted = false;
    std::uint64_t m_resyncCause = 0;
    MonoTime m_readAt{};  // of the read that brought the events under way: one reading of the clock for all of them
    std::function<void()> m_onChanged;
    std::atomic<bool> m_synced{false};
    Clock::TimerId m_resyncTimer = 0;
    std::shared_ptr<Life> m_life;
    InformerStatus m_current;
    mutable std::mutex m_statusMutex;
    InformerStatus m_published;
};

}  // namespace rollcall
