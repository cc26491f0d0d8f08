// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>
#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/config/kubeconfig.h"

namespace rollcall {

/// Tells when the files that loadKubeconfigs() reads have changed: written, truncated and written, replaced by a
/// rename, a link pointed elsewhere, created, removed (K20). Folders are watched, of links and of what they point to,
/// because a watched file is lost at the first rename; and the files are looked at every few seconds, because a network
/// folder tells nothing. One call for a burst of changes. It reads no content: to load is the caller's, off the GUI
/// thread.
/// **Thread**: one with an event loop, its own. `changed` runs there. **Owns** its timers.
class KubeconfigWatcher final : public QObject {
public:
    struct Options {
        std::chrono::milliseconds quiet{300};  ///< so long after the last change: editors write in several steps
        std::chrono::milliseconds poll{std::chrono::seconds(3)};
    };

    KubeconfigWatcher(const KubeconfigOptions& what, std::function<void()> changed, Options options);
    KubeconfigWatcher(const KubeconfigOptions& what, std::function<void()> changed)
        : KubeconfigWatcher(what, std::move(changed), Options()) {}

    /// The files, in order of precedence, whether they exist or not.
    const std::vector<std::string>& paths() const { return m_paths; }

private:
    void look();
    void watchFolders();

    const std::vector<std::string> m_paths;
    const std::function<void()> m_changed;
    std::map<std::string, std::string> m_seen;  // what a file looked like
    QFileSystemWatcher m_folders;
    QTimer m_quiet, m_poll;
};

}  // namespace rollcall
