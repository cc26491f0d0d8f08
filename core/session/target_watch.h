// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace rollcall {

class KubeconfigWatcher;

/// Watches the files that findTargets() reads. **Thread**: one with an event loop, where it is used and destroyed; `changed`
/// runs there. **Owns** a watcher for each file.
class TargetWatch {
public:
    TargetWatch();
    ~TargetWatch();
    TargetWatch(const TargetWatch&) = delete;
    TargetWatch& operator=(const TargetWatch&) = delete;

    /// kubectl's files and `files`, from now on; those that were watched for the same list stay.
    void watch(const std::vector<std::string>& files, const std::function<void()>& changed);

private:
    std::vector<std::string> m_files;
    std::vector<std::unique_ptr<KubeconfigWatcher>> m_watchers;
};

}  // namespace rollcall
