// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "core/session/host.h"

class QLabel;
class QPushButton;
class QStackedWidget;

namespace rollcall {

class CommandLine;
class Theme;
class YamlView;

/// Creates a Student or edits one as YAML. Saving asks the API server for a dry run first; what it finds wrong is shown
/// beside the text, and a conflict shows both versions side by side.
/// **Thread**: GUI. **Errors** of the host are shown here; the dialog stays until it is saved or cancelled.
class StudentEditor final : public QDialog {
    Q_OBJECT
public:
    /// A new Student in `ns`.
    StudentEditor(ControllerHost& host, const Theme& theme, const std::string& ns, QWidget* parent = nullptr);
    /// An existing one, read anew from the API server.
    StudentEditor(ControllerHost& host, const Theme& theme, const NamespacedName& name, QWidget* parent = nullptr);

    QString text() const;
    void setText(const QString& yaml);
    QString message() const;
    QString kubectlLine() const;
    bool showsConflict() const;

Q_SIGNALS:
    void saved(const QString& key);

protected:
    void changeEvent(QEvent* event) override;
    void reject() override;

private:
    enum class Step { DryRun, Write };
    void build();
    QWidget* buildEditPage();
    QWidget* buildConflictPage();
    QWidget* buildButtons();
    void retranslate();
    void load();
    void save(bool onlyCheck);
    void send(const StudentEdit& edit, Step step, bool onlyCheck);
    void answered(const StudentEdit& edit, Step step, bool onlyCheck, const Result<ObjectPtr>& answer);
    void setBusy(bool busy);
    void tell(const QString& text, const char* look);
    void showError(const Error& error);
    void showConflict();
    void leaveConflict(bool takeTheirs);
    Result<StudentEdit> readEdit() const;

    ControllerHost& m_host;
    const Theme& m_theme;
    const bool m_creating;
    NamespacedName m_name;
    ObjectPtr m_theirs;
    QString m_loaded;
    bool m_busy = false;
    QLabel* m_heading;
    QStackedWidget* m_pages;
    YamlView* m_edit;
    YamlView* m_mine;
    YamlView* m_server;
    QLabel* m_mineTitle;
    QLabel* m_serverTitle;
    QLabel* m_message;
    CommandLine* m_kubectl;
    QPushButton* m_check;
    QPushButton* m_save;
    QPushButton* m_cancel;
    QPushButton* m_takeTheirs;
    QPushButton* m_keepMine;
};

}  // namespace rollcall
