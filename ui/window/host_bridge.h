// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include "core/session/host.h"
#include "ui/models/live_data.h"

namespace rollcall {

/// Carries the host's news into LiveData, at most once a frame, and is the one ticker for everything that shows an age.
/// **Thread**: GUI. **Owns** nothing; host and data outlive it.
class HostBridge final : public QObject {
    Q_OBJECT
public:
    HostBridge(ControllerHost& host, LiveData& data, QObject* parent = nullptr);
    ~HostBridge() override;

    /// Ten ticks a second while something counts down, else one.
    void setCountingDown(bool counting);
    void drainNow();

Q_SIGNALS:
    void second();
    void countdown();

private:
    void schedule();
    void readClock();

    ControllerHost& m_host;
    LiveData& m_data;
    QTimer m_frame, m_second, m_tenth;
    QElapsedTimer m_sinceDrain;
};

}  // namespace rollcall
