// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/builtin_schemas.h"

#include <map>

namespace rollcall::sandbox {
namespace {

constexpr const char* kNamespace = R"({
"description":"Namespace provides a scope for names.","type":"object","properties":{
 "spec":{"description":"Behaviour of the namespace.","type":"object","properties":{
  "finalizers":{"description":"Values that must all be removed before the namespace goes.","type":"array","items":{"type":"string"}}}},
 "status":{"description":"Current state of the namespace.","type":"object","properties":{
  "phase":{"description":"Active or Terminating.","type":"string"},
  "conditions":{"description":"Latest observations of the namespace's state.","type":"array","items":{"type":"object","x-kubernetes-preserve-unknown-fields":true}}}}}})";

constexpr const char* kPod = R"({
"description":"Pod is a group of containers that run together on a node.","type":"object","properties":{
 "spec":{"description":"What is wanted of the pod.","type":"object","required":["containers"],"x-kubernetes-preserve-unknown-fields":true,"properties":{
  "containers":{"description":"The containers of the pod; at least one.","type":"array","items":{"type":"object","required":["name"],"x-kubernetes-preserve-unknown-fields":true,"properties":{
   "name":{"description":"Name of the container, a DNS label, unique in the pod.","type":"string"},
   "image":{"description":"Container image.","type":"string"},
   "imagePullPolicy":{"description":"Always, Never or IfNotPresent.","type":"string"},
   "command":{"description":"Entry point, not run in a shell.","type":"array","items":{"type":"string"}},
   "args":{"description":"Arguments of the entry point.","type":"array","items":{"type":"string"}}}}},
  "nodeName":{"description":"Node that the pod is bound to; empty until it is scheduled.","type":"string"},
  "restartPolicy":{"description":"Always, OnFailure or Never.","type":"string"},
  "terminationGracePeriodSeconds":{"description":"Seconds that the pod gets to stop.","type":"integer","format":"int64"},
  "serviceAccountName":{"description":"ServiceAccount that the pod runs as.","type":"string"},
  "hostNetwork":{"description":"Whether the pod uses the network of its node.","type":"boolean"}}},
 "status":{"description":"What was last observed of the pod.","type":"object","x-kubernetes-preserve-unknown-fields":true,"properties":{
  "phase":{"description":"Pending, Running, Succeeded, Failed or Unknown.","type":"string"},
  "reason":{"description":"Short word on why the pod is in this state.","type":"string"},
  "message":{"description":"Text for people on why the pod is in this state.","type":"string"},
  "podIP":{"description":"Address of the pod.","type":"string"},
  "startTime":{"description":"When the node acknowledged the pod.","type":"string","format":"date-time"}}}}})";

// Shared by both forms of an Event.
constexpr const char* kObjectReference =
    R"({"description":"The object that the event is about.","type":"object","properties":{
  "apiVersion":{"description":"API version of the object.","type":"string"},"fieldPath":{"description":"Part of the object.","type":"string"},
  "kind":{"description":"Kind of the object.","type":"string"},"name":{"description":"Name of the object.","type":"string"},
  "namespace":{"description":"Namespace of the object.","type":"string"},"resourceVersion":{"description":"Version of the object.","type":"string"},
  "uid":{"description":"UID of the object.","type":"string"}}})";
constexpr const char* kSource =
    R"({"description":"The component that reported the event.","type":"object","properties":{
  "component":{"description":"Component from which the event came.","type":"string"},"host":{"description":"Node on which it came about.","type":"string"}}})";
constexpr const char* kSeries =
    R"({"description":"The series that the event stands for, or nothing for a single one.","type":"object","nullable":true,"properties":{
  "count":{"description":"Occurrences up to the last observed time.","type":"integer","format":"int32"},
  "lastObservedTime":{"description":"Time of the last occurrence.","type":"string","format":"date-time"}}})";

constexpr const char* kEvent = R"({
"description":"Event is a report of an event somewhere in the cluster.","type":"object","properties":{
 "action":{"description":"What was done or failed regarding the object.","type":"string"},
 "count":{"description":"How often this event has occurred.","type":"integer","format":"int32"},
 "eventTime":{"description":"Time when the event was first observed.","type":"string","format":"date-time","nullable":true},
 "firstTimestamp":{"description":"When the event was first recorded.","type":"string","format":"date-time","nullable":true},
 "lastTimestamp":{"description":"When the most recent occurrence was recorded.","type":"string","format":"date-time","nullable":true},
 "message":{"description":"Text for people.","type":"string"},"reason":{"description":"Short word for the reason.","type":"string"},
 "reportingComponent":{"description":"Name of the controller that emitted the event.","type":"string"},
 "reportingInstance":{"description":"Identity of the controller instance.","type":"string"},
 "type":{"description":"Normal or Warning.","type":"string"}}})";

constexpr const char* kEventV1 = R"({
"description":"Event is a report of an event somewhere in the cluster.","type":"object","required":["eventTime"],"properties":{
 "action":{"description":"What was done or failed regarding the object.","type":"string"},
 "deprecatedCount":{"description":"For older clients.","type":"integer","format":"int32"},
 "deprecatedFirstTimestamp":{"description":"For older clients.","type":"string","format":"date-time","nullable":true},
 "deprecatedLastTimestamp":{"description":"For older clients.","type":"string","format":"date-time","nullable":true},
 "eventTime":{"description":"Time when the event was first observed.","type":"string","format":"date-time","nullable":true},
 "note":{"description":"Text for people.","type":"string"},"reason":{"description":"Short word for the reason.","type":"string"},
 "reportingController":{"description":"Name of the controller that emitted the event.","type":"string"},
 "reportingInstance":{"description":"Identity of the controller instance.","type":"string"},
 "type":{"description":"Normal or Warning.","type":"string"}}})";

constexpr const char* kLease = R"({
"description":"Lease defines a lease concept.","type":"object","properties":{
 "spec":{"description":"The lease as its holder wrote it.","type":"object","properties":{
  "acquireTime":{"description":"When the current lease was acquired.","type":"string","format":"date-time","nullable":true},
  "holderIdentity":{"description":"Identity of the holder.","type":"string","nullable":true},
  "leaseDurationSeconds":{"description":"How long candidates must wait before they take the lease.","type":"integer","format":"int32","nullable":true},
  "leaseTransitions":{"description":"How often the holder has changed.","type":"integer","format":"int32","nullable":true},
  "preferredHolder":{"description":"Holder that is preferred.","type":"string","nullable":true},
  "renewTime":{"description":"When the holder last renewed the lease.","type":"string","format":"date-time","nullable":true},
  "strategy":{"description":"Strategy of coordinated leader election.","type":"string","nullable":true}}}}})";

constexpr const char* kNode = R"({
"description":"Node is a machine of the cluster.","type":"object","properties":{
 "spec":{"description":"Behaviour of the node.","type":"object","x-kubernetes-preserve-unknown-fields":true,"properties":{
  "unschedulable":{"description":"Whether new pods are kept away.","type":"boolean"}}},
 "status":{"description":"What was last observed of the node.","type":"object","x-kubernetes-preserve-unknown-fields":true}}})";

constexpr const char* kConfigMap = R"({
"description":"ConfigMap holds configuration data for pods to consume.","type":"object","properties":{
 "binaryData":{"description":"Data that is no UTF-8, in base64.","type":"object","additionalProperties":{"type":"string"}},
 "data":{"description":"The configuration data.","type":"object","additionalProperties":{"type":"string"}},
 "immutable":{"description":"Whether the data may never change.","type":"boolean"}}})";

constexpr const char* kServiceAccount = R"({
"description":"ServiceAccount is an identity for processes in pods.","type":"object","properties":{
 "automountServiceAccountToken":{"description":"Whether pods get the token.","type":"boolean"},
 "imagePullSecrets":{"description":"Secrets for pulling images.","type":"array","items":{"type":"object","properties":{"name":{"type":"string"}}}},
 "secrets":{"description":"Secrets that pods may use.","type":"array","items":{"type":"object","x-kubernetes-preserve-unknown-fields":true}}}})";

constexpr const char* kService = R"({
"description":"Service is a name and an address for a set of pods.","type":"object","properties":{
 "spec":{"description":"Behaviour of the service.","type":"object","x-kubernetes-preserve-unknown-fields":true,"properties":{
  "clusterIP":{"description":"Address inside the cluster.","type":"string"},
  "ports":{"description":"Ports of the service.","type":"array","items":{"type":"object","x-kubernetes-preserve-unknown-fields":true,"properties":{
   "name":{"description":"Name of the port.","type":"string"},"port":{"description":"Port of the service.","type":"integer","format":"int32"},
   "protocol":{"description":"TCP, UDP or SCTP.","type":"string"}}}},
  "selector":{"description":"Labels of the pods behind the service.","type":"object","additionalProperties":{"type":"string"}},
  "type":{"description":"ClusterIP, NodePort, LoadBalancer or ExternalName.","type":"string"}}},
 "status":{"description":"What was last observed of the service.","type":"object","x-kubernetes-preserve-unknown-fields":true}}})";

constexpr const char* kDefinition = R"({
"description":"CustomResourceDefinition is a resource to be exposed on the API server.","type":"object","required":["spec"],"properties":{
 "spec":{"description":"How the resource is to appear.","type":"object","required":["group","names","scope","versions"],"properties":{
  "conversion":{"description":"How versions are converted.","type":"object","x-kubernetes-preserve-unknown-fields":true},
  "group":{"description":"API group of the resource.","type":"string"},
  "names":{"description":"Names of the resource and its kind.","type":"object","required":["kind","plural"],"properties":{
   "categories":{"description":"Grouped resources it belongs to.","type":"array","items":{"type":"string"}},
   "kind":{"description":"Kind, in CamelCase, singular.","type":"string"},"listKind":{"description":"Kind of a list.","type":"string"},
   "plural":{"description":"Plural name, in the path.","type":"string"},
   "shortNames":{"description":"Short names.","type":"array","items":{"type":"string"}},
   "singular":{"description":"Singular name.","type":"string"}}},
  "preserveUnknownFields":{"description":"Must be false.","type":"boolean"},
  "scope":{"description":"Cluster or Namespaced.","type":"string"},
  "versions":{"description":"The versions of the resource.","type":"array","items":{"type":"object","required":["name","served","storage"],"properties":{
   "additionalPrinterColumns":{"description":"Columns of tables.","type":"array","items":{"type":"object","required":["jsonPath","name","type"],"properties":{
    "description":{"type":"string"},"format":{"type":"string"},"jsonPath":{"type":"string"},"name":{"type":"string"},"priority":{"type":"integer","format":"int32"},"type":{"type":"string"}}}},
   "deprecated":{"type":"boolean"},"deprecationWarning":{"type":"string"},
   "name":{"description":"Name of the version.","type":"string"},
   "schema":{"description":"Schema for validation, pruning and defaulting.","type":"object","properties":{
    "openAPIV3Schema":{"type":"object","x-kubernetes-preserve-unknown-fields":true}}},
   "selectableFields":{"type":"array","items":{"type":"object","properties":{"jsonPath":{"type":"string"}}}},
   "served":{"description":"Whether it is served.","type":"boolean"},"storage":{"description":"Whether it is the stored one.","type":"boolean"},
   "subresources":{"description":"Subresources of the version.","type":"object","properties":{
    "scale":{"type":"object","x-kubernetes-preserve-unknown-fields":true},"status":{"type":"object"}}}}}}}},
 "status":{"description":"The state of the definition.","type":"object","x-kubernetes-preserve-unknown-fields":true}}})";

constexpr const char* kAccessReview = R"({
"description":"Asks whether the current user may do something.","type":"object","required":["spec"],"properties":{
 "spec":{"description":"What is asked.","type":"object","x-kubernetes-preserve-unknown-fields":true},
 "status":{"description":"The answer.","type":"object","x-kubernetes-preserve-unknown-fields":true}}})";

constexpr const char* kMeta = R"({
"ListMeta":{"description":"ListMeta is metadata of a list.","type":"object","properties":{
 "continue":{"description":"Token with which the rest of the list can be had.","type":"string"},
 "remainingItemCount":{"description":"Number of items that this page leaves out.","type":"integer","format":"int64"},
 "resourceVersion":{"description":"Version of the list.","type":"string"},"selfLink":{"description":"No longer used.","type":"string"}}},
"Time":{"description":"Time in RFC 3339, in seconds.","type":"string","format":"date-time"},
"OwnerReference":{"description":"OwnerReference names an owning object.","type":"object","required":["apiVersion","kind","name","uid"],"properties":{
 "apiVersion":{"description":"API version of the owner.","type":"string"},"blockOwnerDeletion":{"description":"Whether the owner waits for this object.","type":"boolean"},
 "controller":{"description":"Whether the owner manages this object.","type":"boolean"},"kind":{"description":"Kind of the owner.","type":"string"},
 "name":{"description":"Name of the owner.","type":"string"},"uid":{"description":"UID of the owner.","type":"string"}}},
"Patch":{"description":"Patch is a change in one of the patch formats.","type":"object"},
"Status":{"description":"Status is a return value of calls that return no other object.","type":"object","properties":{
 "apiVersion":{"type":"string"},"code":{"type":"integer","format":"int32"},"details":{"type":"object","x-kubernetes-preserve-unknown-fields":true},
 "kind":{"type":"string"},"message":{"type":"string"},"metadata":{"type":"object"},"reason":{"type":"string"},"status":{"type":"string"}}},
"DeleteOptions":{"description":"DeleteOptions may be sent with a deletion.","type":"object","properties":{
 "apiVersion":{"type":"string"},"dryRun":{"type":"array","items":{"type":"string"}},"gracePeriodSeconds":{"type":"integer","format":"int64"},
 "kind":{"type":"string"},"orphanDependents":{"type":"boolean"},"preconditions":{"type":"object","properties":{"resourceVersion":{"type":"string"},"uid":{"type":"string"}}},
 "propagationPolicy":{"type":"string"}}},
"ObjectMeta":{"description":"ObjectMeta is metadata that all persisted resources must have, which includes all objects users must create.","type":"object","properties":{
 "annotations":{"description":"Unstructured key value map for tools.","type":"object","additionalProperties":{"type":"string"}},
 "creationTimestamp":{"description":"When the object was created.","allOf":[{"$ref":"#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.Time"}]},
 "deletionGracePeriodSeconds":{"description":"Seconds that the object has to stop.","type":"integer","format":"int64"},
 "deletionTimestamp":{"description":"When the object is to be gone.","allOf":[{"$ref":"#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.Time"}]},
 "finalizers":{"description":"Must be empty before the object is removed.","type":"array","items":{"type":"string"},"x-kubernetes-list-type":"set","x-kubernetes-patch-strategy":"merge"},
 "generateName":{"description":"Prefix for a name that the server makes.","type":"string"},
 "generation":{"description":"Number of the desired state.","type":"integer","format":"int64"},
 "labels":{"description":"Map of keys and values for selecting objects.","type":"object","additionalProperties":{"type":"string"}},
 "managedFields":{"description":"Who manages which fields.","type":"array","items":{"type":"object","x-kubernetes-preserve-unknown-fields":true}},
 "name":{"description":"Name, unique within a namespace.","type":"string"},"namespace":{"description":"Space within which the name is unique.","type":"string"},
 "ownerReferences":{"description":"Objects that this object depends on.","type":"array","items":{"allOf":[{"$ref":"#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.OwnerReference"}]},"x-kubernetes-patch-merge-key":"uid","x-kubernetes-patch-strategy":"merge"},
 "resourceVersion":{"description":"Opaque version of the object.","type":"string"},"selfLink":{"description":"No longer used.","type":"string"},
 "uid":{"description":"Unique in time and space.","type":"string"}}}})";

Json parseText(const char* text) {
    return Json::parse(text, nullptr, false);
}

}  // namespace

Json builtinSchema(const std::string& kind) {
    static const std::map<std::string, const char*> texts = {
        {"Namespace", kNamespace},
        {"Pod", kPod},
        {"Event", kEvent},
        {"EventV1", kEventV1},
        {"Lease", kLease},
        {"Node", kNode},
        {"ConfigMap", kConfigMap},
        {"ServiceAccount", kServiceAccount},
        {"Service", kService},
        {"CustomResourceDefinition", kDefinition},
        {"SelfSubjectAccessReview", kAccessReview},
        {"SelfSubjectRulesReview", kAccessReview},
        {"SelfSubjectReview", kAccessReview},
    };
    const auto at = texts.find(kind);
    if (at == texts.end()) return Json::object();
    Json schema = parseText(at->second);
    if (kind == "Event") {
        schema["properties"]["involvedObject"] = parseText(kObjectReference);
        schema["properties"]["related"] = parseText(kObjectReference);
        schema["properties"]["source"] = parseText(kSource);
        schema["properties"]["series"] = parseText(kSeries);
    } else if (kind == "EventV1") {
        schema["properties"]["regarding"] = parseText(kObjectReference);
        schema["properties"]["related"] = parseText(kObjectReference);
        schema["properties"]["deprecatedSource"] = parseText(kSource);
        schema["properties"]["series"] = parseText(kSeries);
    }
    return schema;
}

const Json& metaSchemas() {
    static const Json schemas = parseText(kMeta);
    return schemas;
}

}  // namespace rollcall::sandbox
