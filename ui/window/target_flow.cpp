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
    });
    if (m_connecting) Q_EMIT changed();
}

}  // namespace rollcall
