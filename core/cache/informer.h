// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "core/cache/reflector.h"
#include "core/cache/store.h"

namespace rollcall {

/// One change as a handler sees it. `seq` is its number in the transition log: the cause of what follows from it.
struct Notification {
    ObjectPtr before;              ///< null = added
    ObjectPtr after;               ///< null = deleted
    bool inInitialList = false;
    bool finalStateUnknown = false;  ///< DeletedFinalStateUnknown: `before` is the last state known
    std::uint64_t seq = 0;

    const ObjectPtr& object() const { return after ? after : before; }
};

/// client-go's ResourceEventHandler. Thread: the informer's; must not block.
class ResourceEventHandler {
public:
    virtual ~ResourceEventHandler() = default;
    virtual void onAdd(const Notification& n) = 0;
    virtual void onUpdate(const Notification& n) = 0;  ///< equal resource versions = a resync
    virtual void onDelete(const Notification& n) = 0;
};

struct InformerStatus {
    ReflectorStatus reflector;
    std::int64_t objects = 0;
    std::int64_t added = 0, updated = 0, deleted = 0, resynced = 0;
    std::optional<MonoTime> nextResync;
    bool synced = false;
};

/// Reflector → store → handlers: a cache that says what changed (client-go tools/cache/shared_informer.go). Objects are
/// delivered in the order of arrival, each change once the store holds it.
/// **Thread**: start(), stop() and all deliveries on the thread of its transport; store(), hasSynced() and status() any.
class Informer final : private ReflectorSink {
public:
    struct Options {
        ReflectorMachine::Options reflector;
        Duration resyncPeriod{};           ///< 0 = none; purely local, every object as an update of itself
    };

    Informer(ReflectorTarget target, Options options, Transport& transport, std::shared_ptr<Clock> clock, TransitionLog& log,
             Reflector::Post post, RandomSource random = systemRandom());
    ~Informer() override;

    /// Before start(). The handler must outlive stop().
    void addHandler(ResourceEventHandler* handler) { m_handlers.push_back(handler); }
    /// Runs on the informer's thread after changes, at most once for all that one read brought. Before start().
    void setOnChanged(std::function<void()> onChanged) { m_onChanged = std::move(onChanged); }
    void start();
    void stop();

    const Store& store() const { return m_store; }
    bool hasSynced() const { return m_synced.load(std::memory_order_acquire); }
    InformerStatus status() const;

private:
    struct Life {};

    void replace(std::vector<ObjectPtr> objects, const std::string& resourceVersion) override;
    void apply(const WatchEvent& event) override;
    void bookmark(const std::string&) override {}
    void deliver(const StoreDelta& delta, bool initial);
    void armResync();
    void resync();
    void publish();
    std::uint64_t note(Step step, const ObjectPtr& object);

    const ReflectorTarget m_target;
    const Options m_options;
    const std::shared_ptr<Clock> m_clock;
    TransitionLog& m_log;
    const Reflector::Post m_post;
    Store m_store;
    Reflector m_reflector;
    std::vector<ResourceEventHandler*> m_handlers;
    std::function<void()> m_onChanged;
    std::atomic<bool> m_synced{false};
    Clock::TimerId m_resyncTimer = 0;
    std::shared_ptr<Life> m_life;
    InformerStatus m_current;          // the informer thread's own
    mutable std::mutex m_statusMutex;
    InformerStatus m_published;
};

}  // namespace rollcall
