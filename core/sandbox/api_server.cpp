// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/api_server.h"

#include <algorithm>

#include "core/sandbox/builtin_resources.h"
#include "core/sandbox/seed_data.h"

namespace rollcall::sandbox {
namespace {

// storage/cacher: how long a request waits for the cache to catch up with the revision that it named.
constexpr Duration kRevisionWait = std::chrono::seconds(3);
constexpr const char* kNotFoundText = "404 page not found\n";

}  // namespace

ApiServer::ApiServer(ApiServerOptions options, Loop& loop)
    : m_options(std::move(options)),
      m_loop(loop),
      m_store(m_options.clock, m_options.historyLimit),
      m_registry(m_store, m_catalog, m_options.clock),
      m_watches(m_store, m_options.clock, loop),
      m_definitions(m_registry, loop),
      m_namespaces(m_registry, loop),
      m_expiry(m_registry, m_options.clock, loop),
      m_discovery(m_catalog, m_options.address),
      m_openApi(m_catalog) {
    for (const DescriptorPtr& descriptor : builtinResources()) {
        m_catalog.add(descriptor);
        if (!descriptor->virtualKind) m_store.open(descriptor->storage);
    }
    m_store.setObserver([this](const std::string& storage, const EventPtr& event) { onEvent(storage, event); });
    if (m_options.podSimulator) m_simulator = std::make_unique<PodSimulator>(m_registry, m_options.clock, loop);
    seedCluster(m_registry);
    m_definitions.settle();
    if (m_options.seedData) seedObjects(m_registry, m_simulator.get());
    m_store.compact();  // what came before the first client is nobody's history
}

void ApiServer::onEvent(const std::string& storage, const EventPtr& event) {
    m_watches.publish(storage, event);
    m_definitions.noticed(storage, *event);
    m_namespaces.noticed(storage, *event);
    m_expiry.noticed(storage, *event);
    if (m_simulator) m_simulator->noticed(storage, *event);
    if (storage == kCrdStorage && event->type == StoreEvent::Type::Deleted) m_watches.finish(event->object->name);
    for (auto& [revision, task] : std::exchange(m_waiting, {})) {
        if (m_store.revision() < revision) {
            m_waiting.emplace_back(revision, std::move(task));
            continue;
        }
        m_loop.post([task = std::move(task)] {
            if (const auto run = std::exchange(*task, nullptr)) run();
        });
    }
}

void ApiServer::handle(const std::shared_ptr<HttpExchange>& exchange) {
    // Whatever a body may hold: one client's request must not end the server.
    try {
        route(exchange);
    } catch (const std::exception& e) {
        exchange->reply(statusReply(status::internal(e.what())));
    }
}

void ApiServer::route(const std::shared_ptr<HttpExchange>& exchange) {
    const HttpRequest& request = exchange->request();
    const std::size_t mark = request.target.find('?');
    const auto segments = pathSegments(std::string_view(request.target).substr(0, mark));
    if (!segments) return exchange->reply(statusReply(status::badRequest("the path has a bad escape")));
    if (!request.authenticated && !Discovery::isPublic(*segments)) {
        return exchange->reply(statusReply(status::unauthorized()));
    }
    Call call;
    call.exchange = exchange;
    call.query =
        Query(mark == std::string::npos ? std::string_view() : std::string_view(request.target).substr(mark + 1));
    if (auto reply = m_discovery.answer(request, *segments, call.query)) return exchange->reply(std::move(*reply));
    if (auto reply = m_openApi.answer(request, *segments, call.query)) return exchange->reply(std::move(*reply));
    const auto path = ResourcePath::parse(*segments);
    // The core group's root is a handler of its own and speaks in Status.
    if (!path && segments->size() > 1 && segments->front() == "api")
        return exchange->reply(statusReply(status::pathNotFound()));
    if (!path) return exchange->reply(textReply(404, kNotFoundText));
    call.path = *path;
    call.descriptor = m_catalog.find(path->group, path->version, path->resource);
    const bool placed = call.descriptor && !call.descriptor->verbs.empty() &&
                        (call.descriptor->namespaced ? path->name.empty() || !path->ns.empty() : path->ns.empty());
    if (!placed) return exchange->reply(notThere(*path));
    const Outcome<Negotiated> form = negotiate(request, call.query);
    if (!form) return exchange->reply(statusReply(form.failure(), true));
    call.form = *form;
    dispatch(call);
}

// The groups that are built in say it with a Status; for the others nobody is there to say anything.
HttpReply ApiServer::notThere(const ResourcePath& path) const {
    for (const DescriptorPtr& descriptor : m_catalog.all()) {
        if (!descriptor->custom && descriptor->group == path.group) return statusReply(status::pathNotFound());
    }
    return textReply(404, kNotFoundText);
}

void ApiServer::dispatch(const Call& call) {
    const std::string& method = call.exchange->request().method;
    const ResourceDescriptor& d = *call.descriptor;
    if (!call.path.subresource.empty() && dispatchSubresource(call)) return;
    const bool named = !call.path.name.empty();
    const bool inNamespace = !d.namespaced || !call.path.ns.empty();
    if (method == "GET" && d.hasVerb("list")) {
        if (call.query.flag("watch")) return watch(call);
        return named ? get(call) : list(call);
    }
    const bool nameless = !named && (method == "PUT" || method == "PATCH");
    if (d.custom && nameless) return fail(call, status::badRequest("name must be provided"));
    if (d.custom && !inNamespace) return call.exchange->reply(textReply(404, kNotFoundText));
    if (method == "POST" && d.hasVerb("create") && inNamespace) return create(call);
    if (method == "PUT" && d.hasVerb("update") && named) return replace(call);
    if (method == "PATCH" && d.hasVerb("patch") && named) return patch(call);
    if (method == "DELETE" && named && d.hasVerb("delete")) return remove(call);
    if (method == "DELETE" && !named && d.hasVerb("deletecollection") && inNamespace) return removeCollection(call);
    fail(call, status::methodNotAllowed());
}

bool ApiServer::dispatchSubresource(const Call& call) {
    const SubresourceInfo* sub = call.descriptor->subresource(call.path.subresource);
    if (!sub) {
        if (call.descriptor->custom) {
            fail(call, status::notFound(call.descriptor->groupResource(), call.path.name));
        } else {
            call.exchange->reply(textReply(404, kNotFoundText));
        }
        return true;
    }
    const std::string& method = call.exchange->request().method;
    const char* verb = method == "GET"     ? "get"
                       : method == "PUT"   ? "update"
                       : method == "PATCH" ? "patch"
                       : method == "POST"  ? "create"
                                           : "";
    if (std::find(sub->verbs.begin(), sub->verbs.end(), verb) == sub->verbs.end()) {
        const std::string named = method == "DELETE" ? "delete" : verb;
        fail(call, call.descriptor->custom ? status::methodNotSupported(call.descriptor->groupResource(), named)
                                           : status::methodNotAllowed());
        return true;
    }
    if (sub->name == "binding") {
        bind(call);
        return true;
    }
    return false;  // status and finalize are the object itself, read and written by narrower rules
}

void ApiServer::whenReached(const Call& call, std::uint64_t revision, std::function<void()> then) {
    if (m_store.revision() >= revision) return then();
    // Whichever comes first, the revision or the end of patience, takes the task.
    auto task = std::make_shared<std::function<void()>>(std::move(then));
    m_waiting.emplace_back(revision, task);
    m_loop.after(kRevisionWait, [this, call, revision, task] {
        if (!std::exchange(*task, nullptr)) return;
        m_waiting.erase(
            std::remove_if(m_waiting.begin(), m_waiting.end(), [](const auto& one) { return !*one.second; }),
            m_waiting.end());
        fail(call, status::tooLargeResourceVersion(std::to_string(revision), m_store.revision()));
    });
}

void ApiServer::fail(const Call& call, const ApiStatus& failure) {
    call.exchange->reply(statusReply(failure, call.form.pretty));
}

void ApiServer::answer(const Call& call, const StoredObject& object, WallTime now) {
    const ResourceDescriptor& d = *call.descriptor;
    if (call.form.form == Negotiated::Form::AsTable) {
        const std::string& wanted = call.query.get("includeObject");
        const IncludeObject include = wanted == "None"     ? IncludeObject::None
                                      : wanted == "Object" ? IncludeObject::Object
                                                           : IncludeObject::Metadata;
        Json rows = Json::array({tableRow(d, object, include, now)});
        call.exchange->reply(
            jsonReply(makeTable(tableColumns(d), std::move(rows), std::to_string(object.revision)), call.form));
    } else if (call.form.form == Negotiated::Form::AsMetadata) {
        call.exchange->reply(jsonReply(partialMetadata(object), call.form));
    } else if (call.form.form == Negotiated::Form::AsJson && !call.form.pretty) {
        HttpReply reply;
        reply.body = wireBytes(d, object) + "\n";
        call.exchange->reply(std::move(reply));
    } else {
        const Json stored = object.json();
        call.exchange->reply(jsonReply(d.rules.toWire ? d.rules.toWire(stored) : stored, call.form));
    }
}

}  // namespace rollcall::sandbox
