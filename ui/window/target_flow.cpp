// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/target_flow.h"

#include <QDir>
#include <QFileInfo>
#include <QPointer>
#include <QWidget>

#include "ui/models/error_words.h"
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
    connect(&picker, &TargetPicker::forgetRequested, this, &TargetFlow::forgetFile);
    connect(&picker, &TargetPicker::reachRequested, this, &TargetFlow::askReach);
    m_host.setOnTargetsChanged([this] { refreshChoices(); });
}

TargetFlow::~TargetFlow() {
    m_host.setOnTargetsChanged({});
}

/// Those that are remembered, and the one in use, which may come from the command line.
std::vector<std::string> TargetFlow::files() const {
    QStringList names = m_settings.recentFiles();
    const QString used = QString::fromStdString(m_host.target().kubeconfig);
    if (!used.isEmpty() && !names.contains(used)) names.prepend(used);
    std::vector<std::string> files;
    for (const QString& name : names) files.push_back(utf8(name));
    return files;
}

void TargetFlow::refreshChoices() {
    m_picker.setLoading();
    m_host.listTargets(files(), [self = QPointer(this), listing = ++m_listing](const TargetChoices& choices) {
        if (self && listing == self->m_listing) self->m_picker.setChoices(choices, self->m_host.target());
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
    const QString path = QFileInfo(file).absoluteFilePath();
    m_settings.addRecentFile(path);
    Target target;
    target.kind = Target::Kind::Context;
    target.kubeconfig = utf8(path);
    use(target);
    refreshChoices();
}

void TargetFlow::previewFiles(const QStringList& files) {
    for (const QString& file : files) m_settings.addRecentFile(QFileInfo(file).absoluteFilePath());
    if (!files.isEmpty()) m_picker.showFile(QFileInfo(files.last()).absoluteFilePath());
    refreshChoices();
}

void TargetFlow::forgetFile(const QString& file) {
    m_settings.removeRecentFile(file);
    refreshChoices();
}

void TargetFlow::askReach(const Target& target) {
    m_picker.setReach(target, {ReachMark::State::Asking, tr("asking…"), {}});
    m_host.probe(target, [self = QPointer(this), target](const TargetReach& reach) {
        if (!self) return;
        ReachMark mark;
        mark.state = reach.reachable ? ReachMark::State::Reachable : ReachMark::State::Failed;
        if (!reach.reachable) {
            mark.text = tr("no answer");
            mark.why = errorLine(reach.error);
        } else {
            mark.text = reach.version.empty() ? tr("answers") : shownText(reach.version);
        }
        self->m_picker.setReach(target, mark);
    });
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
