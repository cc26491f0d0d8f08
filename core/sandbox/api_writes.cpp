// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/base/time_text.h"
#include "core/sandbox/api_server.h"
#include "core/sandbox/patch.h"
#include "core/sandbox/request_body.h"

namespace rollcall::sandbox {
namespace {

Json toStored(const ResourceDescriptor& d, Json wire) {
    return d.rules.fromWire ? d.rules.fromWire(wire) : std::move(wire);
}
Json toWire(const ResourceDescriptor& d, Json stored) {
    return d.rules.toWire ? d.rules.toWire(stored) : std::move(stored);
}

HttpReply objectReply(const ResourceDescriptor& d, const Json& stored, const Negotiated& form, int code) {
    Json wire = toWire(d, stored);
    if (form.pretty || form.form == Negotiated::Form::AsYaml) return jsonReply(wire, form, code);
    HttpReply reply;
    reply.code = code;
    reply.body = writeObject(d.custom, wire) + "\n";
    return reply;
}

void addWarnings(HttpReply& reply, const std::vector<std::string>& warnings) {
    for (const std::string& text : warnings) reply.headers.emplace_back("Warning", "299 - " + goQuote(text));
}

// As checkPlace(), for a body that must name itself (endpoints/handlers, checkName).
std::optional<ApiStatus> checkNamedPlace(const ResourcePath& path, const Json& object) {
    if (textAt(object, "metadata.name").empty()) {
        return status::badRequest("the name of the object (" + path.name +
                                  " based on URL) was undeterminable: name must be provided");
    }
    return checkPlace(path, object);
}

constexpr const char* kApplyPatch = "application/apply-patch+yaml";

std::vector<std::string> patchTypes(const ResourceDescriptor& d) {
    std::vector<std::string> types = {"application/json-patch+json", "application/merge-patch+json"};
    if (!d.custom) types.push_back("application/strategic-merge-patch+json");
    types.push_back(kApplyPatch);
    return types;
}

Outcome<Json> applyPatch(const std::string& type, const ResourceDescriptor& d, const Json& target, const Json& patch) {
    if (type == "application/json-patch+json") return applyJsonPatch(target, patch);
    if (type == "application/merge-patch+json") return applyMergePatch(target, patch);
    return applyStrategicMergePatch(d.kind, target, patch);
}

}  // namespace

FieldOwner ApiServer::ownerOf(const Call& call, const WriteParams& params) {
    return {managerOf(params.fieldManager, call.exchange->request().header("User-Agent")), call.path.subresource};
}

void ApiServer::answerWrite(const Call& call, const Outcome<Written>& outcome,
                            const std::vector<std::string>& warnings) {
    if (!outcome) return fail(call, outcome.failure());
    HttpReply reply = objectReply(*call.descriptor, outcome->object, call.form, outcome->created ? 201 : 200);
    addWarnings(reply, warnings);
    addWarnings(reply, outcome->warnings);
    call.exchange->reply(std::move(reply));
}

void ApiServer::create(const Call& call) {
    const ResourceDescriptor& d = *call.descriptor;
    const Outcome<WriteParams> params = WriteParams::parse(call.query, "CreateOptions");
    if (!params) return fail(call, params.failure());
    Outcome<DecodedBody> body = decodeBody(call.exchange->request(), d, *params);
    if (!body) return fail(call, body.failure());
    if (d.virtualKind) return review(call, body->object);
    if (!call.path.name.empty() && !d.custom) return fail(call, status::methodNotAllowed());
    const std::string ns = textAt(body->object, "metadata.namespace");
    if (d.namespaced && !ns.empty() && ns != call.path.ns) {
        return fail(call, status::badRequest(
                              "the namespace of the provided object does not match the namespace sent on the request"));
    }
    const FieldOwner owner = ownerOf(call, *params);
    answerWrite(call, m_registry.create(d, call.path.ns, toStored(d, std::move(body->object)), params->dryRun, &owner),
                body->warnings);
}

void ApiServer::review(const Call& call, const Json& object) {
    if (!call.path.name.empty()) return fail(call, status::methodNotAllowed());
    call.exchange->reply(
        objectReply(*call.descriptor, answerReview(call.descriptor->kind, object, m_registry.now()), call.form, 201));
}

void ApiServer::replace(const Call& call) {
    const ResourceDescriptor& d = *call.descriptor;
    const Outcome<WriteParams> params = WriteParams::parse(call.query, "UpdateOptions");
    if (!params) return fail(call, params.failure());
    Outcome<DecodedBody> body = decodeBody(call.exchange->request(), d, *params);
    if (!body) return fail(call, body.failure());
    if (auto refused = checkNamedPlace(call.path, body->object)) return fail(call, *refused);
    const Json wanted = toStored(d, std::move(body->object));
    const auto change = [&](const Json&) -> Outcome<Json> { return wanted; };
    const FieldOwner owner = ownerOf(call, *params);
    answerWrite(
        call,
        m_registry.update(d, call.path.subresource, call.path.ns, call.path.name, true, change, params->dryRun, &owner),
        body->warnings);
}

void ApiServer::patch(const Call& call) {
    const ResourceDescriptor& d = *call.descriptor;
    const HttpRequest& request = call.exchange->request();
    const std::string type = mediaType(request.header("Content-Type"));
    const std::vector<std::string> types = patchTypes(d);
    if (std::find(types.begin(), types.end(), type) == types.end()) {
        ApiStatus refused = status::unsupportedMediaType(types);
        if (!d.custom) {  // refused by the router, before any handler of the kind
            refused.message = "415: Unsupported Media Type";
            refused.emptyDetails = true;
        }
        return fail(call, refused);
    }
    const Outcome<WriteParams> params = WriteParams::parse(call.query, "PatchOptions", type == kApplyPatch);
    if (!params) return fail(call, params.failure());
    if (type == kApplyPatch) return apply(call, *params);
    std::string error;
    const auto document = parseJson(request.body, error);
    if (!document) return fail(call, status::badRequest("error decoding patch: " + error));
    const bool isList = type == "application/json-patch+json";
    if (isList ? !document->is_array() : !document->is_object()) {
        const std::string actual = document->is_array()    ? "array"
                                   : document->is_object() ? "object"
                                   : document->is_string() ? "string"
                                                           : "number";
        return fail(call, status::badRequest("error decoding patch: json: cannot unmarshal " + actual +
                                             " into Go value of type " +
                                             (isList ? "[]handlers.jsonPatchOp" : "map[string]interface {}")));
    }
    const FieldOwner owner = ownerOf(call, *params);
    std::vector<std::string> warnings;
    const auto change = [&](const Json& old) -> Outcome<Json> {
        Outcome<Json> patched = applyPatch(type, d, toWire(d, old), *document);
        if (!patched) return patched;
        if (!patched->is_object()) return status::rejectedPatch();
        if (auto refused = checkKind(*patched, d)) return *refused;
        patched->update({{"kind", d.kind}, {"apiVersion", d.apiVersion()}});
        if (auto refused = checkNamedPlace(call.path, *patched)) return *refused;
        const std::string text = dump(*patched);
        const Outcome<std::vector<std::string>> unknown = pruneObject(*patched, d);
        if (!unknown) return unknown.failure();
        const std::vector<std::string> texts = unknownFieldTexts(*unknown);
        if (params->unknown == WriteParams::Unknown::Warn) warnings = texts;
        if (params->unknown == WriteParams::Unknown::Strict && !texts.empty()) {
            std::string joined;
            for (const std::string& one : texts) joined += (joined.empty() ? "" : ", ") + one;
            return status::invalid("", "", "",
                                   {field::invalid("patch", goQuote(text), "strict decoding error: " + joined)});
        }
        return toStored(d, std::move(*patched));
    };
    const Outcome<Written> outcome = m_registry.update(d, call.path.subresource, call.path.ns, call.path.name, false,
                                                       change, params->dryRun, &owner);
    answerWrite(call, outcome, warnings);
}

void ApiServer::remove(const Call& call) {
    const ResourceDescriptor& d = *call.descriptor;
    const Outcome<DeleteOptions> options = decodeDeleteOptions(call.exchange->request(), call.query);
    if (!options) return fail(call, options.failure());
    const Outcome<Deleted> outcome = m_registry.remove(d, call.path.ns, call.path.name, *options);
    if (!outcome) return fail(call, outcome.failure());
    if (outcome->pending || d.returnsDeleted) {
        return call.exchange->reply(objectReply(d, outcome->object, call.form, 200));
    }
    ApiStatus done;
    done.code = 200;
    done.name = call.path.name;
    done.group = d.group;
    done.kind = d.plural;
    done.uid = textAt(outcome->object, "metadata.uid");
    Json body = done.toJson();
    body.erase("code");  // a successful Status of a deletion carries none
    call.exchange->reply(jsonReply(body, call.form));
}

void ApiServer::removeCollection(const Call& call) {
    const ResourceDescriptor& d = *call.descriptor;
    const Outcome<DeleteOptions> remove = decodeDeleteOptions(call.exchange->request(), call.query);
    if (!remove) return fail(call, remove.failure());
    const Outcome<ListOptions> options = ListOptions::parse(call.query, d);
    if (!options) return fail(call, options.failure());
    ListPage page;
    for (const ObjectPtr& object : m_store.all(d.storage, call.path.ns)) {
        if (!options->labels.matches(object->labels) || !options->fields.matches(object->fields)) continue;
        page.items.push_back(object);
    }
    for (const ObjectPtr& object : page.items) (void)m_registry.remove(d, object->ns, object->name, *remove);
    page.revision = m_store.revision();
    call.exchange->reply(listReply(call, ListOptions(), page));
}

void ApiServer::bind(const Call& call) {
    const Outcome<WriteParams> params = WriteParams::parse(call.query, "CreateOptions");
    if (!params) return fail(call, params.failure());
    std::string error;
    if (mediaType(call.exchange->request().header("Content-Type")) != "application/json") {
        return fail(call, status::unsupportedMediaType({"application/json"}));
    }
    const auto body = parseJson(call.exchange->request().body, error);
    if (!body) return fail(call, status::badRequest("couldn't get version/kind; json parse error: " + error));
    if (textAt(*body, "metadata.name") != call.path.name) {
        return fail(call, status::badRequest("name in URL does not match name in Binding object"));
    }
    const std::string node = textAt(*body, "target.name");
    if (node.empty()) {
        return fail(call, status::invalid("", "Binding", call.path.name, {field::required("target.name")}));
    }
    bool taken = false;
    const auto change = [&](const Json& old) -> Outcome<Json> {
        taken = !textAt(old, "spec.nodeName").empty();
        Json pod = old;
        if (taken) return pod;
        pod["spec"]["nodeName"] = node;
        Json& conditions = ensureObject(pod, "status")["conditions"];
        if (!conditions.is_array()) conditions = Json::array();
        conditions.push_back({{"type", "PodScheduled"},
                              {"status", "True"},
                              {"lastProbeTime", nullptr},
                              {"lastTransitionTime", formatRfc3339(m_registry.now())}});
        return pod;
    };
    const Outcome<Written> outcome =
        m_registry.update(*call.descriptor, "binding", call.path.ns, call.path.name, false, change, params->dryRun);
    if (!outcome) return fail(call, outcome.failure());
    if (taken) {
        return fail(call, status::conflict({"", "pods/binding"}, call.path.name,
                                           "pod " + call.path.name + " is already assigned to node " +
                                               goQuote(textAt(outcome->object, "spec.nodeName"))));
    }
    ApiStatus done;
    done.code = 201;
    call.exchange->reply(jsonReply(done.toJson(), call.form, 201));
}

}  // namespace rollcall::sandbox
