// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/event_recorder.h"

#include <QSysInfo>
#include <utility>

#include "core/record/counted_pipeline.h"
#include "core/record/series_pipeline.h"

namespace rollcall {

namespace {

std::string instance(const std::string& component, const EventRecorderOptions& options) {
    if (options.api == EventApi::CoreV1) return options.host;
    return component + '-' + (options.host.empty() ? QSysInfo::machineHostName().toStdString() : options.host);
}

/// client-go tools/reference/ref.go, GetReference, for objects that carry kind and version.
ObjectRef referenceTo(const Object& about) {
    return {about.apiVersion,           about.kind, about.meta.ns, about.meta.name, about.meta.uid,
            about.meta.resourceVersion, {}};
}

}  // namespace

EventRecorder::EventRecorder(std::string component, ControllerId controller, EventSink& sink,
                             std::shared_ptr<Clock> clock, TransitionLog& log, Post post, Observer observer,
                             RandomSource random, EventRecorderOptions options)
    : m_component(std::move(component)),
      m_api(options.api),
      m_host(instance(m_component, options)),
      m_clock(std::move(clock)),
      m_post(std::move(post)),
      m_reporter(std::make_shared<EventReporter>(controller, log, std::move(observer))),
      m_backlog(std::make_shared<EventBacklog>(m_reporter)) {
    EventPipeline::Parts parts{sink, m_clock, m_post, std::move(random), m_reporter, m_backlog};
    if (m_api == EventApi::EventsV1)
        m_pipeline = std::make_shared<SeriesPipeline>(std::move(parts));
    else
        m_pipeline = std::make_shared<CountedPipeline>(std::move(parts), options.correlator);
    m_post([weak = std::weak_ptr(m_pipeline)] {
        if (const auto pipeline = weak.lock()) pipeline->start();
    });
}

EventRecorder::~EventRecorder() = default;

EventBody EventRecorder::makeBody(const Object& about, const std::string& type, const std::string& reason,
                                  const std::string& message, const EventDetails& details) const {
    EventBody body;
    body.api = m_api;
    body.ns = about.meta.ns.empty() ? "default" : about.meta.ns;  // cluster-scoped objects (E3)
    body.annotations = details.annotations;
    body.involvedApiVersion = about.apiVersion;
    body.involvedKind = about.kind;
    body.involvedNamespace = about.meta.ns;
    body.involvedName = about.meta.name;
    body.involvedUid = about.meta.uid;
    body.involvedResourceVersion = about.meta.resourceVersion;
    body.involvedFieldPath = details.fieldPath;
    body.type = type;
    body.reason = reason;
    body.message = message;
    body.component = m_component;
    body.host = m_host;
    body.first = body.last = m_clock->wallNow();
    if (m_api == EventApi::EventsV1) {
        body.action = details.action.empty() ? reason : details.action;
        if (details.related) body.related = referenceTo(*details.related);
    }
    return body;
}

void EventRecorder::event(const Object& about, const std::string& type, const std::string& reason,
                          const std::string& message, const EventDetails& details, std::uint64_t cause) {
    EventBody body = makeBody(about, type, reason, message, details);
    if (about.kind.empty() && about.apiVersion.empty())
        return refuse(body, "no reference can be made to an object without kind and apiVersion", cause);
    if (type != "Normal" && type != "Warning") return refuse(body, "unsupported event type \"" + type + '"', cause);
    switch (m_backlog->offer(body, cause)) {
        case EventBacklog::Offer::Taken:
            return;
        case EventBacklog::Offer::TakenAsFirst:
            return later([this] {
                m_backlog->distribute();
                m_pipeline->wake();
            });
        case EventBacklog::Offer::Full:
        case EventBacklog::Offer::Closed:
            return later([this, body = std::move(body)] {
                m_reporter->end({body, PostState::Dropped, {}, false, false});
            });
    }
}

void EventRecorder::refuse(const EventBody& body, const std::string& why, std::uint64_t cause) {
    m_reporter->note(Step::EventRefused, body, cause, why);
    RecordedEvent event{body, PostState::Refused, makeError(ErrorKind::Internal, why), false, false};
    event.body.name = eventName(body.involvedName, body.first);
    later([this, event = std::move(event)] { m_reporter->end(event); });
}

void EventRecorder::later(std::function<void()> task) {
    m_post([self = shared_from_this(), task = std::move(task)] { task(); });
}

void EventRecorder::shutDown() {
    if (m_backlog->isClosed()) return;
    const auto left = m_backlog->close();
    m_pipeline->shutDown();
    for (const EventJob& job : left)
        m_reporter->dropped({job.body, PostState::Dropped, {}, false, false}, job.cause, "the recorder is shut down");
}

EventRecorder::Counts EventRecorder::counts() const {
    Counts counts = m_reporter->counts();
    counts.queued = m_backlog->size();
    return counts;
}

bool EventRecorder::idle() const {
    return m_backlog->size() == 0;
}

}  // namespace rollcall
