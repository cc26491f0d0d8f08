// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/informer.h"

#include <utility>

namespace rollcall {

Informer::Informer(ReflectorTarget target, Options options, Transport& transport, std::shared_ptr<Clock> clock,
                   TransitionLog& log, Reflector::Post post, RandomSource random)
    : m_target(target),
      m_options(options),
      m_clock(clock),
      m_log(log),
      m_post(post),
      m_reflector(std::move(target), options.reflector, transport, std::move(clock), log, *this, std::move(post),
                  std::move(random)) {
    m_reflector.setOnStatus([this] { publish(); });
}

Informer::~Informer() { stop(); }

void Informer::start() {
    m_life = std::make_shared<Life>();
    m_reflector.start();
}

void Informer::stop() {
    if (!m_life) return;
    m_life.reset();
    if (m_resyncTimer) m_clock->cancel(m_resyncTimer);
    m_resyncTimer = 0;
    m_current.nextResync.reset();
    m_reflector.stop();
}

void Informer::replace(std::vector<ObjectPtr> objects, const std::string&) {
    const bool initial = !m_synced.load(std::memory_order_relaxed);
    for (const StoreDelta& delta : m_store.replace(std::move(objects))) deliver(delta, initial);
    if (!initial) return;
    m_synced.store(true, std::memory_order_release);
    Transition t;
    t.step = Step::Synced;
    t.controller = m_target.controller;
    t.detail = std::to_string(m_store.size());
    m_log.append(std::move(t));
    armResync();  // the resync timer starts after the first list
}

void Informer::apply(const WatchEvent& event) {
    deliver(event.type == WatchEventType::Deleted ? m_store.erase(event.object) : m_store.upsert(event.object), false);
}

std::uint64_t Informer::note(Step step, const ObjectPtr& object) {
    Transition t;
    t.step = step;
    t.controller = m_target.controller;
    t.key = object->meta.key();
    t.resourceVersion = object->meta.resourceVersion;
    return m_log.append(std::move(t));
}

void Informer::deliver(const StoreDelta& delta, bool initial) {
    if (!delta.before && !delta.after) return;  // deleted before we ever knew it
    Notification n{delta.before, delta.after, initial, delta.finalStateUnknown, 0};
    if (!n.before) {
        ++m_current.added;
        n.seq = note(Step::Added, n.after);
        for (ResourceEventHandler* handler : m_handlers) handler->onAdd(n);
    } else if (n.after) {
        // A relist brings every object again: the same version is no news (W15), unlike in a resync.
        if (n.before->meta.resourceVersion == n.after->meta.resourceVersion) return;
        ++m_current.updated;
        n.seq = note(Step::Updated, n.after);
        for (ResourceEventHandler* handler : m_handlers) handler->onUpdate(n);
    } else {
        ++m_current.deleted;
        n.seq = note(n.finalStateUnknown ? Step::TombstoneDeleted : Step::Deleted, n.before);
        for (ResourceEventHandler* handler : m_handlers) handler->onDelete(n);
    }
}

void Informer::armResync() {
    if (m_options.resyncPeriod <= Duration::zero()) return;
    m_current.nextResync = m_clock->now() + m_options.resyncPeriod;
    m_resyncTimer = m_clock->callAfter(m_options.resyncPeriod, [this, post = m_post, life = std::weak_ptr<Life>(m_life)] {
        post([this, life] {
            if (!life.expired()) resync();
        });
    });
}

void Informer::resync() {
    const auto objects = m_store.list();
    Transition t;
    t.step = Step::Resync;
    t.controller = m_target.controller;
    t.detail = std::to_string(objects.size());
    const std::uint64_t seq = m_log.append(std::move(t));
    for (const ObjectPtr& object : objects) {
        ++m_current.resynced;
        const Notification n{object, object, false, false, seq};
        for (ResourceEventHandler* handler : m_handlers) handler->onUpdate(n);
    }
    armResync();
    publish();
}

void Informer::publish() {
    m_current.reflector = m_reflector.status();
    m_current.objects = static_cast<std::int64_t>(m_store.size());
    m_current.synced = hasSynced();
    {
        std::lock_guard lock(m_statusMutex);
        m_published = m_current;
    }
    if (m_onChanged) m_onChanged();
}

InformerStatus Informer::status() const {
    std::lock_guard lock(m_statusMutex);
    return m_published;
}

}  // namespace rollcall
