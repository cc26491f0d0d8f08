// SPDX-License-Identifier: GPL-3.0-or-later
// Expected values: kubernetes.io/docs/reference/kubectl/kuberc, kubectl pkg/kuberc and client-go exec.go,
// ValidatePluginPolicy.
#include <QTest>

#include "core/config/exec_policy.h"
#include "tests/unit/config/config_fixture.h"

using namespace rollcall;
using namespace rollcall::test;
using Kind = ExecPolicy::Kind;

class ExecPolicyTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void withoutFileThereIsNone();
    void readsKubectlsFile_data();
    void readsKubectlsFile();
    void closedWhenItCannotBeUsed_data();
    void closedWhenItCannotBeUsed();
    void environmentNamesOrForbidsTheFile();

private:
    static Result<std::optional<ExecPolicy>> policyOf(ConfigFolder& folder) { return kubercPolicy(folder.options().environment); }
};

namespace {
const std::string kHead = "apiVersion: kubectl.config.k8s.io/v1beta1\nkind: Preference\n";
}

void ExecPolicyTest::withoutFileThereIsNone() {
    ConfigFolder folder;
    folder.environment["HOME"] = folder.path("home");
    const auto policy = policyOf(folder);
    QVERIFY(policy.ok());
    QVERIFY(!policy->has_value());
}

void ExecPolicyTest::readsKubectlsFile_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QStringList>("allowlist");
    const auto row = [](const char* name, const std::string& text, Kind kind, const QStringList& list = {}) {
        QTest::newRow(name) << QString::fromStdString(kHead + text) << int(kind) << list;
    };
    row("nothing said", "aliases: []\n", Kind::AllowAll);
    row("empty", "credentialPluginPolicy: ''\n", Kind::AllowAll);
    row("all", "credentialPluginPolicy: AllowAll\n", Kind::AllowAll);
    row("none", "credentialPluginPolicy: DenyAll\n", Kind::DenyAll);
    row("none, list null", "credentialPluginPolicy: DenyAll\ncredentialPluginAllowlist: ~\n", Kind::DenyAll);
    row("list", "credentialPluginPolicy: Allowlist\ncredentialPluginAllowlist:\n- command: aws\n- command: /usr/bin/plug\n",
        Kind::Allowlist, {QStringLiteral("aws"), QStringLiteral("/usr/bin/plug")});
    row("list of 1.36", "credentialPluginPolicy: Allowlist\ncredentialPluginAllowlist:\n- name: aws\n", Kind::Allowlist,
        {QStringLiteral("aws")});
    row("empty list", "credentialPluginPolicy: Allowlist\ncredentialPluginAllowlist: []\n", Kind::Allowlist);
}

void ExecPolicyTest::readsKubectlsFile() {
    QFETCH(QString, text);
    QFETCH(int, kind);
    QFETCH(QStringList, allowlist);
    ConfigFolder folder;
    folder.environment["HOME"] = folder.path("home");
    folder.write("home/.kube/kuberc", text.toStdString());
    const auto policy = policyOf(folder);
    QVERIFY2(policy.ok(), policy.ok() ? "" : policy.error().message.c_str());
    QCOMPARE(int(*policy ? (*policy)->kind : Kind::AllowAll), kind);
    if (!*policy) return;
    QCOMPARE((*policy)->source, folder.path("home/.kube/kuberc"));
    QStringList got;
    for (const std::string& entry : (*policy)->allowlist) got << QString::fromStdString(entry);
    QCOMPARE(got, allowlist);
}

void ExecPolicyTest::closedWhenItCannotBeUsed_data() {
    QTest::addColumn<QString>("text");
    QTest::newRow("no YAML") << QStringLiteral("a: [\n");
    QTest::newRow("another kind") << QStringLiteral("apiVersion: v1\nkind: Config\ncredentialPluginPolicy: AllowAll\n");
    const auto row = [](const char* name, const std::string& text) { QTest::newRow(name) << QString::fromStdString(kHead + text); };
    row("unknown word", "credentialPluginPolicy: denyall\n");
    row("list without its word", "credentialPluginAllowlist: [{command: aws}]\n");
    row("list with another word", "credentialPluginPolicy: DenyAll\ncredentialPluginAllowlist: [{command: aws}]\n");
    row("word without list", "credentialPluginPolicy: Allowlist\n");
    row("list is text", "credentialPluginPolicy: Allowlist\ncredentialPluginAllowlist: aws\n");
    row("entry is text", "credentialPluginPolicy: Allowlist\ncredentialPluginAllowlist: [aws]\n");
    row("entry is empty", "credentialPluginPolicy: Allowlist\ncredentialPluginAllowlist: [{}]\n");
}

void ExecPolicyTest::closedWhenItCannotBeUsed() {
    QFETCH(QString, text);
    ConfigFolder folder;
    folder.environment["HOME"] = folder.path("home");
    folder.write("home/.kube/kuberc", text.toStdString());
    const auto policy = policyOf(folder);
    QVERIFY(!policy.ok());
    QVERIFY(policy.error().message.find(folder.path("home/.kube/kuberc")) != std::string::npos);
}

void ExecPolicyTest::environmentNamesOrForbidsTheFile() {
    ConfigFolder folder;
    folder.environment["HOME"] = folder.path("home");
    folder.write("home/.kube/kuberc", kHead + "credentialPluginPolicy: DenyAll\n");
    folder.environment["KUBERC"] = "off";
    QVERIFY(!policyOf(folder)->has_value());
    folder.write("other", kHead + "credentialPluginPolicy: Allowlist\ncredentialPluginAllowlist: [{command: a}]\n");
    folder.environment["KUBERC"] = folder.path("other");
    QCOMPARE((*policyOf(folder))->kind, Kind::Allowlist);
    folder.environment["KUBERC"] = folder.path("missing");  // named, so it must be there
    QVERIFY(!policyOf(folder).ok());
}

QTEST_GUILESS_MAIN(ExecPolicyTest)
#include "tst_exec_policy.moc"
