// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/student_actions.h"

#include <QPointer>

#include "ui/models/live_data.h"
#include "ui/models/plain_text.h"
#include "ui/models/selection.h"
#include "ui/widgets/dialogs.h"
#include "ui/widgets/student_editor.h"
#include "ui/widgets/student_yaml.h"
#include "ui/window/job_dialogs.h"
#include "ui/window/student_jobs.h"

namespace rollcall {

StudentActions::StudentActions(ControllerHost& host, LiveData& data, const Selection& selection, const Theme& theme,
                               QWidget* window)
    : QObject(window),
      m_host(host),
      m_data(data),
      m_jobs(new StudentJobs(host, this)),
      m_selection(selection),
      m_theme(theme),
      m_window(window) {
    connect(m_jobs, &StudentJobs::progressed, this, &StudentActions::jobChanged);
    connect(m_jobs, &StudentJobs::ended, this, &StudentActions::jobEnded);
}

void StudentActions::setReadOnly(bool readOnly) {
    m_readOnly = readOnly;
    if (readOnly) m_jobs->stop();
}

bool StudentActions::canCreate() const { return !m_readOnly && !m_host.serverAddress().empty(); }

/// The wrong cluster is the classic mistake (S19): it is named in full.
QString StudentActions::cluster() const {
    return tr("%1 (%2)", "cluster (address)").arg(shownText(m_host.targetName()), shownText(m_host.serverAddress()));
}

bool StudentActions::canEdit() const {
    return canCreate() && !m_selection.isEmpty() && m_selection.controller() == ControllerId::Students;
}

void StudentActions::create() {
    if (!canCreate()) return;
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
    text.sentence = tr("%1 is deleted from %2. This cannot be undone.").arg(shownText(m_selection.key()), cluster());
    const StudentRow* row = m_data.students().find(m_selection.key());
    const QStringList finalizers = row ? finalizersOf(row->object->json) : QStringList();
    if (!finalizers.isEmpty()) {
        text.sentence += u'\n' + tr("It has %n finalizer(s) (%1): the API server only marks it as Terminating, and it goes "
                                    "when each one's owner has taken its name out.", nullptr, int(finalizers.size()))
                                     .arg(finalizers.join(QStringLiteral(", ")));
    }
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

void StudentActions::createMany() {
    if (!canCreate() || m_jobs->isRunning()) return;
    askCreateMany(m_theme, cluster(), m_host.target().ns, m_window, [self = QPointer(this)](const CreateManyPlan& plan) {
        if (self && self->canCreate()) self->m_jobs->createMany(plan);
    });
}

void StudentActions::storm(const std::vector<std::string>& chosen) {
    if (!canCreate() || m_jobs->isRunning()) return;
    std::vector<ObjectPtr> some, all;
    for (const std::string& key : chosen) {
        if (const StudentRow* row = m_data.students().find(key)) some.push_back(row->object);
    }
    for (int i = 0; i < m_data.students().rowCount(); ++i) all.push_back(m_data.students().at(i).object);
    askStorm(m_theme, cluster(), std::move(some), std::move(all), m_window, [self = QPointer(this)](const StormPlan& plan) {
        if (self && self->canCreate()) self->m_jobs->storm(plan);
    });
}

void StudentActions::jobEnded(int done, int failed, bool stopped, const Error& error) {
    Q_EMIT jobChanged();
    QString sentence = stopped ? tr("Stopped after %n Student(s)", nullptr, done) : tr("%n Student(s) written", nullptr, done);
    if (failed > 0) sentence = tr("%1, %n failed", nullptr, failed).arg(sentence);
    if (failed > 0 && stopped) return Q_EMIT this->failed(sentence, error);
    Q_EMIT this->done(sentence, {});
}

}  // namespace rollcall
