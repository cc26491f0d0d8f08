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
        set.contexts.push_back(std::move(context));
    }
    set.files = std::move(config.files);
    set.currentContext = std::move(config.currentContext);
    set.problems = std::move(config.problems);
    return set;
}

}  // namespace rollcall
