// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/data_table.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QFontMetricsF>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QScopedValueRollback>
#include <algorithm>

#include "ui/delegates/cell_delegate.h"
#include "ui/export/csv.h"
#include "ui/models/plain_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/table_header.h"

namespace rollcall {

DataTable::DataTable(TableModel& model, const Theme& theme, Sorting sorting, QWidget* parent)
    : QTableView(parent), m_model(model), m_theme(theme), m_header(new TableHeader(theme, this)), m_cells(new CellDelegate(theme, this)), m_sorting(sorting) {
    m_filter.setSourceModel(&model);
    setModel(&m_filter);
    setHorizontalHeader(m_header);
    setItemDelegate(m_cells);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setMinimumSectionSize(metric::kRow);
    verticalHeader()->setDefaultSectionSize(metric::kRow);
    setShowGrid(false);
    setFrameShape(QFrame::NoFrame);
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setEditTriggers(NoEditTriggers);
    setTabKeyNavigation(false);  // Tab leaves the table; arrows walk in it
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollMode(ScrollPerPixel);
    setWordWrap(false);
    setCornerButtonEnabled(false);
    setSortingEnabled(sorting.column >= 0);
    if (sorting.column >= 0) sortByColumn(sorting.column, sorting.order);
    m_header->setSortIndicatorShown(sorting.column >= 0);
    for (int i = 0; i < model.columnCount(); ++i) setColumnHidden(i, model.column(i).hidden);
    m_header->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_header, &QWidget::customContextMenuRequested, this, &DataTable::showColumnMenu);
    connect(m_header, &QHeaderView::sectionResized, this, [this] {
        if (!m_fitting) m_userSized = true;
    });
    connect(this, &QAbstractItemView::activated, this, [this](const QModelIndex& index) {
        if (index.isValid())
            Q_EMIT keyActivated(ControllerId(index.data(ControllerRole).toInt()), index.data(KeyRole).toString());
    });
    // The row of the chosen key may come later than the choice.
    const auto look = [this] {
        if (!m_wanted.empty() && !selectionModel()->hasSelection()) follow();
    };
    connect(&m_filter, &QAbstractItemModel::rowsInserted, this, look);
    connect(&m_filter, &QAbstractItemModel::layoutChanged, this, look);
    connect(&theme, &Theme::changed, this, &DataTable::fitColumns);
    connect(&model, &QAbstractItemModel::headerDataChanged, this, &DataTable::fitColumns);
}

int DataTable::naturalWidth(int column) const {
    const Column& c = m_model.column(column);
    const QFontMetricsF metrics(m_theme.font(c.fixed ? Theme::Font::Fixed : Theme::Font::Body));
    QString text = QString::fromUtf8(c.sample);
    int sample = 2 * CellDelegate::kPadding + 2;
    if (text.startsWith(QChar(0x25CF))) {  // stands for the shape of a state
        sample += CellDelegate::kStateWidth + 2;
        text.remove(0, 2);
    }
    sample += int(metrics.horizontalAdvance(text));
    return int(m_zoom * std::max(sample, m_header->titleWidth(column)));
}

int DataTable::stretchColumn() const {
    for (int i = 0; i < m_model.columnCount(); ++i) {
        if (m_model.column(i).stretch && !isColumnHidden(i)) return i;
    }
    return -1;
}

/// Each column gets what its content usually needs and one takes the rest. When there is too little, that one gives way
/// first, to half; then all in proportion, to three fifths, before a scroll bar appears. What the user has sized is
/// left.
void DataTable::fitColumns() {
    const QScopedValueRollback guard(m_fitting, true);
    const int stretch = stretchColumn(), room = viewport()->width();
    std::vector<int> shown;
    int total = 0;
    for (int i = 0; i < m_model.columnCount(); ++i) {
        if (isColumnHidden(i)) continue;
        shown.push_back(i);
        total += m_userSized ? columnWidth(i) : naturalWidth(i);
    }
    if (m_userSized) {
        if (stretch >= 0)
            setColumnWidth(stretch, std::max(naturalWidth(stretch) / 2, columnWidth(stretch) + room - total));
        return;
    }
    constexpr int kLeastStretch = 64;  // four Chinese characters, or one short word
    const int elastic = stretch >= 0 ? naturalWidth(stretch) : 0, firm = total - elastic;
    const int least = stretch >= 0 ? std::max(elastic / 2, kLeastStretch) : 0;
    const double share = firm + least > room ? std::max(0.6, double(room - least) / std::max(firm, 1)) : 1;
    int used = 0;
    for (const int i : shown) {
        if (i == stretch) continue;
        setColumnWidth(i, int(naturalWidth(i) * share));
        used += columnWidth(i);
    }
    if (stretch >= 0) setColumnWidth(stretch, std::max(least, room - used));
}

void DataTable::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    fitColumns();
}

void DataTable::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
    QTableView::currentChanged(current, previous);
    if (!m_following) announce(current);
}

void DataTable::announce(const QModelIndex& index) {
    if (!index.isValid()) return;
    const QString key = index.data(KeyRole).toString();
    if (!key.isEmpty()) Q_EMIT keyChosen(ControllerId(index.data(ControllerRole).toInt()), key);
}

void DataTable::showKey(ControllerId controller, const std::string& key) {
    m_wantedController = controller;
    m_wanted = key;
    follow();
}

void DataTable::follow() {
    const QScopedValueRollback guard(m_following, true);
    const ControllerId controller = m_wantedController;
    const std::string& key = m_wanted;
    const QModelIndex current = currentIndex();
    // The row that the person chose stays, also when another row shows the same object (Events).
    if (current.isValid() && current.data(KeyRole).toString() == rawText(key) &&
        current.data(ControllerRole).toInt() == int(controller) && selectionModel()->isRowSelected(current.row())) {
        return;
    }
    const int row = key.empty() ? -1 : m_model.rowForKey(controller, key);
    const QModelIndex index = row < 0 ? QModelIndex() : m_filter.mapFromSource(m_model.index(row, 0));
    if (!index.isValid()) {
        selectionModel()->clear();
        return;
    }
    selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    scrollTo(index);
}

void DataTable::tick() {
    const int column = m_model.tickingColumn();
    if (column < 0 || m_filter.rowCount() == 0 || !isVisible()) return;
    if (!isColumnHidden(column)) {
        viewport()->update(columnViewportPosition(column), 0, columnWidth(column), viewport()->height());
    }
    viewport()->update(0, 0, 3, viewport()->height());
}

QModelIndexList DataTable::chosenRows() const {
    QModelIndexList rows = selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end(), [](const QModelIndex& a, const QModelIndex& b) { return a.row() < b.row(); });
    return rows;
}

std::vector<int> DataTable::shownColumns() const {
    std::vector<int> columns;
    for (int visual = 0; visual < m_header->count(); ++visual) {
        const int column = m_header->logicalIndex(visual);
        if (!isColumnHidden(column)) columns.push_back(column);
    }
    return columns;
}

void DataTable::copySelection() const {
    QStringList lines;
    for (const QModelIndex& row : chosenRows()) {
        QStringList cells;
        for (const int column : shownColumns()) cells << row.siblingAtColumn(column).data(CopyRole).toString();
        lines << cells.join(QLatin1Char('\t'));
    }
    if (!lines.isEmpty()) QGuiApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
}

QString DataTable::selectionCsv() const {
    QStringList lines, cells;
    for (const int column : shownColumns()) cells << csvCell(m_model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
    lines << cells.join(QLatin1Char(','));
    for (const QModelIndex& row : chosenRows()) {
        cells.clear();
        for (const int column : shownColumns()) cells << csvCell(row.siblingAtColumn(column).data(CopyRole).toString());
        lines << cells.join(QLatin1Char(','));
    }
    return QString(lines.join(QStringLiteral("\r\n")) + QStringLiteral("\r\n"));
}

std::vector<std::pair<ControllerId, std::string>> DataTable::selectedKeys() const {
    std::vector<std::pair<ControllerId, std::string>> keys;
    for (const QModelIndex& row : chosenRows()) {
        std::pair key(ControllerId(row.data(ControllerRole).toInt()), utf8(row.data(KeyRole).toString()));
        if (!key.second.empty() && std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(std::move(key));
    }
    return keys;
}

void DataTable::setZoom(double zoom) {
    if (zoom == m_zoom) return;
    m_zoom = zoom;
    m_header->setZoom(zoom);
    m_cells->setZoom(zoom);
    verticalHeader()->setMinimumSectionSize(int(metric::kRow * zoom));
    verticalHeader()->setDefaultSectionSize(int(metric::kRow * zoom));
    fitColumns();
    viewport()->update();
}

void DataTable::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) return copySelection();
    QTableView::keyPressEvent(event);
}

void DataTable::contextMenuEvent(QContextMenuEvent* event) {
    const bool byMouse = event->reason() == QContextMenuEvent::Mouse;
    const QModelIndex index = byMouse ? indexAt(event->pos()) : currentIndex();
    if (!index.isValid()) return;
    Q_EMIT menuRequested(byMouse ? event->globalPos() : viewport()->mapToGlobal(visualRect(index).bottomLeft()), this);
}

void DataTable::focusInEvent(QFocusEvent* event) {
    QTableView::focusInEvent(event);
    viewport()->update();
}

void DataTable::focusOutEvent(QFocusEvent* event) {
    QTableView::focusOutEvent(event);
    viewport()->update();
}

void DataTable::showColumn(int column, bool shown) {
    setColumnHidden(column, !shown);
    fitColumns();
}

void DataTable::showColumnMenu(const QPoint& pos) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (int i = 0; i < m_model.columnCount(); ++i) {
        QAction* action = menu->addAction(m_model.headerData(i, Qt::Horizontal, Qt::DisplayRole).toString());
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(i));
        action->setEnabled(shownColumns().size() > 1 || isColumnHidden(i));  // one column always stays
        connect(action, &QAction::toggled, this, [this, i](bool on) { showColumn(i, on); });
    }
    const int here = m_header->logicalIndexAt(pos), place = here < 0 ? -1 : m_header->visualIndex(here);
    menu->addSeparator();
    const auto move = [&](const QString& text, int to) {
        QAction* action = menu->addAction(text);
        action->setEnabled(place >= 0 && to >= 0 && to < m_header->count());
        connect(action, &QAction::triggered, this, [this, place, to] { m_header->moveSection(place, to); });
    };
    move(tr("Move this column to the left"), place - 1);
    move(tr("Move this column to the right"), place + 1);
    menu->addSeparator();
    connect(menu->addAction(tr("Reset columns")), &QAction::triggered, this, &DataTable::resetColumns);
    menu->popup(m_header->mapToGlobal(pos));
}

QByteArray DataTable::saveColumns() const {
    return QByteArray(1, m_userSized ? '1' : '0') + m_header->saveState();
}

void DataTable::restoreColumns(const QByteArray& state) {
    if (state.size() < 2) return;
    const QScopedValueRollback guard(m_fitting, true);
    if (!m_header->restoreState(state.mid(1))) return;  // of another version: keep the defaults
    m_userSized = state.at(0) == '1';
    if (m_sorting.column >= 0) m_filter.sort(m_header->sortIndicatorSection(), m_header->sortIndicatorOrder());
    m_header->setZoom(m_zoom);
}

void DataTable::resetColumns() {
    m_userSized = false;
    for (int i = 0; i < m_model.columnCount(); ++i) {
        setColumnHidden(i, m_model.column(i).hidden);
        m_header->moveSection(m_header->visualIndex(i), i);
    }
    if (m_sorting.column >= 0) sortByColumn(m_sorting.column, m_sorting.order);
    fitColumns();
}

}  // namespace rollcall
