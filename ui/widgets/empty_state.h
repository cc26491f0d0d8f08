// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/models/panel_state.h"

class QLabel;
class QPushButton;

namespace rollcall {

class Theme;

/// What stands where rows would: a shape, a title, one sentence and at most one button. **Thread**: GUI.
class EmptyState final : public QWidget {
    Q_OBJECT
public:
    EmptyState(PanelKind kind, const Theme& theme, QWidget* parent = nullptr);
    void show(const PanelState& state);

Q_SIGNALS:
    void actionRequested(rollcall::PanelAction action);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const PanelKind m_kind;
    const Theme& m_theme;
    PanelState m_state;
    QLabel* m_title;
    QLabel* m_sentence;
    QPushButton* m_button;
    QWidget* m_icon;
};

}  // namespace rollcall
