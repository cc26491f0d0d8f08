// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/config/config_fixture.h"

using namespace rollcall;
using namespace rollcall::test;

namespace {
const char* const kFile = R"(
current-context: files
clusters:
- {name: files, cluster: {server: 'https://a:6443', certificate-authority: pki/ca.crt, tls-server-name: kube.internal}}
- {name: data, cluster: {server: 'https://b', certificate-authority: missing.crt, certificate-authority-data: Q0E=}}
- {name: missing, cluster: {server: 'https://c', certificate-authority: missing.crt}}
users:
- {name: files, user: {client-certificate: pki/u.crt, client-key: pki/u.key}}
- {name: data, user: {client-certificate-data: Q0VSVA==, client-key-data: S0VZ, client-key: missing.key}}
- {name: tokenfile, user: {token: canary, tokenFile: pki/token}}
- {name: tokenmissing, user: {tokenFile: pki/nope}}
- {name: plugin, user: {exec: {command: aws}}}
contexts:
- {name: files, context: {cluster: files, user: files, namespace: school}}
- {name: data, context: {cluster: data, user: data}}
- {name: missing, context: {cluster: missing, user: data}}
- {name: tokenfile, context: {cluster: data, user: tokenfile}}
- {name: tokenmissing, context: {cluster: data, user: tokenmissing}}
- {name: plugin, context: {cluster: data, user: plugin}}
)";

struct Files : ConfigFolder {
    Files() {
        write("conf/pki/ca.crt", "CA");
        write("conf/pki/u.crt", "CERT");
        write("conf/pki/u.key", "KEY");
        write("conf/pki/token", "tok");
        file = write("conf/config", kFile);
    }
    Result<Connection> resolve(const std::string& context) const { return resolveContext(explicitly(file), context); }
    std::string file;
};

void makeServiceAccount(ConfigFolder& folder) {
    folder.write("serviceaccount/token", "sa-token\n");
    folder.write("serviceaccount/ca.crt", "SA-CA");
    folder.write("serviceaccount/namespace", "kube-system");
    folder.environment["KUBERNETES_SERVICE_HOST"] = "10.0.0.1";
    folder.environment["KUBERNETES_SERVICE_PORT"] = "443";
}
}  // namespace

class KubeconfigResolveTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsFilesRelativeToTheirConfig();
    void dataWinsOverFiles();
    void currentContextIsTheDefault();
    void optionsChooseContextAndNamespace();
    void masterReplacesServerAndVerifiedName();
    void missingFileIsNamedInFull();
    void tokenFileMustBeReadable();
    void tokenFileIsKept();
    void unusableContextSaysWhy();
    void unknownContextNamesTheFile();
    void noCurrentContext();
    void kubectlRuleFallsBackToCluster();
    void kubectlRulePrefersFiles();
    void kubectlRuleWithoutAnything();
    void seedRuleNeverReadsTheEnvironment();
    void seedRuleTakesMasterAlone();
    void seedRuleTakesFile();
    void inCluster();
    void inClusterWithIpv6();
    void inClusterWithoutToken();
    void inClusterWithoutAuthority();
    void outsideACluster();
};

void KubeconfigResolveTest::readsFilesRelativeToTheirConfig() {
    const Files files;
    const auto connection = files.resolve("files");
    QVERIFY2(connection.ok(), connection.ok() ? "" : connection.error().message.c_str());
    QCOMPARE(connection->server, "https://a:6443");
    QCOMPARE(connection->ns, "school");
    QCOMPARE(connection->caPem, "CA");
    QCOMPARE(connection->clientCertPem, "CERT");
    QCOMPARE(connection->clientKeyPem, "KEY");
    QCOMPARE(connection->tlsServerName, "kube.internal");
    QCOMPARE(connection->userKind, "certificate");
    QCOMPARE(connection->sourceFile, files.file);
    QCOMPARE(connection->name, "files");
}

void KubeconfigResolveTest::dataWinsOverFiles() {
    const Files files;
    const auto connection = files.resolve("data");
    QVERIFY2(connection.ok(), connection.ok() ? "" : connection.error().message.c_str());
    QCOMPARE(connection->caPem, "CA");
    QCOMPARE(connection->clientCertPem, "CERT");
    QCOMPARE(connection->clientKeyPem, "KEY");
    QCOMPARE(connection->ns, "default");
}

void KubeconfigResolveTest::currentContextIsTheDefault() {
    const Files files;
    QCOMPARE(files.resolve("").value().name, "files");
}

void KubeconfigResolveTest::optionsChooseContextAndNamespace() {
    const Files files;
    KubeconfigOptions options = files.explicitly(files.file);
    options.context = "data";
    options.ns = "class-a";
    const auto connection = resolveLikeKubectl(options);
    QVERIFY(connection.ok());
    QCOMPARE(connection->name, "data");
    QCOMPARE(connection->ns, "class-a");
}

void KubeconfigResolveTest::masterReplacesServerAndVerifiedName() {
    const Files files;
    KubeconfigOptions options = files.explicitly(files.file);
    options.master = "https://127.0.0.1:9999";
    const auto connection = resolveLikeSeed(options);
    QVERIFY(connection.ok());
    QCOMPARE(connection->server, "https://127.0.0.1:9999");
    QCOMPARE(connection->tlsServerName, "");
    QCOMPARE(connection->caPem, "CA");
}

void KubeconfigResolveTest::missingFileIsNamedInFull() {
    const Files files;
    const auto connection = files.resolve("missing");
    QVERIFY(!connection.ok());
    QCOMPARE(connection.error().kind, ErrorKind::Config);
    VERIFY_CONTAINS(connection.error().message, files.path("conf/missing.crt"));
    VERIFY_CONTAINS(connection.error().message, "certificate-authority");
}

void KubeconfigResolveTest::tokenFileMustBeReadable() {
    const Files files;
    const auto connection = files.resolve("tokenmissing");
    QVERIFY(!connection.ok());
    VERIFY_CONTAINS(connection.error().message, files.path("conf/pki/nope"));
}

void KubeconfigResolveTest::tokenFileIsKept() {
    const Files files;
    const auto connection = files.resolve("tokenfile");
    QVERIFY(connection.ok());
    QCOMPARE(connection->tokenFile, files.path("conf/pki/token"));
    QCOMPARE(connection->userKind, "token file");
}

void KubeconfigResolveTest::unusableContextSaysWhy() {
    const Files files;
    const auto connection = files.resolve("plugin");
    QVERIFY(!connection.ok());
    VERIFY_CONTAINS(connection.error().message, "exec plugin names no apiVersion");
    VERIFY_CONTAINS(connection.error().message, files.file);
}

void KubeconfigResolveTest::unknownContextNamesTheFile() {
    const Files files;
    const auto connection = files.resolve("nope");
    QVERIFY(!connection.ok());
    VERIFY_CONTAINS(connection.error().message, "\"nope\" does not exist in " + files.file);
}

void KubeconfigResolveTest::noCurrentContext() {
    const ConfigFolder folder;
    const std::string file = folder.write("config",
                                          "clusters: [{name: c, cluster: {server: 'https://a'}}]\ncontexts: [{name: x, "
                                          "context: {cluster: c, user: ''}}]\n");
    const auto connection = resolveLikeKubectl(folder.explicitly(file));
    QVERIFY(!connection.ok());
    VERIFY_CONTAINS(connection.error().message, "no current-context is set in " + file);
}

void KubeconfigResolveTest::kubectlRuleFallsBackToCluster() {
    ConfigFolder folder;
    makeServiceAccount(folder);
    QCOMPARE(resolveLikeKubectl(folder.options()).value().name, "in-cluster");
}

void KubeconfigResolveTest::kubectlRulePrefersFiles() {
    Files files;
    makeServiceAccount(files);
    files.environment["KUBECONFIG"] = files.file;
    QCOMPARE(resolveLikeKubectl(files.options()).value().name, "files");
}

void KubeconfigResolveTest::kubectlRuleWithoutAnything() {
    const ConfigFolder folder;
    const auto connection = resolveLikeKubectl(folder.options());
    QVERIFY(!connection.ok());
    QCOMPARE(connection.error().kind, ErrorKind::Config);
    VERIFY_CONTAINS(connection.error().message, "no configuration has been provided");
}

void KubeconfigResolveTest::seedRuleNeverReadsTheEnvironment() {
    Files files;
    files.environment["KUBECONFIG"] = files.file;
    const auto connection = resolveLikeSeed(files.options());
    QVERIFY(!connection.ok());
    VERIFY_CONTAINS(connection.error().message, "not inside a cluster");
}

void KubeconfigResolveTest::seedRuleTakesMasterAlone() {
    Files files;
    files.environment["KUBECONFIG"] = files.file;
    KubeconfigOptions options = files.options();
    options.master = "127.0.0.1:8080";
    const auto connection = resolveLikeSeed(options);
    QVERIFY(connection.ok());
    QCOMPARE(connection->server, "http://127.0.0.1:8080");
    QCOMPARE(connection->userKind, "none");
    QCOMPARE(connection->ns, "default");
}

void KubeconfigResolveTest::seedRuleTakesFile() {
    const Files files;
    QCOMPARE(resolveLikeSeed(files.explicitly(files.file)).value().name, "files");
}

void KubeconfigResolveTest::inCluster() {
    ConfigFolder folder;
    makeServiceAccount(folder);
    const auto connection = resolveLikeSeed(folder.options());
    QVERIFY(connection.ok());
    QCOMPARE(connection->server, "https://10.0.0.1:443");
    QCOMPARE(connection->token, "sa-token");
    QCOMPARE(connection->tokenFile, folder.path("serviceaccount/token"));
    QCOMPARE(connection->caPem, "SA-CA");
    QCOMPARE(connection->ns, "kube-system");
}

void KubeconfigResolveTest::inClusterWithIpv6() {
    ConfigFolder folder;
    makeServiceAccount(folder);
    folder.environment["KUBERNETES_SERVICE_HOST"] = "fd00::1";
    QCOMPARE(resolveLikeSeed(folder.options()).value().server, "https://[fd00::1]:443");
}

void KubeconfigResolveTest::inClusterWithoutToken() {
    ConfigFolder folder;
    makeServiceAccount(folder);
    std::filesystem::remove(folder.path("serviceaccount/token"));
    const auto connection = inClusterConnection(folder.options());
    QVERIFY(!connection.ok());
    VERIFY_CONTAINS(connection.error().message, folder.path("serviceaccount/token"));
}

void KubeconfigResolveTest::inClusterWithoutAuthority() {
    ConfigFolder folder;
    makeServiceAccount(folder);
    std::filesystem::remove(folder.path("serviceaccount/ca.crt"));
    const auto connection = inClusterConnection(folder.options());
    QVERIFY(connection.ok());
    QCOMPARE(connection->caPem, "");
    QVERIFY(!connection->insecureSkipTlsVerify);
}

void KubeconfigResolveTest::outsideACluster() {
    const ConfigFolder folder;
    const auto connection = inClusterConnection(folder.options());
    QVERIFY(!connection.ok());
    VERIFY_CONTAINS(connection.error().message, "KUBERNETES_SERVICE_HOST");
}

QTEST_GUILESS_MAIN(KubeconfigResolveTest)
#include "tst_kubeconfig_resolve.moc"
