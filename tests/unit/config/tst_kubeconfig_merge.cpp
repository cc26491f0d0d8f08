// SPDX-License-Identifier: GPL-3.0-or-later
#include <sys/stat.h>
#include <unistd.h>

#include "tests/unit/config/config_fixture.h"

using namespace rollcall;
using namespace rollcall::test;

class KubeconfigMergeTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void firstFileWins();
    void currentContextIsTheFirstThatIsSet();
    void contextMayUseAnotherFilesCluster();
    void hiddenEntriesAreNoted();
    void theWinnerKnowsWhatItHides();
    void passwordsOfProxiesStayInside_data();
    void passwordsOfProxiesStayInside();
    void aFileOfNoUseIsMarkedAsSuch();
    void missingAndEmptySegmentsAreSkipped();
    void aFileTwiceIsReadOnce();
    void brokenFileSpoilsOnlyItself();
    void homeIsUsedWithoutVariable();
    void variableReplacesHome();
    void explicitFileIsReadAlone();
    void explicitFileMustExist();
    void unreadableFileIsNamed();
    void fifoDoesNotBlock();
    void tooLargeFileIsRefused();
};

namespace {
const char* const kA = R"(
clusters:
- {name: kubernetes, cluster: {server: 'https://a'}}
contexts:
- {name: shared, context: {cluster: kubernetes, user: '', namespace: from-a}}
)";
const char* const kB = R"(
current-context: only-b
clusters:
- {name: kubernetes, cluster: {server: 'https://b'}}
- {name: b, cluster: {server: 'https://bb'}}
contexts:
- {name: shared, context: {cluster: b, user: '', namespace: from-b}}
- {name: only-b, context: {cluster: kubernetes, user: ''}}
)";
}  // namespace

void KubeconfigMergeTest::firstFileWins() {
    ConfigFolder folder;
    folder.environment["KUBECONFIG"] = folder.write("a", kA) + ':' + folder.write("b", kB);
    const KubeconfigSet set = loadKubeconfigs(folder.options());
    QCOMPARE(set.files, (std::vector<std::string>{folder.path("a"), folder.path("b")}));
    QCOMPARE(set.contexts.size(), 2U);
    QCOMPARE(find(set, "shared")->ns, "from-a");
    QCOMPARE(find(set, "shared")->server, "https://a");
    QCOMPARE(find(set, "shared")->file, folder.path("a"));
}

void KubeconfigMergeTest::currentContextIsTheFirstThatIsSet() {
    ConfigFolder folder;
    folder.environment["KUBECONFIG"] = folder.write("a", kA) + ':' + folder.write("b", kB);
    QCOMPARE(loadKubeconfigs(folder.options()).currentContext, "only-b");
}

void KubeconfigMergeTest::contextMayUseAnotherFilesCluster() {
    ConfigFolder folder;
    folder.environment["KUBECONFIG"] = folder.write("a", kA) + ':' + folder.write("b", kB);
    const KubeconfigSet set = loadKubeconfigs(folder.options());
    QCOMPARE(find(set, "only-b")->server, "https://a");  // as kubectl: the name is taken by file a
    VERIFY_CONTAINS(allProblems(set), "the context \"only-b\" takes its cluster from " + folder.path("a"));
}

void KubeconfigMergeTest::hiddenEntriesAreNoted() {
    ConfigFolder folder;
    folder.environment["KUBECONFIG"] = folder.write("a", kA) + ':' + folder.write("b", kB);
    VERIFY_CONTAINS(allProblems(loadKubeconfigs(folder.options())),
                    "the context \"shared\" is hidden by the one in " + folder.path("a"));
}

void KubeconfigMergeTest::theWinnerKnowsWhatItHides() {
    ConfigFolder folder;
    folder.environment["KUBECONFIG"] = folder.write("a", kA) + ':' + folder.write("b", kB);
    const KubeconfigSet set = loadKubeconfigs(folder.options());
    const auto& hidden = find(set, "shared")->shadowed;
    QCOMPARE(hidden.size(), 2U);
    QCOMPARE(std::string(hidden[0].what), "context");
    QCOMPARE(hidden[0].file, folder.path("b"));
    QCOMPARE(hidden[0].line, 7);
    QCOMPARE(std::string(hidden[1].what), "cluster");
    QCOMPARE(hidden[1].line, 4);
}

void KubeconfigMergeTest::passwordsOfProxiesStayInside_data() {
    QTest::addColumn<QString>("given");
    QTest::addColumn<QString>("shown");
    const auto row = [](const char* given, const char* shown) {
        QTest::newRow(given) << QString::fromLatin1(given) << QString::fromLatin1(shown);
    };
    row("http://proxy:3128", "http://proxy:3128");
    row("socks5://who:canary@proxy:1080", "socks5://proxy:1080");
    row("http://canary@proxy/path", "http://proxy");
    row("https://who:can@ary@proxy", "https://proxy");
    row("https://who:canary/x@proxy", "https://proxy");
    row("http://proxy:3128/?token=canary@x", "http://proxy:3128");
}

void KubeconfigMergeTest::passwordsOfProxiesStayInside() {
    QFETCH(QString, given);
    QFETCH(QString, shown);
    const ConfigFolder folder;
    const KubeconfigSet set = folder.load("clusters:\n- {name: c, cluster: {server: 'https://a', proxy-url: '" +
                                          given.toStdString() + "'}}\ncontexts:\n- {name: x, context: {cluster: c}}\n");
    QCOMPARE(QString::fromStdString(find(set, "x")->proxy), shown);
}

void KubeconfigMergeTest::aFileOfNoUseIsMarkedAsSuch() {
    const ConfigFolder folder;
    const KubeconfigSet broken = folder.load("contexts: [\n");
    QVERIFY(!broken.problems.empty() && broken.problems[0].wholeFile);
    const KubeconfigSet odd = folder.load("contexts:\n- {name: x, context: {}}\n- 7\n");
    QVERIFY(!odd.problems.empty() && !odd.problems[0].wholeFile);
}

void KubeconfigMergeTest::missingAndEmptySegmentsAreSkipped() {
    ConfigFolder folder;
    folder.environment["KUBECONFIG"] = "/nonexistent/config:" + folder.write("a", kA) + "::" + folder.path("");
    const KubeconfigSet set = loadKubeconfigs(folder.options());
    QCOMPARE(set.contexts.size(), 1U);
    QCOMPARE(set.problems.size(), 1U);
    VERIFY_CONTAINS(set.problems[0].message, "it is a folder");
}

void KubeconfigMergeTest::aFileTwiceIsReadOnce() {
    ConfigFolder folder;
    const std::string a = folder.write("a", kA);
    folder.environment["KUBECONFIG"] = a + ':' + a;
    const KubeconfigSet set = loadKubeconfigs(folder.options());
    QCOMPARE(set.files.size(), 1U);
    QVERIFY(set.problems.empty());
}

void KubeconfigMergeTest::brokenFileSpoilsOnlyItself() {
    ConfigFolder folder;
    folder.environment["KUBECONFIG"] = folder.write("bad", "a: [") + ':' + folder.write("a", kA);
    const KubeconfigSet set = loadKubeconfigs(folder.options());
    QCOMPARE(set.contexts.size(), 1U);
    QCOMPARE(set.problems.size(), 1U);
    QCOMPARE(set.problems[0].file, folder.path("bad"));
}

void KubeconfigMergeTest::homeIsUsedWithoutVariable() {
    ConfigFolder folder;
    folder.write("home/.kube/config", kA);
    folder.environment["HOME"] = folder.path("home");
    QCOMPARE(loadKubeconfigs(folder.options()).contexts.size(), 1U);
}

void KubeconfigMergeTest::variableReplacesHome() {
    ConfigFolder folder;
    folder.write("home/.kube/config", kA);
    folder.environment["HOME"] = folder.path("home");
    folder.environment["KUBECONFIG"] = "/nonexistent";
    QVERIFY(loadKubeconfigs(folder.options()).contexts.empty());
}

void KubeconfigMergeTest::explicitFileIsReadAlone() {
    ConfigFolder folder;
    folder.environment["KUBECONFIG"] = folder.write("a", kA);
    const KubeconfigSet set = loadKubeconfigs(folder.explicitly(folder.write("b", kB)));
    QCOMPARE(set.files, std::vector<std::string>{folder.path("b")});
    QCOMPARE(find(set, "only-b")->server, "https://b");
}

void KubeconfigMergeTest::explicitFileMustExist() {
    const ConfigFolder folder;
    const KubeconfigSet set = loadKubeconfigs(folder.explicitly("/nonexistent/config"));
    QCOMPARE(set.problems.size(), 1U);
    VERIFY_CONTAINS(set.problems[0].message, "/nonexistent/config");
    const auto connection = resolveContext(folder.explicitly("/nonexistent/config"), "x");
    QVERIFY(!connection.ok());
    QCOMPARE(connection.error().kind, ErrorKind::Config);
    VERIFY_CONTAINS(connection.error().message, "/nonexistent/config");
}

void KubeconfigMergeTest::unreadableFileIsNamed() {
    if (::geteuid() == 0) QSKIP("root can read everything");
    ConfigFolder folder;
    const std::string locked = folder.write("locked", kB);
    ::chmod(locked.c_str(), 0);
    folder.environment["KUBECONFIG"] = locked + ':' + folder.write("a", kA);
    const KubeconfigSet set = loadKubeconfigs(folder.options());
    QCOMPARE(set.contexts.size(), 1U);
    VERIFY_CONTAINS(allProblems(set), locked);
    VERIFY_CONTAINS(allProblems(set), "its mode is 0000");
}

void KubeconfigMergeTest::fifoDoesNotBlock() {
    ConfigFolder folder;
    const std::string fifo = folder.path("fifo");
    QCOMPARE(::mkfifo(fifo.c_str(), 0600), 0);
    folder.environment["KUBECONFIG"] = fifo + ':' + folder.write("a", kA);
    const KubeconfigSet set = loadKubeconfigs(folder.options());
    QCOMPARE(set.contexts.size(), 1U);
    VERIFY_CONTAINS(allProblems(set), "no regular file");
}

void KubeconfigMergeTest::tooLargeFileIsRefused() {
    ConfigFolder folder;
    const std::string large = folder.write("large", kB);
    std::filesystem::resize_file(large, 17UL * 1024 * 1024);  // sparse
    folder.environment["KUBECONFIG"] = large;
    VERIFY_CONTAINS(allProblems(loadKubeconfigs(folder.options())), "larger than 16384 KiB");
}

QTEST_GUILESS_MAIN(KubeconfigMergeTest)
#include "tst_kubeconfig_merge.moc"
