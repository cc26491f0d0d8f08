// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/target_list.h"

#include <filesystem>

#include "core/config/kubeconfig.h"

namespace rollcall {

namespace {

std::string placeOf(const std::string& file, int line) {
    return file + (line > 0 ? ':' + std::to_string(line) : std::string());
}

TargetChoice contextChoice(const KubeconfigSet::Context& context, const std::string& kubeconfig) {
    TargetChoice choice;
    choice.target.kind = Target::Kind::Context;
    choice.target.context = context.name;
    choice.target.kubeconfig = kubeconfig;
    choice.name = context.name;
    choice.server = context.server;
    choice.userKind = context.userKind;
    choice.ns = context.ns;
    choice.file = context.file;
    choice.line = context.line;
    choice.unusable = context.unusable;
    choice.cluster = context.cluster;
    choice.user = context.user;
    choice.execCommand = context.execCommand;
    choice.actAs = context.actAs;
    choice.proxy = context.proxy;
    choice.tlsServerName = context.tlsServerName;
    choice.insecure = context.insecure;
    for (const auto& hidden : context.shadowed) choice.shadowed.push_back({hidden.what, placeOf(hidden.file, hidden.line)});
    return choice;
}

/// What `options` name, at the end of `found`.
void addContexts(const KubeconfigOptions& options, TargetChoices& found) {
    const KubeconfigSet set = loadKubeconfigs(options);
    for (const auto& context : set.contexts) {
        found.choices.push_back(contextChoice(context, options.explicitPath));
        found.choices.back().current = context.name == set.currentContext;
    }
    for (const auto& problem : set.problems) {
        std::string text = placeOf(problem.file, problem.line) + ": " + problem.message;
        if (problem.wholeFile) found.brokenFiles.push_back({problem.file, false, text});
        found.problems.push_back(std::move(text));
    }
}

/// A remembered file that has gone is no problem of the list: it is marked, and may come back.
void addFile(const std::string& path, TargetChoices& found) {
    TargetFile file;
    file.path = path;
    std::error_code failed;
    file.missing = !std::filesystem::exists(path, failed) && !failed;
    if (!file.missing) {
        KubeconfigOptions options;
        options.explicitPath = path;
        const std::size_t before = found.brokenFiles.size();
        addContexts(options, found);
        if (found.brokenFiles.size() > before) file.broken = found.brokenFiles.back().broken;
    }
    found.files.push_back(std::move(file));
}

}  // namespace

TargetChoices findTargets(const std::vector<std::string>& files) {
    TargetChoices found;
    TargetChoice sandbox;
    sandbox.name = "Sandbox";
    sandbox.server = "127.0.0.1";
    sandbox.userKind = "token";
    sandbox.ns = "default";
    found.choices.push_back(std::move(sandbox));

    addContexts({}, found);
    const auto inCluster = inClusterConnection({});
    if (inCluster.ok()) {
        TargetChoice choice;
        choice.target.kind = Target::Kind::InCluster;
        choice.name = "In-cluster";
        choice.server = inCluster->server;
        choice.userKind = inCluster->userKind;
        choice.ns = inCluster->ns;
        found.choices.push_back(std::move(choice));
    }
    for (const std::string& file : files) addFile(file, found);
    return found;
}

}  // namespace rollcall
