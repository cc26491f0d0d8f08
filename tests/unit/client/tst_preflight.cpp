// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <future>

#include "core/base/fake_clock.h"
#include "core/client/preflight.h"

using namespace rollcall;
using Id = PreflightCheck::Id;
using State = PreflightCheck::State;

namespace {

HttpAnswer answerOf(int status, std::string body, std::string type = "application/json") {
    HttpAnswer answer;
    answer.status = status;
    answer.contentType = std::move(type);
    answer.body = std::move(body);
    return answer;
}

/// As a real server answers a user who may do everything (shortened).
Result<HttpAnswer> goodServer(const HttpRequest& request) {
    if (request.path == "/version") return answerOf(200, "{\n  \"major\": \"1\",\n  \"gitVersion\": \"v1.36.3\"\n}");
    if (request.path == "/apis/authentication.k8s.io/v1/selfsubjectreviews") {
        return answerOf(201, R"({"kind":"SelfSubjectReview","status":{"userInfo":{"username":"narrow","uid":"2"}}})");
    }
    if (request.path == "/apis/bolingcavalry.k8s.io/v1") {
        return answerOf(
            200,
            R"({"kind":"APIResourceList","resources":[{"name":"students/status"},{"name":"students","kind":"Student"}]})");
    }
    if (request.path == "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews") {
        return answerOf(201,
                        R"({"kind":"SelfSubjectAccessReview","spec":{},"status":{"allowed":true,"reason":"RBAC"}})");
    }
    return answerOf(404, "404 page not found", "text/plain");
}

using Route = std::function<Result<HttpAnswer>(const HttpRequest&)>;

class RoutedTransport final : public Transport {
public:
    explicit RoutedTransport(Route route) : m_route(std::move(route)) {}
    std::unique_ptr<RequestHandle> send(HttpRequest request, std::function<void(Result<HttpAnswer>)> done) override {
        auto handle = std::make_unique<Handle>();
        QTimer::singleShot(0, &handle->context, [done = std::move(done), answer = m_route(request)] { done(answer); });
        return handle;
    }
    std::unique_ptr<RequestHandle> openStream(HttpRequest, StreamCallbacks) override { return nullptr; }

private:
    struct Handle final : RequestHandle {
        QObject context;
    };
    const Route m_route;
};

PreflightReport check(Route route, const PreflightScope& scope = {}, const CancelToken& cancel = {}) {
    LoopThread thread("preflight");
    ApiClient::Options options;
    options.qps = -1;
    ApiClient client(
        thread, std::make_shared<FakeClock>(), [&] { return std::make_unique<RoutedTransport>(route); }, options);
    std::promise<PreflightReport> promise;
    runPreflight(client, scope, cancel, [&](PreflightReport report) { promise.set_value(std::move(report)); });
    return promise.get_future().get();
}

const PreflightCheck* find(const PreflightReport& report, Id id) {
    for (const auto& item : report.checks) {
        if (item.id == id) return &item;
    }
    return nullptr;
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

class PreflightTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void allIsWell();
    void asksOnlyForWhatRuns();
    void asksForTheNamespace();
    void unreachableServer();
    void foreignServer();
    void wrongToken();
    void missingDefinition_data();
    void missingDefinition();
    void missingRight();
    void oldServerWithoutSelfReview();
    void reviewsRefused();
    void cancelled();
};

void PreflightTest::allIsWell() {
    const PreflightReport report = check(&goodServer);
    QVERIFY(report.ok());
    QCOMPARE(report.serverVersion, "v1.36.3");
    QCOMPARE(report.user, "narrow");
    QCOMPARE(report.checks.size(), 10U);
    for (std::size_t i = 0; i < report.checks.size(); ++i) {
        QCOMPARE(static_cast<std::size_t>(report.checks[i].id), i);
        QVERIFY2(report.checks[i].state == State::Ok, preflightName(report.checks[i].id));
        QCOMPARE(report.checks[i].advice, "");
    }
}

void PreflightTest::asksOnlyForWhatRuns() {
    PreflightScope scope;
    scope.students = false;
    const PreflightReport report = check(&goodServer, scope);
    QVERIFY(!find(report, Id::StudentsInstalled));
    QVERIFY(!find(report, Id::ListStudents));
    QVERIFY(find(report, Id::GetPods));
    QVERIFY(find(report, Id::CreateEvents));
}

void PreflightTest::asksForTheNamespace() {
    std::vector<std::string> bodies;
    const Route route = [&](const HttpRequest& request) {
        if (contains(request.path, "selfsubjectaccessreviews")) bodies.push_back(request.body);
        return goodServer(request);
    };
    PreflightScope scope;
    scope.ns = "class-a";
    QVERIFY(check(route, scope).ok());
    QCOMPARE(bodies.size(), 7U);
    for (const std::string& body : bodies) QVERIFY2(contains(body, R"("namespace":"class-a")"), body.c_str());
}

void PreflightTest::unreachableServer() {
    int requests = 0;
    const PreflightReport report = check([&](const HttpRequest&) -> Result<HttpAnswer> {
        ++requests;
        return makeError(ErrorKind::Network, "cannot reach https://127.0.0.1:6443: connection refused");
    });
    QCOMPARE(report.checks.size(), 1U);
    QCOMPARE(report.checks[0].id, Id::Reachable);
    QCOMPARE(report.checks[0].state, State::Failed);
    QVERIFY(contains(report.checks[0].found, "connection refused"));
    QVERIFY(!report.checks[0].advice.empty());
    QCOMPARE(requests, 1);
}

void PreflightTest::foreignServer() {
    const PreflightReport report = check(
        [](const HttpRequest&) -> Result<HttpAnswer> { return answerOf(200, "<html>login</html>", "text/html"); });
    QCOMPARE(report.firstFailure()->id, Id::Reachable);
    QVERIFY(contains(report.firstFailure()->advice, "proxy or login page"));
}

void PreflightTest::wrongToken() {
    const PreflightReport report = check([](const HttpRequest&) -> Result<HttpAnswer> {
        return answerOf(401, R"({"kind":"Status","message":"Unauthorized","reason":"Unauthorized","code":401})");
    });
    QCOMPARE(find(report, Id::Reachable)->state, State::Ok);
    QCOMPARE(report.firstFailure()->id, Id::SignedIn);
    QVERIFY(report.firstFailure()->error.isUnauthorized());
}

void PreflightTest::missingDefinition_data() {
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("body");
    QTest::newRow("no group") << 404 << QByteArray("404 page not found");
    QTest::newRow("group without students")
        << 200 << QByteArray(R"({"kind":"APIResourceList","resources":[{"name":"teachers"}]})");
}

void PreflightTest::missingDefinition() {
    QFETCH(int, status);
    QFETCH(QByteArray, body);
    const PreflightReport report = check([&](const HttpRequest& request) -> Result<HttpAnswer> {
        if (request.path == "/apis/bolingcavalry.k8s.io/v1")
            return answerOf(status, body.toStdString(), status == 404 ? "text/plain" : "application/json");
        return goodServer(request);
    });
    QCOMPARE(report.firstFailure()->id, Id::StudentsInstalled);
    QVERIFY(report.firstFailure()->error.isNotFound());
    QVERIFY(contains(report.firstFailure()->advice, "Install"));
}

void PreflightTest::missingRight() {
    const PreflightReport report = check([](const HttpRequest& request) -> Result<HttpAnswer> {
        if (contains(request.body, R"("verb":"watch","resource":"pods")"))
            return answerOf(201, R"({"kind":"SelfSubjectAccessReview","status":{"allowed":false}})");
        return goodServer(request);
    });
    const PreflightCheck* failure = report.firstFailure();
    QVERIFY(failure);
    QCOMPARE(failure->id, Id::WatchPods);
    QVERIFY(failure->error.isForbidden());
    QCOMPARE(failure->found, "not allowed to watch pods in all namespaces");
    QCOMPARE(std::count_if(report.checks.begin(), report.checks.end(),
                           [](const auto& c) { return c.state == State::Failed; }),
             1);
}

void PreflightTest::oldServerWithoutSelfReview() {
    const PreflightReport report = check([](const HttpRequest& request) -> Result<HttpAnswer> {
        if (contains(request.path, "selfsubjectreviews")) return answerOf(404, "404 page not found", "text/plain");
        return goodServer(request);
    });
    QVERIFY(report.ok());
    QCOMPARE(find(report, Id::SignedIn)->state, State::Unknown);
}

void PreflightTest::reviewsRefused() {
    const PreflightReport report = check([](const HttpRequest& request) -> Result<HttpAnswer> {
        if (contains(request.path, "selfsubjectaccessreviews"))
            return answerOf(403, R"({"kind":"Status","reason":"Forbidden","code":403})");
        return goodServer(request);
    });
    QVERIFY(report.ok());
    QCOMPARE(find(report, Id::ListStudents)->state, State::Unknown);
}

void PreflightTest::cancelled() {
    CancelToken cancel;
    cancel.cancel();
    const PreflightReport report = check(&goodServer, {}, cancel);
    QVERIFY(report.ok());
    QCOMPARE(report.checks.size(), 1U);
    QCOMPARE(report.checks[0].state, State::Unknown);
}

QTEST_GUILESS_MAIN(PreflightTest)
#include "tst_preflight.moc"
