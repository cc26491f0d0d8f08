// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/config/connection.h"

namespace rollcall {

/// What was found where: contexts with their resolved connections; a broken entry or file spoils only itself.
struct KubeconfigSet {
    struct Problem {
        std::string file;
        int line = 0;           ///< 1-based; 0 when unknown
        std::string message;    ///< never quotes the file's values
        bool wholeFile = false; ///< nothing of the file can be used
    };
    /// An entry that lost against one of the same name in an earlier file.
    struct Shadowed {
        const char* what = "";  ///< "context", "cluster", "user"
        std::string file;
        int line = 0;
    };
    struct Context {
        std::string name, cluster, user, ns, file;
        int line = 0;
        std::string server;     ///< as it will be used
        std::string userKind;
        std::string unusable;   ///< the reason why it cannot be used, empty = usable
        std::string execCommand;    ///< as written, without arguments; empty = none, or switched off by a static credential
        std::string actAs;          ///< impersonated user
        std::string proxy;          ///< without user and password
        std::string tlsServerName;
        bool insecure = false;      ///< insecure-skip-tls-verify
        std::vector<Shadowed> shadowed;  ///< what the context, its cluster and its user hide
    };
    std::vector<std::string> files;       ///< read, in order of precedence
    std::vector<Context> contexts;        ///< after merging, in file order
    std::string currentContext;
    std::vector<Problem> problems;
};

struct KubeconfigOptions {
    std::string explicitPath;     ///< --kubeconfig: must exist, loaded alone
    std::string context;          ///< --context
    std::string ns;               ///< --namespace
    std::string user;             ///< --user: a user entry instead of the context's
    std::string cluster;          ///< --cluster: a cluster entry instead of the context's
    std::string master;           ///< --master: overrides the server and clears tls-server-name
    /// Replaceable in tests; the default is qgetenv.
    std::function<std::string(const char*)> environment;
    std::string serviceAccountDir = "/var/run/secrets/kubernetes.io/serviceaccount";
};

/// Reads the files that kubectl would read: explicit path, else $KUBECONFIG, else ~/.kube/config. Reads no key or token file.
/// Thread: any; does file I/O, so never on the GUI thread.
KubeconfigSet loadKubeconfigs(const KubeconfigOptions& options);

/// One context, with its certificates and keys read. Error kind Config with exit code 3 in mind.
Result<Connection> resolveContext(const KubeconfigOptions& options, const std::string& context);

/// The window's rule (kubectl's): explicit, $KUBECONFIG, ~/.kube/config; then in-cluster.
Result<Connection> resolveLikeKubectl(const KubeconfigOptions& options);
/// The seeds' rule (clientcmd.BuildConfigFromFlags): path and/or master if given, else in-cluster only.
Result<Connection> resolveLikeSeed(const KubeconfigOptions& options);
/// KUBERNETES_SERVICE_HOST/PORT and the service account files.
Result<Connection> inClusterConnection(const KubeconfigOptions& options);

}  // namespace rollcall
