// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/command_palette.h"

#include <QApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/models/fuzzy.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

namespace rollcall {

namespace {
constexpr int kWidth = 560, kRows = 12;
constexpr std::size_t kMost = 60;  ///< nobody reads on; one more letter is quicker
}  // namespace

CommandPalette::CommandPalette(const Theme& theme, QWidget* parent) : QFrame(parent, Qt::Popup), m_theme(theme) {
    setObjectName(QStringLiteral("palette"));
    setProperty("look", QStringLiteral("popup"));
    m_field = new QLineEdit(this);
    m_field->setObjectName(QStringLiteral("paletteField"));
    m_field->addAction(themedIcon(theme, QStringLiteral("search"), IconTone::Muted), QLineEdit::LeadingPosition);
    m_list = new QTreeWidget(this);
    m_list->setObjectName(QStringLiteral("paletteList"));
    m_list->setColumnCount(2);
    m_list->setHeaderHidden(true);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setFocusPolicy(Qt::NoFocus);  // the field keeps it; arrows are handed on
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setFrameShape(QFrame::NoFrame);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(metric::kGap8, metric::kGap8, metric::kGap8, metric::kGap8);
    column->setSpacing(metric::kGap8);
    column->addWidget(m_field);
    column->addWidget(m_list, 1);
    m_field->installEventFilter(this);
    setFocusProxy(m_field);
    connect(m_field, &QLineEdit::textChanged, this, &CommandPalette::narrow);
    connect(m_field, &QLineEdit::returnPressed, this, &CommandPalette::runCurrent);
    connect(m_list, &QTreeWidget::itemClicked, this, &CommandPalette::runCurrent);
    retranslate();
}

void CommandPalette::retranslate() {
    m_field->setPlaceholderText(tr("Command, key or cluster"));
    m_field->setAccessibleName(m_field->placeholderText());
    m_list->setAccessibleName(tr("What fits"));
    setAccessibleName(tr("Command palette"));
}

void CommandPalette::openOver(QWidget* window, std::vector<Entry> entries) {
    m_entries = std::move(entries);
    {
        const QSignalBlocker quiet(m_field);
        m_field->clear();
    }
    narrow();
    resize(std::min(kWidth, window->width() - 40), 46 + kRows * metric::kRow);
    move(window->mapToGlobal(QPoint((window->width() - width()) / 2, metric::kBar + metric::kGap8)));
    show();
    m_field->setFocus(Qt::PopupFocusReason);
}

void CommandPalette::narrow() {
    const QString needle = m_field->text().trimmed();
    std::vector<std::pair<int, std::size_t>> fits;
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        const int score = fuzzyScore(needle, m_entries[i].title);
        if (score >= 0) fits.emplace_back(-score, i);
    }
    const std::size_t count = std::min(kMost, fits.size());
    std::partial_sort(fits.begin(), fits.begin() + std::ptrdiff_t(count), fits.end());
    m_shown.clear();
    m_list->clear();
    QList<QTreeWidgetItem*> items;
    for (std::size_t i = 0; i < count; ++i) {
        const Entry& entry = m_entries[fits[i].second];
        m_shown.push_back(fits[i].second);
        auto* item = new QTreeWidgetItem(QStringList{entry.title, entry.hint});
        item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
        item->setForeground(1, m_theme.tokens().muted);
        item->setFont(1, m_theme.font(Theme::Font::Small));
        items << item;
    }
    m_list->addTopLevelItems(items);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    if (!items.isEmpty()) m_list->setCurrentItem(items.first());
}

QStringList CommandPalette::shownTitles() const {
    QStringList titles;
    for (const std::size_t i : m_shown) titles << m_entries[i].title;
    return titles;
}

void CommandPalette::runCurrent() {
    const int row = m_list->indexOfTopLevelItem(m_list->currentItem());
    if (row < 0) return;
    const auto run = m_entries[m_shown[std::size_t(row)]].run;
    hide();  // first: what runs may open a dialog
    m_entries.clear();
    m_shown.clear();
    if (run) run();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
    if (watched != m_field || event->type() != QEvent::KeyPress) return QFrame::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Escape) {
        hide();
        return true;
    }
    if (key == Qt::Key_Down || key == Qt::Key_Up || key == Qt::Key_PageDown || key == Qt::Key_PageUp) {
        QApplication::sendEvent(m_list, event);
        return true;
    }
    return false;
}

void CommandPalette::changeEvent(QEvent* event) {
    QFrame::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) retranslate();
}

}  // namespace rollcall
