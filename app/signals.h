// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QSocketNotifier>
#include <functional>
#include <memory>

namespace rollcall {

/// SIGINT and SIGTERM, as the seeds' SetupSignalHandler: the first asks to stop, the second ends the process at once with
/// code 1. Make one, before other threads start, in the thread whose event loop runs. Restores the defaults when destroyed.
class StopSignals final : public QObject {
public:
    explicit StopSignals(std::function<void()> onStop, QObject* parent = nullptr);
    ~StopSignals() override;

private:
    const std::function<void()> m_onStop;
    std::unique_ptr<QSocketNotifier> m_notifier;
};

}  // namespace rollcall
