// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/preflight_dialog.h"

#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QPointer>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/models/plain_text.h"
#include "ui/models/target_words.h"
#include "ui/theme/theme.h"
#include "ui/widgets/labels.h"

namespace rollcall {

PreflightDialog::PreflightDialog(ControllerHost& host, const Theme& theme, QWidget* parent)
    : QDialog(parent), m_host(host), m_theme(theme) {
    setObjectName(QStringLiteral("preflight"));
    setAttribute(Qt::WA_DeleteOnClose);
    setModal(false);
    m_title = plainLabel({}, "title", this);
    m_summary = plainLabel({}, "muted", this);
    m_summary->setObjectName(QStringLiteral("preflightSummary"));
    m_scroll = new QScrollArea(this);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_again = namedButton("checkAgain", this);
    m_install = namedButton("installCrd", this);
    setLook(m_install, "look", QStringLiteral("primary"));
    m_close = namedButton("close", this);
    m_close->setDefault(true);
    build();
    retranslate();
    resize(640, 460);
    check();
}

void PreflightDialog::build() {
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(metric::kGap8);
    buttons->addWidget(m_again);
    buttons->addStretch(1);
    buttons->addWidget(m_install);
    buttons->addWidget(m_close);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(metric::kGap16, metric::kGap16, metric::kGap16, metric::kGap16);
    column->setSpacing(metric::kGap8);
    column->addWidget(m_title);
    column->addWidget(m_summary);
    column->addWidget(m_scroll, 1);
    column->addLayout(buttons);
    connect(m_again, &QPushButton::clicked, this, &PreflightDialog::check);
    connect(m_install, &QPushButton::clicked, this, &PreflightDialog::installRequested);
    connect(m_close, &QPushButton::clicked, this, &QDialog::close);
    m_close->setFocus();
}

void PreflightDialog::check() {
    m_asking = true;
    retranslate();
    m_host.preflight([self = QPointer(this)](const std::vector<TargetCheck>& checks) {
        if (!self) return;
        self->m_asking = false;
        self->m_checks = checks;
        self->retranslate();
    });
}

void PreflightDialog::addRow(QGridLayout& grid, int row, const TargetCheck& check, QWidget* parent) {
    auto* state = new StateLabel(m_theme, parent);
    state->setObjectName(QStringLiteral("checkState"));
    switch (check.state) {
        case TargetCheck::State::Ok:
            state->setState(VisualState::Synced, tr("in order"));
            break;
        case TargetCheck::State::Failed:
            state->setState(VisualState::Failed, check.insecure ? insecureWord() : check.fatal ? tr("in the way") : tr("missing"));
            break;
        case TargetCheck::State::Unknown:
            state->setState(VisualState::Pending, tr("unknown"));
            break;
    }
    grid.addWidget(state, row, 0, Qt::AlignTop);
    grid.addWidget(plainLabel(checkName(check), "strong", parent), row, 1, Qt::AlignTop);
    QStringList words;
    if (!check.found.empty() && !check.insecure) words << shownText(check.found);
    if (const QString advice = checkAdvice(check); !advice.isEmpty()) words << advice;
    QLabel* text = plainLabel(words.join(u'\n'), "muted", parent);
    text->setWordWrap(true);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    grid.addWidget(text, row, 2, Qt::AlignTop);
}

void PreflightDialog::showChecks() {
    auto* inner = new QWidget(m_scroll);
    auto* grid = new QGridLayout(inner);
    grid->setContentsMargins(0, metric::kGap4, metric::kGap12, 0);
    grid->setHorizontalSpacing(metric::kGap12);
    grid->setVerticalSpacing(metric::kGap8);
    grid->setColumnStretch(2, 1);
    int row = 0;
    // What is wrong comes first: nobody should have to look for it.
    std::vector<TargetCheck> sorted = m_checks;
    const auto weight = [](const TargetCheck& c) {
        if (c.state == TargetCheck::State::Ok) return 3;
        if (c.state == TargetCheck::State::Unknown) return 2;
        return c.fatal ? 0 : 1;
    };
    std::stable_sort(sorted.begin(), sorted.end(), [&](const auto& a, const auto& b) { return weight(a) < weight(b); });
    for (const TargetCheck& check : sorted) addRow(*grid, row++, check, inner);
    grid->setRowStretch(row, 1);
    m_scroll->setWidget(inner);  // deletes the one before
    m_scroll->viewport()->setAutoFillBackground(false);
    inner->setAutoFillBackground(false);
}

void PreflightDialog::retranslate() {
    const bool sandbox = m_host.target().kind == Target::Kind::Sandbox;
    const QString name = sandbox ? tr("Sandbox") : shownText(m_host.targetName());
    setWindowTitle(tr("Checks of %1").arg(name));
    m_title->setText(windowTitle());
    const auto failed = std::count_if(m_checks.begin(), m_checks.end(),
                                      [](const TargetCheck& c) { return c.state == TargetCheck::State::Failed; });
    if (m_asking)
        m_summary->setText(tr("Asking %1…").arg(shownText(m_host.serverAddress())));
    else
        m_summary->setText(failed == 0 ? tr("Everything that the controllers need is there.")
                                       : tr("%n thing(s) to look at, first in the list.", nullptr, int(failed)));
    m_again->setText(tr("Check &again"));
    m_again->setEnabled(!m_asking);
    m_install->setText(tr("&Install the definition…"));
    m_install->setVisible(std::any_of(m_checks.begin(), m_checks.end(), [](const TargetCheck& c) { return c.missingCrd; }));
    m_close->setText(tr("Close"));
    showChecks();
}

void PreflightDialog::changeEvent(QEvent* event) {
    QDialog::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) retranslate();
}

}  // namespace rollcall
