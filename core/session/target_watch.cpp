// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/target_watch.h"

#include "core/config/kubeconfig_watcher.h"

namespace rollcall {

TargetWatch::TargetWatch() = default;
TargetWatch::~TargetWatch() = default;

void TargetWatch::watch(const std::vector<std::string>& files, const std::function<void()>& changed) {
    if (!m_watchers.empty() && files == m_files) return;
    m_watchers.clear();
    m_files = files;
    m_watchers.push_back(std::make_unique<KubeconfigWatcher>(KubeconfigOptions{}, changed));
    for (const std::string& file : files) {
        KubeconfigOptions alone;
        alone.explicitPath = file;
        m_watchers.push_back(std::make_unique<KubeconfigWatcher>(alone, changed));
    }
}

}  // namespace rollcall
