// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/crd_dialog.h"

#include <QFile>
#include <QHBoxLayout>
#include <QPointer>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/models/error_words.h"
#include "ui/models/plain_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/command_line.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/student_yaml.h"
#include "ui/widgets/yaml_view.h"

namespace rollcall {

namespace {

/// The same operation: server-side, under the same manager, so that both can follow each other.
QString kubectlApply(const Target& target) {
    QString context;
    if (!target.kubeconfig.empty()) context += QStringLiteral(" --kubeconfig ") + shellQuoted(shownText(target.kubeconfig));
    if (!target.context.empty()) context += QStringLiteral(" --context ") + shellQuoted(shownText(target.context));
    return QStringLiteral("kubectl apply%1 --server-side --field-manager=rollcall -f student-crd.yaml").arg(context);
}

}  // namespace

QString CrdDialog::manifest() {
    QFile file(QStringLiteral(":/rollcall/manifests/student-crd.yaml"));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

CrdDialog::CrdDialog(ControllerHost& host, const Theme& theme, QWidget* parent)
    : QDialog(parent), m_host(host), m_target(host.target()), m_cluster(shownText(host.targetName())) {
    setObjectName(QStringLiteral("installCrdDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setModal(true);
    setWindowTitle(tr("Install the Student definition"));
    m_state = plainLabel({}, nullptr, this);
    m_state->setObjectName(QStringLiteral("installState"));
    m_state->setWordWrap(true);
    m_state->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_state->setFocusPolicy(Qt::NoFocus);
    m_cancel = new QPushButton(tr("Cancel"), this);
    m_cancel->setObjectName(QStringLiteral("cancel"));
    m_cancel->setAutoDefault(false);
    m_install = new QPushButton(tr("&Install on %1").arg(m_cluster.left(40)), this);
    m_install->setObjectName(QStringLiteral("confirmInstall"));
    m_install->setAutoDefault(false);
    setLook(m_install, "look", QStringLiteral("primary"));
    build(theme);
    connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_install, &QPushButton::clicked, this, &CrdDialog::install);
    m_cancel->setFocus();
    resize(680, 560);
}

void CrdDialog::build(const Theme& theme) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(metric::kGap16, metric::kGap16, metric::kGap16, metric::kGap16);
    column->setSpacing(metric::kGap8);
    column->addWidget(plainLabel(windowTitle(), "title", this));
    QLabel* sentence = plainLabel(tr("This is sent to the cluster \"%1\" (%2). It adds the resource Students for everybody on "
                                     "that cluster; nothing else is changed.")
                                      .arg(m_cluster, shownText(m_host.serverAddress())),
                                  "muted", this);
    sentence->setObjectName(QStringLiteral("installSentence"));
    sentence->setWordWrap(true);
    column->addWidget(sentence);
    auto* yaml = new YamlView(theme, false, this);
    yaml->setObjectName(QStringLiteral("installManifest"));
    yaml->setYaml(manifest());
    auto* panel = new QFrame(this);
    panel->setProperty("look", QStringLiteral("panel"));
    auto* inner = new QVBoxLayout(panel);
    inner->setContentsMargins(1, 1, 1, 1);
    inner->addWidget(yaml);
    column->addWidget(panel, 1);
    auto* command = new CommandLine(theme, this);
    command->setCommand(kubectlApply(m_target));
    column->addWidget(command);
    column->addWidget(m_state);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(metric::kGap8);
    buttons->addStretch(1);
    buttons->addWidget(m_cancel);
    buttons->addWidget(m_install);
    column->addLayout(buttons);
}

void CrdDialog::install() {
    if (m_host.target() != m_target) {
        setLook(m_state, "look", QStringLiteral("failed"));
        m_state->setText(tr("Another cluster was chosen meanwhile. Close this and look again."));
        return;
    }
    m_install->setEnabled(false);
    m_cancel->setText(tr("Close"));
    setLook(m_state, "look", QStringLiteral("muted"));
    m_state->setText(tr("Applying, and waiting until the API server has established it…"));
    m_host.installCrd(utf8(manifest()), [self = QPointer(this)](const Result<Unit>& result) {
        if (self) self->finished(result);
    });
}

void CrdDialog::finished(const Result<Unit>& result) {
    if (result.ok()) {
        Q_EMIT installed(tr("The Student definition is installed on %1").arg(m_cluster));
        return accept();
    }
    const Error& error = result.error();
    QString advice;
    if (error.isForbidden())
        advice = tr("Ask the cluster's administrator to run the line above.");
    else if (error.isConflict())
        advice = tr("A definition of that name is there already, and somebody else manages it. It is left as it is: with v1 "
                    "served the controllers work with it all the same.");
    m_install->setEnabled(true);
    m_install->setText(tr("&Try again"));
    setLook(m_state, "look", QStringLiteral("failed"));
    m_state->setText(advice.isEmpty() ? errorLine(error) : QString(errorLine(error) + u'\n' + advice));
}

}  // namespace rollcall
