// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/informer.h"

#include <algorithm>
#include <utility>

#include "core/cache/coalescing_queue.h"
#include "core/cache/in_order_queue.h"

namespace rollcall {

namespace {

std::unique_ptr<DeltaQueue> makeQueue(Delivery delivery, const Store& store) {
    if (delivery == Delivery::Coalescing) return std::make_unique<CoalescingQueue>(&store);
    return std::make_unique<InOrderQueue>();
}

}  // namespace

Informer::Informer(ReflectorTarget target, Options options, Transport& transport, std::shared_ptr<Clock> clock,
                   TransitionLog& log, Reflector::Post post, RandomSource random)
    : m_target(target),
      m_options(std::move(options)),
      m_clock(clock),
      m_log(log),
      m_post(post),
      m_checkPeriod(m_options.resyncPeriod),
      m_queue(makeQueue(m_options.delivery, m_store)),
      m_reflectors(std::move(target), {m_options.reflector, m_options.fallbackNamespaces, m_options.makeTransport},
                   transport, std::move(clock), log, std::move(post), std::move(random),
                   {[this](WholeList list) { m_queue->replace(std::move(list)); },
                    [this](const WatchEvent& event) { onApply(event); },
                    [this](const std::string& version) { m_queue->bookmark(version); }, [this] { onChanged(); }}) {
}

Informer::~Informer() {
    stop();
}

void Informer::start() {
    {
        std::lock_guard lock(m_mutex);
        if (m_started) return;
        m_started = true;
    }
    m_life = std::make_shared<Life>();
    m_reflectors.start();
}

void Informer::stop() {
    std::vector<Handle> listeners;
    {
        std::lock_guard lock(m_mutex);
        m_stopped = true;
        listeners.swap(m_listeners);
        m_listenersChanged = true;
    }
    m_life.reset();
    if (m_resyncTimer) m_clock->cancel(m_resyncTimer);
    m_resyncTimer = 0;
    m_current.nextResync.reset();
    m_reflectors.stop();
    for (const Handle& listener : listeners) listener->close();
    for (const Handle& listener : listeners) listener->waitForEnd();
}

bool Informer::isStopped() const {
    std::lock_guard lock(m_mutex);
    return m_stopped;
}

// --- handlers --------------------------------------------------------------------------------------------------------

Informer::Handle Informer::addHandler(ResourceEventHandler* handler, HandlerOptions options) {
    Duration period = options.resyncPeriod.value_or(m_options.resyncPeriod);
    if (period > Duration::zero()) period = std::max(period, kShortestResync);
    const auto listener = std::make_shared<Listener>(
        *handler, std::move(options), m_clock,
        [this](const Listener& slow, Duration took, std::size_t waiting, const ObjectPtr& object) {
            Transition t;
            t.step = Step::HandlerBacklog;
            t.controller = m_target.controller;
            t.key = object->meta.key();
            t.delay = took;
            t.detail = slow.name() + (slow.name().empty() ? "" : ": ") + std::to_string(waiting) + " more waiting";
            m_log.append(std::move(t));
        });
    std::unique_lock lock(m_mutex);
    if (m_stopped) return nullptr;
    if (period > Duration::zero() && period < m_checkPeriod) {
        if (m_started) {
            period = m_checkPeriod;
        } else {
            m_checkPeriod = period;
            for (const Handle& other : m_listeners) other->regrant(m_checkPeriod);
        }
    }
    listener->setResyncPeriod(period, Listener::grant(period, m_checkPeriod), m_clock->now());
    m_listeners.push_back(listener);
    m_listenersChanged = true;
    if (!m_started) return listener;

    std::vector<Notification> additions;
    for (ObjectPtr& object : m_store.list()) additions.push_back({nullptr, std::move(object), true, false, 0});
    listener->push(additions, true);
    if (hasSynced()) listener->upstreamHasSynced();
    lock.unlock();
    if (!listener->isInline()) {
        listener->schedule();
    } else {
        m_post([listener] { listener->deliver(); });
    }
    return listener;
}

void Informer::removeHandler(const Handle& handle, bool wait) {
    if (!handle) return;
    {
        std::lock_guard lock(m_mutex);
        const auto it = std::find(m_listeners.begin(), m_listeners.end(), handle);
        if (it != m_listeners.end()) {
            m_listeners.erase(it);
            m_listenersChanged = true;
        } else if (!handle->isClosed()) {
            return;  // another informer's
        }
    }
    handle->close();
    if (wait) handle->waitForEnd();
}

std::size_t Informer::handlerCount() const {
    std::lock_guard lock(m_mutex);
    return m_listeners.size();
}

Duration Informer::resyncCheckPeriod() const {
    std::lock_guard lock(m_mutex);
    return m_checkPeriod;
}

// --- status ----------------------------------------------------------------------------------------------------------

/// After each read: what it brought is in the queue.
void Informer::onChanged() {
    const std::weak_ptr<Life> life = m_life;
    if (m_life) drain();
    m_readAt = {};
    if (!life.expired()) followWatchLoop();
    publish();
}

void Informer::publish() {
    m_current.reflector = m_reflectors.status();
    m_current.objects = static_cast<std::int64_t>(m_store.size());
    m_current.synced = hasSynced();
    m_current.queued = static_cast<std::int64_t>(m_queue->size());
    m_current.storeVersion = m_store.resourceVersion();
    m_current.perNamespace = m_reflectors.perNamespace();
    m_current.namespaces = m_reflectors.namespaces();
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

std::uint64_t Informer::note(Step step, std::string_view key, const Object& object, std::string_view detail) {
    TransitionRef t;
    t.step = step;
    t.controller = m_target.controller;
    t.key = key;
    t.resourceVersion = object.meta.resourceVersion;
    t.detail = detail;
    t.at = m_readAt;
    return m_log.append(t);
}

std::uint64_t Informer::note(Step step, std::string detail) {
    Transition t;
    t.step = step;
    t.controller = m_target.controller;
    t.detail = std::move(detail);
    return m_log.append(std::move(t));
}

}  // namespace rollcall
