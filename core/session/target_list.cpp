// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/target_list.h"

#include "core/config/kubeconfig.h"

namespace rollcall {

namespace {

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
    choice.unusable = context.unusable;
    return choice;
}

}  // namespace

TargetChoices findTargets(const std::string& kubeconfig) {
    TargetChoices found;
    TargetChoice sandbox;
    sandbox.name = "Sandbox";
    sandbox.server = "127.0.0.1";
    sandbox.userKind = "token";
    sandbox.ns = "default";
    found.choices.push_back(std::move(sandbox));

    KubeconfigOptions options;
    options.explicitPath = kubeconfig;
    const KubeconfigSet set = loadKubeconfigs(options);
    for (const auto& context : set.contexts) found.choices.push_back(contextChoice(context, kubeconfig));
    for (const auto& problem : set.problems) {
        found.problems.push_back(problem.file + (problem.line > 0 ? ':' + std::to_string(problem.line) : std::string()) + ": " +
                                 problem.message);
    }
    const auto inCluster = inClusterConnection(options);
    if (inCluster.ok()) {
        TargetChoice choice;
        choice.target.kind = Target::Kind::InCluster;
        choice.name = "In-cluster";
        choice.server = inCluster->server;
        choice.userKind = inCluster->userKind;
        choice.ns = inCluster->ns;
        found.choices.push_back(std::move(choice));
    }
    return found;
}

}  // namespace rollcall
