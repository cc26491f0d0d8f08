// SPDX-License-Identifier: GPL-3.0-or-later
// One file at a time. What is right is what kubectl does with the same text, or what its documentation says; where this
// program is meant to differ, the test says so.
#include <QStringEncoder>
#include <ctime>

#include "tests/unit/config/config_fixture.h"

using namespace rollcall;
using namespace rollcall::test;

namespace {

const char* const kGood = R"(apiVersion: v1
kind: Config
current-context: dev
clusters:
- name: c1
  cluster:
    server: https://127.0.0.1:6443
contexts:
- name: dev
  context: {cluster: c1, user: u1, namespace: school}
users:
- name: u1
  user: {token: canary-token}
)";

/// A file with one context "x" whose cluster and user hold these fields.
std::string fileWith(const std::string& cluster, const std::string& user) {
    return "apiVersion: v1\nkind: Config\ncurrent-context: x\nclusters:\n- name: c\n  cluster: " + cluster +
           "\ncontexts:\n- name: x\n  context: {cluster: c, user: u}\nusers:\n- name: u\n  user: " + user + "\n";
}

}  // namespace

class KubeconfigTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsAnOrdinaryFile();
    void emptyFilesHaveNoContexts_data();
    void emptyFilesHaveNoContexts();
    void otherFilesAreNamed_data();
    void otherFilesAreNamed();
    void badYamlIsNamedWithItsLine();
    void unusableEntriesSpoilOnlyThemselves_data();
    void unusableEntriesSpoilOnlyThemselves();
    void userKinds_data();
    void userKinds();
    void duplicateNamesAreUnusable();
    void lastOfDuplicateKeysCounts();
    void danglingContextsAreGreyed();
    void namesStayText();
    void mergeKeysAreExpanded();
    void onlyTheFirstDocumentCounts();
    void encodings_data();
    void encodings();
    void jsonWithSurrogatePairs();
    void hostileYamlEnds_data();
    void hostileYamlEnds();
    void thousandsOfClusters();
    void serverWithoutScheme_data();
    void serverWithoutScheme();
    void namesAreCaseSensitive();
    void problemsNeverQuoteSecrets();
};

void KubeconfigTest::readsAnOrdinaryFile() {
    const ConfigFolder folder;
    const KubeconfigSet set = folder.load(kGood);
    QCOMPARE(set.currentContext, "dev");
    QCOMPARE(set.contexts.size(), 1U);
    const auto& context = set.contexts.front();
    QCOMPARE(context.name, "dev");
    QCOMPARE(context.cluster, "c1");
    QCOMPARE(context.user, "u1");
    QCOMPARE(context.ns, "school");
    QCOMPARE(context.server, "https://127.0.0.1:6443");
    QCOMPARE(context.userKind, "token");
    QCOMPARE(context.file, folder.path("config"));
    QCOMPARE(context.line, 9);
    QCOMPARE(context.unusable, "");
    QVERIFY2(set.problems.empty(), allProblems(set).c_str());
}

void KubeconfigTest::emptyFilesHaveNoContexts_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("blanks") << QByteArray(" \n\n  \n");
    QTest::newRow("comment") << QByteArray("# nothing here\n");
    QTest::newRow("document marker") << QByteArray("---\n");
    QTest::newRow("null lists") << QByteArray("clusters: null\nusers:\ncontexts: ~\ncurrent-context: \"\"\n");
    QTest::newRow("empty map") << QByteArray("{}");
}

void KubeconfigTest::emptyFilesHaveNoContexts() {
    QFETCH(QByteArray, text);
    const ConfigFolder folder;
    const KubeconfigSet set = folder.load(text.toStdString());
    QVERIFY(set.contexts.empty());
    QVERIFY2(set.problems.empty(), allProblems(set).c_str());
}

void KubeconfigTest::otherFilesAreNamed_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("message");
    QTest::newRow("scalar") << QByteArray("hello") << QByteArray("must be a map");
    QTest::newRow("list") << QByteArray("- a") << QByteArray("must be a map");
    QTest::newRow("contexts as map") << QByteArray("contexts: {x1: {}}") << QByteArray("\"contexts\" must be a list");
    QTest::newRow("clusters as text") << QByteArray("clusters: hello") << QByteArray("\"clusters\" must be a list");
    QTest::newRow("entry as text") << QByteArray("users: [bob]") << QByteArray("\"users\" is no map");
    QTest::newRow("another kind") << QByteArray("kind: Pod\napiVersion: v1") << QByteArray("\"kind\" must be Config");
    QTest::newRow("another version") << QByteArray("apiVersion: v2\nkind: Config")
                                     << QByteArray("\"apiVersion\" must be v1");
    QTest::newRow("current-context as list")
        << QByteArray("current-context: [a]") << QByteArray("\"current-context\" must be text");
}

void KubeconfigTest::otherFilesAreNamed() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, message);
    const ConfigFolder folder;
    const KubeconfigSet set = folder.load(text.toStdString());
    QVERIFY(set.contexts.empty());
    QCOMPARE(set.problems.size(), 1U);
    QCOMPARE(set.problems[0].file, folder.path("config"));
    QCOMPARE(set.problems[0].line, 1);
    VERIFY_CONTAINS(set.problems[0].message, message.toStdString());
}

void KubeconfigTest::badYamlIsNamedWithItsLine() {
    const ConfigFolder folder;
    const KubeconfigSet set =
        folder.load("apiVersion: v1\nkind: Config\nusers:\n- name: a\n  user: {token: \"canary\n");
    QVERIFY(set.contexts.empty());
    QCOMPARE(set.problems.size(), 1U);
    QVERIFY(set.problems[0].line >= 5);
    VERIFY_CONTAINS(set.problems[0].message, "no valid YAML");
    QVERIFY(!contains(set.problems[0].message, "canary"));
}

void KubeconfigTest::unusableEntriesSpoilOnlyThemselves_data() {
    QTest::addColumn<QByteArray>("cluster");
    QTest::addColumn<QByteArray>("user");
    QTest::addColumn<QByteArray>("why");  // empty: usable
    const QByteArray plain = "{server: 'https://h'}";
    QTest::newRow("plain") << plain << QByteArray("{}") << QByteArray();
    QTest::newRow("no server") << QByteArray("{}") << QByteArray("{}") << QByteArray("no server address");
    QTest::newRow("null cluster") << QByteArray("~") << QByteArray("{}") << QByteArray("no server address");
    QTest::newRow("cluster as text") << QByteArray("hello") << QByteArray("{}")
                                     << QByteArray("\"cluster\" must be a map");
    QTest::newRow("server as list") << QByteArray("{server: [a]}") << QByteArray("{}")
                                    << QByteArray("\"server\" must be text");
    QTest::newRow("insecure") << QByteArray("{server: 'https://h', insecure-skip-tls-verify: true}") << QByteArray("{}")
                              << QByteArray();
    QTest::newRow("insecure as text") << QByteArray("{server: 'https://h', insecure-skip-tls-verify: \"true\"}")
                                      << QByteArray("{}") << QByteArray("must be true or false, without quotes");
    QTest::newRow("insecure with CA")
        << QByteArray("{server: 'https://h', insecure-skip-tls-verify: true, certificate-authority-data: YQ==}")
        << QByteArray("{}") << QByteArray("cannot be combined with insecure-skip-tls-verify");
    QTest::newRow("insecure with CA file")
        << QByteArray("{server: 'https://h', insecure-skip-tls-verify: true, certificate-authority: ca.crt}")
        << QByteArray("{}") << QByteArray("cannot be combined with insecure-skip-tls-verify");
    QTest::newRow("not insecure with CA")
        << QByteArray("{server: 'https://h', insecure-skip-tls-verify: false, certificate-authority-data: YQ==}")
        << QByteArray("{}") << QByteArray();
    QTest::newRow("proxy") << QByteArray("{server: 'https://h', proxy-url: 'http://p:3128'}") << QByteArray("{}")
                           << QByteArray();
    QTest::newRow("proxy without scheme") << QByteArray("{server: 'https://h', proxy-url: 'p:3128'}")
                                          << QByteArray("{}") << QByteArray("proxy-url");
    QTest::newRow("base64 with blank") << QByteArray("{server: 'https://h', certificate-authority-data: 'YWJj ZGVm'}")
                                       << QByteArray("{}")
                                       << QByteArray("\"certificate-authority-data\" is no base64 text: byte 4");
    QTest::newRow("PEM as data")
        << QByteArray("{server: 'https://h', certificate-authority-data: '-----BEGIN CERTIFICATE-----'}")
        << QByteArray("{}") << QByteArray("base64-encoded once more");
    QTest::newRow("base64 in lines")
        << QByteArray("\n    server: https://h\n    certificate-authority-data: |\n      YWJj\n      ZGVm")
        << QByteArray("{}") << QByteArray();
    QTest::newRow("base64 folded")
        << QByteArray("\n    server: https://h\n    certificate-authority-data: >-\n      YWJj\n      ZGVm")
        << QByteArray("{}") << QByteArray("is no base64 text");
    QTest::newRow("token and password") << plain << QByteArray("{token: a, username: b, password: c}")
                                        << QByteArray("both a token and a password");
    QTest::newRow("certificate without key")
        << plain << QByteArray("{client-certificate: c.crt}") << QByteArray("no client key");
    QTest::newRow("exec") << plain << QByteArray("{exec: {apiVersion: client.authentication.k8s.io/v1, command: aws}}")
                          << QByteArray("must say its interactiveMode");
    QTest::newRow("exec that needs a terminal")
        << plain
        << QByteArray("{exec: {apiVersion: client.authentication.k8s.io/v1, command: aws, interactiveMode: Always}}")
        << QByteArray("needs a terminal");
    QTest::newRow("exec v1alpha1")
        << plain << QByteArray("{exec: {apiVersion: client.authentication.k8s.io/v1alpha1, command: aws}}")
        << QByteArray("was removed from Kubernetes");
    QTest::newRow("exec v1beta1 without mode")
        << plain << QByteArray("{exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: aws}}")
        << QByteArray();
    QTest::newRow("exec with token")
        << plain
        << QByteArray("{token: a, exec: {apiVersion: client.authentication.k8s.io/v1, command: aws, interactiveMode: "
                      "Always}}")
        << QByteArray();
    // kubectl validates it although it will not run.
    QTest::newRow("incomplete exec with token")
        << plain << QByteArray("{token: a, exec: {command: aws}}") << QByteArray("names no apiVersion");
    QTest::newRow("gcp") << plain << QByteArray("{auth-provider: {name: gcp}}") << QByteArray("gke-gcloud-auth-plugin");
    QTest::newRow("azure") << plain << QByteArray("{auth-provider: {name: azure}}") << QByteArray("kubelogin");
    QTest::newRow("impersonation") << plain << QByteArray("{token: a, as: bob}") << QByteArray();
    QTest::newRow("impersonated groups") << plain << QByteArray("{token: a, as-groups: [g]}")
                                         << QByteArray("without the user to act as");
    QTest::newRow("token as map") << plain << QByteArray("{token: {a: b}}") << QByteArray("\"token\" must be text");
}

void KubeconfigTest::unusableEntriesSpoilOnlyThemselves() {
    QFETCH(QByteArray, cluster);
    QFETCH(QByteArray, user);
    QFETCH(QByteArray, why);
    const ConfigFolder folder;
    std::string text = fileWith(cluster.toStdString(), user.toStdString());
    text += "- name: other\n  user: {}\n";
    text.replace(text.find("contexts:\n"), 10,
                 "- name: other\n  cluster: {server: 'https://other'}\ncontexts:\n- name: other\n  context: {cluster: "
                 "other, user: other}\n");
    const KubeconfigSet set = folder.load(text);
    QCOMPARE(set.contexts.size(), 2U);
    QCOMPARE(find(set, "other")->unusable, "");
    const std::string reason = find(set, "x")->unusable;
    if (why.isEmpty())
        QCOMPARE(reason, "");
    else
        VERIFY_CONTAINS(reason, why.toStdString());
}

void KubeconfigTest::userKinds_data() {
    QTest::addColumn<QByteArray>("user");
    QTest::addColumn<QByteArray>("kind");
    QTest::newRow("none") << QByteArray("{}") << QByteArray("none");
    QTest::newRow("token") << QByteArray("{token: a}") << QByteArray("token");
    QTest::newRow("token file") << QByteArray("{tokenFile: a}") << QByteArray("token file");
    QTest::newRow("both tokens") << QByteArray("{token: a, tokenFile: b}") << QByteArray("token file");
    QTest::newRow("basic") << QByteArray("{username: a, password: b}") << QByteArray("basic");
    QTest::newRow("certificate") << QByteArray("{client-certificate: a, client-key: b}") << QByteArray("certificate");
    QTest::newRow("exec") << QByteArray("{exec: {command: a}}") << QByteArray("exec");
}

void KubeconfigTest::userKinds() {
    QFETCH(QByteArray, user);
    QFETCH(QByteArray, kind);
    const ConfigFolder folder;
    QCOMPARE(folder.load(fileWith("{server: 'https://h'}", user.toStdString())).contexts.at(0).userKind,
             kind.toStdString());
}

void KubeconfigTest::duplicateNamesAreUnusable() {
    const ConfigFolder folder;
    const KubeconfigSet set = folder.load(
        "clusters:\n"
        "- {name: c1, cluster: {server: 'https://a'}}\n"
        "- {name: c1, cluster: {server: 'https://b'}}\n"
        "- {name: c2, cluster: {server: 'https://c'}}\n"
        "contexts:\n"
        "- {name: x, context: {cluster: c1, user: ''}}\n"
        "- {name: y, context: {cluster: c2, user: ''}}\n");
    VERIFY_CONTAINS(find(set, "x")->unusable, "\"c1\" occurs twice in \"clusters\", in lines 2 and 3");
    QCOMPARE(find(set, "y")->unusable, "");
}

void KubeconfigTest::lastOfDuplicateKeysCounts() {
    const ConfigFolder folder;
    const std::string file =
        folder.write("config", fileWith("{server: 'https://a', server: 'https://b'}", "{token: abc, token: def}") +
                                   "current-context: x\n");
    const KubeconfigSet set = loadKubeconfigs(folder.explicitly(file));
    QCOMPARE(set.contexts.at(0).server, "https://b");
    VERIFY_CONTAINS(allProblems(set), "the key \"token\" occurs twice in one map; the last one counts");
    const auto connection = resolveContext(folder.explicitly(file), "x");
    QVERIFY(connection.ok());
    QCOMPARE(connection->token, "def");
}

void KubeconfigTest::danglingContextsAreGreyed() {
    const ConfigFolder folder;
    const KubeconfigSet set = folder.load(
        "clusters: [{name: c, cluster: {server: 'https://a'}}]\n"
        "users: null\n"
        "contexts:\n"
        "- {name: empty, context: {cluster: '', user: ''}}\n"
        "- {name: tilde, context: {cluster: ~, user: ~}}\n"
        "- {name: no cluster, context: {cluster: nope}}\n"
        "- {name: no user, context: {cluster: c, user: nope}}\n"
        "- {name: anonymous, context: {cluster: c, user: ''}}\n"
        "- {name: bare}\n");
    QCOMPARE(set.contexts.size(), 6U);
    VERIFY_CONTAINS(find(set, "empty")->unusable, "names no cluster");
    VERIFY_CONTAINS(find(set, "tilde")->unusable, "names no cluster");
    VERIFY_CONTAINS(find(set, "no cluster")->unusable, "the cluster \"nope\" does not exist");
    VERIFY_CONTAINS(find(set, "no user")->unusable, "the user \"nope\" does not exist");
    QCOMPARE(find(set, "anonymous")->unusable, "");
    VERIFY_CONTAINS(find(set, "bare")->unusable, "names no cluster");
}

void KubeconfigTest::namesStayText() {
    // kubectl refuses these files; here the text counts, with a hint (Tencent writes bare account numbers).
    const ConfigFolder folder;
    const std::string file = folder.write("config",
                                          "clusters: [{name: on, cluster: {server: 'https://a'}}]\n"
                                          "users: [{name: 0123, user: {token: 1e10}}]\n"
                                          "contexts: [{name: 1.10, context: {cluster: on, user: 0123}}]\n");
    const KubeconfigSet set = loadKubeconfigs(folder.explicitly(file));
    QCOMPARE(set.contexts.at(0).name, "1.10");
    QCOMPARE(set.contexts.at(0).unusable, "");
    VERIFY_CONTAINS(allProblems(set), "kubectl would refuse it");
    const auto connection = resolveContext(folder.explicitly(file), "1.10");
    QVERIFY(connection.ok());
    QCOMPARE(connection->token, "1e10");
}

void KubeconfigTest::mergeKeysAreExpanded() {
    const ConfigFolder folder;
    const std::string file = folder.write(
        "config",
        "x-base: &t {token: from-base, username: ''}\n"
        "clusters: [{name: c, cluster: {server: 'https://a'}}]\n"
        "users: [{name: u, user: {<<: *t}}, {name: v, user: {<<: *t, token: own}}]\n"
        "contexts: [{name: x, context: {cluster: c, user: u}}, {name: y, context: {cluster: c, user: v}}]\n");
    QCOMPARE(resolveContext(folder.explicitly(file), "x").value().token, "from-base");
    QCOMPARE(resolveContext(folder.explicitly(file), "y").value().token, "own");
}

void KubeconfigTest::onlyTheFirstDocumentCounts() {
    const ConfigFolder folder;
    const KubeconfigSet set = folder.load(std::string(kGood) + "---\ncurrent-context: other\n");
    QCOMPARE(set.currentContext, "dev");
    QCOMPARE(set.contexts.size(), 1U);
    VERIFY_CONTAINS(allProblems(set), "only the first document");
}

void KubeconfigTest::encodings_data() {
    QTest::addColumn<QByteArray>("text");
    const QString text = QString::fromUtf8(kGood).replace(QStringLiteral("dev"), QStringLiteral("深圳"));
    QTest::newRow("UTF-8") << text.toUtf8();
    QTest::newRow("UTF-8 with BOM") << "\xEF\xBB\xBF" + text.toUtf8();
    QTest::newRow("CRLF") << QString(text).replace(QLatin1Char('\n'), QStringLiteral("\r\n")).toUtf8();
    const auto utf16 = [&](QStringConverter::Encoding encoding) {
        QStringEncoder encoder(encoding, QStringConverter::Flag::WriteBom);
        return QByteArray(encoder(text));
    };
    QTest::newRow("UTF-16LE with BOM") << utf16(QStringConverter::Utf16LE);
    QTest::newRow("UTF-16BE with BOM") << utf16(QStringConverter::Utf16BE);
}

void KubeconfigTest::encodings() {
    QFETCH(QByteArray, text);
    const ConfigFolder folder;
    const KubeconfigSet set = folder.load(text.toStdString());
    QVERIFY2(set.problems.empty(), allProblems(set).c_str());
    QCOMPARE(set.currentContext, "深圳");
    QCOMPARE(set.contexts.at(0).name, "深圳");
}

void KubeconfigTest::jsonWithSurrogatePairs() {
    const ConfigFolder folder;
    const KubeconfigSet set = folder.load(R"({"clusters":[{"name":"c","cluster":{"server":"https://a"}}],
        "contexts":[{"name":"\ud83d\ude00","context":{"cluster":"c","user":""}}],"current-context":"\ud83d\ude00"})");
    QVERIFY2(set.problems.empty(), allProblems(set).c_str());
    QCOMPARE(set.contexts.at(0).name, "\xF0\x9F\x98\x80");
    QCOMPARE(set.contexts.at(0).unusable, "");
}

void KubeconfigTest::hostileYamlEnds_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("nested lists") << QByteArray(100000, '[');
    QTest::newRow("nested maps") << QByteArray("a: ").repeated(1) + QByteArray("{a: ").repeated(5000);
    QTest::newRow("self alias") << QByteArray("a: &a [*a]");
    QByteArray bomb = "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n";
    for (int i = 1; i < 10; ++i) {
        const QByteArray last = "*a" + QByteArray::number(i - 1) + ",";
        bomb +=
            "a" + QByteArray::number(i) + ": &a" + QByteArray::number(i) + " [" + last.repeated(10).chopped(1) + "]\n";
    }
    QTest::newRow("alias bomb") << bomb;
    QTest::newRow("NUL") << QByteArray("current-context: b\0c\n", 21);
    QTest::newRow("bad UTF-8") << QByteArray("current-context: \"\xff\xfe\"\nclusters: 3\n");
    QTest::newRow("undefined alias") << QByteArray("a: *nowhere");
    QTest::newRow("endless documents") << QByteArray("{},");
    QTest::newRow("map as key") << QByteArray("? {a: b}\n: c\n");
}

void KubeconfigTest::hostileYamlEnds() {
    QFETCH(QByteArray, text);
    const ConfigFolder folder;
    const std::clock_t before = std::clock();  // this process's own work
    const KubeconfigSet set = folder.load(text.toStdString());
    QVERIFY(!set.problems.empty());
    QVERIFY(set.contexts.empty());
    QVERIFY(double(std::clock() - before) / CLOCKS_PER_SEC < 5);
}

void KubeconfigTest::thousandsOfClusters() {
    std::string clusters = "clusters:\n", contexts = "contexts:\n";
    for (int i = 0; i < 2000; ++i) {
        const std::string n = std::to_string(i);
        clusters += "- name: c" + n + "\n  cluster:\n    server: https://h" + n +
                    "\n    certificate-authority-data: " + std::string(400, 'Q') + "\n";
        contexts += "- name: x" + n + "\n  context: {cluster: c" + n + ", user: ''}\n";
    }
    const ConfigFolder folder;
    const KubeconfigSet set = folder.load(clusters + contexts);
    QCOMPARE(set.contexts.size(), 2000U);
    QCOMPARE(set.contexts.back().server, "https://h1999");
}

void KubeconfigTest::serverWithoutScheme_data() {
    QTest::addColumn<QByteArray>("cluster");
    QTest::addColumn<QByteArray>("user");
    QTest::addColumn<QByteArray>("server");
    QTest::newRow("plain") << QByteArray("{server: '10.0.0.1:6443'}") << QByteArray("{}")
                           << QByteArray("http://10.0.0.1:6443");
    QTest::newRow("CA") << QByteArray("{server: '10.0.0.1:6443', certificate-authority-data: YQ==}") << QByteArray("{}")
                        << QByteArray("https://10.0.0.1:6443");
    QTest::newRow("insecure") << QByteArray("{server: '10.0.0.1:6443', insecure-skip-tls-verify: true}")
                              << QByteArray("{}") << QByteArray("https://10.0.0.1:6443");
    QTest::newRow("client certificate") << QByteArray("{server: '10.0.0.1:6443'}")
                                        << QByteArray("{client-certificate: a, client-key: b}")
                                        << QByteArray("https://10.0.0.1:6443");
    QTest::newRow("prefix") << QByteArray("{server: 'https://h/k8s/clusters/c-1/'}") << QByteArray("{}")
                            << QByteArray("https://h/k8s/clusters/c-1/");
}

void KubeconfigTest::serverWithoutScheme() {
    QFETCH(QByteArray, cluster);
    QFETCH(QByteArray, user);
    QFETCH(QByteArray, server);
    const ConfigFolder folder;
    QCOMPARE(folder.load(fileWith(cluster.toStdString(), user.toStdString())).contexts.at(0).server,
             server.toStdString());
}

void KubeconfigTest::namesAreCaseSensitive() {
    const ConfigFolder folder;
    const KubeconfigSet set = folder.load(
        "clusters: [{name: Dev, cluster: {server: 'https://a'}}, {name: dev, cluster: {server: 'https://b'}}]\n"
        "contexts: [{name: Dev, context: {cluster: Dev, user: ''}}, {name: dev, context: {cluster: dev, user: ''}}]\n");
    QCOMPARE(find(set, "Dev")->server, "https://a");
    QCOMPARE(find(set, "dev")->server, "https://b");
}

void KubeconfigTest::problemsNeverQuoteSecrets() {
    const ConfigFolder folder;
    const std::string canary = "Y2FuYXJ5LXNlY3JldA";
    for (const char* field : {"token", "password", "client-key-data", "client-certificate-data", "username"}) {
        for (const std::string& value : {canary, '"' + canary + '!', "[" + canary + "]", "{" + canary + ": 1}",
                                         "'" + canary + " x'", "*" + canary}) {
            const KubeconfigSet set =
                folder.load(fileWith("{server: 'https://h'}", std::string("{") + field + ": " + value + "}"));
            const std::string text = allProblems(set) + (set.contexts.empty() ? "" : set.contexts[0].unusable);
            QVERIFY2(!contains(text, canary), text.c_str());
        }
    }
}

QTEST_GUILESS_MAIN(KubeconfigTest)
#include "tst_kubeconfig.moc"
