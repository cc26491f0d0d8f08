// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/target_flow.h"

#include <QDir>
#include <QPointer>
#include <QWidget>

#include "ui/models/plain_text.h"
#include "ui/widgets/target_picker.h"
#include "ui/window/settings.h"

namespace rollcall {

TargetFlow::TargetFlow(ControllerHost& host, TargetPicker& picker, WindowSettings& settings, FileChooser chooser,
                       QWidget* window)
    : QObject(window),
      m_host(host),
      m_picker(picker),
      m_settings(settings),
      m_chooser(std::move(chooser)),
      m_window(window) {
    connect(&picker, &TargetPicker::chosen, this, &TargetFlow::use);
    connect(&picker, &TargetPicker::openFileRequested, this, &TargetFlow::openFile);
}

void TargetFlow::refreshChoices() {
    m_picker.setLoading();
    m_host.listTargets(m_extraFile, [self = QPointer(this)](TargetChoices choices) {
        if (self) self->m_picker.setChoices(choices, self->m_host.target());
    });
}

void TargetFlow::openFile() {
    const FileQuestion question{tr("Open kubeconfig"), QDir::homePath() + QStringLiteral("/.kube"),
                                tr("kubeconfig (*)"), false};
    m_chooser(m_window, question, [self = QPointer(this)](const QString& file) {
        if (self) self->useFile(file);
    });
}

void TargetFlow::useFile(const QString& file) {
    m_extraFile = utf8(file);
    m_settings.addRecentFile(file);
    Target target;
    target.kind = Target::Kind::Context;
    target.kubeconfig = m_extraFile;
    use(target);
    refreshChoices();
}

void TargetFlow::use(const Target& target) {
    m_failure.reset();
    const HostState state = m_host.state();
    if (state == HostState::Stopped || state == HostState::Failed) return connectNow(target);
    m_waiting = target;
    if (state != HostState::Stopping) m_host.stop();
    Q_EMIT changed();
}

void TargetFlow::hostStateChanged(HostState state) {
    if (state == HostState::Running) m_failure.reset();  // from here on the host says what is wrong
    if (!m_waiting || (state != HostState::Stopped && state != HostState::Failed)) return;
    const Target target = *m_waiting;
    m_waiting.reset();
    connectNow(target);
}

void TargetFlow::connectNow(const Target& target) {
    m_connecting = true;
    const int attempt = ++m_attempt;
    m_host.setTarget(target, [self = QPointer(this), attempt](Result<Unit> result) {
        if (!self || attempt != self->m_attempt) return;
        self->m_connecting = false;
        if (!result) self->m_failure = result.error();
        Q_EMIT self->changed();
        if (result) self->checkTarget(attempt);
    });
    if (m_connecting) Q_EMIT changed();
}

/// What would keep the controllers from working is a banner before Start; the rest is said and passes.
void TargetFlow::checkTarget(int attempt) {
    m_host.preflight([self = QPointer(this), attempt](const auto& checks) {
        if (!self || attempt != self->m_attempt) return;
        for (const auto& check : checks) {
            if (check.ok) continue;
            if (!check.fatal) {
                Q_EMIT self->advised(shownText(check.sentence));
                continue;
            }
            if (self->m_failure) continue;  // the first one is the cause of the others
            self->m_failure = check.error;
            self->m_failure->message = check.sentence;
        }
        if (self->m_failure) Q_EMIT self->changed();
    });
}

}  // namespace rollcall
