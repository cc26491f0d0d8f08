// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/preflight.h"

#include <algorithm>
#include <memory>

#include "core/api/text.h"
#include "core/api/write.h"
#include "core/api/yaml_tree.h"

namespace rollcall {

namespace {

using Id = PreflightCheck::Id;
using State = PreflightCheck::State;

struct Right {
    Id id;
    const char* verb;
    const char* group;
    const char* resource;
};
constexpr Right kStudentRights[] = {{Id::ListStudents, "list", "bolingcavalry.k8s.io", "students"},
                                    {Id::WatchStudents, "watch", "bolingcavalry.k8s.io", "students"}};
constexpr Right kPodRights[] = {
    {Id::ListPods, "list", "", "pods"}, {Id::WatchPods, "watch", "", "pods"}, {Id::GetPods, "get", "", "pods"}};
constexpr Right kEventRights[] = {{Id::CreateEvents, "create", "", "events"}, {Id::PatchEvents, "patch", "", "events"}};

/// The text of a scalar below `root`, empty when it is not there.
std::string textAt(const YamlNode& root, std::initializer_list<std::string_view> path) {
    const YamlNode* node = &root;
    for (const std::string_view key : path) {
        node = node ? node->find(key) : nullptr;
    }
    return node && node->isScalar() ? printable(node->text) : std::string();
}

std::string textIn(const std::string& json, std::initializer_list<std::string_view> path) {
    const auto document = readYaml(json);
    return document ? textAt(document->root, path) : std::string();
}

PreflightCheck passed(Id id, std::string found) {
    PreflightCheck check;
    check.id = id;
    check.state = State::Ok;
    check.found = std::move(found);
    return check;
}

PreflightCheck open(Id id, State state, const Error& error, std::string advice) {
    PreflightCheck check;
    check.id = id;
    check.state = state;
    check.found = error.message;
    check.advice = std::move(advice);
    check.error = error;
    return check;
}

std::string reachableAdvice(const Error& error) {
    switch (error.kind) {
        case ErrorKind::Tls:
            return "Check certificate-authority and tls-server-name of the cluster entry.";
        case ErrorKind::Config:
            return "Correct the kubeconfig or choose another context.";
        case ErrorKind::Protocol:
            return "Check that the server address is that of a Kubernetes API server, not of a proxy or login page.";
        default:
            return "Check that the API server runs, and the server address of the cluster entry.";
    }
}

constexpr const char* kSignInAdvice =
    "The token or certificate is wrong or has expired: sign in again and update the user entry.";

/// Asks, collects, and reports when the last answer is in. Lives on the API thread; kept alive by the callbacks.
class Preflight : public std::enable_shared_from_this<Preflight> {
public:
    Preflight(ApiClient& client, PreflightScope scope, CancelToken cancel, std::function<void(PreflightReport)> done)
        : m_client(client), m_scope(std::move(scope)), m_cancel(std::move(cancel)), m_done(std::move(done)) {}

    void start() {
        ask("GET", "/version", {}, [](Preflight& self, const Result<HttpAnswer>& answer) { self.onVersion(answer); });
    }

private:
    using Handler = std::function<void(Preflight&, const Result<HttpAnswer>&)>;

    void ask(const char* method, std::string path, std::string body, Handler handler);
    void onVersion(const Result<HttpAnswer>& answer);
    void askTheRest();
    void onWhoAmI(const Result<HttpAnswer>& answer);
    void onResources(const Result<HttpAnswer>& answer);
    void askRight(const Right& right);
    void onRight(const Right& right, const Result<HttpAnswer>& answer);
    void add(PreflightCheck check) { m_report.checks.push_back(std::move(check)); }
    void finish();

    ApiClient& m_client;
    const PreflightScope m_scope;
    const CancelToken m_cancel;
    const std::function<void(PreflightReport)> m_done;
    PreflightReport m_report;
    int m_waiting = 0;
};

void Preflight::ask(const char* method, std::string path, std::string body, Handler handler) {
    HttpRequest request;
    request.method = method;
    request.path = std::move(path);
    request.deadline = std::chrono::seconds(15);
    if (!body.empty()) request.contentType = kJsonType;
    request.body = std::move(body);
    ++m_waiting;
    m_client.raw(std::move(request), m_cancel,
                 [self = shared_from_this(), handler = std::move(handler)](const Result<HttpAnswer>& answer) {
                     handler(*self, answer);
                     if (--self->m_waiting == 0) self->finish();
                 });
}

void Preflight::onVersion(const Result<HttpAnswer>& answer) {
    if (!answer) {
        const Error& error = answer.error();
        if (error.isUnauthorized()) {
            add(passed(Id::Reachable, {}));
            add(open(Id::SignedIn, State::Failed, error, kSignInAdvice));
        } else if (error.isForbidden()) {
            add(passed(Id::Reachable, {}));  // a hardened server; whether we may work is asked below
            askTheRest();
        } else {
            add(open(Id::Reachable, error.kind == ErrorKind::Cancelled ? State::Unknown : State::Failed, error,
                     reachableAdvice(error)));
        }
        return;
    }
    m_report.serverVersion = textIn(answer->body, {"gitVersion"});
    if (m_report.serverVersion.empty()) {
        const Error error = makeError(ErrorKind::Protocol, "the answer of /version is not that of an API server");
        return add(open(Id::Reachable, State::Failed, error, reachableAdvice(error)));
    }
    add(passed(Id::Reachable, m_report.serverVersion));
    askTheRest();
}

void Preflight::askTheRest() {
    ask("POST", "/apis/authentication.k8s.io/v1/selfsubjectreviews",
        R"({"kind":"SelfSubjectReview","apiVersion":"authentication.k8s.io/v1"})",
        [](Preflight& self, const Result<HttpAnswer>& answer) { self.onWhoAmI(answer); });
    if (m_scope.students) {
        ask("GET", "/apis/bolingcavalry.k8s.io/v1", {},
            [](Preflight& self, const Result<HttpAnswer>& answer) { self.onResources(answer); });
        for (const Right& right : kStudentRights) askRight(right);
    }
    if (m_scope.pods) {
        for (const Right& right : kPodRights) askRight(right);
    }
    for (const Right& right : kEventRights) askRight(right);
}

void Preflight::onWhoAmI(const Result<HttpAnswer>& answer) {
    if (answer) {
        m_report.user = textIn(answer->body, {"status", "userInfo", "username"});
        return add(passed(Id::SignedIn, m_report.user));
    }
    const Error& error = answer.error();
    // Servers before 1.28 do not know the question.
    if (error.isUnauthorized())
        add(open(Id::SignedIn, State::Failed, error, kSignInAdvice));
    else
        add(open(Id::SignedIn, State::Unknown, error, {}));
}

void Preflight::onResources(const Result<HttpAnswer>& answer) {
    static constexpr const char* kInstall =
        "Install the definition: kubectl apply -f student-crd.yaml, or Install CRD in the window.";
    if (!answer) {
        const Error& error = answer.error();
        return add(open(Id::StudentsInstalled, error.isNotFound() ? State::Failed : State::Unknown, error,
                        error.isNotFound() ? kInstall : ""));
    }
    const auto document = readYaml(answer->body);
    const YamlNode* resources = document ? document->root.find("resources") : nullptr;
    const bool found =
        resources && std::any_of(resources->items.begin(), resources->items.end(),
                                 [](const YamlNode& resource) { return textAt(resource, {"name"}) == "students"; });
    if (found) return add(passed(Id::StudentsInstalled, "bolingcavalry.k8s.io/v1"));
    Error missing = makeError(ErrorKind::Api, "the group bolingcavalry.k8s.io/v1 has no students");
    missing.httpStatus = 404;
    add(open(Id::StudentsInstalled, State::Failed, missing, kInstall));
}

void Preflight::askRight(const Right& right) {
    ask("POST", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
        accessReview(right.verb, right.group, right.resource, m_scope.ns),
        [right](Preflight& self, const Result<HttpAnswer>& answer) { self.onRight(right, answer); });
}

void Preflight::onRight(const Right& right, const Result<HttpAnswer>& answer) {
    if (!answer) return add(open(right.id, State::Unknown, answer.error(), {}));
    if (textIn(answer->body, {"status", "allowed"}) == "true") return add(passed(right.id, {}));
    const std::string what = std::string(right.verb) + ' ' + right.resource;
    const std::string where = m_scope.ns.empty() ? "in all namespaces" : "in the namespace " + printable(m_scope.ns);
    Error error = makeError(ErrorKind::Api, "not allowed to " + what + ' ' + where);
    error.httpStatus = 403;
    error.reason = "Forbidden";
    add(open(right.id, State::Failed, error,
             "Ask for a role that allows to " + what + ' ' + where +
                 (m_scope.ns.empty() ? ", or choose one namespace." : ".")));
}

void Preflight::finish() {
    std::stable_sort(m_report.checks.begin(), m_report.checks.end(),
                     [](const auto& a, const auto& b) { return a.id < b.id; });
    m_done(std::move(m_report));
}

}  // namespace

const char* preflightName(PreflightCheck::Id id) {
    switch (id) {
        case Id::Reachable:
            return "server reachable";
        case Id::SignedIn:
            return "signed in";
        case Id::StudentsInstalled:
            return "students installed";
        case Id::ListStudents:
            return "list students";
        case Id::WatchStudents:
            return "watch students";
        case Id::ListPods:
            return "list pods";
        case Id::WatchPods:
            return "watch pods";
        case Id::GetPods:
            return "get pods";
        case Id::CreateEvents:
            return "create events";
        case Id::PatchEvents:
            return "patch events";
    }
    return "";
}

const PreflightCheck* PreflightReport::firstFailure() const {
    const auto it =
        std::find_if(checks.begin(), checks.end(), [](const auto& check) { return check.state == State::Failed; });
    return it == checks.end() ? nullptr : &*it;
}

void runPreflight(ApiClient& client, const PreflightScope& scope, CancelToken cancel,
                  std::function<void(PreflightReport)> done) {
    std::make_shared<Preflight>(client, scope, std::move(cancel), std::move(done))->start();
}

}  // namespace rollcall
