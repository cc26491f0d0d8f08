// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/sandbox/crd_controller.h"
#include "core/sandbox/discovery.h"
#include "core/sandbox/event_expiry.h"
#include "core/sandbox/list_options.h"
#include "core/sandbox/namespace_controller.h"
#include "core/sandbox/openapi.h"
#include "core/sandbox/pod_simulator.h"
#include "core/sandbox/registry.h"
#include "core/sandbox/request_body.h"
#include "core/sandbox/watch_hub.h"

namespace rollcall::sandbox {

struct ApiServerOptions {
    std::shared_ptr<Clock> clock;
    std::string address;  ///< host:port, as discovery names it
    bool seedData = true;
    bool podSimulator = true;
    std::size_t historyLimit = 10'000;
};

/// The API behind the HTTP front: routes a request to discovery, a read, a watch or a write.
/// Thread: the server's. Owns the store and everything that acts on it.
class ApiServer {
public:
    ApiServer(ApiServerOptions options, Loop& loop);

    void handle(const std::shared_ptr<HttpExchange>& exchange);

    ObjectStore& store() { return m_store; }
    WatchHub& watches() { return m_watches; }
    Registry& registry() { return m_registry; }

private:
    /// A request whose path names a served resource.
    struct Call {
        std::shared_ptr<HttpExchange> exchange;
        DescriptorPtr descriptor;
        ResourcePath path;
        Query query;
        Negotiated form;
    };

    void route(const std::shared_ptr<HttpExchange>& exchange);
    void onEvent(const std::string& storage, const EventPtr& event);
    HttpReply notThere(const ResourcePath& path) const;
    void dispatch(const Call& call);
    bool dispatchSubresource(const Call& call);

    void get(const Call& call);
    void list(const Call& call);
    void answerList(const Call& call, const ListOptions& options);
    void watch(const Call& call);
    void openWatch(const Call& call, const ListOptions& options);
    HttpReply listReply(const Call& call, const ListOptions& options, const ListPage& page) const;
    /// Runs `then` when the store has come to `revision`; answers 504 when it does not within three seconds.
    void whenReached(const Call& call, std::uint64_t revision, std::function<void()> then);

    void create(const Call& call);
    void review(const Call& call, const Json& object);
    void replace(const Call& call);
    void patch(const Call& call);
    void apply(const Call& call, const WriteParams& params);
    static FieldOwner ownerOf(const Call& call, const WriteParams& params);
    void remove(const Call& call);
    void removeCollection(const Call& call);
    void bind(const Call& call);
    void answerWrite(const Call& call, const Outcome<Written>& outcome, const std::vector<std::string>& warnings);

    static void fail(const Call& call, const ApiStatus& status);
    static void answer(const Call& call, const StoredObject& object, WallTime now);

    ApiServerOptions m_options;
    Loop& m_loop;
    ObjectStore m_store;
    ResourceCatalog m_catalog;
    Registry m_registry;
    WatchHub m_watches;
    CrdController m_definitions;
    NamespaceController m_namespaces;
    EventExpiry m_expiry;
    std::unique_ptr<PodSimulator> m_simulator;
    Discovery m_discovery;
    OpenApi m_openApi;
    /// Requests that wait for a revision to come; an emptied function has been answered.
    std::vector<std::pair<std::uint64_t, std::shared_ptr<std::function<void()>>>> m_waiting;
};

/// The spec a review carries, answered: this server's one user may do everything.
Json answerReview(const std::string& kind, const Json& object, WallTime now);

}  // namespace rollcall::sandbox
