// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;
class QSpinBox;
class QToolButton;

namespace rollcall {

class Theme;

/// "Workers 2 ▴▾": 1 to 16 for each controller, also while they run. **Thread**: GUI.
class WorkersField final : public QFrame {
    Q_OBJECT
public:
    explicit WorkersField(const Theme& theme, QWidget* parent = nullptr);
    void setValue(int workers);  ///< emits nothing
    int value() const;
    void setCompact(bool compact);

Q_SIGNALS:
    void changed(int workers);

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void retranslate();
    void paintIcon();
    const Theme& m_theme;
    QLabel* m_label;
    QLabel* m_icon;  ///< instead of the label where there is little room
    QSpinBox* m_spin;
    QToolButton* m_up;
    QToolButton* m_down;
};

}  // namespace rollcall
