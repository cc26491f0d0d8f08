// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "core/config/kubeconfig.h"

namespace rollcall::test {

/// A folder for one test, and an environment that knows nothing of the machine's.
class ConfigFolder {
public:
    std::string path(const std::string& name) const {
        return m_folder.filePath(QString::fromStdString(name)).toStdString();
    }
    std::string write(const std::string& name, const std::string& text) const {
        const std::string full = path(name);
        std::filesystem::create_directories(std::filesystem::path(full).parent_path());
        std::ofstream(full, std::ios::binary) << text;
        return full;
    }
    KubeconfigOptions options() const {
        KubeconfigOptions options;
        options.environment = [this](const char* name) {
            const auto it = environment.find(name);
            return it == environment.end() ? std::string() : it->second;
        };
        options.serviceAccountDir = path("serviceaccount");
        return options;
    }
    KubeconfigOptions explicitly(const std::string& file) const {
        KubeconfigOptions made = options();
        made.explicitPath = file;
        return made;
    }
    KubeconfigSet load(const std::string& text) const { return loadKubeconfigs(explicitly(write("config", text))); }

    std::map<std::string, std::string> environment;

private:
    QTemporaryDir m_folder;
};

inline bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

inline std::string allProblems(const KubeconfigSet& set) {
    std::string text;
    for (const auto& problem : set.problems) text += std::to_string(problem.line) + ": " + problem.message + '\n';
    return text;
}

inline const KubeconfigSet::Context* find(const KubeconfigSet& set, const std::string& name) {
    for (const auto& context : set.contexts) {
        if (context.name == name) return &context;
    }
    return nullptr;
}

}  // namespace rollcall::test

#define VERIFY_CONTAINS(text, part) \
    QVERIFY2(rollcall::test::contains((text), (part)), (std::string("in: ") + (text)).c_str())
