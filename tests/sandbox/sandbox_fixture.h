// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>

#include "core/base/fake_clock.h"
#include "core/sandbox/sandbox_server.h"
#include "tests/sandbox/http_client.h"

namespace rollcall::sandbox::test {

inline const std::string kStudents = "/apis/bolingcavalry.k8s.io/v1/namespaces/default/students";
inline const std::string kAllStudents = "/apis/bolingcavalry.k8s.io/v1/students";
inline const std::string kPods = "/api/v1/namespaces/default/pods";
inline const std::string kEvents = "/api/v1/namespaces/default/events";
inline const std::string kEventsV1 = "/apis/events.k8s.io/v1/namespaces/default/events";
inline const std::string kLeases = "/apis/coordination.k8s.io/v1/namespaces/default/leases";
inline const std::string kNamespaces = "/api/v1/namespaces";
inline const std::string kDefinitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
inline const std::string kTableType =
    "application/json;as=Table;v=v1;g=meta.k8s.io,application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json";

/// A sandbox on a clock that stands still, without anything in it, and a client for it.
struct Sandbox {
    explicit Sandbox(SandboxOptions options = empty()) : clock(std::dynamic_pointer_cast<FakeClock>(options.clock)) {
        auto started = SandboxServer::start(std::move(options));
        if (started) server = std::move(*started);
    }
    static SandboxOptions empty() {
        SandboxOptions options;
        options.clock = std::make_shared<FakeClock>();
        options.seedData = false;
        options.podSimulator = false;
        return options;
    }
    HttpClient client() const { return HttpClient(server->port(), server->token()); }

    std::shared_ptr<FakeClock> clock;
    std::unique_ptr<SandboxServer> server;
};

inline Json student(const std::string& name, const Json& spec = {{"name", "张三"}, {"school", "深圳中学"}}) {
    return {
        {"apiVersion", "bolingcavalry.k8s.io/v1"}, {"kind", "Student"}, {"metadata", {{"name", name}}}, {"spec", spec}};
}

inline Json pod(const std::string& name) {
    return {{"apiVersion", "v1"},
            {"kind", "Pod"},
            {"metadata", {{"name", name}, {"labels", {{"app", "web"}}}}},
            {"spec", {{"containers", Json::array({{{"name", "c"}, {"image", "nginx:1.27"}}})}}}};
}

inline std::string version(const Json& object) {
    return object["metadata"].value("resourceVersion", "");
}

}  // namespace rollcall::sandbox::test
