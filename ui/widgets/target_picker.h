// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include "core/session/host.h"
#include "ui/models/targets_model.h"

class QLabel;
class QLineEdit;
class QListView;
class QPushButton;

namespace rollcall {

class Theme;

/// The list that the bar's first button opens: sandbox, contexts, in-cluster, the files that were opened before, and a way to
/// open another one. What is typed narrows it; the arrows move in the list all the while. Broken files are named below; the
/// other entries still work. Nothing is read, run or connected by looking. **Thread**: GUI. Everything in it is plain text.
class TargetPicker final : public QFrame {
    Q_OBJECT
public:
    explicit TargetPicker(const Theme& theme, QWidget* parent = nullptr);

    void setLoading();
    /// The chosen row and the place in the list stay.
    void setChoices(const TargetChoices& choices, const Target& current);
    void setReach(const Target& target, const ReachMark& mark);
    void openBelow(QWidget* anchor);
    /// Makes that file's row the chosen one, now or when it is in the list.
    void showFile(const QString& path);
    const TargetChoices& choices() const { return m_model.choices(); }
    TargetsModel& model() { return m_model; }
    QListView* list() { return m_list; }

Q_SIGNALS:
    void chosen(const rollcall::Target& target);
    void openFileRequested();
    void forgetRequested(const QString& path);            ///< a file that was remembered
    void reachRequested(const rollcall::Target& target);  ///< does its server answer?

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void build();
    void retranslate();
    void search(const QString& words);
    void listChanged();
    void choose(int row);
    void forget(int row);
    void askReach(int row);
    void showRowMenu(const QPoint& at);
    void rowChanged();
    void showPending();
    void fitHeight();
    void fitText();
    int row() const;

    TargetsModel m_model;
    QString m_pendingFile;
    QLabel* m_title;
    QLabel* m_count;
    QLineEdit* m_search;
    QListView* m_list;
    QLabel* m_detail;
    QLabel* m_problems;
    QLabel* m_scopeLabel;
    QLineEdit* m_scope;
    QPushButton* m_reach;
    QPushButton* m_forget;
    QPushButton* m_open;
    bool m_loaded = false;
};

}  // namespace rollcall
