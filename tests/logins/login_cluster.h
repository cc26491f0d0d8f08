// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTemporaryDir>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "core/client/exec_login.h"
#include "core/client/qnam_transport.h"
#include "core/config/kubeconfig.h"

namespace rollcall::test {

using Json = nlohmann::json;

/// The real API server whose state folder (tests/cluster/kube) ROLLCALL_LOGINS_STATE names, and kubeconfigs for it that
/// a test writes. What is made on the server carries a name of its own. Thread: the test's, which waits in it.
class LoginCluster {
public:
    LoginCluster();

    const std::string& server() const { return m_admin.server; }
    quint16 port() const;
    std::string caFile() const { return m_state + "/pki/ca.crt"; }
    /// A file of the state folder.
    std::string stateFile(const std::string& name) const { return m_state + '/' + name; }
    std::string read(const std::string& file) const;

    /// A file of the test's own folder.
    std::string path(const std::string& name) const;
    std::string write(const std::string& name, const std::string& text) const;
    /// A program in that folder, which writes a line into NAME.runs each time.
    std::string writePlugin(const std::string& name, const std::string& body) const;
    int runs(const std::string& name) const;

    /// Writes a kubeconfig with flow-style entries ("token: abc") and resolves its one context.
    Result<Connection> connection(const std::string& user, const std::string& cluster = {},
                                  const std::string& server = {}) const;

    /// As the administrator. Fails the program when the answer is none of 2xx.
    Json post(const std::string& path, const Json& body) const;
    void remove(const std::string& path) const;
    /// A ServiceAccount of the namespace "default" that is there for this test only.
    std::string makeServiceAccount() const;
    void removeServiceAccount(const std::string& name) const;
    /// A token for it that is good for ten minutes (TokenRequest).
    std::string serviceAccountToken(const std::string& name) const;

private:
    std::string m_state;
    Connection m_admin;
    QTemporaryDir m_folder;
};

/// Whom the server takes us for (SelfSubjectReview, status.userInfo), or the Error. `groups` are sorted.
struct WhoAmI {
    std::string user, uid;
    std::vector<std::string> groups;
    Json extra;
    Error error;  ///< of the last call; kind Internal and empty when all went well
    int status = 0;

    bool hasGroup(const std::string& name) const;
    std::string text() const;  ///< for a failed comparison
};
WhoAmI whoAmI(Transport& transport);
WhoAmI whoAmI(const Connection& connection, const QnamOptions& options = {});

/// ExecCredential of v1 with that status.
std::string execCredential(const Json& status);

}  // namespace rollcall::test
