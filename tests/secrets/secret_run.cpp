// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/secrets/secret_run.h"

#include <QDirIterator>
#include <QFile>
#include <QNetworkInterface>
#include <QTest>
#include <QUuid>

#include "core/api/text.h"
#include "tests/support/test_tls.h"

namespace rollcall::test {

namespace {

constexpr const char* kStudents =
    R"({"apiVersion":"bolingcavalry.k8s.io/v1","kind":"StudentList","metadata":{"resourceVersion":"7"},"items":[)"
    R"({"apiVersion":"bolingcavalry.k8s.io/v1","kind":"Student","metadata":{"name":"li-si","namespace":"default",)"
    R"("uid":"u1","resourceVersion":"5"},"spec":{"name":"a","school":"b"}}]})";

QHostAddress outerAddress() {
    for (const QHostAddress& address : QNetworkInterface::allAddresses()) {
        if (address.protocol() == QAbstractSocket::IPv4Protocol && !address.isLoopback()) return address;
    }
    return QHostAddress(QHostAddress::LocalHost);
}

QByteArray everythingIn(const std::vector<ScriptedServer::Request>& requests) {
    QByteArray all;
    for (const auto& request : requests) {
        all += request.method + ' ' + request.target + '\n';
        for (const auto& [name, value] : request.headers) all += name + ": " + value + '\n';
        all += request.body + '\n';
    }
    return all;
}

std::string jsonText(const std::string& text) {
    std::string out;
    appendJsonString(out, text);
    return out;
}

/// The longest line of a PEM text: what a leak of the key would show.
std::string keyLine(const std::string& pem) {
    std::string longest;
    for (const QByteArray& line : QByteArray::fromStdString(pem).split('\n')) {
        if (!line.startsWith("---") && line.size() > qsizetype(longest.size())) longest = line.toStdString();
    }
    return longest;
}

}  // namespace

SecretRun::SecretRun(SecretUser user, SecretFate fate) : m_user(user), m_fate(fate) {}

std::string SecretRun::path(const std::string& name) const {
    return m_folder.filePath(QString::fromStdString(name)).toStdString();
}

void SecretRun::write(const std::string& name, const std::string& text, bool program) const {
    QFile file(QString::fromStdString(path(name)));
    if (!file.open(QIODevice::WriteOnly)) qFatal("%s cannot be written", name.c_str());
    file.write(QByteArray::fromStdString(text));
    if (program) file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
}

std::string SecretRun::canary(const std::string& name) {
    // Shaped like nothing that a redaction could know, and found nowhere else on this machine.
    const std::string text = "canary" + QUuid::createUuid().toString(QUuid::Id128).left(16).toStdString();
    m_canaries.push_back({name, text});
    return text;
}

/// Prints the status, tells of secrets on its standard error, and writes down every command line on this machine.
std::string SecretRun::plugin(const std::string& status) {
    write("plugin", "#!/bin/sh\ncat /proc/[0-9]*/cmdline > '" + path("cmdlines") + "' 2>/dev/null\n" +
                        "echo \"signing in with Authorization: Bearer " + canary("what the plugin says") + "\" >&2\n" + "cat '" +
                        path("printed") + "'\n",
          true);
    write("printed", R"({"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":)" + status + "}");
    // Its arguments are on its own command line, where kubectl puts them too: looked for everywhere else.
    return "exec: {apiVersion: client.authentication.k8s.io/v1, command: '" + path("plugin") +
           "', interactiveMode: Never, args: ['--secret=" + canary("plugin argument") + "'], env: [{name: SECRET, value: '" +
           canary("plugin environment") + "'}]}";
}

std::string SecretRun::userEntry() {
    CertificateWish wish{"somebody", ""};
    wish.forClient = true;
    const auto pair = m_authority.sign(wish);
    m_clientCertificate = "somebody";
    const auto data = [](const std::string& text) { return QByteArray::fromStdString(text).toBase64().toStdString(); };
    switch (m_user) {
        case SecretUser::Bearer:
            m_canaries.push_back({"client key", keyLine(pair.keyPem)});
            m_canaries.push_back({"client key, encoded", data(pair.keyPem).substr(80, 60)});
            return "token: '" + canary("token") + "', client-certificate-data: " + data(pair.certificatePem) +
                   ", client-key-data: " + data(pair.keyPem) + ", as: somebody, as-user-extra: {pass: ['" +
                   canary("impersonation") + "']}";
        case SecretUser::TokenFile:
            write("token", canary("token file") + "\n");
            return "tokenFile: '" + path("token") + '\'';
        case SecretUser::Basic: {
            const std::string password = canary("password");
            m_canaries.push_back({"password, encoded", data("somebody:" + password)});
            return "username: somebody, password: '" + password + '\'';
        }
        case SecretUser::ExecToken:
            return plugin(R"({"token":")" + canary("token of the plugin") + "\"}");
        case SecretUser::ExecCertificate:
            m_canaries.push_back({"key of the plugin", keyLine(pair.keyPem)});
            return plugin(R"({"clientCertificateData":)" + jsonText(pair.certificatePem) + R"(,"clientKeyData":)" +
                          jsonText(pair.keyPem) + '}');
    }
    return {};
}

void SecretRun::openServers() {
    const bool strange = m_fate == SecretFate::OtherAuthority;
    const auto handler = [this](const ScriptedServer::Request& request, const ScriptedServer::Peer& peer) { answer(request, peer); };
    const auto tlsOf = [this](const TestAuthority& authority) {
        return serverTls(authority.sign({"server", "IP:127.0.0.1"}), m_authority.certificatePem());
    };
    const auto quiet = [](const ScriptedServer::Request&, ScriptedServer::Peer peer) { peer.answer(200, "application/json", "{}"); };
    const bool open = m_fate == SecretFate::NoTls
                          ? m_server.listen(outerAddress())
                          : m_server.listenTls(tlsOf(strange ? m_otherAuthority : m_authority));
    m_server.setHandler(handler);
    m_other.setHandler(quiet);
    m_plain.setHandler(quiet);
    const bool others = m_other.listenTls(tlsOf(m_authority)) && m_plain.listen();
    const bool proxies = m_proxy.listen(QHostAddress(QHostAddress::LocalHost), m_server.port());
    if (!open || !others || !proxies) qFatal("a server of the test does not listen");
}

void SecretRun::writeKubeconfig() {
    const bool tls = m_fate != SecretFate::NoTls;
    std::string cluster = "server: '" + (tls ? m_server.url() : m_server.url(outerAddress().toString().toStdString())) + '\'';
    if (tls) {
        cluster += ", certificate-authority-data: " +
                   QByteArray::fromStdString(m_authority.certificatePem()).toBase64().toStdString();
    }
    const std::string password = canary("proxy password");
    if (m_fate == SecretFate::ProxyRefuses) m_proxy.requireLogin("somebody", "another");
    if (wantsProxy()) cluster += ", proxy-url: '" + m_proxy.url("somebody:" + password) + '\'';
    write("kubeconfig", "apiVersion: v1\nkind: Config\ncurrent-context: x\nclusters:\n- {name: c, cluster: {" + cluster +
                            "}}\nusers:\n- {name: u, user: {" + userEntry() +
                            "}}\ncontexts:\n- {name: x, context: {cluster: c, user: u}}\n");
}

void SecretRun::answer(const ScriptedServer::Request& request, ScriptedServer::Peer peer) const {
    const QByteArray json = "application/json";
    const QByteArray echo = request.header("authorization");
    const bool list = request.target.contains("/students");
    switch (m_fate) {
        case SecretFate::Unauthorized:
            return peer.answer(401, json, R"({"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Unauthorized","code":401})");
        case SecretFate::Redirects: {
            const ScriptedServer& target = redirectToHttp ? m_plain : m_other;
            return peer.answer(redirectStatus, "text/plain", "", {{"Location", QByteArray(QByteArray::fromStdString(target.url()) + request.target)}});
        }
        case SecretFate::HtmlEchoes:
            if (list) return peer.answer(500, "text/html", "<html><body>cannot handle " + echo + "</body></html>");
            break;
        case SecretFate::StatusEchoes:
            if (!list) break;
            return peer.answer(500, json, R"({"kind":"Status","apiVersion":"v1","status":"Failure","code":500,"message":"bad header )" +
                                              request.header("authorization") + "\"}");
        case SecretFate::CutOff:
            if (!list) break;
            peer.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n{\"kind\":");
            return peer.close();
        default:
            break;
    }
    if (request.target.contains("watch=")) return peer.startChunked();
    if (request.target.contains("selfsubjectaccessreviews")) return peer.answer(201, json, R"({"status":{"allowed":true}})");
    if (request.target.contains("selfsubjectreviews")) return peer.answer(201, json, R"({"status":{"userInfo":{"username":"somebody"}}})");
    if (list) return peer.answer(200, json, kStudents);
    if (request.target.startsWith("/version")) return peer.answer(200, json, R"({"gitVersion":"v1.36.3"})");
    peer.answer(200, json, R"({"kind":"APIResourceList","resources":[{"name":"students"}]})");
}

bool SecretRun::run() {
    openServers();
    writeKubeconfig();
    if (m_fate == SecretFate::ProxyEchoes) {
        // What a careless proxy might say.
        QByteArray page = "<h1>Refused</h1>";
        for (const Canary& one : m_canaries) page += QByteArray::fromStdString("Authorization: Bearer " + one.text + '\n');
        m_proxy.answerWith("HTTP/1.1 403 Forbidden\r\nContent-Type: text/html\r\nContent-Length: " + QByteArray::number(page.size()) +
                           "\r\nConnection: close\r\n\r\n" + page);
    }
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("HOME"), m_folder.filePath(QStringLiteral("home")));
    environment.insert(QStringLiteral("XDG_CONFIG_HOME"), m_folder.filePath(QStringLiteral("home/config")));
    environment.insert(QStringLiteral("KUBERC"), QStringLiteral("off"));
    m_process.setProcessEnvironment(environment);
    QStringList arguments = {QStringLiteral("--headless"), QStringLiteral("--no-watch-list"), QStringLiteral("--controllers"),
                             QStringLiteral("students"), QStringLiteral("--for"), QStringLiteral("1500ms"),
                             QStringLiteral("--kubeconfig"), m_folder.filePath(QStringLiteral("kubeconfig")),
                             QStringLiteral("--trace"), m_folder.filePath(QStringLiteral("trace"))};
    if (m_fate == SecretFate::Panics) arguments << QStringLiteral("--fail") << QStringLiteral("kind=panic,message=boom");
    m_process.start(QStringLiteral(ROLLCALL_PROGRAM), arguments, QIODevice::ReadOnly);
    const bool ended = m_process.waitForStarted() &&
                       QTest::qWaitFor([this] { return m_process.state() == QProcess::NotRunning; }, 60000);
    if (!ended) m_process.kill();
    m_stdout = m_process.readAllStandardOutput();
    m_stderr = m_process.readAllStandardError();
    return ended;
}

void SecretRun::look(std::vector<std::string>& found, const std::string& place, const QByteArray& bytes, const std::string& except) const {
    for (const Canary& one : m_canaries) {
        if (one.name != except && bytes.contains(QByteArray::fromStdString(one.text))) found.push_back(place + ": " + one.name);
    }
}

std::vector<std::string> SecretRun::leaks() const {
    std::vector<std::string> found;
    look(found, "standard output", m_stdout);
    look(found, "standard error", m_stderr);
    look(found, "another origin", everythingIn(m_other.requests()));
    look(found, "an http server", everythingIn(m_plain.requests()));
    look(found, "the proxy", m_proxy.heard());
    if (m_fate == SecretFate::NoTls || m_fate == SecretFate::OtherAuthority)
        look(found, "a server that is not to be trusted", everythingIn(m_server.requests()));
    const auto content = [this](const std::string& name) {
        QFile file(QString::fromStdString(path(name)));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    look(found, "the trace", content("trace"));
    look(found, "a command line", content("cmdlines"), "plugin argument");
    // Settings, caches, whatever it left behind.
    QDirIterator home(m_folder.filePath(QStringLiteral("home")), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (home.hasNext()) {
        QFile file(home.next());
        if (file.open(QIODevice::ReadOnly)) look(found, file.fileName().toStdString(), file.readAll());
    }
    return found;
}

bool SecretRun::serverGotTheSecret() const {
    if (m_user == SecretUser::ExecCertificate) {
        for (const auto& request : m_server.requests()) {
            if (request.clientCertificateName.toStdString() == m_clientCertificate) return true;
        }
        return false;
    }
    std::vector<std::string> found;
    look(found, "", everythingIn(m_server.requests()));
    return !found.empty();
}

}  // namespace rollcall::test
