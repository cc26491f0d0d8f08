// SPDX-License-Identifier: GPL-3.0-or-later
// Which files, and what they say together (client-go tools/clientcmd/loader.go).
#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "core/api/text.h"
#include "core/config/kubeconfig_model.h"
#include "core/config/local_file.h"

namespace rollcall::kubeconfig {

namespace {

constexpr std::size_t kLargestFile = 16UL * 1024 * 1024;  // K25

std::string environmentValue(const KubeconfigOptions& options, const char* name) {
    if (options.environment) return options.environment(name);
    const char* value = std::getenv(name);
    return value ? value : "";
}

std::string absolute(const std::string& path) {
    std::error_code ignored;
    const auto full = std::filesystem::absolute(path, ignored);
    return ignored ? path : full.lexically_normal().string();
}

std::vector<std::string> splitList(const std::string& list) {
    std::vector<std::string> paths;
    std::size_t from = 0;
    while (from <= list.size()) {
        const std::size_t to = std::min(list.find(':', from), list.size());
        const std::string path = list.substr(from, to - from);
        if (!path.empty() && std::find(paths.begin(), paths.end(), path) == paths.end()) paths.push_back(path);
        from = to + 1;
    }
    return paths;
}

std::vector<std::string> searchedPaths(const KubeconfigOptions& options) {
    const std::string list = environmentValue(options, "KUBECONFIG");
    if (!list.empty()) return splitList(list);
    const std::string home = environmentValue(options, "HOME");
    if (home.empty()) return {};
    return {home + "/.kube/config"};
}

template <class T>
const T* find(const std::vector<T>& entries, std::string_view name) {
    const auto it = std::find_if(entries.begin(), entries.end(), [&](const T& entry) { return entry.name == name; });
    return it == entries.end() ? nullptr : &*it;
}

std::string shown(const std::string& name) {
    return '"' + printable(firstCharacters(name, 80)) + '"';
}

template <class T>
void addEntries(std::vector<T>& into, std::vector<T> from, const char* what, Config& merged) {
    for (T& entry : from) {
        const auto winner =
            std::find_if(into.begin(), into.end(), [&](const T& other) { return other.name == entry.name; });
        if (winner == into.end()) {
            into.push_back(std::move(entry));
        } else if (winner->file != entry.file) {
            winner->shadowed.push_back({what, entry.file, entry.line});
            merged.problems.push_back(
                {entry.file, entry.line,
                 std::string("the ") + what + ' ' + shown(entry.name) + " is hidden by the one in " + winner->file});
        }
    }
}

/// kubectl joins by name across files; a person who looks at one file should know (K2).
void noteMixedContexts(Config& merged) {
    for (const ContextEntry& context : merged.contexts) {
        const Cluster* cluster = findCluster(merged, context.cluster);
        const User* user = findUser(merged, context.user);
        if (cluster && cluster->file != context.file) {
            merged.problems.push_back(
                {context.file, context.line,
                 "the context " + shown(context.name) + " takes its cluster from " + cluster->file});
        }
        if (user && user->file != context.file) {
            merged.problems.push_back({context.file, context.line,
                                       "the context " + shown(context.name) + " takes its user from " + user->file});
        }
    }
}

Config loadFile(const std::string& path, bool mustExist) {
    Config config;
    auto content = readLocalFile(path, kLargestFile);
    if (content) {
        config = parse(path, *content);
    } else if (content.error().reason != "NotFound" || mustExist) {
        config.broken = true;
        config.problems.push_back({path, 0, content.error().message});
    }
    for (KubeconfigSet::Problem& problem : config.problems) problem.wholeFile = config.broken;
    return config;
}

}  // namespace

const Cluster* findCluster(const Config& config, std::string_view name) {
    return find(config.clusters, name);
}
const User* findUser(const Config& config, std::string_view name) {
    return find(config.users, name);
}
const ContextEntry* findContext(const Config& config, std::string_view name) {
    return find(config.contexts, name);
}

std::vector<std::string> pathsOf(const KubeconfigOptions& options) {
    if (!options.explicitPath.empty()) return {absolute(options.explicitPath)};
    std::vector<std::string> paths;
    for (const std::string& path : searchedPaths(options)) paths.push_back(absolute(path));
    return paths;
}

std::string text(const KubeconfigSet::Problem& problem) {
    return problem.file + (problem.line > 0 ? ':' + std::to_string(problem.line) : "") + ": " + problem.message;
}

Config merge(std::vector<Config> files) {
    Config merged;
    for (Config& file : files) {
        merged.files.insert(merged.files.end(), file.files.begin(), file.files.end());
        merged.problems.insert(merged.problems.end(), file.problems.begin(), file.problems.end());
        addEntries(merged.clusters, std::move(file.clusters), "cluster", merged);
        addEntries(merged.users, std::move(file.users), "user", merged);
        addEntries(merged.contexts, std::move(file.contexts), "context", merged);
        if (merged.currentContext.empty()) merged.currentContext = file.currentContext;
    }
    noteMixedContexts(merged);
    return merged;
}

Config load(const KubeconfigOptions& options) {
    if (!options.explicitPath.empty()) return loadFile(absolute(options.explicitPath), true);
    std::vector<Config> files;
    for (const std::string& path : pathsOf(options)) files.push_back(loadFile(path, false));
    return merge(std::move(files));
}

}  // namespace rollcall::kubeconfig
