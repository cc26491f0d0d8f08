// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace rollcall {

/// Which exec plugins may run at all (client-go tools/clientcmd/api, PluginPolicy). Thread: plain data.
struct ExecPolicy {
    enum class Kind { AllowAll, DenyAll, Allowlist };
    Kind kind = Kind::AllowAll;
    /// Allowlist: names to be found in PATH, or absolute paths, clean; at least one, or every plugin is refused.
    std::vector<std::string> allowlist;
    std::string source;  ///< the file that says so, for messages; empty = a setting of ours

    bool operator==(const ExecPolicy&) const = default;
};

/// credentialPluginPolicy and credentialPluginAllowlist of the person's kuberc: the file that KUBERC names, nothing when
/// that is "off", else ~/.kube/kuberc; nullopt when there is none, or it says nothing of plugins. Reads a file.
/// `environment`: null = qgetenv. Errors: Config, when a file that is there cannot be read or understood; kubectl would
/// go on without it, but a lock that does not close is worse than a plugin that does not run.
Result<std::optional<ExecPolicy>> kubercPolicy(const std::function<std::string(const char*)>& environment = nullptr);

}  // namespace rollcall
