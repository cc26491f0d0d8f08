// SPDX-License-Identifier: GPL-3.0-or-later
// Exec plugins against real processes (faults.md X1–X13; the texts' cases from client-go exec_test.go).
#include <QSslCertificate>
#include <QSslKey>
#include <QTemporaryDir>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <mutex>

#include "core/api/text.h"
#include "core/client/exec_login.h"
#include "core/client/exec_protocol.h"
#include "core/client/login_wait.h"
#include "tests/support/test_certificates.h"
#include "tests/support/test_tls.h"
#include "tests/unit/client/transport_fixture.h"

using namespace rollcall;
using namespace rollcall::test;
using Request = ScriptedServer::Request;
using Peer = ScriptedServer::Peer;

namespace {

constexpr const char* kV1 = "client.authentication.k8s.io/v1";

std::string credential(const std::string& status, const std::string& version = kV1) {
    return R"({"apiVersion":")" + version + R"(","kind":"ExecCredential","status":)" + status + "}";
}

/// A plugin that is a small program of the test, which counts its runs.
class Plugin {
public:
    explicit Plugin(const std::string& body) {
        const std::string file = path("plugin");
        std::ofstream(file) << "#!/bin/sh\necho run >> '" << path("runs") << "'\n" << body << '\n';
        std::filesystem::permissions(file, std::filesystem::perms::owner_all);
        m_exec.apiVersion = kV1;
        m_exec.command = file;
        m_exec.interactive = ExecPlugin::Interactive::Never;
    }
    std::string path(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)).toStdString(); }
    ExecPlugin& exec() { return m_exec; }
    Connection connection(const std::string& server = "https://127.0.0.1:1") const {
        Connection made;
        made.server = server;
        made.exec = std::make_shared<const ExecPlugin>(m_exec);
        made.login = std::make_shared<LoginSlot>();
        return made;
    }
    int runs() const {
        std::ifstream file(path("runs"));
        int count = 0;
        for (std::string line; std::getline(file, line);) ++count;
        return count;
    }
    void write(const char* name, const std::string& text) const { std::ofstream(path(name)) << text; }
    std::string read(const char* name) const {
        std::ifstream file(path(name));
        return {std::istreambuf_iterator<char>(file), {}};
    }

private:
    QTemporaryDir m_folder;
    ExecPlugin m_exec;
};

/// Asks and waits.
Result<ExecCredentialPtr> ask(ExecLogin& login) {
    std::optional<Result<ExecCredentialPtr>> result;
    LoginWait wait(login, [&](Result<ExecCredentialPtr> made) { result = std::move(made); });
    if (!QTest::qWaitFor([&] { return result.has_value(); }, 20000)) return makeError(ErrorKind::Internal, "no answer");
    return std::move(*result);
}

Result<ExecCredentialPtr> run(const Plugin& plugin, ExecLogin::Options options = {}) {
    ExecLogin login(plugin.connection(), std::move(options));
    return ask(login);
}

}  // namespace

class ExecLoginTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void outputIsRefused_data();
    void outputIsRefused();
    void processFailuresHaveTheirOwnTexts();
    void endlessOutputIsKilled();
    void timeoutKillsTheGroup();
    void cancelEndsTheWait();
    void cancelHoldsUntilAPersonAsksAgain();
    void clusterInfoOnlyWhenAsked();
    void argumentsAreNeverAShell();
    void stderrComesLiveAndRedacted();
    void keptUntilItExpires();
    void oneRunForAllWaiters();
    void policies();
    void everyPolicyMustLetItRun();
    void deniedPluginNeverRuns();
    void requestWaitsForTheCredential();
    void refusedCredentialIsRenewedOnceWithoutReplay();
    void newCertificateOpensNewConnections();
};

void ExecLoginTest::outputIsRefused_data() {
    QTest::addColumn<QByteArray>("printed");
    QTest::addColumn<QByteArray>("why");
    const auto row = [](const char* name, const std::string& printed, const char* why) {
        QTest::newRow(name) << QByteArray::fromStdString(printed) << QByteArray(why);
    };
    row("nothing", "", "printed nothing");
    row("noise before", "WARN\n" + credential(R"({"token":"t"})"), "not an ExecCredential");
    row("noise after", credential(R"({"token":"t"})") + "\nbye", "not an ExecCredential");
    row("yaml", "apiVersion: v1\n", "not an ExecCredential");
    row("no version", R"({"kind":"ExecCredential","status":{"token":"t"}})", "without apiVersion");
    row("other kind", R"({"kind":"Pod","apiVersion":"client.authentication.k8s.io/v1"})", "no ExecCredential");
    row("other version", credential(R"({"token":"t"})", "client.authentication.k8s.io/v1beta1"),
        "but returned version");
    row("no status", R"({"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1"})", "return a status");
    row("empty status", credential("{}"), "did not return a token");
    row("certificate alone", credential(R"({"clientCertificateData":"c"})"), "not both");
    row("key alone", credential(R"({"clientKeyData":"c"})"), "not both");
    row("bad pair", credential(R"({"clientCertificateData":"c","clientKeyData":"k"})"), "cannot be used");
    row("number", credential(R"({"token":5})"), "no text");
    row("time", credential(R"({"token":"canary","expirationTimestamp":"soon"})"), "no RFC 3339 time");
}

void ExecLoginTest::outputIsRefused() {
    QFETCH(QByteArray, printed);
    QFETCH(QByteArray, why);
    ExecPlugin plugin;
    plugin.apiVersion = kV1;
    plugin.command = "plug";
    const auto read = readExecCredential(printed.toStdString(), plugin);
    QVERIFY(!read.ok());
    VERIFY_CONTAINS(read.error().message, why.toStdString());
    QVERIFY(!contains(read.error().message, "canary"));
}

void ExecLoginTest::processFailuresHaveTheirOwnTexts() {
    const auto failed = run(Plugin("echo boom >&2; exit 3"));
    QVERIFY(!failed.ok());
    VERIFY_CONTAINS(failed.error().message, "failed with exit code 3; it said: boom");
    const auto killed = run(Plugin("kill -9 $$"));
    QVERIFY(!killed.ok());
    VERIFY_CONTAINS(killed.error().message, "was ended by signal 9");
    Plugin nameless("");
    nameless.exec().command = "no-such-plugin-here";
    nameless.exec().installHint = "Install it from the shelf.";
    ExecLogin::Options options;
    options.environment = [](const char* name) { return std::string(name) == "PATH" ? "/short/path" : ""; };
    const auto missing = run(nameless, options);
    QVERIFY(!missing.ok());
    VERIFY_CONTAINS(missing.error().message, "was not found; PATH is \"/short/path\"");
    VERIFY_CONTAINS(missing.error().message, "Install it from the shelf.");
    Plugin forbidden("");
    std::filesystem::permissions(forbidden.exec().command, std::filesystem::perms::owner_read);
    const auto refused = run(forbidden);
    QVERIFY(!refused.ok());
    VERIFY_CONTAINS(refused.error().message, "may not be executed");
}

void ExecLoginTest::endlessOutputIsKilled() {
    const auto result = run(Plugin("exec yes"));
    QVERIFY(!result.ok());
    VERIFY_CONTAINS(result.error().message, "more than 1 MiB");
}

void ExecLoginTest::timeoutKillsTheGroup() {
    const Plugin plugin("sleep 600 & echo $! > \"$(dirname \"$0\")/child\"; wait");
    ExecLogin::Options options;
    options.timeout = std::chrono::milliseconds(1500);
    const auto result = run(plugin, options);
    QVERIFY(!result.ok());
    VERIFY_CONTAINS(result.error().message, "did not end within 1500 ms and was killed");
    const std::string child = plugin.read("child");
    QVERIFY(!child.empty());
    const std::string status = "/proc/" + child.substr(0, child.find('\n')) + "/cmdline";
    const auto isGone = [&] {
        std::ifstream file(status);
        std::string line;
        return !std::getline(file, line) || line.empty();  // gone, or a zombie that nobody collects
    };
    QTRY_VERIFY(isGone());
}

void ExecLoginTest::cancelEndsTheWait() {
    const Plugin plugin("sleep 600");
    ExecLogin login(plugin.connection(), {});
    std::optional<Result<ExecCredentialPtr>> result;
    LoginWait wait(login, [&](Result<ExecCredentialPtr> made) { result = std::move(made); });
    QTRY_COMPARE(plugin.runs(), 1);
    login.cancel();
    QTRY_VERIFY(result.has_value());
    QVERIFY(result->error().kind == ErrorKind::Cancelled);
}

void ExecLoginTest::cancelHoldsUntilAPersonAsksAgain() {
    const Plugin plugin("sleep 600");
    ExecLogin login(plugin.connection(), {});
    std::optional<Result<ExecCredentialPtr>> first, onItsWay, later;
    const auto into = [](auto& result) { return [&result](Result<ExecCredentialPtr> made) { result = std::move(made); }; };
    LoginWait wait(login, into(first));
    QTRY_COMPARE(plugin.runs(), 1);
    login.cancel();
    QTRY_VERIFY(first.has_value());
    LoginWait late(login, into(onItsWay));
    QTRY_VERIFY(onItsWay.has_value());
    QVERIFY(onItsWay->error().kind == ErrorKind::Cancelled);
    QCOMPARE(plugin.runs(), 1);
    login.resume();
    LoginWait again(login, into(later));
    QTRY_COMPARE(plugin.runs(), 2);
}

void ExecLoginTest::clusterInfoOnlyWhenAsked() {
    ExecPlugin plugin;
    plugin.apiVersion = kV1;
    Connection connection;
    connection.server = "https://h";
    connection.caPem = "ca";
    connection.tlsServerName = "name";
    const std::string spec = R"({"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1","spec":{)";
    QCOMPARE(execInfoJson(plugin, connection), spec + R"("interactive":false}})");
    plugin.provideClusterInfo = true;
    plugin.clusterConfigJson = R"({"a":1})";
    QCOMPARE(execInfoJson(plugin, connection),
             spec + R"("cluster":{"server":"https://h","tls-server-name":"name","certificate-authority-data":"Y2E=",)" +
                 R"("config":{"a":1}},"interactive":false}})");
}

void ExecLoginTest::argumentsAreNeverAShell() {
    Plugin plugin(
        "printf '%s|' \"$@\" > \"$(dirname \"$0\")/args\"; printf %s \"$FOO\" > \"$(dirname \"$0\")/foo\"; echo '" +
        credential(R"({"token":"t"})") + "'");
    plugin.exec().args = {"$(touch x)", "a;b", "-x", "", "two words"};
    plugin.exec().env = {{"FOO", "`id`"}};
    QVERIFY(run(plugin).ok());
    QCOMPARE(plugin.read("args"), "$(touch x)|a;b|-x||two words|");
    QCOMPARE(plugin.read("foo"), "`id`");
}

void ExecLoginTest::stderrComesLiveAndRedacted() {
    const Plugin plugin(
        "echo 'open https://login and enter ABCD' >&2; printf 'Bearer canary-token-6f1d\\033[2J\\n' >&2; sleep 600");
    ExecLogin::Options options;
    std::mutex mutex;
    std::string seen;
    options.onStderr = [&](const std::string& text) {
        const std::lock_guard lock(mutex);
        seen += text;
    };
    ExecLogin login(plugin.connection(), options);
    LoginWait wait(login, [](const Result<ExecCredentialPtr>&) {});
    const auto text = [&] {
        const std::lock_guard lock(mutex);
        return seen;
    };
    QTRY_VERIFY(contains(text(), "[2J"));  // while it runs
    VERIFY_CONTAINS(text(), "enter ABCD");
    QVERIFY(!contains(text(), "canary"));
    QVERIFY(!contains(text(), "\033"));
}

void ExecLoginTest::keptUntilItExpires() {
    const Plugin plugin("echo '" + credential(R"({"token":"t","expirationTimestamp":"2030-01-01T00:00:10Z"})") + "'");
    std::atomic<std::int64_t> seconds{0};
    ExecLogin::Options options;
    const WallTime start = WallTime(std::chrono::seconds(1893456000));  // 2030-01-01T00:00:00Z
    options.now = [&] { return start + std::chrono::seconds(seconds.load()); };
    ExecLogin login(plugin.connection(), options);
    QVERIFY(ask(login).ok());
    seconds = 10;
    QVERIFY(login.current());
    seconds = 11;
    QVERIFY(!login.current());
    QVERIFY(ask(login).ok());
    QCOMPARE(plugin.runs(), 2);
}

void ExecLoginTest::oneRunForAllWaiters() {
    const Plugin plugin("while [ ! -e \"$(dirname \"$0\")/go\" ]; do sleep 0.01; done; echo '" +
                        credential(R"({"token":"t"})") + "'");
    const auto login = prepareLogin(plugin.connection());
    std::vector<std::unique_ptr<LoginWait>> waits;
    int done = 0;
    for (int i = 0; i < 8; ++i) {
        waits.push_back(
            std::make_unique<LoginWait>(*login, [&](const Result<ExecCredentialPtr>& made) { done += made.ok(); }));
    }
    waits.pop_back();  // one gives up
    plugin.write("go", "");
    QTRY_COMPARE(done, 7);
    QCOMPARE(plugin.runs(), 1);
}

void ExecLoginTest::policies() {
    const Plugin plugin("");
    const std::string command = plugin.path("plugin");
    const ExecSearch search{std::filesystem::path(command).parent_path().string(), "", {}};
    using Kind = ExecPolicy::Kind;
    QCOMPARE(whyPolicyRefuses({Kind::AllowAll, {}, {}}, command, command, search), "");
    VERIFY_CONTAINS(whyPolicyRefuses({Kind::DenyAll, {}, {}}, command, command, search), "DenyAll");
    VERIFY_CONTAINS(whyPolicyRefuses({Kind::Allowlist, {}, {}}, command, command, search), "is empty");
    VERIFY_CONTAINS(whyPolicyRefuses({Kind::Allowlist, {"/a/../b"}, {}}, command, command, search), "no clean path");
    VERIFY_CONTAINS(whyPolicyRefuses({Kind::Allowlist, {"/bin/other"}, {}}, command, command, search), "not in the list");
    QCOMPARE(whyPolicyRefuses({Kind::Allowlist, {command}, {}}, "plugin", command, search), "");
    QCOMPARE(whyPolicyRefuses({Kind::Allowlist, {"plugin"}, {}}, command, command, search), "");  // by its resolved path
}

void ExecLoginTest::everyPolicyMustLetItRun() {
    const Plugin plugin("echo '" + credential(R"({"token":"t"})") + "'");
    using Kind = ExecPolicy::Kind;
    ExecLogin::Options options;
    options.policies = {{Kind::AllowAll, {}, ""}, {Kind::Allowlist, {plugin.path("plugin")}, "/home/a/.kube/kuberc"}};
    QVERIFY(run(plugin, options).ok());
    options.policies.push_back({Kind::DenyAll, {}, "/home/a/.kube/kuberc"});
    options.askTrust = [](const ExecQuestion&, const std::function<void(TrustDecision)>&) { QFAIL("nobody is to be asked"); };
    const auto denied = run(plugin, options);
    QVERIFY(!denied.ok());
    QCOMPARE(denied.error().reason, std::string(kExecPolicyForbids));
    VERIFY_CONTAINS(denied.error().message, "/home/a/.kube/kuberc");
    options.policies.clear();
    options.strangersFile = true;
    const auto strange = run(plugin, options);
    QVERIFY(!strange.ok());
    QCOMPARE(strange.error().reason, std::string(kExecStranger));
    QCOMPARE(plugin.runs(), 1);
}

void ExecLoginTest::deniedPluginNeverRuns() {
    Plugin plugin("echo '" + credential(R"({"token":"t"})") + "'");
    plugin.exec().args = {"secret"};
    plugin.exec().env = {{"NAME", "canary"}};
    std::atomic<int> asked{0};
    std::string key;
    ExecLogin::Options options;
    options.askTrust = [&](const ExecQuestion& question, const std::function<void(TrustDecision)>& answer) {
        ++asked;
        key = question.key();
        answer(question.envNames == std::vector<std::string>{"NAME"} ? TrustDecision::Deny : TrustDecision::Allow);
    };
    ExecLogin login(plugin.connection(), options);
    const auto denied = ask(login);
    QVERIFY(!denied.ok());
    QCOMPARE(denied.error().reason, "ExecDenied");
    QVERIFY(!ask(login).ok());
    QCOMPARE(asked.load(), 1);
    QCOMPARE(plugin.runs(), 0);
    // The answer is tied to path, arguments and the file's content.
    auto question = execQuestion(plugin.exec(), plugin.path("plugin"));
    QCOMPARE(question->key(), key);
    question->args = {"sec", "ret"};
    QVERIFY(question->key() != key);
    std::ofstream(plugin.path("plugin"), std::ios::app) << "# changed\n";
    QVERIFY(execQuestion(plugin.exec(), plugin.path("plugin"))->key() != key);
}

void ExecLoginTest::requestWaitsForTheCredential() {
    ScriptedServer server;
    QVERIFY(server.listen());
    server.setHandler([](const Request&, Peer peer) { peer.answer(200, "application/json", "{}"); });
    const Plugin plugin("echo '" + credential(R"({"token":"from-plugin"})") + "'");
    const Connection connection = plugin.connection(server.url());
    QnamTransport one(connection), two(connection);
    QCOMPARE(Caller(one).call(getRequest())->status, 200);
    QCOMPARE(Caller(two).call(getRequest())->status, 200);
    QCOMPARE(server.requests().at(0).header("Authorization"), "Bearer from-plugin");
    QCOMPARE(server.requests().at(1).header("Authorization"), "Bearer from-plugin");
    QCOMPARE(plugin.runs(), 1);
    QnamTransport failing(Plugin("exit 4").connection(server.url()));
    const auto failed = Caller(failing).call(getRequest());
    QVERIFY(!failed.ok());
    QVERIFY(failed.error().kind == ErrorKind::Config);
    QCOMPARE(server.requests().size(), 2U);
}

void ExecLoginTest::refusedCredentialIsRenewedOnceWithoutReplay() {
    ScriptedServer server;
    QVERIFY(server.listen());
    server.setHandler([](const Request& request, Peer peer) {
        peer.answer(request.header("Authorization") == "Bearer t2" ? 200 : 401, "application/json", "{}");
    });
    const Plugin plugin("n=$(wc -l < \"$(dirname \"$0\")/runs\"); echo '" + credential(R"({"token":"t'$n'"})") + "'");
    QnamTransport transport(plugin.connection(server.url()));
    Caller first(transport), second(transport);
    QCOMPARE(first.call(getRequest())->status, 401);
    QCOMPARE(server.requests().size(), 1U);  // not sent again
    QCOMPARE(second.call(getRequest())->status, 200);
    QCOMPARE(plugin.runs(), 2);
}

void ExecLoginTest::newCertificateOpensNewConnections() {
    const TestAuthority authority("test authority");
    ScriptedServer server;
    QVERIFY(server.listenTls(serverTls(authority.sign({"server", "IP:127.0.0.1"}), authority.certificatePem())));
    server.setHandler([](const Request& request, Peer peer) {
        if (request.target.startsWith("/watch")) return peer.startChunked();
        peer.answer(request.clientCertificateName == "first" ? 401 : 200, "application/json", "{}");
    });
    const Plugin plugin("n=$(wc -l < \"$(dirname \"$0\")/runs\"); cat \"$(dirname \"$0\")/answer$n\"");
    for (const auto& [file, name] : {std::pair("answer1", "first"), {"answer2", "second"}}) {
        CertificateWish wish{name, ""};
        wish.forClient = true;
        const auto pair = authority.sign(wish);
        std::string status = R"({"clientCertificateData":)";
        appendJsonString(status, pair.certificatePem);
        status += R"(,"clientKeyData":)";
        appendJsonString(status, pair.keyPem);
        plugin.write(file, credential(status + "}"));
    }
    Connection connection = plugin.connection(server.url());
    connection.caPem = authority.certificatePem();
    QnamTransport transport(connection);
    Watcher watch(transport);
    watch.start(getRequest("/watch"));
    QTRY_COMPARE(watch.opened.size(), 1U);
    QCOMPARE(server.requests().at(0).clientCertificateName, "first");
    QCOMPARE(Caller(transport).call(getRequest())->status, 401);
    QCOMPARE(Caller(transport).call(getRequest())->status, 200);
    QCOMPARE(server.requests().back().clientCertificateName, "second");
    QVERIFY(watch.waitClosed());
    QVERIFY(!watch.closed->ok());
    VERIFY_CONTAINS(watch.closed->error().message, "was renewed");
    QCOMPARE(watch.closed->error().cause, std::string(kCredentialRenewed));
}

QTEST_GUILESS_MAIN(ExecLoginTest)
#include "tst_exec_login.moc"
