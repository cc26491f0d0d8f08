// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/student_editor.h"

#include <QEvent>
#include <QPointer>
#include <QPushButton>
#include <QStackedWidget>

#include "core/api/decode.h"
#include "ui/models/error_words.h"
#include "ui/models/plain_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/command_line.h"
#include "ui/widgets/student_yaml.h"
#include "ui/widgets/yaml_view.h"

namespace rollcall {

StudentEditor::StudentEditor(ControllerHost& host, const Theme& theme, const std::string& ns, QWidget* parent)
    : QDialog(parent), m_host(host), m_theme(theme), m_creating(true), m_name{ns, {}} {
    build();
    setText(rawText(newStudentYaml(ns)));
    m_loaded = text();
}

StudentEditor::StudentEditor(ControllerHost& host, const Theme& theme, const NamespacedName& name, QWidget* parent)
    : QDialog(parent), m_host(host), m_theme(theme), m_creating(false), m_name(name) {
    build();
    load();
}

QString StudentEditor::text() const {
    return m_edit->toPlainText();
}
void StudentEditor::setText(const QString& yaml) {
    m_edit->setPlainText(yaml);
}
QString StudentEditor::message() const {
    return m_message->text();
}
QString StudentEditor::kubectlLine() const {
    return m_kubectl->command();
}
bool StudentEditor::showsConflict() const {
    return m_pages->currentIndex() == 1;
}

void StudentEditor::load() {
    setBusy(true);
    tell(tr("Reading it from the API server…"), "muted");
    m_host.getStudent(m_name.ns, m_name.name, [self = QPointer(this)](Result<ObjectPtr> answer) {
        if (!self) return;
        self->setBusy(false);
        if (!answer) return self->showError(answer.error());
        self->tell({}, "muted");
        self->setText(rawText(yamlFromJson((*answer)->json)));
        self->m_loaded = self->text();
    });
}

Result<StudentEdit> StudentEditor::readEdit() const {
    Result<StudentEdit> edit = studentEditFrom(utf8(text()));
    if (edit && !m_creating && (edit->name != m_name.name || edit->ns != m_name.ns)) {
        return makeError(ErrorKind::Config, utf8(tr("Name and namespace of an existing object cannot be changed.")));
    }
    return edit;
}

void StudentEditor::save(bool onlyCheck) {
    if (m_busy) return;
    m_edit->markLine(0);
    const Result<StudentEdit> edit = readEdit();
    if (!edit) return showError(edit.error());
    send(*edit, Step::DryRun, onlyCheck);
}

void StudentEditor::send(const StudentEdit& edit, Step step, bool onlyCheck) {
    setBusy(true);
    tell(step == Step::DryRun ? tr("Asking the API server for a dry run…") : tr("Saving…"), "muted");
    auto done = [self = QPointer(this), edit, step, onlyCheck](Result<ObjectPtr> answer) {
        if (self) self->answered(edit, step, onlyCheck, answer);
    };
    if (m_creating)
        m_host.createStudent(edit, step == Step::DryRun, std::move(done));
    else
        m_host.updateStudent(edit, step == Step::DryRun, std::move(done));
}

void StudentEditor::answered(const StudentEdit& edit, Step step, bool onlyCheck, const Result<ObjectPtr>& answer) {
    setBusy(false);
    if (!answer) {
        if (answer.error().isConflict() && !m_creating) return showConflict();
        return showError(answer.error());
    }
    if (step == Step::Write) {
        Q_EMIT saved(rawText(edit.ns + '/' + edit.name));
        return accept();
    }
    if (onlyCheck) return tell(tr("The API server would accept it. Nothing is saved yet."), "ok");
    send(edit, Step::Write, false);
}

void StudentEditor::tell(const QString& text, const char* look) {
    m_message->setText(text);
    setLook(m_message, "look", QString::fromLatin1(look));
}

void StudentEditor::showError(const Error& error) {
    const ErrorWords words = errorWords(error);
    // A fault in the text itself needs no advice about clusters.
    const QString text =
        error.kind == ErrorKind::Config ? words.detail : QString(errorLine(error) + u'\n' + words.advice);
    tell(text.trimmed(), "failed");
    m_edit->markLine(lineOf(error));
}

void StudentEditor::showConflict() {
    setBusy(true);
    tell(tr("Somebody else changed it. Reading the newer version…"), "failed");
    m_host.getStudent(m_name.ns, m_name.name, [self = QPointer(this)](Result<ObjectPtr> answer) {
        if (!self) return;
        self->setBusy(false);
        if (!answer) return self->showError(answer.error());
        self->m_theirs = *answer;
        const QString theirs = rawText(yamlFromJson((*answer)->json)), mine = self->text();
        self->m_mine->setPlainText(mine);
        self->m_server->setPlainText(theirs);
        self->m_mine->markDifferences(theirs);
        self->m_server->markDifferences(mine);
        self->m_pages->setCurrentIndex(1);
        self->tell(tr("409 Conflict: the object was changed since you read it. Both versions are shown; what differs "
                      "is marked."),
                   "failed");
        self->setBusy(false);
        self->m_keepMine->setFocus();
    });
}

void StudentEditor::leaveConflict(bool takeTheirs) {
    if (takeTheirs) {
        setText(rawText(yamlFromJson(m_theirs->json)));
        tell(tr("This is the server's version. Make your change again, then save."), "muted");
    } else {
        const Result<std::string> mine =
            withResourceVersion(utf8(m_mine->toPlainText()), m_theirs->meta.resourceVersion);
        if (!mine) return showError(mine.error());
        setText(rawText(*mine));
        tell(tr("Your version now stands on the server's newest: saving replaces it."), "muted");
    }
    m_pages->setCurrentIndex(0);
    setBusy(false);
    m_edit->setFocus();
}

void StudentEditor::setBusy(bool busy) {
    m_busy = busy;
    const bool conflict = showsConflict();
    m_edit->setReadOnly(busy);
    for (QPushButton* button : {m_check, m_save}) {
        button->setVisible(!conflict);
        button->setEnabled(!busy);
    }
    for (QPushButton* button : {m_takeTheirs, m_keepMine}) {
        button->setVisible(conflict);
        button->setEnabled(!busy);
    }
}

void StudentEditor::changeEvent(QEvent* event) {
    QDialog::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) retranslate();
}

/// Escape must not throw an edit away by accident: with changes it asks once, in the message line.
void StudentEditor::reject() {
    const bool changed = text() != m_loaded && !m_loaded.isEmpty();
    if (changed && !property("askedOnce").toBool()) {
        setProperty("askedOnce", true);
        return tell(tr("The text has changes that are not saved. Cancel again to drop them."), "waiting");
    }
    QDialog::reject();
}

}  // namespace rollcall
