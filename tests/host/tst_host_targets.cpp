// SPDX-License-Identifier: GPL-3.0-or-later
// Targets behind the host: files that change, a server that is asked as nobody, a definition that is installed.
#include <QFile>
#include <QTemporaryDir>
#include <algorithm>
#include <cstdio>

#include "host_fixture.h"
#include "tests/support/scripted_server.h"

using namespace rollcall;
using namespace rollcall::test;
using Request = ScriptedServer::Request;
using Peer = ScriptedServer::Peer;

namespace {

constexpr int kPatienceMs = 20'000;
constexpr const char* kPath = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/students.bolingcavalry.k8s.io";
constexpr const char* kManifest =
    "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: students.bolingcavalry.k8s.io\n";

/// What the API server stores, with these conditions in its status (apiextensions v1).
QByteArray definition(const QByteArray& conditions) {
    return R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",)"
           R"("metadata":{"name":"students.bolingcavalry.k8s.io"},"status":{"conditions":[)" + conditions + "]}}";
}

QByteArray condition(const char* type, const char* status, const char* message) {
    return QByteArray(R"({"type":")") + type + R"(","status":")" + status + R"(","reason":"x","message":")" + message + R"("})";
}

}  // namespace

class TestHostTargets : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        m_server = std::make_unique<ScriptedServer>();
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_server->listen());
        m_server->setHandler([this](const Request& request, Peer peer) {
            m_requests.push_back(request);
            if (m_answer && m_answer(request, peer)) return;
            if (request.target.startsWith("/version"))
                return peer.answer(200, "application/json", R"({"major":"1","minor":"36","gitVersion":"v1.36.3"})");
            peer.answer(404, "application/json", R"({"kind":"Status","status":"Failure","reason":"NotFound","code":404})");
        });
        m_f = std::make_unique<HostFixture>();
    }
    void cleanup() {
        m_f.reset();
        m_server.reset();
        m_requests.clear();
        m_answer = nullptr;
    }

    void aFileThatIsReplacedIsToldAndReadAgain() {
        const std::string file = write("config", "first");
        int changes = 0;
        m_f->host->setOnTargetsChanged([&] { ++changes; });
        TargetChoices found = list({file});
        QVERIFY(choice(found, "first"));
        QCOMPARE(found.files.size(), 1U);
        QVERIFY(!found.files[0].missing);
        // As kubectl and most editors write: another file, renamed over it.
        const std::string next = write("config.tmp", "second");
        QCOMPARE(std::rename(next.c_str(), file.c_str()), 0);
        QTRY_VERIFY_WITH_TIMEOUT(changes > 0, kPatienceMs);
        found = list({file});
        QVERIFY(choice(found, "second"));
        QVERIFY(!choice(found, "first"));
        const int before = changes;
        QFile broken(QString::fromStdString(file));
        QVERIFY(broken.open(QIODevice::WriteOnly | QIODevice::Truncate));
        broken.write("apiVersion: v1\nkind: Config\ncontexts: [\n");
        broken.close();
        QTRY_VERIFY_WITH_TIMEOUT(changes > before, kPatienceMs);
        found = list({file});
        QCOMPARE(found.brokenFiles.size(), 1U);
        QVERIFY2(found.files[0].broken.starts_with(file + ':'), found.files[0].broken.c_str());
    }

    void aFileThatIsNotThereIsMissingAndNoProblem() {
        const std::string path = m_folder->filePath(QStringLiteral("gone")).toStdString();
        const TargetChoices found = list({path});
        QVERIFY(found.files[0].missing);
        QVERIFY(found.files[0].broken.empty());
        for (const std::string& problem : found.problems) QVERIFY(problem.find(path) == std::string::npos);
    }

    void aChoiceTellsEverythingButSecrets() {
        const std::string file = write("config", "rich", "proxy-url: 'http://who:canary-1@proxy.example:3128', tls-server-name: api.example, "
                                                          "insecure-skip-tls-verify: true",
                                       "as: alice, exec: {apiVersion: client.authentication.k8s.io/v1, command: kubelogin, "
                                       "args: [canary-2], interactiveMode: Never, env: [{name: A, value: canary-3}]}");
        const TargetChoices found = list({file});
        const TargetChoice* rich = choice(found, "rich");
        QVERIFY(rich);
        QCOMPARE(rich->execCommand, std::string("kubelogin"));
        QCOMPARE(rich->actAs, std::string("alice"));
        QCOMPARE(rich->proxy, std::string("http://proxy.example:3128"));
        QCOMPARE(rich->tlsServerName, std::string("api.example"));
        QVERIFY(rich->insecure);
        QVERIFY(rich->current);
        QVERIFY(rich->line > 0);
        for (const std::string& text : {rich->execCommand, rich->proxy, rich->server, rich->user, rich->userKind, rich->unusable})
            QVERIFY2(text.find("canary") == std::string::npos, text.c_str());
    }

    void aServerIsAskedAsNobody() {
        const std::string file = write("config", "school", {}, "token: canary-token, as: alice");
        std::optional<TargetReach> reach;
        m_f->host->probe(target(file), [&](TargetReach r) { reach = std::move(r); });
        QTRY_VERIFY_WITH_TIMEOUT(reach.has_value(), kPatienceMs);
        QVERIFY2(reach->reachable, reach->error.message.c_str());
        QCOMPARE(reach->version, std::string("v1.36.3"));
        QCOMPARE(m_requests.size(), 1U);
        for (const auto& [name, value] : m_requests[0].headers) {
            QVERIFY2(name != "authorization" && !name.startsWith("impersonate"), name.constData());
            QVERIFY2(!value.contains("canary"), name.constData());
        }
        QCOMPARE(m_f->host->target().kind, Target::Kind::Sandbox);  // nothing was chosen by it
    }

    void aServerThatTellsNobodyAnythingAnswersAllTheSame() {
        m_answer = [](const Request&, Peer peer) {
            peer.answer(401, "application/json", R"({"kind":"Status","status":"Failure","reason":"Unauthorized","code":401})");
            return true;
        };
        std::optional<TargetReach> reach;
        m_f->host->probe(target(write("config", "school")), [&](TargetReach r) { reach = std::move(r); });
        QTRY_VERIFY_WITH_TIMEOUT(reach.has_value(), kPatienceMs);
        QVERIFY(reach->reachable);
        QVERIFY(reach->version.empty());
    }

    void whyAServerDoesNotAnswerIsSaid() {
        const std::string file = write("config", "school");
        m_server->stopListening();
        std::optional<TargetReach> reach;
        m_f->host->probe(target(file), [&](TargetReach r) { reach = std::move(r); });
        QTRY_VERIFY_WITH_TIMEOUT(reach.has_value(), kPatienceMs);
        QVERIFY(!reach->reachable);
        QCOMPARE(int(reach->error.kind), int(ErrorKind::Network));
    }

    void anInstallWaitsUntilTheDefinitionIsEstablished() {
        int looks = 0;
        m_answer = [&](const Request& request, Peer peer) {
            if (!request.target.startsWith(kPath)) return false;
            const bool ready = request.method == "GET" && ++looks == 2;
            peer.answer(200, "application/json",
                        definition(ready ? condition("NamesAccepted", "True", "no conflicts found") + ',' +
                                               condition("Established", "True", "the initial names have been accepted")
                                         : QByteArray()));
            return true;
        };
        const auto result = install(kManifest);
        QVERIFY2(result.ok(), result.ok() ? "" : result.error().message.c_str());
        QCOMPARE(looks, 2);
        const auto patch = std::find_if(m_requests.begin(), m_requests.end(), [](const Request& r) { return r.method == "PATCH"; });
        QVERIFY(patch != m_requests.end());
        // Server-side apply as the API documents it: this content type, and who applies.
        QCOMPARE(patch->header("content-type"), QByteArray("application/apply-patch+yaml"));
        QCOMPARE(patch->target, QByteArray(kPath) + "?fieldManager=rollcall");
        QCOMPARE(patch->body, QByteArray(kManifest));
    }

    void namesThatAreTakenAreTold() {
        m_answer = [](const Request& request, Peer peer) {
            if (!request.target.startsWith(kPath)) return false;
            peer.answer(200, "application/json", definition(condition("NamesAccepted", "False", "\\\"stu\\\" is already in use")));
            return true;
        };
        const auto result = install(kManifest);
        QVERIFY(!result.ok());
        QVERIFY2(result.error().message.find("\"stu\" is already in use") != std::string::npos, result.error().message.c_str());
    }

    void aConflictIsNotForced() {
        m_answer = [](const Request& request, Peer peer) {
            if (!request.target.startsWith(kPath)) return false;
            peer.answer(409, "application/json",
                        // Not raw: moc takes the \" of a raw text for its end.
                        "{\"kind\":\"Status\",\"status\":\"Failure\",\"reason\":\"Conflict\",\"code\":409,\"message\":"
                        "\"Apply failed with 1 conflict: conflict with \\\"kubectl\\\": .spec.versions\"}");
            return true;
        };
        const auto result = install(kManifest);
        QVERIFY(!result.ok());
        QVERIFY(result.error().isConflict());
        QVERIFY(std::none_of(m_requests.begin(), m_requests.end(), [](const Request& r) { return r.target.contains("force"); }));
    }

    void theSandboxTakesTheDefinitionThatTheWindowSends() {
        QVERIFY(m_f->open().ok());
        QFile file(QStringLiteral(ROLLCALL_MANIFESTS "/student-crd.yaml"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto result = installHere(file.readAll().toStdString());
        QVERIFY2(result.ok(), result.ok() ? "" : result.error().message.c_str());
    }

    void aTargetWithoutVerificationSaysSo() {
        const std::string file = write("config", "school", "insecure-skip-tls-verify: true");
        QVERIFY(m_f->open(target(file)).ok());
        QVERIFY(m_f->host->insecure());
        std::optional<std::vector<TargetCheck>> checks;
        m_f->host->preflight([&](std::vector<TargetCheck> c) { checks = std::move(c); });
        QTRY_VERIFY_WITH_TIMEOUT(checks.has_value(), kPatienceMs);
        QVERIFY(std::any_of(checks->begin(), checks->end(), [](const TargetCheck& c) { return c.insecure; }));
        QVERIFY(std::any_of(checks->begin(), checks->end(), [](const TargetCheck& c) { return c.missingCrd; }));
    }

private:
    std::string write(const char* name, const char* context, const char* cluster = nullptr, const char* user = "token: t") {
        QFile file(m_folder->filePath(QLatin1String(name)));
        const QString more = cluster ? QStringLiteral(", ") + QLatin1String(cluster) : QString();
        if (file.open(QIODevice::WriteOnly))
            file.write(QStringLiteral("apiVersion: v1\nkind: Config\ncurrent-context: %1\n"
                                      "clusters:\n- name: c\n  cluster: {server: 'http://127.0.0.1:%2'%3}\n"
                                      "users:\n- name: u\n  user: {%4}\ncontexts:\n- name: %1\n  context: {cluster: c, user: u}\n")
                           .arg(QLatin1String(context), QString::number(m_server->port()), more, QLatin1String(user))
                           .toUtf8());
        return file.fileName().toStdString();
    }
    static Target target(const std::string& file) {
        Target made;
        made.kind = Target::Kind::Context;
        made.kubeconfig = file;
        return made;
    }
    TargetChoices list(const std::vector<std::string>& files) {
        std::optional<TargetChoices> found;
        m_f->host->listTargets(files, [&](TargetChoices choices) { found = std::move(choices); });
        [&] { QTRY_VERIFY_WITH_TIMEOUT(found.has_value(), kPatienceMs); }();
        return found.value_or(TargetChoices());
    }
    static const TargetChoice* choice(const TargetChoices& found, const char* name) {
        for (const TargetChoice& c : found.choices) {
            if (c.name == name) return &c;
        }
        return nullptr;
    }
    Result<Unit> install(const std::string& manifest) {
        const auto opened = m_f->open(target(write("config", "school")));
        return opened.ok() ? installHere(manifest) : opened;
    }
    Result<Unit> installHere(const std::string& manifest) {
        std::optional<Result<Unit>> result;
        m_f->host->installCrd(manifest, [&](Result<Unit> r) { result = std::move(r); });
        [&] { QTRY_VERIFY_WITH_TIMEOUT(result.has_value(), kPatienceMs); }();
        return result ? *result : Result<Unit>(makeError(ErrorKind::Internal, "no answer"));
    }

    std::unique_ptr<ScriptedServer> m_server;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::vector<Request> m_requests;
    std::function<bool(const Request&, Peer)> m_answer;
    std::unique_ptr<HostFixture> m_f;
};

QTEST_GUILESS_MAIN(TestHostTargets)
#include "tst_host_targets.moc"
