// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/crd_controller.h"

#include <QCryptographicHash>
#include <algorithm>

#include "core/base/time_text.h"
#include "core/sandbox/api_names.h"
#include "core/sandbox/table.h"

namespace rollcall::sandbox {
namespace {

constexpr const char* kCleanupFinalizer = "customresourcecleanup.apiextensions.k8s.io";

// apiserver discovery.StorageVersionHash: eight bytes of a SHA-256, so that clients notice a changed storage version.
std::string storageHash(const std::string& group, const std::string& version, const std::string& kind) {
    const QByteArray text = QByteArray::fromStdString(group + "/" + version + "/" + kind);
    return QCryptographicHash::hash(text, QCryptographicHash::Sha256).left(8).toBase64().toStdString();
}

std::string storageVersion(const Json& crd) {
    for (const Json& version : arrayAt(crd, "spec.versions")) {
        if (boolAt(version, "storage")) return textAt(version, "name");
    }
    return {};
}

void setCondition(Json& crd, const char* type, bool isTrue, const char* reason, const std::string& message,
                  WallTime now) {
    Json& conditions = ensureObject(crd, "status")["conditions"];
    if (!conditions.is_array()) conditions = Json::array();
    Json condition = {{"type", type},
                      {"status", isTrue ? "True" : "False"},
                      {"lastTransitionTime", formatRfc3339(now)},
                      {"reason", reason},
                      {"message", message}};
    for (Json& one : conditions) {
        if (textAt(one, "type") != type) continue;
        if (one["status"] == condition["status"]) condition["lastTransitionTime"] = one["lastTransitionTime"];
        one = std::move(condition);
        return;
    }
    conditions.push_back(std::move(condition));
}

std::string storageOf(const Json& crd) {
    return GroupResource{textAt(crd, "spec.group"), textAt(crd, "spec.names.plural")}.text();
}

}  // namespace

void markTerminating(Json& crd, WallTime now) {
    Json& finalizers = ensureObject(crd, "metadata")["finalizers"];
    if (!finalizers.is_array()) finalizers = Json::array();
    if (std::find(finalizers.begin(), finalizers.end(), kCleanupFinalizer) == finalizers.end()) {
        finalizers.push_back(kCleanupFinalizer);
    }
    setCondition(crd, "Terminating", true, "InstanceDeletionPending",
                 "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon", now);
}

ResourceDescriptor customDescriptor(const Json& crd, const Json& version) {
    ResourceDescriptor d;
    d.group = textAt(crd, "spec.group");
    d.version = textAt(version, "name");
    d.plural = textAt(crd, "spec.names.plural");
    d.singular = textAt(crd, "spec.names.singular");
    d.kind = textAt(crd, "spec.names.kind");
    d.listKind = textAt(crd, "spec.names.listKind");
    d.shortNames = stringsAt(crd, "spec.names.shortNames");
    d.categories = stringsAt(crd, "spec.names.categories");
    d.namespaced = textAt(crd, "spec.scope") == "Namespaced";
    d.custom = true;
    d.tracksGeneration = true;
    d.verbs = {"delete", "deletecollection", "get", "list", "patch", "create", "update", "watch"};
    if (find(version, "subresources.status"))
        d.subresources.push_back({"status", "", "", d.kind, {"get", "patch", "update"}});
    d.storage = storageOf(crd);
    const std::string stored = storageVersion(crd);
    d.storedApiVersion = d.group + "/" + stored;
    d.storedKind = d.kind;
    d.nameProblem = dns1123SubdomainProblem;
    d.columns = customColumns(version);
    if (const Json* schema = find(version, "schema.openAPIV3Schema")) d.schema = *schema;
    d.storageHash = storageHash(d.group, stored, d.kind);
    std::vector<std::string> paths;
    for (const Json& one : arrayAt(version, "selectableFields")) {
        const std::string path = textAt(one, "jsonPath");
        if (path.size() > 1) paths.push_back(path.substr(1));
    }
    for (const std::string& path : paths) d.selectableFields.emplace_back(path, path);
    if (!paths.empty()) {
        d.rules.fields = [paths](const Json& object) {
            TextPairs fields;
            for (const std::string& path : paths) {
                const Json* value = find(object, path);
                fields.emplace_back(path, !value ? "" : value->is_string() ? value->get<std::string>() : dump(*value));
            }
            return fields;
        };
    }
    if (d.version != stored) {
        // Conversion strategy None: the versions differ in nothing but their name.
        d.rules.toWire = [apiVersion = d.apiVersion()](const Json& object) {
            Json wire = object;
            wire["apiVersion"] = apiVersion;
            return wire;
        };
        d.rules.fromWire = [apiVersion = d.storedApiVersion](const Json& wire) {
            Json object = wire;
            object["apiVersion"] = apiVersion;
            return object;
        };
    }
    return d;
}

CrdController::CrdController(Registry& registry, Loop& loop) : m_registry(registry), m_loop(loop) {
}

void CrdController::noticed(const std::string& storage, const StoreEvent& event) {
    std::string name;
    if (storage == kCrdStorage && event.type != StoreEvent::Type::Deleted) {
        name = event.object->name;
    } else if (event.type == StoreEvent::Type::Deleted && m_registry.store().find(kCrdStorage, storage)) {
        name = storage;  // a definition is named after its storage; it may be waiting for its last object
    }
    if (name.empty()) return;
    if (m_pending.insert(name).second && m_pending.size() == 1) {
        m_loop.post([this, alive = std::weak_ptr<int>(m_alive)] {
            if (!alive.expired()) settle();
        });
    }
}

void CrdController::settle() {
    while (!m_pending.empty()) {
        const std::string name = *m_pending.begin();
        reconcile(name);
        m_pending.erase(name);
    }
}

void CrdController::reconcile(const std::string& name) {
    const ObjectPtr stored = m_registry.store().find(kCrdStorage, name);
    if (!stored) return;
    Json crd = stored->json();
    if (find(crd, "metadata.deletionTimestamp")) {
        finalize(name, crd);
    } else {
        serve(name, std::move(crd));
    }
}

// Names that another definition of the group has already taken.
std::string CrdController::nameConflict(const Json& crd) const {
    for (const ObjectPtr& other : m_registry.store().all(kCrdStorage)) {
        const Json one = other->json();
        if (other->name == textAt(crd, "metadata.name") || textAt(one, "spec.group") != textAt(crd, "spec.group"))
            continue;
        for (const char* part : {"plural", "singular", "kind", "listKind"}) {
            const std::string taken = textAt(one, std::string("status.acceptedNames.") + part);
            if (!taken.empty() && taken == textAt(crd, std::string("spec.names.") + part)) {
                return goQuote(taken) + " is already in use";
            }
        }
    }
    return {};
}

void CrdController::serve(const std::string& name, Json crd) {
    const Json before = objectAt(crd, "status");
    const WallTime now = m_registry.now();
    if (isProtectedGroup(textAt(crd, "spec.group"))) {
        const std::string approval = objectAt(crd, "metadata.annotations").value(kApprovalAnnotation, std::string());
        const bool approved = isApproved(approval);
        setCondition(crd, "KubernetesAPIApprovalPolicyConformant", approved,
                     approved ? "ApprovedAnnotation" : "UnapprovedAnnotation",
                     approved ? "approved in " + approval : "not approved: " + goQuote(approval), now);
    }
    const std::string conflict = nameConflict(crd);
    if (conflict.empty()) {
        crd["status"]["acceptedNames"] = objectAt(crd, "spec.names");
        setCondition(crd, "NamesAccepted", true, "NoConflicts", "no conflicts found", now);
        setCondition(crd, "Established", true, "InitialNamesAccepted", "the initial names have been accepted", now);
        m_registry.store().open(storageOf(crd));
        m_registry.catalog().remove(storageOf(crd));
        for (const Json& version : arrayAt(crd, "spec.versions")) {
            if (!boolAt(version, "served") && !boolAt(version, "storage")) continue;
            ResourceDescriptor descriptor = customDescriptor(crd, version);
            if (!boolAt(version, "served")) descriptor.verbs.clear();
            m_registry.catalog().add(std::make_shared<const ResourceDescriptor>(std::move(descriptor)));
        }
    } else {
        setCondition(crd, "NamesAccepted", false, "NamesConflict", conflict, now);
        setCondition(crd, "Established", false, "NotAccepted", "not all names are accepted", now);
    }
    if (crd["status"] != before) writeStatus(name, crd["status"]);
}

void CrdController::writeStatus(const std::string& name, const Json& status) {
    const DescriptorPtr descriptor = m_registry.catalog().ofStorage(kCrdStorage);
    (void)m_registry.update(*descriptor, "status", {}, name, false, [&](const Json& old) -> Outcome<Json> {
        Json changed = old;
        changed["status"] = status;
        return changed;
    });
}

void CrdController::finalize(const std::string& name, const Json& crd) {
    const std::string storage = storageOf(crd);
    if (const DescriptorPtr descriptor = m_registry.catalog().ofStorage(storage)) {
        for (const ObjectPtr& object : m_registry.store().all(storage)) {
            (void)m_registry.remove(*descriptor, object->ns, object->name);
        }
        if (m_registry.store().size(storage) > 0) return;  // finalizers: the last one that goes calls us again
        m_registry.catalog().remove(storage);
        m_registry.store().drop(storage);
    }
    const DescriptorPtr definitions = m_registry.catalog().ofStorage(kCrdStorage);
    (void)m_registry.update(*definitions, {}, {}, name, false, [](const Json& old) -> Outcome<Json> {
        Json changed = old;
        Json& finalizers = changed["metadata"]["finalizers"];
        finalizers.erase(std::remove(finalizers.begin(), finalizers.end(), kCleanupFinalizer), finalizers.end());
        return changed;
    });
}

}  // namespace rollcall::sandbox
