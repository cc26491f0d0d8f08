// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <string>

#include "core/trace/transition.h"

namespace rollcall {

/// The one chosen key of the window. Chip, tables and inspector all follow it. **Thread**: GUI.
class Selection final : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    void choose(ControllerId controller, const std::string& key) {
        if (controller == m_controller && key == m_key) return;
        m_controller = controller;
        m_key = key;
        Q_EMIT changed(m_controller, m_key);
    }
    void clear() { choose(m_controller, {}); }
    ControllerId controller() const { return m_controller; }
    const std::string& key() const { return m_key; }
    bool isEmpty() const { return m_key.empty(); }

Q_SIGNALS:
    void changed(rollcall::ControllerId controller, const std::string& key);

private:
    ControllerId m_controller = ControllerId::Students;
    std::string m_key;
};

}  // namespace rollcall
