// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/target_picker.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QScreen>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/delegates/target_delegate.h"
#include "ui/models/plain_text.h"
#include "ui/models/target_words.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/theme/tool_tips.h"
#include "ui/widgets/labels.h"

namespace rollcall {

namespace {

constexpr int kWidth = 520, kMostRows = 8;
constexpr int kMostProblems = 4;  ///< more would push the list out of the window; the tool tip has all
constexpr int kDetailLines = 5;   ///< room that stays, so that the list does not jump from row to row

}  // namespace

TargetPicker::TargetPicker(const Theme& theme, QWidget* parent) : QFrame(parent, Qt::Popup) {
    setObjectName(QStringLiteral("targetPicker"));
    setProperty("look", QStringLiteral("popup"));
    m_title = plainLabel({}, "strong", this);
    m_count = plainLabel({}, "small", this);
    m_count->setObjectName(QStringLiteral("targetCount"));
    m_search = new QLineEdit(this);
    m_search->setObjectName(QStringLiteral("targetSearch"));
    m_search->setClearButtonEnabled(true);
    m_search->addAction(themedIcon(theme, QStringLiteral("search"), IconTone::Muted), QLineEdit::LeadingPosition);
    m_search->installEventFilter(this);
    m_list = new QListView(this);
    m_list->setObjectName(QStringLiteral("targets"));
    m_list->setProperty("look", QStringLiteral("popup"));
    m_list->setModel(&m_model);
    m_list->setItemDelegate(new TargetDelegate(theme, m_list));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setUniformItemSizes(true);  // thousands of contexts: one size is asked for
    m_list->setMouseTracking(true);
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    m_detail = plainLabel({}, "small", this);
    m_detail->setObjectName(QStringLiteral("targetDetail"));
    m_detail->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_detail->setWordWrap(true);
    m_problems = plainLabel({}, "failed", this);
    m_problems->setObjectName(QStringLiteral("problems"));
    m_problems->setWordWrap(true);
    m_scopeLabel = plainLabel({}, "muted", this);
    m_scope = new QLineEdit(this);
    m_scope->setObjectName(QStringLiteral("scope"));
    m_scopeLabel->setBuddy(m_scope);
    m_reach = namedButton("checkReach", this);
    m_forget = namedButton("forgetFile", this);
    m_open = namedButton("openKubeconfig", this);
    m_open->setIcon(themedIcon(theme, QStringLiteral("file"), IconTone::Muted));
    build();
    retranslate();
    setLoading();
    rowChanged();
}

void TargetPicker::build() {
    auto* head = new QHBoxLayout;
    head->addWidget(m_title, 1);
    head->addWidget(m_count);
    auto* foot = new QHBoxLayout;
    foot->setSpacing(metric::kGap8);
    foot->addWidget(m_scopeLabel);
    foot->addWidget(m_scope, 1);
    for (QPushButton* b : {m_reach, m_forget, m_open}) foot->addWidget(b);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(metric::kGap12, metric::kGap12, metric::kGap12, metric::kGap12);
    column->setSpacing(metric::kGap8);
    column->addLayout(head);
    column->addWidget(m_search);
    column->addWidget(m_list, 1);
    column->addWidget(m_detail);
    column->addWidget(m_problems);
    column->addLayout(foot);
    setFixedWidth(kWidth);
    connect(m_search, &QLineEdit::textChanged, this, &TargetPicker::search);
    connect(m_list, &QListView::clicked, this, [this](const QModelIndex& index) { choose(index.row()); });
    connect(m_list, &QListView::customContextMenuRequested, this, &TargetPicker::showRowMenu);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, &TargetPicker::rowChanged);
    connect(&m_model, &TargetsModel::dataChanged, this, &TargetPicker::rowChanged);
    connect(m_reach, &QPushButton::clicked, this, [this] { askReach(row()); });
    connect(m_forget, &QPushButton::clicked, this, [this] { forget(row()); });
    connect(m_open, &QPushButton::clicked, this, [this] {
        hide();
        Q_EMIT openFileRequested();
    });
}

int TargetPicker::row() const {
    return m_list->currentIndex().row();
}

void TargetPicker::setLoading() {
    if (m_loaded) return;  // the old list is better than none while the files are read again
    m_problems->hide();
    m_count->setText(tr("Reading kubeconfigs…"));
}

void TargetPicker::setChoices(const TargetChoices& choices, const Target& current) {
    m_model.setChoices(choices, current);
    QStringList problems;
    for (const std::string& problem : choices.problems) problems << shownText(problem);
    m_problems->setToolTip(problems.size() > kMostProblems ? plainToolTip(problems.join(u'\n')) : QString());
    if (problems.size() > kMostProblems) {
        const int more = int(problems.size()) - kMostProblems;
        problems = problems.mid(0, kMostProblems);
        problems << tr("… and %n more", nullptr, more);
    }
    m_problems->setText(problems.join(u'\n'));
    m_problems->setVisible(!problems.isEmpty());
    if (!isVisible() || !m_loaded) m_scope->setText(shownText(current.ns));
    if (!m_loaded) m_list->setCurrentIndex(m_model.index(std::max(0, m_model.rowOf(current))));
    m_loaded = true;
    showPending();
    listChanged();
}

void TargetPicker::setReach(const Target& target, const ReachMark& mark) {
    m_model.setReach(target, mark);
}

void TargetPicker::search(const QString& words) {
    m_model.setFilter(words);
    m_list->scrollToTop();
    listChanged();
}

/// What is chosen stays so, when it is still there.
void TargetPicker::listChanged() {
    const bool narrowed = !m_search->text().trimmed().isEmpty();
    m_count->setText(narrowed ? tr("%1 of %2").arg(m_model.rowCount()).arg(m_model.total()) : QString());
    for (int i = 0; row() < 0 && i < m_model.rowCount(); ++i) {
        if (m_model.index(i).flags() & Qt::ItemIsEnabled) m_list->setCurrentIndex(m_model.index(i));
    }
    rowChanged();
    fitHeight();
}

void TargetPicker::showFile(const QString& path) {
    m_pendingFile = path;
    showPending();
}

void TargetPicker::showPending() {
    if (m_pendingFile.isEmpty() || !isVisible()) return;
    const int found = m_model.rowOfFile(utf8(m_pendingFile));
    if (found < 0) return;
    m_pendingFile.clear();
    m_list->setCurrentIndex(m_model.index(found));
    m_list->scrollTo(m_model.index(found), QAbstractItemView::PositionAtTop);
}

void TargetPicker::rowChanged() {
    const TargetChoice* choice = m_model.choiceAt(row());
    const TargetFile* file = m_model.fileAt(row());
    QStringList lines;
    if (choice) lines = targetDetails(*choice);
    if (choice && !choice->unusable.empty()) lines.prepend(shownText(choice->unusable));
    if (choice && m_model.reachOf(choice->target).state == ReachMark::State::Failed)
        lines.prepend(m_model.reachOf(choice->target).why);
    if (file) lines << shownText(file->path);
    if (file && file->missing) lines << tr("The file is not there now; it is read again when it comes back.");
    m_detail->setText(lines.join(u'\n'));
    m_reach->setEnabled(choice && choice->unusable.empty() && choice->target.kind != Target::Kind::Sandbox);
    m_reach->setVisible(!file);
    m_forget->setVisible(file);
    if (isVisible()) fitText();  // many lines need more than the room that stays
}

void TargetPicker::fitHeight() {
    const int rows = std::clamp(m_model.total(), 1, kMostRows);
    m_list->setFixedHeight(rows * TargetDelegate::kHeight + 2);
    m_detail->setMinimumHeight(kDetailLines * m_detail->fontMetrics().lineSpacing());
    fitText();
}

/// Not adjustSize(): that stops at two thirds of the screen, and the parts would lie upon each other.
void TargetPicker::fitText() {
    layout()->activate();
    resize(kWidth, layout()->totalHeightForWidth(kWidth));
}

void TargetPicker::choose(int chosenRow) {
    Target target;
    if (const TargetFile* file = m_model.fileAt(chosenRow)) {
        if (file->missing || !file->broken.empty()) return;
        target.kind = Target::Kind::Context;  // its current one
        target.kubeconfig = file->path;
    } else if (const TargetChoice* choice = m_model.choiceAt(chosenRow); choice && choice->unusable.empty()) {
        target = choice->target;
    } else {
        return;
    }
    target.ns = utf8(m_scope->text().trimmed());
    hide();
    Q_EMIT chosen(target);
}

void TargetPicker::forget(int chosenRow) {
    const TargetFile* file = m_model.fileAt(chosenRow);
    if (file) Q_EMIT forgetRequested(QString::fromStdString(file->path));
}

void TargetPicker::askReach(int chosenRow) {
    const TargetChoice* choice = m_model.choiceAt(chosenRow);
    if (choice && choice->unusable.empty() && choice->target.kind != Target::Kind::Sandbox)
        Q_EMIT reachRequested(choice->target);
}

void TargetPicker::showRowMenu(const QPoint& at) {
    const int clicked = m_list->indexAt(at).row();
    const bool file = m_model.fileAt(clicked);
    if (!file && !m_model.choiceAt(clicked)) return;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("&Use it"), this, [this, clicked] { choose(clicked); });
    if (file)
        menu->addAction(tr("&Forget this file"), this, [this, clicked] { forget(clicked); });
    else
        menu->addAction(tr("Chec&k whether it answers"), this, [this, clicked] { askReach(clicked); });
    menu->popup(m_list->viewport()->mapToGlobal(at));
}

void TargetPicker::openBelow(QWidget* anchor) {
    m_search->clear();
    fitHeight();
    QPoint place = anchor->mapToGlobal(QPoint(0, anchor->height() + 4));
    const QRect screen = anchor->screen()->availableGeometry();
    place.setX(std::clamp(place.x(), screen.left(), std::max(screen.left(), screen.right() - width())));
    move(place);
    QWidget::show();
    m_search->setFocus(Qt::PopupFocusReason);
    if (const int used = m_model.rowOf(m_model.current()); used >= 0) m_list->setCurrentIndex(m_model.index(used));
    if (row() >= 0) m_list->scrollTo(m_list->currentIndex());
    showPending();
}

bool TargetPicker::eventFilter(QObject* watched, QEvent* event) {
    if (watched != m_search || event->type() != QEvent::KeyPress) return QFrame::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Delete && m_search->text().isEmpty() && m_model.fileAt(row())) {
        forget(row());
        return true;
    }
    if (key == Qt::Key_Escape && !m_search->text().isEmpty()) {
        m_search->clear();
        return true;
    }
    if (key == Qt::Key_Down || key == Qt::Key_Up || key == Qt::Key_PageDown || key == Qt::Key_PageUp) {
        QApplication::sendEvent(m_list, event);
        return true;
    }
    return false;
}

void TargetPicker::keyPressEvent(QKeyEvent* event) {
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    const bool onButton = m_open->hasFocus() || m_reach->hasFocus() || m_forget->hasFocus();
    if (enter && !onButton) return choose(row());
    if (event->key() == Qt::Key_Delete && m_model.fileAt(row())) return forget(row());
    QFrame::keyPressEvent(event);
}

void TargetPicker::retranslate() {
    m_title->setText(tr("Where the controllers run"));
    m_search->setPlaceholderText(tr("Search name, server, file"));
    m_search->setAccessibleName(m_search->placeholderText());
    m_scopeLabel->setText(tr("Namespace"));
    m_scope->setPlaceholderText(tr("all namespaces"));
    m_reach->setText(tr("Chec&k"));
    m_reach->setToolTip(tr("Ask whether the server answers, without signing in"));
    m_forget->setText(tr("&Forget"));
    m_forget->setToolTip(tr("Take the file off this list (Delete). The file itself stays."));
    m_open->setText(tr("&Open kubeconfig…"));
    m_list->setAccessibleName(tr("Clusters and contexts"));
    setAccessibleName(m_title->text());
    m_model.retranslate();
}

void TargetPicker::changeEvent(QEvent* event) {
    QFrame::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) retranslate();
}

}  // namespace rollcall
