// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>
#include <functional>

#include "core/session/machinery.h"

namespace rollcall {

/// "Machinery at the next Start": what lies under the profiles and cannot be changed while it runs: the queue between
/// reflector and store, the streaming list, the rate limiter, the Events API, leader election.
/// **Thread**: GUI.
class MachineryMenu final : public QMenu {
    Q_OBJECT
public:
    explicit MachineryMenu(QWidget* parent = nullptr);

    void setMachinery(const Machinery& machinery);  ///< emits nothing
    void retranslate();

Q_SIGNALS:
    void machineryRequested(const rollcall::Machinery& machinery);

private:
    using Change = std::function<void(Machinery&)>;
    void rebuild();
    void addChoice(QMenu* menu, const QString& text, const char* name, bool checked, Change change);

    Machinery m_machinery;
};

}  // namespace rollcall
