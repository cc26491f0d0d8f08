// SPDX-License-Identifier: GPL-3.0-or-later
// Every kubeconfig of tests/kubeconfigs, and what kubectl says about it (recorded by record.py there).
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QUrl>

#include "tests/unit/config/config_fixture.h"

using namespace rollcall;
using namespace rollcall::test;

namespace {

/// Where we answer otherwise than kubectl, each for a reason. Beside these: a file that kubectl refuses as a whole
/// loads here without its broken entries, with a problem that says so; and nothing falls back to localhost:8080 (K5).
const std::map<std::string, const char*> kBetterDifferences = {
    {"cluster: ca both", "the data counts, with a note (K13)"},
    {"user: cert both", "the data counts, with a note; the certificate itself is looked at on connecting"},
    {"user: key both", "the data counts, with a note; the certificate itself is looked at on connecting"},
    {"cluster: ca data", "a CA that holds no certificate is refused by the transport, which names it"},
    {"cluster: ca newline", "a CA that holds no certificate is refused by the transport, which names it"},
    {"file: control", "a control character in a key that nobody reads harms nothing; shown text never holds one (G6)"},
    {"file: current number", "a bare number is taken as text (K11)"},
    {"user: token empty", "kubectl asks for a user name on the terminal; here the server may let anybody in"},
    {"user: password only", "kubectl asks for a user name on the terminal; here the server may let anybody in"},
    {"user: key only",
     "kubectl asks for a user name on the terminal; a key without certificate is refused by the transport"},
    {"files: relative ca", "a CA that holds no certificate is refused by the transport, which names it"},
    {"user: exec missing program", "a plugin is looked for when it runs"},
    {"user: exec missing name", "a plugin is looked for when it runs"},
    {"user: exec prints nothing", "the plugin's output is judged when it ran (tst_exec_login)"},
    {"user: exec beta prints nothing", "the plugin's output is judged when it ran (tst_exec_login)"},
    {"user: exec fails", "the plugin's end is judged when it ran (tst_exec_login)"},
    {"user: exec prints text", "the plugin's output is judged when it ran (tst_exec_login)"},
    {"user: none", "kubectl asks for a user name on the terminal; here the server may let anybody in"},
    {"context: no user", "kubectl asks for a user name on the terminal; here the server may let anybody in"},
    {"context: user null", "kubectl asks for a user name on the terminal; here the server may let anybody in"},
};

std::string textOf(const QJsonValue& value) {
    return value.toString().toStdString();
}

}  // namespace

class KubeconfigCorpusTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void answersAsKubectl_data();
    void answersAsKubectl();
    void everyDifferenceIsStillOne();

private:
    QJsonArray m_cases;
    std::map<std::string, bool> m_used;
};

void KubeconfigCorpusTest::initTestCase() {
    QFile file(QStringLiteral(ROLLCALL_CORPUS));
    QVERIFY(file.open(QIODevice::ReadOnly));
    m_cases = QJsonDocument::fromJson(file.readAll()).object().value(QLatin1String("cases")).toArray();
    QVERIFY(m_cases.size() >= 150);
}

void KubeconfigCorpusTest::answersAsKubectl_data() {
    QTest::addColumn<QJsonObject>("entry");
    for (const QJsonValue& entry : std::as_const(m_cases)) {
        QTest::newRow(textOf(entry.toObject().value(QLatin1String("name"))).c_str()) << entry.toObject();
    }
}

namespace {

KubeconfigOptions optionsFor(ConfigFolder& folder, const QJsonObject& entry) {
    const QJsonObject files = entry.value(QLatin1String("files")).toObject();
    for (auto it = files.begin(); it != files.end(); ++it) folder.write(it.key().toStdString(), textOf(it.value()));
    KubeconfigOptions options = folder.options();
    const QJsonValue env = entry.value(QLatin1String("env"));
    if (env.isNull()) {
        options.explicitPath = folder.path("config");
    } else {
        QStringList paths;
        for (const QString& path : env.toString().split(QLatin1Char(':')))
            paths << (path.isEmpty() ? path : QString::fromStdString(folder.path(path.toStdString())));
        folder.environment["KUBECONFIG"] = paths.join(QLatin1Char(':')).toStdString();
    }
    for (const QJsonValue& value : entry.value(QLatin1String("args")).toArray()) {
        const QString arg = value.toString();
        const std::string given = arg.section(QLatin1Char('='), 1).toStdString();
        const QString flag = arg.section(QLatin1Char('='), 0, 0);
        if (flag == QLatin1String("--context")) options.context = given;
        if (flag == QLatin1String("--cluster")) options.cluster = given;
        if (flag == QLatin1String("--user")) options.user = given;
        if (flag == QLatin1String("--namespace")) options.ns = given;
    }
    return options;
}

}  // namespace

void KubeconfigCorpusTest::answersAsKubectl() {
    QFETCH(QJsonObject, entry);
    const std::string name = textOf(entry.value(QLatin1String("name")));
    const QJsonObject kubectl = entry.value(QLatin1String("kubectl")).toObject();
    ConfigFolder folder;
    const KubeconfigOptions options = optionsFor(folder, entry);
    const KubeconfigSet set = loadKubeconfigs(options);
    if (!textOf(kubectl.value(QLatin1String("contextsError"))).empty()) {
        // Refused as a whole there; here it must at least be said what is wrong.
        const bool isListed = kBetterDifferences.contains(name);
        if (isListed) m_used[name] = set.problems.empty();
        QVERIFY(!set.problems.empty() || isListed);
        return;
    }
    std::vector<std::string> ours, theirs;
    for (const auto& context : set.contexts) ours.push_back(context.name);
    for (const QJsonValue& context : kubectl.value(QLatin1String("contexts")).toArray())
        theirs.push_back(textOf(context));
    std::sort(ours.begin(), ours.end());
    QCOMPARE(ours, theirs);
    const std::string wanted = options.context.empty() ? set.currentContext : options.context;
    if (const auto* context = find(set, wanted); context && !kubectl.contains(QLatin1String("viewError"))) {
        const std::string server = textOf(kubectl.value(QLatin1String("server")));
        const bool isPlain = options.cluster.empty() && options.user.empty() && options.ns.empty();
        if (isPlain) {
            QVERIFY2(context->server == server || context->server.ends_with("://" + server), context->server.c_str());
            QCOMPARE(context->user, textOf(kubectl.value(QLatin1String("user"))));
            QCOMPARE(context->cluster, textOf(kubectl.value(QLatin1String("cluster"))));
            QCOMPARE(context->ns, textOf(kubectl.value(QLatin1String("namespace"))));
        }
    }
    const auto connection = resolveLikeKubectl(options);
    const bool accepts = textOf(kubectl.value(QLatin1String("result"))) == "network";
    const bool agrees = connection.ok() == accepts;
    const bool isListed = kBetterDifferences.contains(name);
    if (isListed) m_used[name] = !agrees;
    const std::string said = (connection ? "accepted" : connection.error().message) +
                             "\nkubectl: " + textOf(kubectl.value(QLatin1String("connect")));
    QVERIFY2(agrees || isListed, said.c_str());
    if (!connection || !accepts) return;
    if (!options.ns.empty()) QCOMPARE(connection->ns, options.ns);
    // "The connection to the server 127.0.0.1:7 was refused": where kubectl went, after all flags.
    static const QRegularExpression kServer(QStringLiteral("to the server (\\S+) was refused"));
    const auto went = kServer.match(kubectl.value(QLatin1String("connect")).toString());
    if (!went.hasMatch()) return;
    QUrl server(QString::fromStdString(connection->server));
    QCOMPARE(server.authority(), went.captured(1));
}

/// A reason for a difference that is gone would hide the next one.
void KubeconfigCorpusTest::everyDifferenceIsStillOne() {
    for (const auto& [name, why] : kBetterDifferences) {
        QVERIFY2(m_used.contains(name) && m_used.at(name), name.c_str());
    }
}

QTEST_GUILESS_MAIN(KubeconfigCorpusTest)
#include "tst_kubeconfig_corpus.moc"
