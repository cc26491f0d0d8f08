// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QProcess>
#include <QSslConfiguration>
#include <QTemporaryDir>
#include <map>
#include <string>
#include <vector>

#include "tests/support/recording_proxy.h"
#include "tests/support/scripted_server.h"
#include "tests/support/test_certificates.h"

namespace rollcall::test {

/// The kinds of user entries; together they fill every slot for a secret.
enum class SecretUser { Bearer, TokenFile, Basic, ExecToken, ExecCertificate };
/// What happens on the way.
enum class SecretFate {
    Works,
    Panics,
    Unauthorized,
    HtmlEchoes,    ///< a 500 with a page that repeats what it was sent
    StatusEchoes,  ///< the same as a Status
    Redirects,     ///< status and target in SecretRun::redirect
    OtherAuthority,
    NoTls,  ///< http to an address of this machine that is not loopback
    CutOff,
    ProxyRefuses,
    ProxyEchoes,
};

/// One run of the program against servers that write down what they get. Thread: the test's.
class SecretRun {
public:
    SecretRun(SecretUser user, SecretFate fate);

    int redirectStatus = 307;
    bool redirectToHttp = false;

    /// False when it did not end by itself.
    bool run();

    /// Where a secret was seen that must not be there: "standard error: token"; empty = nowhere.
    std::vector<std::string> leaks() const;
    /// What the program's own server got holds that user's secret, so that this test could see one.
    bool serverGotTheSecret() const;
    std::string standardError() const { return m_stderr.toStdString(); }
    int exitCode() const { return m_process.exitCode(); }

private:
    struct Canary {
        std::string name, text;
    };

    std::string path(const std::string& name) const;
    void write(const std::string& name, const std::string& text, bool program = false) const;
    std::string canary(const std::string& name);
    std::string userEntry();
    std::string plugin(const std::string& status);
    void writeKubeconfig();
    void openServers();
    void answer(const ScriptedServer::Request& request, ScriptedServer::Peer peer) const;
    bool wantsProxy() const { return m_fate == SecretFate::ProxyRefuses || m_fate == SecretFate::ProxyEchoes; }
    void look(std::vector<std::string>& found, const std::string& place, const QByteArray& bytes, const std::string& except = {}) const;

    const SecretUser m_user;
    const SecretFate m_fate;
    QTemporaryDir m_folder;
    TestAuthority m_authority{"secrets"}, m_otherAuthority{"others"};
    std::vector<Canary> m_canaries;
    std::string m_clientCertificate;
    ScriptedServer m_server, m_other, m_plain;
    RecordingProxy m_proxy{RecordingProxy::Kind::Connect};
    QProcess m_process;
    QByteArray m_stdout, m_stderr;
};

}  // namespace rollcall::test
