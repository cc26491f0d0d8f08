// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include "core/session/host.h"

class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;

namespace rollcall {

class Theme;

/// The list that the bar's first button opens: sandbox, contexts, in-cluster, and a way to open another file. Broken
/// files are named below; the other entries still work. **Thread**: GUI. Everything in it is plain text.
class TargetPicker final : public QFrame {
    Q_OBJECT
public:
    explicit TargetPicker(const Theme& theme, QWidget* parent = nullptr);

    void setLoading();
    void setChoices(const TargetChoices& choices, const Target& current);
    void openBelow(QWidget* anchor);
    const TargetChoices& choices() const { return m_choices; }
    QListWidget* list() { return m_list; }

Q_SIGNALS:
    void chosen(const rollcall::Target& target);
    void openFileRequested();

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void retranslate();
    void choose(int row);
    void fitHeight();

    const Theme& m_theme;
    QLabel* m_title;
    QListWidget* m_list;
    QLabel* m_problems;
    QLabel* m_scopeLabel;
    QLineEdit* m_scope;
    QPushButton* m_open;
    TargetChoices m_choices;
};

}  // namespace rollcall
