// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/kubeconfig.h"

#include "core/api/text.h"
#include "core/config/kubeconfig_model.h"

namespace rollcall {

namespace kubeconfig {

namespace {
std::string shown(const std::string& name) {
    return '"' + printable(firstCharacters(name, 80)) + '"';
}
}  // namespace

std::string whyUnusable(const Config& config, const ContextEntry& context) {
    if (!context.unusable.empty()) return context.unusable;
    const Cluster* cluster = findCluster(config, context.cluster);
    if (!cluster) return "the cluster " + shown(context.cluster) + " does not exist";
    if (!cluster->unusable.empty()) return cluster->unusable;
    const User* user = findUser(config, context.user);
    if (!user && !context.user.empty()) return "the user " + shown(context.user) + " does not exist";
    return user ? user->unusable : std::string();
}

ContextEntry withOverrides(const ContextEntry& context, const KubeconfigOptions& options) {
    ContextEntry changed = context;
    if (!options.cluster.empty()) {
        if (context.cluster.empty()) changed.unusable.clear();  // that was the reason
        changed.cluster = options.cluster;
        if (changed.name.empty()) changed.name = options.cluster;
    }
    if (!options.user.empty()) changed.user = options.user;
    return changed;
}

std::string serverUrl(const Cluster& cluster, const User* user) {
    if (cluster.server.empty() || cluster.server.find("://") != std::string::npos) return cluster.server;
    const bool tls =
        cluster.insecure || !cluster.caFile.empty() || !cluster.caPem.empty() || (user && user->hasCertificate());
    return (tls ? "https://" : "http://") + cluster.server;
}

}  // namespace kubeconfig

namespace {

/// Scheme, host and port of an address: no user, no password, and no query, which may hold codes.
std::string withoutPassword(const std::string& url) {
    const std::string address = url.substr(0, url.find_first_of("?#"));
    const std::size_t scheme = address.find("://");
    const std::size_t start = scheme == std::string::npos ? 0 : scheme + 3;
    const std::size_t at = address.rfind('@');  // the last one: a password may hold any character
    std::string host = address.substr(at == std::string::npos || at < start ? start : at + 1);
    return address.substr(0, start) + host.substr(0, host.find('/'));
}

void addDetails(KubeconfigSet::Context& context, const kubeconfig::Cluster* cluster, const kubeconfig::User* user) {
    const auto add = [&](const std::vector<KubeconfigSet::Shadowed>& more) {
        context.shadowed.insert(context.shadowed.end(), more.begin(), more.end());
    };
    if (cluster) {
        context.proxy = withoutPassword(cluster->proxyUrl);
        context.tlsServerName = cluster->tlsServerName;
        context.insecure = cluster->insecure;
        add(cluster->shadowed);
    }
    if (!user) return;
    context.actAs = user->impersonate.user;
    if (user->exec && !user->hasStaticCredential()) context.execCommand = user->exec->command;
    add(user->shadowed);
}

}  // namespace

KubeconfigSet loadKubeconfigs(const KubeconfigOptions& options) {
    using namespace kubeconfig;
    Config config = load(options);
    KubeconfigSet set;
    for (const ContextEntry& entry : config.contexts) {
        KubeconfigSet::Context context;
        context.name = entry.name;
        context.cluster = entry.cluster;
        context.user = entry.user;
        context.ns = entry.ns;
        context.file = entry.file;
        context.line = entry.line;
        const Cluster* cluster = findCluster(config, entry.cluster);
        const User* user = findUser(config, entry.user);
        if (cluster) context.server = serverUrl(*cluster, user);
        context.userKind = user ? user->kind() : "none";
        context.unusable = whyUnusable(config, entry);
        context.shadowed = entry.shadowed;
        addDetails(context, cluster, user);
        set.contexts.push_back(std::move(context));
    }
    set.files = std::move(config.files);
    set.currentContext = std::move(config.currentContext);
    set.problems = std::move(config.problems);
    return set;
}

}  // namespace rollcall
