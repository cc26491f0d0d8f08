// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sandbox/seed_data.h"

#include "core/base/time_text.h"
#include "core/sandbox/pod_simulator.h"
#include "core/sandbox/yaml_writer.h"

namespace rollcall::sandbox {

const char* const kStudentDefinition = R"yaml(apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: students.bolingcavalry.k8s.io
  annotations:
    api-approved.kubernetes.io: "unapproved, demonstration resource"
spec:
  group: bolingcavalry.k8s.io
  scope: Namespaced
  names:
    kind: Student
    listKind: StudentList
    plural: students
    singular: student
    shortNames: [stu]
  versions:
    - name: v1
      served: true
      storage: true
      subresources:
        status: {}
      additionalPrinterColumns:
        - name: Student
          type: string
          description: Name of the student.
          jsonPath: .spec.name
        - name: School
          type: string
          description: School that the student attends.
          jsonPath: .spec.school
        - name: Age
          type: date
          description: Time since the object was created.
          jsonPath: .metadata.creationTimestamp
      schema:
        openAPIV3Schema:
          type: object
          description: Student is one pupil and the school that the pupil attends.
          properties:
            apiVersion:
              type: string
              description: Versioned schema of this representation of an object.
            kind:
              type: string
              description: REST resource that this object represents.
            metadata:
              type: object
            spec:
              type: object
              description: What is wanted for the student.
              properties:
                name:
                  type: string
                  description: Name of the student.
                school:
                  type: string
                  description: School that the student attends.
            status:
              type: object
              description: What the controller last observed.
              properties:
                observedGeneration:
                  type: integer
                  format: int64
                  description: The metadata.generation that the controller acted upon last.
                conditions:
                  type: array
                  description: Latest observations of the student's state, one entry for each type.
                  x-kubernetes-list-type: map
                  x-kubernetes-list-map-keys: [type]
                  items:
                    type: object
                    description: Condition is one aspect of the current state of the student.
                    required: [type, status, lastTransitionTime, reason, message]
                    properties:
                      type:
                        type: string
                        maxLength: 316
                        pattern: ^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$
                        description: Type of the condition, in CamelCase or as foo.example.com/CamelCase.
                      status:
                        type: string
                        enum: ["True", "False", Unknown]
                        description: Status of the condition, one of True, False, Unknown.
                      observedGeneration:
                        type: integer
                        format: int64
                        minimum: 0
                        description: The metadata.generation that the condition was set upon.
                      lastTransitionTime:
                        type: string
                        format: date-time
                        description: Last time that the condition went from one status to another.
                      reason:
                        type: string
                        minLength: 1
                        maxLength: 1024
                        pattern: ^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$
                        description: Programmatic identifier, in CamelCase, of the reason for the last transition.
                      message:
                        type: string
                        maxLength: 32768
                        description: Human-readable details about the transition; may be empty.
)yaml";

namespace {

void add(Registry& registry, const char* storage, const std::string& ns, Json object) {
    const DescriptorPtr descriptor = registry.catalog().ofStorage(storage);
    if (!descriptor) return;
    object["apiVersion"] = descriptor->apiVersion();
    object["kind"] = descriptor->kind;
    (void)registry.create(*descriptor, ns, std::move(object));
}

void addNode(Registry& registry, const std::string& name, const std::string& address) {
    const std::string now = formatRfc3339(registry.now());
    Json status = {
        {"addresses", {{{"type", "InternalIP"}, {"address", address}}, {{"type", "Hostname"}, {"address", name}}}},
        {"capacity", {{"cpu", "2"}, {"memory", "4Gi"}, {"pods", "110"}}},
        {"allocatable", {{"cpu", "2"}, {"memory", "4Gi"}, {"pods", "110"}}},
        {"nodeInfo",
         {{"kubeletVersion", "v1.36.0"},
          {"osImage", "Rollcall sandbox"},
          {"kernelVersion", "none"},
          {"containerRuntimeVersion", "simulated://1"},
          {"operatingSystem", "linux"},
          {"architecture", "amd64"}}},
        {"conditions", Json::array({{{"type", "Ready"},
                                     {"status", "True"},
                                     {"reason", "KubeletReady"},
                                     {"message", "the simulator is ready"},
                                     {"lastHeartbeatTime", now},
                                     {"lastTransitionTime", now}}})}};
    add(registry, "nodes", {},
        {{"metadata", {{"name", name}, {"labels", {{"kubernetes.io/hostname", name}}}}},
         {"spec", Json::object()},
         {"status", std::move(status)}});
}

void addStudent(Registry& registry, const char* name, const char* fullName, const char* school) {
    add(registry, "students.bolingcavalry.k8s.io", "default",
        {{"metadata", {{"name", name}}}, {"spec", {{"name", fullName}, {"school", school}}}});
}

Json podBody(Json metadata, const char* image, const char* restartPolicy) {
    return {{"metadata", std::move(metadata)},
            {"spec",
             {{"restartPolicy", restartPolicy}, {"containers", Json::array({{{"name", "main"}, {"image", image}}})}}}};
}

}  // namespace

void seedCluster(Registry& registry) {
    for (const char* name : {"default", "kube-node-lease", "kube-public", "kube-system"}) {
        add(registry, "namespaces", {}, {{"metadata", {{"name", name}}}});
        add(registry, "serviceaccounts", name, {{"metadata", {{"name", "default"}}}});
    }
    add(registry, "services", "default",
        {{"metadata", {{"name", "kubernetes"}, {"labels", {{"component", "apiserver"}, {"provider", "kubernetes"}}}}},
         {"spec",
          {{"clusterIP", "10.96.0.1"},
           {"ports", Json::array({{{"name", "https"}, {"port", 443}, {"protocol", "TCP"}, {"targetPort", 6443}}})}}}});
    addNode(registry, "node-a", "192.0.2.10");
    addNode(registry, "node-b", "192.0.2.11");
    const Outcome<Json> definition = fromYaml(kStudentDefinition);
    if (definition) add(registry, "customresourcedefinitions.apiextensions.k8s.io", {}, *definition);
}

void seedObjects(Registry& registry, PodSimulator* simulator) {
    addStudent(registry, "object-student", "张三", "深圳中学");
    addStudent(registry, "li-si", "李四", "广州中学");
    addStudent(registry, "wang-wu", "王五", "上海中学");
    for (const char* name : {"web-0", "web-1"}) {
        add(registry, "pods", "default",
            podBody({{"name", name}, {"labels", {{"app", "web"}}}}, "nginx:1.27", "Always"));
        if (simulator) simulator->startNow("default", name);
    }
    const auto job = [&](const char* base, bool fails) {
        Json labels = {{"app", "homework"}, {PodSimulator::kReplaceLabel, "true"}};
        if (fails) labels[PodSimulator::kFailLabel] = "true";
        add(registry, "pods", "default",
            podBody({{"generateName", base}, {"labels", std::move(labels)}}, "busybox:1.36", "Never"));
    };
    job("homework-", false);
    job("homework-", false);
    job("exam-", true);
}

}  // namespace rollcall::sandbox
