// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/board.h"

#include <QDataStream>
#include <QIODevice>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/theme/tokens.h"
#include "ui/window/settings.h"

namespace rollcall {

namespace {

/// Order of the tabs where each panel is one.
constexpr std::size_t kOrder[] = {0, 1, 3, 2, 4, 5};
constexpr int kWideFrom = 1360, kMediumFrom = 1100;
constexpr const char* kModeNames[] = {"wide", "medium", "narrow", "present"};

QSplitter* splitter(Qt::Orientation orientation, QWidget* parent) {
    auto* s = new QSplitter(orientation, parent);
    s->setHandleWidth(metric::kGap8);
    s->setChildrenCollapsible(false);
    return s;
}

QString settingName(int mode) {
    return QStringLiteral("board/") + QLatin1String(kModeNames[mode]);
}

}  // namespace

Board::Mode Board::modeFor(int width) {
    if (width >= kWideFrom) return Mode::Wide;
    return width >= kMediumFrom ? Mode::Medium : Mode::Narrow;
}

Board::Board(const std::array<QWidget*, 6>& panels, QWidget* inspector, QWidget* parent)
    : QWidget(parent), m_panels(panels), m_inspector(inspector) {
    setObjectName(QStringLiteral("board"));
    m_root = splitter(Qt::Horizontal, this);
    auto* left = new QWidget(m_root);
    m_tabs = new QTabBar(left);
    m_tabs->setObjectName(QStringLiteral("boardTabs"));
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_pages = new QStackedWidget(left);
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(metric::kGap4);
    column->addWidget(m_tabs);
    column->addWidget(m_pages, 1);
    m_root->addWidget(left);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(metric::kGap8, metric::kGap4, metric::kGap8, metric::kGap8);
    outer->addWidget(m_root);
    for (QWidget* panel : m_panels) panel->setMinimumSize(260, 110);
    m_inspector->setMinimumWidth(240);
    connect(m_tabs, &QTabBar::currentChanged, m_pages, &QStackedWidget::setCurrentIndex);
    arrange(Mode::Wide);
}

QWidget* Board::makeGrid() {
    m_grid[0] = splitter(Qt::Horizontal, m_pages);
    m_grid[1] = splitter(Qt::Vertical, m_grid[0]);
    m_grid[2] = splitter(Qt::Vertical, m_grid[0]);
    m_grid[1]->addWidget(m_panels[0]);
    m_grid[1]->addWidget(m_panels[2]);
    m_grid[2]->addWidget(m_panels[1]);
    m_grid[2]->addWidget(m_panels[3]);
    for (QSplitter* s : m_grid) {
        s->setStretchFactor(0, 1);
        s->setStretchFactor(1, 1);
    }
    return m_grid[0];
}

/// Everything back to being a child of the board, and no page left.
void Board::takeOut() {
    for (QWidget* w : m_panels) w->setParent(this);
    m_inspector->setParent(this);
    while (m_tabs->count() > 0) m_tabs->removeTab(0);
    while (m_pages->count() > 0) {
        QWidget* page = m_pages->widget(0);
        m_pages->removeWidget(page);
        if (qobject_cast<QSplitter*>(page)) page->deleteLater();
    }
    m_grid = {};
}

void Board::arrange(Mode mode) {
    if (m_arranged) m_saved[std::size_t(m_mode)] = sizes();
    QWidget* front = m_arranged ? m_pages->currentWidget() : nullptr;
    takeOut();
    m_mode = mode;
    m_arranged = true;
    if (mode == Mode::Wide || mode == Mode::Medium) {
        m_pages->addWidget(makeGrid());
        for (const std::size_t i : {4u, 5u}) m_pages->addWidget(m_panels[i]);
    } else {
        for (const std::size_t i : kOrder) m_pages->addWidget(m_panels[i]);
    }
    if (mode == Mode::Wide) {
        m_root->addWidget(m_inspector);
        m_root->setStretchFactor(0, 1);
        m_root->setStretchFactor(1, 0);
    } else if (mode != Mode::Present) {
        m_pages->addWidget(m_inspector);
    }
    for (int i = 0; i < m_pages->count(); ++i) m_tabs->addTab({});
    // Taking them out has hidden them; a stack shows its own current page.
    if (m_grid[0]) {
        for (std::size_t i = 0; i < 4; ++i) m_panels[i]->show();
    }
    m_inspector->setVisible(mode == Mode::Wide);
    showTitles();
    setDefaultSizes();
    setSizes(m_saved[std::size_t(mode)]);
    for (QWidget* w : m_panels) {
        if (w == front) reveal(w);
    }
    if (front == m_inspector) reveal(m_inspector);
}

void Board::setPresenting(bool presenting) {
    if (presenting == m_presenting) return;
    m_presenting = presenting;
    arrange(presenting ? Mode::Present : modeFor(width()));
}

QWidget* Board::currentPage() const { return m_pages->currentWidget(); }

void Board::setTitles(const std::array<QString, 6>& panels, const QString& inspector, const QString& tables) {
    m_titles = panels;
    m_inspectorTitle = inspector;
    m_tablesTitle = tables;
    showTitles();
}

void Board::showTitles() {
    for (int i = 0; i < m_pages->count(); ++i) {
        QString title = m_tablesTitle;
        if (m_pages->widget(i) == m_inspector) title = m_inspectorTitle;
        for (std::size_t p = 0; p < m_panels.size(); ++p) {
            if (m_pages->widget(i) == m_panels[p]) title = m_titles[p];
        }
        m_tabs->setTabText(i, title);
    }
}

void Board::reveal(QWidget* panel) {
    for (int i = 0; i < m_pages->count(); ++i) {
        if (m_pages->widget(i) == panel || m_pages->widget(i)->isAncestorOf(panel)) m_tabs->setCurrentIndex(i);
    }
}

void Board::setDefaultSizes() {
    constexpr int kAny = 1000;
    if (m_mode == Mode::Wide) m_root->setSizes({std::max(kAny, width() - metric::kInspector), metric::kInspector});
    if (!m_grid[0]) return;
    m_grid[0]->setSizes({kAny, kAny});
    m_grid[1]->setSizes({kAny, kAny});
    m_grid[2]->setSizes({kAny, kAny});
}

QByteArray Board::sizes() const {
    QByteArray bytes;
    QDataStream out(&bytes, QIODevice::WriteOnly);
    for (const QSplitter* s : {m_root, m_grid[0], m_grid[1], m_grid[2]}) out << (s ? s->sizes() : QList<int>());
    return bytes;
}

void Board::setSizes(const QByteArray& bytes) {
    QDataStream in(bytes);
    for (QSplitter* s : {m_root, m_grid[0], m_grid[1], m_grid[2]}) {
        QList<int> sizes;
        in >> sizes;
        const bool sane = in.status() == QDataStream::Ok && s && sizes.size() == s->count() &&
                          std::all_of(sizes.begin(), sizes.end(), [](int n) { return n > 0 && n < 20000; });
        if (sane) s->setSizes(sizes);
    }
}

void Board::save(WindowSettings& settings) const {
    for (int i = 0; i < 4; ++i) {
        const QByteArray state = i == int(m_mode) ? sizes() : m_saved[std::size_t(i)];
        if (!state.isEmpty()) settings.setBytes(settingName(i), state);
    }
}

void Board::restore(const WindowSettings& settings) {
    for (int i = 0; i < 4; ++i) m_saved[std::size_t(i)] = settings.bytes(settingName(i));
    setSizes(m_saved[std::size_t(m_mode)]);
}

void Board::reset() {
    m_saved = {};
    setDefaultSizes();
}

void Board::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (m_presenting) return;
    if (const Mode wanted = modeFor(width()); wanted != m_mode) arrange(wanted);
}

}  // namespace rollcall
