// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/builtin_resources.h"

#include "core/base/time_text.h"
#include "core/sandbox/api_names.h"
#include "core/sandbox/builtin_schemas.h"
#include "core/sandbox/human_time.h"
#include "core/sandbox/table.h"

namespace rollcall::sandbox {
namespace {

const std::vector<std::string> kAllVerbs = {"create", "delete", "deletecollection", "get",
                                            "list",   "patch",  "update",           "watch"};

ResourceDescriptor base(const char* group, const char* plural, const char* singular, const char* kind) {
    ResourceDescriptor d;
    d.group = group;
    d.version = "v1";
    d.plural = plural;
    d.singular = singular;
    d.kind = kind;
    d.listKind = d.kind + "List";
    d.verbs = kAllVerbs;
    d.storage = GroupResource{d.group, d.plural}.text();
    d.storedApiVersion = d.apiVersion();
    d.storedKind = d.kind;
    d.nameProblem = dns1123SubdomainProblem;
    d.columns = {nameColumn(), ageColumn()};
    d.metaFieldErrors = true;
    d.rules.cells = [](const Json& object, WallTime now) {
        return std::vector<Json>{textAt(object, "metadata.name"),
                                 ageOf(find(object, "metadata.creationTimestamp"), now)};
    };
    d.schema = builtinSchema(kind);
    return d;
}

void addStatus(ResourceDescriptor& d) {
    d.subresources.push_back({"status", "", "", d.kind, {"get", "patch", "update"}});
}

void addFields(ResourceDescriptor& d, std::initializer_list<const char*> names) {
    for (const char* name : names) d.selectableFields.emplace_back(name, name);
    d.metaFieldErrors = false;
}

void keepMember(Json& object, const Json& old, const char* key) {
    if (old.contains(key)) {
        object[key] = old[key];
    } else {
        object.erase(key);
    }
}

KindRules namespaceRules() {
    KindRules rules;
    rules.prepareCreate = [](Json& object, WallTime) {
        Json& metadata = ensureObject(object, "metadata");
        ensureObject(metadata, "labels")["kubernetes.io/metadata.name"] = textAt(metadata, "name");
        object["spec"] = {{"finalizers", {"kubernetes"}}};
        object["status"] = {{"phase", "Active"}};
    };
    rules.prepareUpdate = [](Json& object, const Json& old) {
        keepMember(object, old, "spec");
        keepMember(object, old, "status");
        Json& metadata = ensureObject(object, "metadata");
        ensureObject(metadata, "labels")["kubernetes.io/metadata.name"] = textAt(metadata, "name");
    };
    rules.prepareStatus = [](Json& object, const Json& old) { keepMember(object, old, "spec"); };
    rules.deletionProblem = [](const Json& object) -> std::string {
        // Admission plugin NamespaceLifecycle: these are immortal.
        const std::string name = textAt(object, "metadata.name");
        const bool immortal = name == "default" || name == "kube-system" || name == "kube-public";
        return immortal ? "this namespace may not be deleted" : "";
    };
    rules.heldBack = [](const Json& object) { return !arrayAt(object, "spec.finalizers").empty(); };
    rules.prepareDelete = [](Json& object, WallTime) { ensureObject(object, "status")["phase"] = "Terminating"; };
    rules.fields = [](const Json& object) { return TextPairs{{"status.phase", textAt(object, "status.phase")}}; };
    rules.cells = [](const Json& object, WallTime now) {
        return std::vector<Json>{textAt(object, "metadata.name"), textAt(object, "status.phase"),
                                 ageOf(find(object, "metadata.creationTimestamp"), now)};
    };
    return rules;
}

ResourceDescriptor namespaces() {
    ResourceDescriptor d = base("", "namespaces", "namespace", "Namespace");
    d.namespaced = false;
    d.shortNames = {"ns"};
    d.verbs = {"create", "delete", "get", "list", "patch", "update", "watch"};
    d.subresources.push_back({"finalize", "", "", d.kind, {"update"}});
    addStatus(d);
    d.nameProblem = dns1123LabelProblem;
    addFields(d, {"status.phase"});
    d.selectableFields.emplace_back("name", "metadata.name");
    d.unconditionalUpdate = true;
    d.columns = {nameColumn(), textColumn("Status", "The status of the namespace"), ageColumn()};
    d.bookmarkBody = {{"spec", Json::object()}, {"status", Json::object()}};
    d.storageHash = "Q3oi5N2YM8M=";
    d.rules = namespaceRules();
    return d;
}

ResourceDescriptor pods() {
    ResourceDescriptor d = base("", "pods", "pod", "Pod");
    d.shortNames = {"po"};
    d.categories = {"all"};
    d.subresources.push_back({"binding", "", "", "Binding", {"create"}});
    addStatus(d);
    addFields(d, {"spec.nodeName", "spec.restartPolicy", "spec.schedulerName", "spec.serviceAccountName",
                  "spec.hostNetwork", "status.phase", "status.podIP", "status.nominatedNodeName"});
    d.tracksGeneration = true;
    d.unconditionalUpdate = true;
    d.returnsDeleted = true;
    d.columns = podColumns();
    d.bookmarkBody = {{"spec", {{"containers", nullptr}}}, {"status", Json::object()}};
    d.storageHash = "xPOwRZ+Yhw8=";
    d.rules = podRules();
    return d;
}

ResourceDescriptor coreEvents() {
    ResourceDescriptor d = base("", "events", "event", "Event");
    d.shortNames = {"ev"};
    d.storage = "events";
    addFields(d, {"involvedObject.kind", "involvedObject.namespace", "involvedObject.name", "involvedObject.uid",
                  "involvedObject.apiVersion", "involvedObject.resourceVersion", "involvedObject.fieldPath", "reason",
                  "reportingComponent", "source", "type"});
    d.unconditionalUpdate = true;
    d.createOnUpdate = true;
    d.columns = eventColumns();
    d.bookmarkBody = {{"involvedObject", Json::object()}, {"source", Json::object()}, {"firstTimestamp", nullptr},
                      {"lastTimestamp", nullptr},         {"eventTime", nullptr},     {"reportingComponent", ""},
                      {"reportingInstance", ""}};
    d.storageHash = "r2yiGXH7wu8=";
    d.rules = eventRules();
    return d;
}

ResourceDescriptor v1Events() {
    ResourceDescriptor d = coreEvents();
    d.group = "events.k8s.io";
    d.rules = eventV1Rules();
    d.selectableFields.clear();
    for (const char* name : {"kind", "namespace", "name", "uid", "apiVersion", "resourceVersion", "fieldPath"}) {
        d.selectableFields.emplace_back(std::string("regarding.") + name, std::string("involvedObject.") + name);
    }
    for (const char* name : {"reason", "type"}) d.selectableFields.emplace_back(name, name);
    d.selectableFields.emplace_back("reportingController", "reportingComponent");
    d.bookmarkBody = {{"eventTime", nullptr},
                      {"regarding", Json::object()},
                      {"deprecatedSource", Json::object()},
                      {"deprecatedFirstTimestamp", nullptr},
                      {"deprecatedLastTimestamp", nullptr}};
    d.schema = builtinSchema("EventV1");
    return d;
}

ResourceDescriptor leases() {
    ResourceDescriptor d = base("coordination.k8s.io", "leases", "lease", "Lease");
    d.createOnUpdate = true;
    TableColumn holder = textColumn("Holder",
                                    "holderIdentity contains the identity of the holder of a current lease. If "
                                    "Coordinated Leader Election is used, the holder identity must be equal to "
                                    "the elected LeaseCandidate.metadata.name field.");
    d.columns = {nameColumn(), holder, ageColumn()};
    d.bookmarkBody = {{"spec", Json::object()}};
    d.storageHash = "gqkMMb/YqFM=";
    d.rules.cells = [](const Json& object, WallTime now) {
        return std::vector<Json>{textAt(object, "metadata.name"), textAt(object, "spec.holderIdentity"),
                                 ageOf(find(object, "metadata.creationTimestamp"), now)};
    };
    d.rules.prepareCreate = [](Json& object, WallTime) { ensureObject(object, "spec"); };
    d.rules.prepareUpdate = [](Json& object, const Json&) { ensureObject(object, "spec"); };
    d.rules.validate = [](const Json& object, const Json*, FieldErrors& errors) {
        const Json* seconds = find(object, "spec.leaseDurationSeconds");
        if (seconds && seconds->is_number_integer() && seconds->get<std::int64_t>() <= 0) {
            errors.push_back(field::invalid("spec.leaseDurationSeconds", dump(*seconds), "must be greater than 0"));
        }
        const Json* transitions = find(object, "spec.leaseTransitions");
        if (transitions && transitions->is_number_integer() && transitions->get<std::int64_t>() < 0) {
            errors.push_back(
                field::invalid("spec.leaseTransitions", dump(*transitions), "must be greater than or equal to 0"));
        }
    };
    return d;
}

ResourceDescriptor definitions() {
    ResourceDescriptor d = base("apiextensions.k8s.io", "customresourcedefinitions", "customresourcedefinition",
                                "CustomResourceDefinition");
    d.namespaced = false;
    d.shortNames = {"crd", "crds"};
    d.categories = {"api-extensions"};
    addStatus(d);
    d.tracksGeneration = true;
    TableColumn created = ageColumn();
    created.name = "Created At";
    created.type = "date";
    d.columns = {nameColumn(), created};
    d.storageHash = "jfWCUB31mvA=";
    d.rules = customResourceDefinitionRules();
    return d;
}

ResourceDescriptor nodes() {
    ResourceDescriptor d = base("", "nodes", "node", "Node");
    d.namespaced = false;
    d.shortNames = {"no"};
    addStatus(d);
    addFields(d, {"spec.unschedulable"});
    d.unconditionalUpdate = true;
    d.columns = nodeColumns();
    d.storageHash = "XwShjMxG9Fs=";
    d.rules = nodeRules();
    return d;
}

ResourceDescriptor configMaps() {
    ResourceDescriptor d = base("", "configmaps", "configmap", "ConfigMap");
    d.shortNames = {"cm"};
    d.unconditionalUpdate = true;
    TableColumn data = textColumn("Data", "Data contains the configuration data.");
    d.columns = {nameColumn(), data, ageColumn()};
    d.storageHash = "qFsyl6wFWjQ=";
    d.rules.cells = [](const Json& object, WallTime now) {
        const std::size_t entries = objectAt(object, "data").size() + objectAt(object, "binaryData").size();
        return std::vector<Json>{textAt(object, "metadata.name"), entries,
                                 ageOf(find(object, "metadata.creationTimestamp"), now)};
    };
    return d;
}

ResourceDescriptor serviceAccounts() {
    ResourceDescriptor d = base("", "serviceaccounts", "serviceaccount", "ServiceAccount");
    d.shortNames = {"sa"};
    d.unconditionalUpdate = true;
    d.storageHash = "pbx9ZvyFpBE=";
    return d;
}

ResourceDescriptor services() {
    ResourceDescriptor d = base("", "services", "service", "Service");
    d.shortNames = {"svc"};
    d.categories = {"all"};
    addStatus(d);
    d.unconditionalUpdate = true;
    d.returnsDeleted = true;
    d.nameProblem = dns1123LabelProblem;
    addFields(d, {"spec.clusterIP", "spec.type"});
    d.columns = serviceColumns();
    d.storageHash = "0/CO1lhkEBI=";
    d.rules = serviceRules();
    d.rules.fields = [](const Json& object) {
        return TextPairs{{"spec.clusterIP", textAt(object, "spec.clusterIP")},
                         {"spec.type", textAt(object, "spec.type")}};
    };
    return d;
}

ResourceDescriptor review(const char* group, const char* plural, const char* singular, const char* kind) {
    ResourceDescriptor d = base(group, plural, singular, kind);
    d.namespaced = false;
    d.verbs = {"create"};
    d.virtualKind = true;
    d.storage.clear();
    return d;
}

}  // namespace

std::vector<DescriptorPtr> builtinResources() {
    std::vector<DescriptorPtr> all;
    for (ResourceDescriptor& d : std::vector<ResourceDescriptor>{
             configMaps(), coreEvents(), namespaces(), nodes(), pods(), serviceAccounts(), services(), v1Events(),
             review("authentication.k8s.io", "selfsubjectreviews", "selfsubjectreview", "SelfSubjectReview"),
             review("authorization.k8s.io", "selfsubjectaccessreviews", "selfsubjectaccessreview",
                    "SelfSubjectAccessReview"),
             review("authorization.k8s.io", "selfsubjectrulesreviews", "selfsubjectrulesreview",
                    "SelfSubjectRulesReview"),
             definitions(), leases()}) {
        all.push_back(std::make_shared<const ResourceDescriptor>(std::move(d)));
    }
    return all;
}

}  // namespace rollcall::sandbox
