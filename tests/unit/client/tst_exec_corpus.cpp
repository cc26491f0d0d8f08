// SPDX-License-Identifier: GPL-3.0-or-later
// Every exec plugin of tests/kubeconfigs/exec_cases.py, run for a request to a server, and what kubectl sent that server
// (recorded by record_exec.py there).
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSslCertificate>
#include <QSslKey>
#include <QTemporaryDir>
#include <filesystem>
#include <fstream>
#include <map>

#include "core/api/text.h"
#include "core/config/kubeconfig.h"
#include "tests/support/test_certificates.h"
#include "tests/support/test_tls.h"
#include "tests/unit/client/transport_fixture.h"

using namespace rollcall;
using namespace rollcall::test;
using Request = ScriptedServer::Request;
using Peer = ScriptedServer::Peer;

namespace {

/// Where we answer otherwise than kubectl, each for a reason.
const std::map<std::string, const char*> kBetterDifferences = {
    {"prints: yaml", "JSON only, as the API's documentation says (X12)"},
    {"prints: token blank inside", "no server reads such a header alike; the reason is said (G8)"},
    {"prints: token not ASCII", "no server reads such a header alike; the reason is said (G8)"},
};

std::string textOf(const QJsonValue& value) {
    return value.toString().toStdString();
}

std::string jsonText(const std::string& text) {
    std::string out;
    appendJsonString(out, text);
    return out;
}

void replaceAll(std::string& text, const std::string& mark, const std::string& real) {
    for (auto at = text.find(mark); at != std::string::npos; at = text.find(mark, at + real.size()))
        text.replace(at, mark.size(), real);
}

}  // namespace

class ExecCorpusTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void signsInAsKubectl_data();
    void signsInAsKubectl();
    void everyDifferenceIsStillOne();

private:
    Result<Connection> layOut(const QJsonObject& entry, const std::string& folder) const;

    QJsonArray m_cases;
    std::map<std::string, bool> m_used;
    TestAuthority m_authority{"test"};
    CertificateAndKey m_client, m_other;
    ScriptedServer m_server;
};

void ExecCorpusTest::initTestCase() {
    QFile file(QStringLiteral(ROLLCALL_EXEC_CORPUS));
    QVERIFY(file.open(QIODevice::ReadOnly));
    m_cases = QJsonDocument::fromJson(file.readAll()).object().value(QLatin1String("cases")).toArray();
    QVERIFY(m_cases.size() >= 80);
    CertificateWish wish{"client", ""};
    wish.forClient = true;
    m_client = m_authority.sign(wish);
    m_other = m_authority.sign(wish);
    QVERIFY(m_server.listenTls(serverTls(m_authority.sign({"server", "IP:127.0.0.1"}), m_authority.certificatePem())));
    m_server.setHandler([](const Request&, Peer peer) { peer.answer(200, "application/json", "{}"); });
    qputenv("INHERITED", "theirs");
}

void ExecCorpusTest::signsInAsKubectl_data() {
    QTest::addColumn<QJsonObject>("entry");
    for (const QJsonValue& entry : std::as_const(m_cases))
        QTest::newRow(textOf(entry.toObject().value(QLatin1String("name"))).c_str()) << entry.toObject();
}

Result<Connection> ExecCorpusTest::layOut(const QJsonObject& entry, const std::string& folder) const {
    const QJsonObject files = entry.value(QLatin1String("files")).toObject();
    for (auto it = files.begin(); it != files.end(); ++it) {
        std::string text = textOf(it.value());
        replaceAll(text, "@CERT@", jsonText(m_client.certificatePem));
        replaceAll(text, "@KEY@", jsonText(m_client.keyPem));
        replaceAll(text, "@OTHERKEY@", jsonText(m_other.keyPem));
        const std::filesystem::path path = folder + '/' + it.key().toStdString();
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary) << text;
        using Perms = std::filesystem::perms;
        const bool runs = text.starts_with("#!") && path.extension() != ".plain";
        std::filesystem::permissions(path, runs ? Perms::owner_all : Perms::owner_read | Perms::owner_write);
    }
    std::string exec = textOf(entry.value(QLatin1String("exec")));
    replaceAll(exec, "@DIR@", folder);
    std::ofstream(folder + "/ca.crt") << m_authority.certificatePem();
    std::ofstream(folder + "/config")
        << "apiVersion: v1\nkind: Config\ncurrent-context: x\nclusters:\n- {name: c, cluster: {server: '" << m_server.url()
        << "', certificate-authority: ca.crt}}\nusers:\n- {name: u, user: {exec: {" << exec
        << "}}}\ncontexts:\n- {name: x, context: {cluster: c, user: u}}\n";
    KubeconfigOptions options;
    options.explicitPath = folder + "/config";
    return resolveLikeKubectl(options);
}

void ExecCorpusTest::signsInAsKubectl() {
    QFETCH(QJsonObject, entry);
    const std::string name = textOf(entry.value(QLatin1String("name")));
    const QJsonObject kubectl = entry.value(QLatin1String("kubectl")).toObject();
    const QTemporaryDir folder;
    qputenv("PATH", (folder.path() + QStringLiteral("/bin:/usr/bin:/bin")).toUtf8());
    const std::size_t before = m_server.requests().size();
    Error refusal;
    if (const auto connection = layOut(entry, folder.path().toStdString()); !connection) {
        refusal = connection.error();
    } else {
        QnamTransport transport(*connection);
        const auto answer = Caller(transport).call(getRequest());
        if (!answer.ok()) refusal = answer.error();
    }
    const bool sent = m_server.requests().size() > before;
    const bool accepts = !kubectl.contains(QLatin1String("refused"));
    if (!sent) {
        QCOMPARE(refusal.kind, ErrorKind::Config);
        QVERIFY(!refusal.message.empty());
    }
    bool agrees = sent == accepts;
    if (sent && accepts) {
        const Request& request = m_server.requests().back();
        agrees = request.header("Authorization").toStdString() == textOf(kubectl.value(QLatin1String("authorization"))) &&
                 request.clientCertificateName.toStdString() == textOf(kubectl.value(QLatin1String("certificate")));
    }
    const bool isListed = kBetterDifferences.contains(name);
    if (isListed) m_used[name] = !agrees;
    const std::string ours = sent ? m_server.requests().back().header("Authorization").toStdString() : refusal.message;
    const std::string said = ours + "\nkubectl: " + QJsonDocument(kubectl).toJson().toStdString();
    QVERIFY2(agrees || isListed, said.c_str());
}

/// A reason for a difference that is gone would hide the next one.
void ExecCorpusTest::everyDifferenceIsStillOne() {
    for (const auto& [name, why] : kBetterDifferences) QVERIFY2(m_used.contains(name) && m_used.at(name), name.c_str());
}

QTEST_GUILESS_MAIN(ExecCorpusTest)
#include "tst_exec_corpus.moc"
