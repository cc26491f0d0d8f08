// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QTimer>

#include "core/session/feed.h"

class QLabel;

namespace rollcall {

class ElidedLabel;

/// The line at the bottom: server, resource versions, watches, the last notice, memory in use. **Thread**: GUI.
class StatusLine final : public QFrame {
    Q_OBJECT
public:
    explicit StatusLine(QWidget* parent = nullptr);

    void setServer(const QString& name, const QString& version, const QString& address);
    void setNumbers(const PipelineStats& open, int watches);
    /// Stays for some seconds.
    void notice(const QString& sentence);
    QString currentNotice() const;
    void tickSecond();

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    QLabel* m_server;
    QLabel* m_versions;
    QLabel* m_watches;
    ElidedLabel* m_notice;
    QLabel* m_memory;
    QTimer m_fade;
    QString m_name, m_version, m_address;
    std::string m_serverRv, m_cacheRv;
    int m_watchCount = 0;
};

}  // namespace rollcall
