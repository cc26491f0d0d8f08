// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QToolButton;

namespace rollcall {

class Theme;

/// "The same with kubectl: …" with a button that copies the line. **Thread**: GUI. The text is plain.
class CommandLine final : public QWidget {
    Q_OBJECT
public:
    explicit CommandLine(const Theme& theme, QWidget* parent = nullptr);
    void setCommand(const QString& command);
    QString command() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    QLabel* m_title;
    QLabel* m_line;
    QToolButton* m_copy;
};

}  // namespace rollcall
