// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QFrame>

#include "core/session/target.h"

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace rollcall {

class Theme;

/// While an exec plugin signs in: which one, for how long, what it says, and a way to end it. Takes a few lines of the window
/// and stops nothing in it. **Thread**: GUI. What the plugin says is plain text, and no link in it is opened.
class LoginBar final : public QFrame {
    Q_OBJECT
public:
    explicit LoginBar(const Theme& theme, QWidget* parent = nullptr);

    void setProgress(const LoginProgress& progress);
    void tickSecond();

Q_SIGNALS:
    void cancelRequested();

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void retranslate();
    void showTitle();
    void showSaid();

    const Theme& m_theme;
    LoginProgress m_progress;
    QElapsedTimer m_since;
    QWidget* m_icon;
    QLabel* m_title;
    QPlainTextEdit* m_said;
    QPushButton* m_cancel;
};

}  // namespace rollcall
