// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/target_picker.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScreen>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/delegates/target_delegate.h"
#include "ui/models/plain_text.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/labels.h"

namespace rollcall {

namespace {

constexpr int kWidth = 460, kMostRows = 8;

QString kindWord(Target::Kind kind) {
    switch (kind) {
        case Target::Kind::Sandbox:
            return TargetPicker::tr("built-in API server, nothing to install");
        case Target::Kind::InCluster:
            return TargetPicker::tr("service account of this Pod");
        case Target::Kind::Context:
            return {};
    }
    return {};
}

QString secondLine(const TargetChoice& choice) {
    QStringList parts;
    if (const QString word = kindWord(choice.target.kind); !word.isEmpty()) parts << word;
    if (!choice.server.empty()) parts << shownText(choice.server);
    if (!choice.userKind.empty()) parts << shownText(choice.userKind);
    if (!choice.ns.empty()) parts << TargetPicker::tr("namespace %1").arg(shownText(choice.ns));
    if (!choice.file.empty()) parts << shownText(choice.file);
    return parts.join(QStringLiteral(" · "));
}

}  // namespace

TargetPicker::TargetPicker(const Theme& theme, QWidget* parent) : QFrame(parent, Qt::Popup), m_theme(theme) {
    setObjectName(QStringLiteral("targetPicker"));
    setProperty("look", QStringLiteral("popup"));
    m_title = plainLabel({}, "strong", this);
    m_list = new QListWidget(this);
    m_list->setObjectName(QStringLiteral("targets"));
    m_list->setProperty("look", QStringLiteral("popup"));
    m_list->setItemDelegate(new TargetDelegate(theme, m_list));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setUniformItemSizes(true);
    m_problems = plainLabel({}, "failed", this);
    m_problems->setObjectName(QStringLiteral("problems"));
    m_problems->setWordWrap(true);
    m_scopeLabel = plainLabel({}, "muted", this);
    m_scope = new QLineEdit(this);
    m_scope->setObjectName(QStringLiteral("scope"));
    m_scopeLabel->setBuddy(m_scope);
    m_open = new QPushButton(this);
    m_open->setObjectName(QStringLiteral("openKubeconfig"));
    m_open->setIcon(themedIcon(theme, QStringLiteral("file"), IconTone::Muted));
    m_open->setAutoDefault(false);

    auto* foot = new QHBoxLayout;
    foot->setSpacing(metric::kGap8);
    foot->addWidget(m_scopeLabel);
    foot->addWidget(m_scope, 1);
    foot->addWidget(m_open);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(metric::kGap12, metric::kGap12, metric::kGap12, metric::kGap12);
    column->setSpacing(metric::kGap8);
    column->addWidget(m_title);
    column->addWidget(m_list, 1);
    column->addWidget(m_problems);
    column->addLayout(foot);
    setFixedWidth(kWidth);
    connect(m_list, &QListWidget::itemClicked, this, [this](QListWidgetItem* item) { choose(m_list->row(item)); });
    connect(m_open, &QPushButton::clicked, this, [this] {
        hide();
        Q_EMIT openFileRequested();
    });
    retranslate();
    setLoading();
}

void TargetPicker::setLoading() {
    m_problems->hide();
    if (!m_choices.choices.empty()) return;  // the old list is better than none while the files are read again
    m_list->clear();
    auto* item = new QListWidgetItem(tr("Reading kubeconfigs…"), m_list);
    item->setFlags(Qt::NoItemFlags);
}

void TargetPicker::setChoices(const TargetChoices& choices, const Target& current) {
    m_choices = choices;
    m_list->clear();
    for (const TargetChoice& choice : choices.choices) {
        auto* item = new QListWidgetItem(shownText(choice.name), m_list);
        const bool usable = choice.unusable.empty();
        item->setData(TargetDelegate::DetailRole, usable ? secondLine(choice) : shownText(choice.unusable));
        item->setData(TargetDelegate::IconRole, choice.target.kind == Target::Kind::Sandbox
                                                    ? QStringLiteral("sandbox")
                                                    : QStringLiteral("cluster"));
        item->setData(TargetDelegate::CurrentRole, choice.target.kind == current.kind &&
                                                       choice.target.context == current.context &&
                                                       choice.target.kubeconfig == current.kubeconfig);
        if (!usable) item->setFlags(Qt::NoItemFlags);
        if (item->data(TargetDelegate::CurrentRole).toBool()) m_list->setCurrentItem(item);
    }
    QStringList problems;
    for (const std::string& problem : choices.problems) problems << shownText(problem);
    m_problems->setText(problems.join(QLatin1Char('\n')));
    m_problems->setVisible(!problems.isEmpty());
    m_scope->setText(shownText(current.ns));
    fitHeight();
}

void TargetPicker::fitHeight() {
    const int rows = std::clamp(m_list->count(), 1, kMostRows);
    m_list->setFixedHeight(rows * TargetDelegate::kHeight + 2);
    adjustSize();
}

void TargetPicker::choose(int row) {
    if (row < 0 || row >= int(m_choices.choices.size()) || !m_choices.choices[std::size_t(row)].unusable.empty())
        return;
    Target target = m_choices.choices[std::size_t(row)].target;
    target.ns = utf8(m_scope->text().trimmed());
    hide();
    Q_EMIT chosen(target);
}

void TargetPicker::openBelow(QWidget* anchor) {
    fitHeight();
    move(anchor->mapToGlobal(QPoint(0, anchor->height() + 4)));
    QWidget::show();
    m_list->setFocus(Qt::PopupFocusReason);
    if (m_list->currentRow() < 0) m_list->setCurrentRow(0);
}

void TargetPicker::keyPressEvent(QKeyEvent* event) {
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (enter && !m_open->hasFocus()) return choose(m_list->currentRow());
    QFrame::keyPressEvent(event);
}

void TargetPicker::retranslate() {
    m_title->setText(tr("Where the controllers run"));
    m_scopeLabel->setText(tr("Namespace"));
    m_scope->setPlaceholderText(tr("all namespaces"));
    m_open->setText(tr("&Open kubeconfig…"));
    m_list->setAccessibleName(tr("Clusters and contexts"));
}

void TargetPicker::changeEvent(QEvent* event) {
    QFrame::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) retranslate();
}

}  // namespace rollcall
