// SPDX-License-Identifier: GPL-3.0-or-later
// From a context to a Connection (client-go tools/clientcmd/client_config.go).
#include "core/api/text.h"
#include "core/config/kubeconfig_model.h"
#include "core/config/local_file.h"

namespace rollcall {

namespace {

using kubeconfig::Cluster;
using kubeconfig::Config;
using kubeconfig::ContextEntry;
using kubeconfig::User;

std::string shown(const std::string& name) {
    return '"' + printable(firstCharacters(name, 80)) + '"';
}

Error configError(const std::string& message) {
    return makeError(ErrorKind::Config, message);
}

/// What stands in the way of a whole file, for a caller that named it.
std::string firstProblem(const Config& config) {
    return config.problems.empty() ? std::string("it cannot be used") : kubeconfig::text(config.problems.front());
}

Error noConfiguration() {
    return configError(
        "no configuration has been provided: no kubeconfig, no server address, and not inside a cluster");
}

/// Reads `file` into `pem` unless the data came with the entry.
Result<Unit> fill(std::string& pem, const std::string& file, const std::string& context, const char* field) {
    if (!pem.empty() || file.empty()) return Unit{};
    auto content = readLocalFile(file);
    if (!content) return configError("context " + shown(context) + ", " + field + ": " + content.error().message);
    pem = std::move(content).value();
    return Unit{};
}

Result<Unit> addCluster(Connection& connection, const Cluster& cluster, const User* user, const std::string& master) {
    connection.server = serverUrl(cluster, user);
    connection.tlsServerName = cluster.tlsServerName;
    connection.insecureSkipTlsVerify = cluster.insecure;
    connection.caPem = cluster.caPem;
    if (cluster.caPem.empty()) connection.caFile = cluster.caFile;
    connection.proxyUrl = cluster.proxyUrl;
    connection.disableCompression = cluster.disableCompression;
    if (!master.empty()) {
        // A name to verify belonged to the old address (clientcmd's rule).
        connection.tlsServerName.clear();
        Cluster moved = cluster;
        moved.server = master;
        connection.server = serverUrl(moved, user);
    }
    return fill(connection.caPem, cluster.caFile, connection.name, "certificate-authority");
}

/// Static credentials switch the plugin off (client-go exec.go, UpdateTransportConfig; K27).
void addExec(Connection& connection, const User& user, const Cluster& cluster) {
    if (!user.exec || user.hasStaticCredential()) return;
    auto plugin = std::make_shared<ExecPlugin>(*user.exec);
    plugin->clusterConfigJson = cluster.execConfigJson;
    connection.exec = std::move(plugin);
    connection.login = std::make_shared<LoginSlot>();
}

Result<Unit> addUser(Connection& connection, const User& user) {
    connection.userKind = user.kind();
    connection.token = user.token;
    connection.tokenFile = user.tokenFile;
    connection.username = user.username;
    connection.password = user.password;
    connection.clientCertPem = user.certPem;
    connection.clientKeyPem = user.keyPem;
    if (user.certPem.empty()) connection.clientCertFile = user.certFile;
    if (user.keyPem.empty()) connection.clientKeyFile = user.keyFile;
    connection.impersonate = user.impersonate;
    if (auto read = fill(connection.clientCertPem, user.certFile, connection.name, "client-certificate"); !read)
        return read;
    if (auto read = fill(connection.clientKeyPem, user.keyFile, connection.name, "client-key"); !read) return read;
    if (user.tokenFile.empty()) return Unit{};
    auto token = readLocalFile(user.tokenFile);
    if (!token && user.token.empty())
        return configError("context " + shown(connection.name) + ", tokenFile: " + token.error().message);
    return Unit{};
}

Result<Connection> connect(const Config& config, const ContextEntry& named, const KubeconfigOptions& options) {
    const ContextEntry context = kubeconfig::withOverrides(named, options);
    if (!options.cluster.empty() && !kubeconfig::findCluster(config, options.cluster))
        return configError("the cluster " + shown(options.cluster) + " does not exist (--cluster)");
    if (!options.user.empty() && !kubeconfig::findUser(config, options.user))
        return configError("the user " + shown(options.user) + " does not exist (--user)");
    std::string why = kubeconfig::whyUnusable(config, context);
    if (!why.empty())
        return configError("context " + shown(context.name) + " in " + context.file + " cannot be used: " + why);
    Connection connection;
    connection.name = context.name;
    connection.sourceFile = context.file;
    connection.ns = !options.ns.empty() ? options.ns : !context.ns.empty() ? context.ns : "default";
    connection.userKind = "none";
    const User* user = kubeconfig::findUser(config, context.user);
    const Cluster& cluster = *kubeconfig::findCluster(config, context.cluster);
    if (auto added = addCluster(connection, cluster, user, options.master); !added) return added.error();
    if (user) {
        if (auto added = addUser(connection, *user); !added) return added.error();
        addExec(connection, *user, cluster);
    }
    return connection;
}

Connection bareServer(const KubeconfigOptions& options) {
    Connection connection;
    connection.name = options.master;
    Cluster cluster;
    cluster.server = options.master;
    connection.server = kubeconfig::serverUrl(cluster, nullptr);
    connection.ns = options.ns.empty() ? "default" : options.ns;
    connection.userKind = "none";
    return connection;
}

Result<Connection> resolveIn(const Config& config, const KubeconfigOptions& options, const std::string& wanted) {
    if (!options.explicitPath.empty() && config.broken) return configError(firstProblem(config));
    const std::string& name = !wanted.empty() ? wanted : config.currentContext;
    if (const ContextEntry* context = kubeconfig::findContext(config, name)) return connect(config, *context, options);
    if (!name.empty()) {
        std::string where = config.files.empty() ? std::string("any kubeconfig") : config.files.front();
        for (std::size_t i = 1; i < config.files.size(); ++i) where += ", " + config.files[i];
        std::string message = "the context " + shown(name) + " does not exist in " + where;
        if (!config.problems.empty()) message += " (" + kubeconfig::text(config.problems.front()) + ')';
        return configError(message);
    }
    // kubectl takes --cluster and --user without any context.
    if (!options.cluster.empty()) return connect(config, ContextEntry{}, options);
    if (!options.master.empty()) return bareServer(options);
    if (!config.contexts.empty()) {
        return configError("no current-context is set in " + config.files.front() + "; choose a context (--context)");
    }
    if (!options.explicitPath.empty()) return configError("there is no context in " + options.explicitPath);
    if (!config.problems.empty()) return configError(firstProblem(config));
    return noConfiguration();
}

bool isEmpty(const Config& config) {
    return config.contexts.empty() && config.currentContext.empty() && config.problems.empty();
}

}  // namespace

Result<Connection> resolveContext(const KubeconfigOptions& options, const std::string& context) {
    return resolveIn(kubeconfig::load(options), options, context.empty() ? options.context : context);
}

Result<Connection> resolveLikeKubectl(const KubeconfigOptions& options) {
    const Config config = kubeconfig::load(options);
    const bool nothingGiven = options.explicitPath.empty() && options.context.empty() && options.master.empty() &&
                              options.cluster.empty() && options.user.empty();
    if (nothingGiven && isEmpty(config)) {
        auto inside = inClusterConnection(options);
        if (inside) return inside;
        return noConfiguration();
    }
    return resolveIn(config, options, options.context);
}

Result<Connection> resolveLikeSeed(const KubeconfigOptions& options) {
    if (!options.explicitPath.empty()) return resolveIn(kubeconfig::load(options), options, options.context);
    if (!options.master.empty()) return bareServer(options);
    return inClusterConnection(options);
}

}  // namespace rollcall
