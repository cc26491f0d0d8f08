// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <functional>
#include <vector>

#include "core/session/host.h"

class QGridLayout;
class QLabel;
class QPushButton;
class QScrollArea;

namespace rollcall {

class Theme;

/// What was looked at before the start: each check with its state in shape and word, what was found, and what to do about it.
/// Not modal, and asks again whenever told to. **Thread**: GUI. Deletes itself when closed.
class PreflightDialog final : public QDialog {
    Q_OBJECT
public:
    PreflightDialog(ControllerHost& host, const Theme& theme, QWidget* parent);

    void check();  ///< again

Q_SIGNALS:
    void installRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    void showChecks();
    void addRow(QGridLayout& grid, int row, const TargetCheck& check, QWidget* parent);
    void retranslate();

    ControllerHost& m_host;
    const Theme& m_theme;
    std::vector<TargetCheck> m_checks;
    QLabel* m_title;
    QLabel* m_summary;
    QScrollArea* m_scroll;
    QPushButton* m_again;
    QPushButton* m_install;
    QPushButton* m_close;
    bool m_asking = false;
};

}  // namespace rollcall
