// SPDX-License-Identifier: GPL-3.0-or-later
// Private to this room: a kubeconfig between its text and a Connection.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/config/kubeconfig.h"

namespace rollcall::kubeconfig {

/// What all entries have. `unusable` spoils this entry alone.
struct Entry {
    std::string name;
    std::string file;
    int line = 0;
    std::string unusable;
    std::vector<KubeconfigSet::Shadowed> shadowed;  // of the same name and kind, in later files
};

struct Cluster : Entry {
    std::string server;
    std::string caFile, caPem;  // the path is absolute; the PEM comes from -data
    std::string tlsServerName;
    bool insecure = false;
    std::string proxyUrl;
    bool disableCompression = false;
    std::string execConfigJson;  // the extension client.authentication.k8s.io/exec
};

struct User : Entry {
    std::string token, tokenFile;
    std::string certFile, certPem, keyFile, keyPem;
    std::string username, password;
    Impersonation impersonate;
    std::shared_ptr<ExecPlugin> exec;

    bool hasCertificate() const { return !certFile.empty() || !certPem.empty(); }
    bool hasStaticCredential() const {
        return !token.empty() || !tokenFile.empty() || !username.empty() || hasCertificate();
    }
    /// "certificate", "token", … as Connection::userKind
    std::string kind() const;
};

struct ContextEntry : Entry {
    std::string cluster, user, ns;
};

/// One file, or several merged.
struct Config {
    std::vector<std::string> files;
    std::vector<Cluster> clusters;
    std::vector<User> users;
    std::vector<ContextEntry> contexts;
    std::string currentContext;
    std::vector<KubeconfigSet::Problem> problems;
    bool broken = false;  ///< an explicit file that could not be used at all
};

/// Never fails: what cannot be read is a problem.
Config parse(const std::string& path, std::string_view text);
/// First file that sets a value wins, whole entries, per name (clientcmd's rule; K1).
Config merge(std::vector<Config> files);
/// The files that `options` name, absolute, in order of precedence, whether they exist or not.
std::vector<std::string> pathsOf(const KubeconfigOptions& options);
/// Reads and merges what `options` name: the explicit file alone, else $KUBECONFIG, else ~/.kube/config.
Config load(const KubeconfigOptions& options);

/// What a user or a cluster that is named beside the context replaces (--user, --cluster).
ContextEntry withOverrides(const ContextEntry& context, const KubeconfigOptions& options);

const Cluster* findCluster(const Config& config, std::string_view name);
const User* findUser(const Config& config, std::string_view name);
const ContextEntry* findContext(const Config& config, std::string_view name);
/// Why the context cannot be used; empty when it can.
std::string whyUnusable(const Config& config, const ContextEntry& context);
/// "file:line: message"
std::string text(const KubeconfigSet::Problem& problem);
/// An address without scheme is http unless TLS is meant (K26, client-go rest.DefaultServerURL).
std::string serverUrl(const Cluster& cluster, const User* user);

}  // namespace rollcall::kubeconfig
