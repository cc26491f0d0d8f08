// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include "core/base/error.h"

class QLabel;
class QPushButton;

namespace rollcall {

class Theme;

/// What keeps the controllers from working: what happened, the server's own words, what to do, and buttons that do it.
/// **Thread**: GUI.
class ErrorBanner final : public QFrame {
    Q_OBJECT
public:
    explicit ErrorBanner(const Theme& theme, QWidget* parent = nullptr);

    void show(const Error& error, bool canRetry);
    void clear();
    QString text() const;

Q_SIGNALS:
    void retryRequested();
    void chooseRequested();

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void retranslate();

    const Theme& m_theme;
    Error m_error;
    QWidget* m_icon;
    QLabel* m_title;
    QLabel* m_detail;
    QPushButton* m_retry;
    QPushButton* m_choose;
    QPushButton* m_copy;
};

}  // namespace rollcall
