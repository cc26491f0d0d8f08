// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/kubeconfig_watcher.h"

#include <sys/stat.h>

#include <filesystem>
#include <set>
#include <system_error>

#include "core/config/kubeconfig_model.h"

namespace rollcall {

namespace {

namespace fs = std::filesystem;

std::string describe(const struct stat& info) {
    return std::to_string(info.st_dev) + ' ' + std::to_string(info.st_ino) + ' ' + std::to_string(info.st_size) + ' ' +
           std::to_string(info.st_mode) + ' ' + std::to_string(info.st_mtim.tv_sec) + '.' +
           std::to_string(info.st_mtim.tv_nsec) + ' ' + std::to_string(info.st_ctim.tv_sec) + '.' +
           std::to_string(info.st_ctim.tv_nsec);
}

/// Identity and times of the link and of what it points to; "-" for what is not there.
std::string lookOf(const std::string& path) {
    struct stat itself {};
    struct stat target {};
    const bool hasItself = ::lstat(path.c_str(), &itself) == 0;
    const bool hasTarget = ::stat(path.c_str(), &target) == 0;
    return (hasItself ? describe(itself) : "-") + " / " + (hasTarget ? describe(target) : "-");
}

/// The nearest folder that exists: where a missing file would appear, or the folder of it.
fs::path existingFolder(fs::path folder) {
    std::error_code ignored;
    while (!fs::is_directory(folder, ignored) && folder.has_relative_path()) folder = folder.parent_path();
    return folder;
}

}  // namespace

KubeconfigWatcher::KubeconfigWatcher(const KubeconfigOptions& what, std::function<void()> changed, Options options)
    : m_paths(kubeconfig::pathsOf(what)), m_changed(std::move(changed)) {
    m_quiet.setSingleShot(true);
    m_quiet.setInterval(options.quiet);
    m_poll.setInterval(options.poll);
    for (const std::string& path : m_paths) m_seen[path] = lookOf(path);
    watchFolders();
    connect(&m_folders, &QFileSystemWatcher::directoryChanged, this, &KubeconfigWatcher::look);
    connect(&m_folders, &QFileSystemWatcher::fileChanged, this, &KubeconfigWatcher::look);
    connect(&m_poll, &QTimer::timeout, this, &KubeconfigWatcher::look);
    connect(&m_quiet, &QTimer::timeout, this, [this] { m_changed(); });
    m_poll.start();
}

void KubeconfigWatcher::look() {
    bool different = false;
    for (auto& [path, seen] : m_seen) {
        std::string now = lookOf(path);
        if (now == seen) continue;
        seen = std::move(now);
        different = true;
    }
    watchFolders();
    if (different) m_quiet.start();
}

void KubeconfigWatcher::watchFolders() {
    std::set<QString> wanted;
    for (const std::string& path : m_paths) {
        std::error_code failed;
        wanted.insert(QString::fromStdString(existingFolder(fs::path(path).parent_path()).string()));
        const fs::path target = fs::canonical(path, failed);
        if (failed) continue;
        wanted.insert(QString::fromStdString(target.parent_path().string()));
        // A folder tells of names, not of writes into a file that keeps its name.
        wanted.insert(QString::fromStdString(target.string()));
    }
    for (const QStringList& list : {m_folders.directories(), m_folders.files()}) {
        for (const QString& path : list) {
            if (wanted.erase(path) == 0) m_folders.removePath(path);
        }
    }
    for (const QString& path : wanted) {
        if (!path.isEmpty()) m_folders.addPath(path);
    }
}

}  // namespace rollcall
