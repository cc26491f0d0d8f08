// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/student_actions.h"

#include <QPointer>

#include "ui/models/plain_text.h"
#include "ui/models/selection.h"
#include "ui/widgets/dialogs.h"
#include "ui/widgets/student_editor.h"
#include "ui/widgets/student_yaml.h"

namespace rollcall {

StudentActions::StudentActions(ControllerHost& host, const Selection& selection, const Theme& theme, QWidget* window)
    : QObject(window), m_host(host), m_selection(selection), m_theme(theme), m_window(window) {
}

bool StudentActions::canEdit() const {
    return !m_selection.isEmpty() && m_selection.controller() == ControllerId::Students &&
           !m_host.serverAddress().empty();
}

void StudentActions::create() {
    auto* editor = new StudentEditor(m_host, m_theme, m_host.target().ns, m_window);
    editor->setAttribute(Qt::WA_DeleteOnClose);
    connect(editor, &StudentEditor::saved, this,
            [this](const QString& key) { Q_EMIT done(tr("Created %1").arg(key), key); });
    editor->open();
}

void StudentActions::edit() {
    const Result<NamespacedName> name = splitKey(m_selection.key());
    if (!canEdit() || !name) return;
    auto* editor = new StudentEditor(m_host, m_theme, *name, m_window);
    editor->setAttribute(Qt::WA_DeleteOnClose);
    connect(editor, &StudentEditor::saved, this,
            [this](const QString& key) { Q_EMIT done(tr("Saved %1").arg(key), key); });
    editor->open();
}

void StudentActions::remove() {
    const Result<NamespacedName> name = splitKey(m_selection.key());
    if (!canEdit() || !name) return;
    ConfirmText text;
    text.heading = tr("Delete this Student?");
    // The wrong cluster is the classic mistake (S19): it is named in full.
    text.sentence =
        tr("%1 is deleted from %2 (%3). This cannot be undone.")
            .arg(shownText(m_selection.key()), shownText(m_host.targetName()), shownText(m_host.serverAddress()));
    text.command = kubectlDelete(name->ns, name->name);
    text.confirm = tr("Delete");
    askToConfirm(m_theme, text, m_window, [self = QPointer(this), chosen = *name] {
        if (self) self->removeNow(chosen);
    });
}

void StudentActions::removeNow(const NamespacedName& name) {
    const QString key = shownText(name.ns + '/' + name.name);
    m_host.deleteStudent(name.ns, name.name, [self = QPointer(this), key](Result<ObjectPtr> answer) {
        if (!self) return;
        if (answer)
            Q_EMIT self->done(tr("Deleted %1").arg(key), {});
        else
            Q_EMIT self->failed(tr("%1 was not deleted").arg(key), answer.error());
    });
}

}  // namespace rollcall
