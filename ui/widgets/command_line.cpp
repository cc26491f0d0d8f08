// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/command_line.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/labels.h"

namespace rollcall {

CommandLine::CommandLine(const Theme& theme, QWidget* parent) : QWidget(parent) {
    m_title = plainLabel({}, "small", this);
    m_line = plainLabel({}, nullptr, this);
    m_line->setObjectName(QStringLiteral("kubectlLine"));
    m_line->setFont(theme.font(Theme::Font::Fixed));
    m_line->setWordWrap(true);
    m_line->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_line->setFocusPolicy(Qt::NoFocus);
    m_copy = new QToolButton(this);
    m_copy->setObjectName(QStringLiteral("copyKubectl"));
    m_copy->setProperty("look", QStringLiteral("flat"));
    m_copy->setIcon(themedIcon(theme, QStringLiteral("copy"), IconTone::Muted));
    m_copy->setIconSize({metric::kButtonIcon, metric::kButtonIcon});
    m_copy->setFocusPolicy(Qt::StrongFocus);
    auto* row = new QHBoxLayout;
    row->setSpacing(metric::kGap8);
    row->addWidget(m_line, 1);
    row->addWidget(m_copy, 0, Qt::AlignTop);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(metric::kGap4);
    column->addWidget(m_title);
    column->addLayout(row);
    connect(m_copy, &QToolButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(m_line->text()); });
    retranslate();
}

void CommandLine::retranslate() {
    m_title->setText(tr("The same with kubectl:"));
    m_copy->setToolTip(tr("Copy the command"));
    m_copy->setAccessibleName(tr("Copy the kubectl command"));
}

void CommandLine::setCommand(const QString& command) { m_line->setText(command); }
QString CommandLine::command() const { return m_line->text(); }

void CommandLine::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) retranslate();
}

}  // namespace rollcall
