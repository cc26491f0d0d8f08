// SPDX-License-Identifier: GPL-3.0-or-later
// kubectl pkg/kuberc (LoadKuberc, DefaultGetPreferences) and client-go exec.go (ValidatePluginPolicy).
#include "core/config/exec_policy.h"

#include <sys/stat.h>

#include <cstdlib>

#include "core/api/text.h"
#include "core/api/yaml_tree.h"
#include "core/config/local_file.h"

namespace rollcall {

namespace {

std::string value(const std::function<std::string(const char*)>& environment, const char* name) {
    if (environment) return environment(name);
    const char* text = std::getenv(name);
    return text ? text : "";
}

bool exists(const std::string& path) {
    struct stat info {};
    return ::stat(path.c_str(), &info) == 0;
}

std::string scalar(const YamlNode& map, std::string_view key) {
    const YamlNode* found = map.find(key);
    return found && found->isScalar() ? validUtf8(found->text) : std::string();
}

/// "command" since 1.37, "name" before.
std::optional<std::string> entryOf(const YamlNode& item) {
    if (!item.isMap()) return std::nullopt;
    std::string command = scalar(item, "command");
    if (command.empty()) command = scalar(item, "name");
    if (command.empty()) return std::nullopt;
    return command;
}

/// Empty when all is well.
std::string readPolicy(const YamlNode& root, ExecPolicy& policy) {
    if (scalar(root, "kind") != "Preference" || !scalar(root, "apiVersion").starts_with("kubectl.config.k8s.io/"))
        return "it is no Preference of kubectl.config.k8s.io";
    const std::string kind = scalar(root, "credentialPluginPolicy");
    const YamlNode* list = root.find("credentialPluginAllowlist");
    const bool hasList = list && !list->isNull();
    if (kind == "Allowlist")
        policy.kind = ExecPolicy::Kind::Allowlist;
    else if (kind == "DenyAll")
        policy.kind = ExecPolicy::Kind::DenyAll;
    else if (!kind.empty() && kind != "AllowAll")
        return "its credentialPluginPolicy must be AllowAll, DenyAll or Allowlist";
    if (policy.kind != ExecPolicy::Kind::Allowlist)
        return hasList ? "it has a credentialPluginAllowlist, but its credentialPluginPolicy is not Allowlist" : "";
    if (!hasList || !list->isList()) return "its credentialPluginAllowlist is missing or no list";
    for (const YamlNode& item : list->items) {
        auto entry = entryOf(item);
        if (!entry) return "an entry of its credentialPluginAllowlist names no command";
        policy.allowlist.push_back(std::move(*entry));
    }
    return {};
}

}  // namespace

Result<std::optional<ExecPolicy>> kubercPolicy(const std::function<std::string(const char*)>& environment) {
    std::string path = value(environment, "KUBERC");
    if (path == "off") return std::optional<ExecPolicy>();
    const bool named = !path.empty();
    if (!named) {
        path = value(environment, "HOME") + "/.kube/kuberc";
        if (!exists(path)) return std::optional<ExecPolicy>();
    }
    const auto refused = [&path](const std::string& why) {
        return makeError(ErrorKind::Config, "no exec plugin may run, because " + printable(path) +
                                                ", which says which may, cannot be used: " + why);
    };
    const auto text = readLocalFile(path);
    if (!text) return refused(text.error().message);
    const auto document = readYaml(*text);
    if (!document) return refused(document.error().message);
    ExecPolicy policy;
    policy.source = path;
    if (const std::string why = readPolicy(document->root, policy); !why.empty()) return refused(why);
    const bool silent = policy.kind == ExecPolicy::Kind::AllowAll;
    return silent ? std::optional<ExecPolicy>() : std::optional(std::move(policy));
}

}  // namespace rollcall
