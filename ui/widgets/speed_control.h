// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QToolButton;

namespace rollcall {

class Theme;

/// The machinery's time: pause, step to the next timer, factor. **Thread**: GUI.
class SpeedControl final : public QWidget {
    Q_OBJECT
public:
    explicit SpeedControl(const Theme& theme, QWidget* parent = nullptr);

    void setSpeed(double factor);  ///< 0 = paused; emits nothing
    bool isPaused() const { return m_paused; }
    void togglePause();
    static QString factorText(double factor);  ///< "×0.1"

Q_SIGNALS:
    void speedRequested(double factor);
    void stepRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void show();

    QToolButton* m_pause;
    QToolButton* m_step;
    QToolButton* m_factor;
    double m_running = 1;  ///< the factor to go on with after a pause
    bool m_paused = false;
};

}  // namespace rollcall
