// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/api_server.h"
#include "core/sandbox/request_body.h"
#include "core/sandbox/yaml_writer.h"

namespace rollcall::sandbox {
namespace {

// What the manager may say of its configuration before anything is compared (managedfields/internal, fieldmanager.go).
std::optional<ApiStatus> checkConfiguration(const ResourceDescriptor& d, const ResourcePath& path, const Json& config) {
    if (!config.is_object()) return status::badRequest("error decoding YAML: the document is no object");
    const std::string version = textAt(config, "apiVersion"), kind = textAt(config, "kind");
    if (version != d.apiVersion() || kind != d.kind) {
        const std::string shown = version.empty() ? "/" : version;
        return status::badRequest("invalid object type: " + shown + ", Kind=" + kind);
    }
    if (find(config, "metadata.managedFields")) return status::badRequest("metadata.managedFields must be nil");
    return checkPlace(path, config);
}

}  // namespace

void ApiServer::apply(const Call& call, const WriteParams& params) {
    const ResourceDescriptor& d = *call.descriptor;
    Outcome<Json> config = fromYaml(call.exchange->request().body);
    if (!config) return fail(call, status::badRequest("error decoding YAML: " + config.failure().message));
    if (auto refused = checkConfiguration(d, call.path, *config)) return fail(call, *refused);
    FieldOwner owner{params.fieldManager, call.path.subresource, true, params.force};
    const auto change = [&](const Json& live) -> Outcome<Json> {
        const Json base = live.empty() ? Json() : d.rules.toWire ? d.rules.toWire(live) : live;
        Outcome<Json> applied = applyConfiguration(d, owner, base, *config, m_registry.now());
        if (!applied) return applied;
        return d.rules.fromWire ? d.rules.fromWire(*applied) : *applied;
    };
    const bool exists = m_store.find(d.storage, StoredObject::objectKey(call.path.ns, call.path.name)) != nullptr;
    if (exists || !call.path.subresource.empty()) {
        return answerWrite(call,
                           m_registry.update(d, call.path.subresource, call.path.ns, call.path.name, false, change,
                                             params.dryRun, &owner),
                           {});
    }
    Outcome<Json> made = change(Json::object());
    if (!made) return fail(call, made.failure());
    ensureObject(*made, "metadata")["name"] = call.path.name;
    answerWrite(call, m_registry.create(d, call.path.ns, std::move(*made), params.dryRun, &owner), {});
}

}  // namespace rollcall::sandbox
