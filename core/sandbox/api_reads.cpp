// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <random>

#include "core/sandbox/api_server.h"

namespace rollcall::sandbox {
namespace {

// kube-apiserver --min-request-timeout: a watch without a timeout of its own gets 30 to 60 minutes.
constexpr int kMinWatchSeconds = 1800;

std::chrono::seconds defaultTimeout() {
    thread_local std::mt19937 engine{std::random_device{}()};
    return std::chrono::seconds(std::uniform_int_distribution<int>(kMinWatchSeconds, 2 * kMinWatchSeconds)(engine));
}

// apiserver storage/etcd3, handleCompactedErrorForPaging
ApiStatus pageExpired(const ContinueToken& token) {
    ApiStatus expired = status::expired(
        "The provided continue parameter is too old to display a consistent list result. You can start a new list "
        "without "
        "the continue parameter, or use the continue token in this response to retrieve the remainder of the results. "
        "Continuing with the provided token results in an inconsistent list - objects that were created, modified, or "
        "deleted between the time the first chunk was returned and now may show up in the list.");
    ContinueToken onwards = token;
    onwards.revision = -1;
    expired.continueToken = onwards.encode();
    return expired;
}

}  // namespace

void ApiServer::get(const Call& call) {
    const Outcome<ListOptions> options = ListOptions::parse(call.query, *call.descriptor);
    if (!options) return fail(call, options.failure());
    whenReached(call, options->revision, [this, call] {
        const ResourceDescriptor& d = *call.descriptor;
        const ObjectPtr object = m_store.find(d.storage, StoredObject::objectKey(call.path.ns, call.path.name));
        if (!object) return fail(call, status::notFound(d.groupResource(), call.path.name));
        answer(call, *object, m_registry.now());
    });
}

void ApiServer::list(const Call& call) {
    const Outcome<ListOptions> options = ListOptions::parse(call.query, *call.descriptor);
    if (!options) return fail(call, options.failure());
    whenReached(call, options->revision, [this, call, options = *options] { answerList(call, options); });
}

void ApiServer::answerList(const Call& call, const ListOptions& options) {
    ListQuery query;
    query.storage = call.descriptor->storage;
    query.ns = call.path.ns;
    query.limit = options.limit;
    // "Exact", and without a match the old meaning of a revision together with a limit.
    const bool exact = options.match == "Exact" || (options.match.empty() && options.limit > 0);
    if (exact) query.revision = options.revision;
    if (options.token) {
        query.revision = options.token->revision < 0 ? 0 : static_cast<std::uint64_t>(options.token->revision);
        query.startKey = StoredObject::objectKey(call.path.ns, options.token->startKey);
    }
    if (options.selects()) {
        query.filter = [&](const StoredObject& object) {
            return options.labels.matches(object.labels) && options.fields.matches(object.fields);
        };
    }
    if (query.revision > m_store.revision()) {
        return fail(call, status::tooLargeResourceVersion(std::to_string(query.revision), m_store.revision()));
    }
    Outcome<ListPage> page = m_store.list(query);
    if (!page) return fail(call, options.token ? pageExpired(*options.token) : page.failure());
    if (options.token && options.token->left) {
        page->remaining = options.token->left - std::min(options.token->left, page->items.size());
    }
    call.exchange->reply(listReply(call, options, *page));
}

HttpReply ApiServer::listReply(const Call& call, const ListOptions& options, const ListPage& page) const {
    const ResourceDescriptor& d = *call.descriptor;
    Json metadata = {{"resourceVersion", std::to_string(page.revision)}};
    if (d.custom) metadata["continue"] = "";
    if (!page.nextKey.empty() && !page.items.empty()) {
        ContinueToken token;
        token.revision = static_cast<std::int64_t>(page.revision);
        const std::string last = page.items.back()->key();
        const std::size_t prefix = call.path.ns.empty() ? 0 : call.path.ns.size() + 1;
        token.startKey = last.substr(prefix) + std::string(1, '\0');
        if (!options.selects()) {
            token.left = page.remaining;
            metadata["remainingItemCount"] = page.remaining;
        }
        metadata["continue"] = token.encode();
    }
    if (call.form.form == Negotiated::Form::AsTable) {
        Json rows = Json::array();
        for (const ObjectPtr& object : page.items)
            rows.push_back(tableRow(d, *object, options.include, m_registry.now()));
        Json table = makeTable(tableColumns(d), std::move(rows), {});
        if (metadata.value("continue", "").empty()) metadata.erase("continue");
        table["metadata"] = std::move(metadata);
        return jsonReply(table, call.form);
    }
    if (call.form.form == Negotiated::Form::AsMetadata) {
        Json items = Json::array();
        for (const ObjectPtr& object : page.items) items.push_back(partialMetadata(*object));
        if (metadata.value("continue", "").empty()) metadata.erase("continue");
        if (items.empty()) items = nullptr;
        return jsonReply({{"kind", "PartialObjectMetadataList"},
                          {"apiVersion", "meta.k8s.io/v1"},
                          {"metadata", std::move(metadata)},
                          {"items", std::move(items)}},
                         call.form);
    }
    // The member order of the real server: sorted for custom resources, that of the Go struct for the others.
    HttpReply reply;
    std::string tail = "]";
    if (d.custom) {
        reply.body = "{\"apiVersion\":" + dump(d.apiVersion()) + ",\"items\":[";
        tail += ",\"kind\":" + dump(d.listKind) + ",\"metadata\":" + dump(metadata);
    } else {
        reply.body = "{\"kind\":" + dump(d.listKind) + ",\"apiVersion\":" + dump(d.apiVersion()) +
                     ",\"metadata\":" + dump(metadata) + ",\"items\":[";
    }
    reply.pieces.reserve(page.items.size() * 2 + 1);
    for (std::size_t i = 0; i < page.items.size(); ++i) {
        const ObjectPtr& object = page.items[i];
        if (d.rules.toWire) {
            std::size_t offset = 0;
            auto text = std::make_shared<std::string>(writeObject(d.custom, d.rules.toWire(object->json()), &offset));
            reply.pieces.push_back({nullptr, offset ? (i ? ",{" : "{") : (i ? "," : "")});
            reply.pieces.push_back({text, std::string_view(*text).substr(offset)});
        } else {
            // Built-in items come without kind and apiVersion.
            reply.pieces.push_back({nullptr, object->itemOffset ? (i ? ",{" : "{") : (i ? "," : "")});
            reply.pieces.push_back({object, std::string_view(object->bytes).substr(object->itemOffset)});
        }
    }
    const auto end = std::make_shared<const std::string>(tail + "}\n");
    reply.pieces.push_back({end, *end});
    if (!call.form.pretty && call.form.form == Negotiated::Form::AsJson) return reply;
    // People and YAML readers get the whole text made over.
    std::string whole = reply.body;
    for (const BodyPiece& piece : reply.pieces) whole.append(piece.bytes);
    std::string error;
    return jsonReply(parseJson(whole, error).value_or(Json()), call.form);
}

void ApiServer::watch(const Call& call) {
    Outcome<ListOptions> options = ListOptions::parse(call.query, *call.descriptor);
    if (!options) return fail(call, options.failure());
    if (!call.path.name.empty()) options->fields.terms.push_back({"metadata.name", call.path.name, true});
    if (options->sendInitialEvents.value_or(false)) {
        return whenReached(call, options->revision, [this, call, options = *options] { openWatch(call, options); });
    }
    openWatch(call, *options);
}

void ApiServer::openWatch(const Call& call, const ListOptions& options) {
    WatchParams params;
    params.descriptor = call.descriptor;
    params.ns = call.path.ns;
    params.labels = options.labels;
    params.fields = options.fields;
    params.form = call.form.form == Negotiated::Form::AsYaml ? Negotiated::Form::AsJson : call.form.form;
    params.include = options.include;
    params.bookmarks = options.bookmarks;
    params.timeout = options.timeoutSeconds > 0 ? std::chrono::seconds(options.timeoutSeconds) : defaultTimeout();
    // Without a revision, or with 0, a watch begins with the present state; with bookmarks it also says where that
    // ends.
    const bool unset = options.resourceVersion.empty() || options.revision == 0;
    params.initialState = options.sendInitialEvents.value_or(unset);
    params.initialEndMark =
        params.initialState && options.bookmarks && (unset || options.sendInitialEvents.has_value());
    params.fromRevision = params.initialState ? 0 : options.revision;
    const std::string contentType = "application/json";
    if (params.initialState) {
        ListQuery query;
        query.storage = call.descriptor->storage;
        query.ns = call.path.ns;
        query.filter = [&](const StoredObject& object) {
            return options.labels.matches(object.labels) && options.fields.matches(object.fields);
        };
        Outcome<ListPage> page = m_store.list(query);
        if (!page) return fail(call, page.failure());
        params.fromRevision = page->revision;
        m_watches.open(std::move(params), call.exchange->stream(contentType), std::move(page->items), {});
        return;
    }
    const Outcome<std::vector<EventPtr>> missed = m_store.eventsSince(call.descriptor->storage, options.revision);
    if (!missed) return m_watches.refuse(std::move(params), call.exchange->stream(contentType), missed.failure());
    m_watches.open(std::move(params), call.exchange->stream(contentType), {}, *missed);
}

}  // namespace rollcall::sandbox
