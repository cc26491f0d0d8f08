// SPDX-License-Identifier: GPL-3.0-or-later
// How the Student editor looks; what it does is in student_editor.cpp.
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "ui/models/plain_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/command_line.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/student_editor.h"
#include "ui/widgets/student_yaml.h"
#include "ui/widgets/yaml_view.h"

namespace rollcall {

namespace {

QPushButton* dialogButton(const char* name, QWidget* parent) {
    auto* button = new QPushButton(parent);
    button->setObjectName(QLatin1String(name));
    button->setAutoDefault(false);
    return button;
}

}  // namespace

void StudentEditor::build() {
    setObjectName(QStringLiteral("studentEditor"));
    setModal(true);
    m_heading = plainLabel({}, "title", this);
    m_message = plainLabel({}, "muted", this);
    m_message->setObjectName(QStringLiteral("editorMessage"));
    m_message->setWordWrap(true);
    m_message->setMinimumHeight(34);  // two lines, so that the buttons stay where they are
    m_message->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_message->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_pages = new QStackedWidget(this);
    m_pages->addWidget(buildEditPage());
    m_pages->addWidget(buildConflictPage());
    m_kubectl = new CommandLine(m_theme, this);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(metric::kGap16, metric::kGap16, metric::kGap16, metric::kGap16);
    column->setSpacing(metric::kGap8);
    column->addWidget(m_heading);
    column->addWidget(m_pages, 1);
    column->addWidget(m_message);
    column->addWidget(m_kubectl);
    column->addWidget(buildButtons());
    resize(640, 520);
    retranslate();
    setBusy(false);
    m_edit->setFocus();
}

QWidget* StudentEditor::buildEditPage() {
    m_edit = new YamlView(m_theme, true, this);
    m_edit->setObjectName(QStringLiteral("editor"));
    return m_edit;
}

QWidget* StudentEditor::buildConflictPage() {
    auto* page = new QWidget(this);
    const auto side = [&](QLabel*& title, YamlView*& view, const char* name) {
        title = plainLabel({}, "strong", page);
        view = new YamlView(m_theme, false, page);
        view->setProperty("look", QString());
        view->setObjectName(QLatin1String(name));
        auto* column = new QVBoxLayout;
        column->setSpacing(metric::kGap4);
        column->addWidget(title);
        column->addWidget(view, 1);
        return column;
    };
    auto* row = new QHBoxLayout(page);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(metric::kGap8);
    row->addLayout(side(m_mineTitle, m_mine, "conflictMine"));
    row->addLayout(side(m_serverTitle, m_server, "conflictServer"));
    return page;
}

QWidget* StudentEditor::buildButtons() {
    auto* box = new QWidget(this);
    m_check = dialogButton("check", box);
    m_save = dialogButton("save", box);
    m_save->setProperty("look", QStringLiteral("primary"));
    m_save->setDefault(false);
    m_cancel = dialogButton("cancel", box);
    m_takeTheirs = dialogButton("takeTheirs", box);
    m_keepMine = dialogButton("keepMine", box);
    m_keepMine->setProperty("look", QStringLiteral("primary"));
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(metric::kGap8);
    row->addWidget(m_check);
    row->addStretch(1);
    for (QPushButton* b : {m_cancel, m_takeTheirs, m_keepMine, m_save}) row->addWidget(b);
    connect(m_check, &QPushButton::clicked, this, [this] { save(true); });
    connect(m_save, &QPushButton::clicked, this, [this] { save(false); });
    connect(m_cancel, &QPushButton::clicked, this, &StudentEditor::reject);
    connect(m_takeTheirs, &QPushButton::clicked, this, [this] { leaveConflict(true); });
    connect(m_keepMine, &QPushButton::clicked, this, [this] { leaveConflict(false); });
    return box;
}

void StudentEditor::retranslate() {
    const QString key = shownText(m_name.ns + '/' + m_name.name);
    m_heading->setText(m_creating ? tr("New Student") : tr("Edit %1").arg(key));
    setWindowTitle(m_heading->text());
    m_kubectl->setCommand(m_creating ? kubectlCreate() : kubectlReplace());
    m_check->setText(tr("Chec&k only"));
    m_check->setToolTip(tr("A dry run: the API server validates and answers, and stores nothing"));
    m_save->setText(m_creating ? tr("C&reate") : tr("&Save"));
    m_save->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_Return));
    m_cancel->setText(tr("Cancel"));
    m_takeTheirs->setText(tr("&Take the server's"));
    m_keepMine->setText(tr("Keep &mine"));
    m_mineTitle->setText(tr("Yours"));
    m_serverTitle->setText(tr("On the server"));
    m_edit->setAccessibleName(tr("Student as YAML"));
}

}  // namespace rollcall
