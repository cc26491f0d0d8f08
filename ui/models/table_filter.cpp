// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/table_filter.h"

#include <algorithm>
#include <utility>

#include "ui/models/roles.h"
#include "ui/models/row_table_model.h"

namespace rollcall {

namespace {
/// So many runs of rows come and go one by one, as views like it; more are one change of the layout.
constexpr std::size_t kMostRuns = 16;
}  // namespace

TableFilter::TableFilter(QObject* parent) : QAbstractProxyModel(parent) {
    m_late.setSingleShot(true);
    connect(&m_late, &QTimer::timeout, this, &TableFilter::settle);
}

void TableFilter::setSourceModel(QAbstractItemModel* model) {
    beginResetModel();
    if (m_model) m_model->disconnect(this);
    m_model = qobject_cast<TableModel*>(model);
    QAbstractProxyModel::setSourceModel(model);
    if (m_model) {
        using Model = QAbstractItemModel;
        connect(m_model, &TableModel::settled, this, &TableFilter::settle);
        connect(m_model, &Model::dataChanged, this,
                [this](const QModelIndex& a, const QModelIndex& b) { sourceChanged(a.row(), b.row()); });
        connect(m_model, &Model::headerDataChanged, this, &Model::headerDataChanged);
        connect(m_model, &Model::rowsInserted, this,
                [this](const QModelIndex&, int first, int last) { sourceInserted(first, last); });
        connect(m_model, &Model::rowsAboutToBeRemoved, this,
                [this](const QModelIndex&, int first, int last) { sourceGoing(first, last); });
        connect(m_model, &Model::rowsRemoved, this,
                [this](const QModelIndex&, int first, int last) { sourceGone(first, last); });
        connect(m_model, &Model::modelAboutToBeReset, this, [this] { beginResetModel(); });
        connect(m_model, &Model::modelReset, this, [this] {
            rebuild();
            endResetModel();
        });
    }
    rebuild();
    endResetModel();
}

void TableFilter::setNeedle(const QString& text) {
    FilterQuery query = FilterQuery::parse(text, m_model ? m_model->filterFields() : std::span<const FilterField>());
    if (query == m_query) return;
    m_query = std::move(query);
    refilter();
}

void TableFilter::setController(int controller) {
    if (controller == m_controller) return;
    m_controller = controller;
    refilter();
}

void TableFilter::setOnlyKey(int controller, const QString& key) {
    if (m_onlyKey && m_controller == controller && m_key == key) return;
    m_onlyKey = true;
    m_controller = controller;
    m_key = key;
    refilter();
}

int TableFilter::candidateCount() const { return m_model ? m_model->countOf(m_controller) : 0; }

bool TableFilter::accepts(int row) const {
    const auto data = [&](int role) { return m_model->data(m_model->index(row, 0), role); };
    if (m_controller >= 0 && data(ControllerRole).toInt() != m_controller) return false;
    if (m_onlyKey && data(KeyRole).toString() != m_key) return false;
    return m_query.isEmpty() || m_query.matches(*m_model, row);
}

bool TableFilter::before(int a, int b) const {
    const int order = m_sortColumn < 0 ? 0 : m_model->compareRows(a, b, m_sortColumn);
    if (order == 0) return a < b;
    return m_order == Qt::AscendingOrder ? order < 0 : order > 0;
}

TableFilter::Rows TableFilter::accepted() const {
    Rows rows;
    for (int row = 0; m_model && row < m_model->rowCount(); ++row) {
        if (accepts(row)) rows.push_back(row);
    }
    return rows;
}

void TableFilter::number(Rows& places) const {
    places.assign(std::size_t(m_model ? m_model->rowCount() : 0), -1);
    for (std::size_t i = 0; i < m_rows.size(); ++i) places[std::size_t(m_rows[i])] = int(i);
}

void TableFilter::rebuild() {
    m_changed.clear();
    m_rows = accepted();
    sortRows(m_rows);
    number(m_places);
}

/// The same order as before(). Comparing two rows goes to two objects far apart in memory, seventeen times for each of a
/// hundred thousand rows; where a number stands for the row, that is read once.
void TableFilter::sortRows(Rows& rows) const {
    constexpr std::size_t kMany = 512;
    std::vector<std::pair<qlonglong, int>> numbers;
    if (rows.size() >= kMany && m_sortColumn >= 0) {
        numbers.reserve(rows.size());
        for (const int row : rows) {
            const auto number = m_model->sortNumber(row, m_sortColumn);
            if (!number) break;
            numbers.emplace_back(m_order == Qt::AscendingOrder ? *number : -*number, row);
        }
    }
    if (numbers.empty() || numbers.size() < rows.size())
        return std::sort(rows.begin(), rows.end(), [this](int a, int b) { return before(a, b); });
    std::sort(numbers.begin(), numbers.end());
    std::transform(numbers.begin(), numbers.end(), rows.begin(), [](const auto& n) { return n.second; });
}

/// Which rows are shown is another question now; those that stay keep their order.
void TableFilter::refilter() {
    if (!m_model) return;
    settle();
    Rows stay, come;
    std::vector<bool> shown(m_places.size(), false);
    for (const int row : accepted()) {
        shown[std::size_t(row)] = true;
        if (m_places[std::size_t(row)] < 0) come.push_back(row);
    }
    std::copy_if(m_rows.begin(), m_rows.end(), std::back_inserter(stay), [&](int row) { return shown[std::size_t(row)]; });
    if (come.empty() && stay.size() == m_rows.size()) return;
    const auto less = [this](int a, int b) { return before(a, b); };
    sortRows(come);
    Rows next(stay.size() + come.size());
    std::merge(stay.begin(), stay.end(), come.begin(), come.end(), next.begin(), less);
    changeOrder(std::move(next));
}

void TableFilter::sort(int column, Qt::SortOrder order) {
    m_sortColumn = column;
    m_order = order;
    if (!m_model) return;
    settle();
    Rows next = m_rows;
    sortRows(next);
    changeOrder(std::move(next));
}

void TableFilter::changeOrder(Rows next) {
    if (next == m_rows) return;
    Q_EMIT layoutAboutToBeChanged({}, VerticalSortHint);
    const QModelIndexList held = persistentIndexList();
    Rows heldRows;
    for (const QModelIndex& i : held) heldRows.push_back(m_rows[std::size_t(i.row())]);
    m_rows = std::move(next);
    number(m_places);
    QModelIndexList moved;
    for (qsizetype i = 0; i < held.size(); ++i) {
        const int place = m_places[std::size_t(heldRows[std::size_t(i)])];
        moved << (place < 0 ? QModelIndex() : createIndex(place, held[i].column()));
    }
    changePersistentIndexList(held, moved);
    Q_EMIT layoutChanged({}, VerticalSortHint);
}

void TableFilter::sourceChanged(int first, int last) {
    Rows places;
    for (int row = first; row <= last; ++row) {
        m_changed.push_back(row);
        if (const int place = m_places[std::size_t(row)]; place >= 0) places.push_back(place);
    }
    std::sort(places.begin(), places.end());
    for (const auto& [from, to] : toRanges(places)) Q_EMIT dataChanged(index(from, 0), index(to, columnCount() - 1));
    if (!m_late.isActive()) m_late.start(0);
}

/// Shown where it belongs between its neighbours, or hidden as it should be.
bool TableFilter::isInPlace(int row) const {
    const int place = m_places[std::size_t(row)];
    if (accepts(row) != (place >= 0)) return false;
    if (place > 0 && before(row, m_rows[std::size_t(place) - 1])) return false;
    return place < 0 || std::size_t(place) + 1 == m_rows.size() || !before(m_rows[std::size_t(place) + 1], row);
}

/// Puts all rows that have changed where they belong.
void TableFilter::settle() {
    m_late.stop();
    if (m_changed.empty() || !m_model) return m_changed.clear();
    Rows changed = std::exchange(m_changed, {});
    std::sort(changed.begin(), changed.end());
    changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
    // Mostly nothing moves, and a pass over all rows is saved: when each is right beside its neighbours, all are in order.
    if (std::all_of(changed.begin(), changed.end(), [this](int row) { return isInPlace(row); })) return;
    std::vector<bool> taken(m_places.size(), false);
    for (const int row : changed) taken[std::size_t(row)] = true;
    Rows kept, moving;
    kept.reserve(m_rows.size());
    std::copy_if(m_rows.begin(), m_rows.end(), std::back_inserter(kept), [&](int row) { return !taken[std::size_t(row)]; });
    std::copy_if(changed.begin(), changed.end(), std::back_inserter(moving), [this](int row) { return accepts(row); });
    const auto less = [this](int a, int b) { return before(a, b); };
    std::sort(moving.begin(), moving.end(), less);
    // A handful among very many: their places are looked up, not compared with everything.
    Rows next;
    next.reserve(kept.size() + moving.size());
    auto from = kept.begin();
    for (const int row : moving) {
        const auto to = std::upper_bound(from, kept.end(), row, less);
        next.insert(next.end(), from, to);
        next.push_back(row);
        from = to;
    }
    next.insert(next.end(), from, kept.end());
    changeOrder(std::move(next));
}

void TableFilter::sourceInserted(int first, int last) {
    const int count = last - first + 1;
    for (Rows* rows : {&m_rows, &m_changed}) {
        for (int& row : *rows) row += row >= first ? count : 0;
    }
    m_places.insert(m_places.begin() + first, std::size_t(count), -1);
    settle();
    Rows come;
    for (int row = first; row <= last; ++row) {
        if (accepts(row)) come.push_back(row);
    }
    sortRows(come);
    insertRuns(come);
}

/// `rows` in order, none of them shown yet.
void TableFilter::insertRuns(const Rows& rows) {
    const auto less = [this](int a, int b) { return before(a, b); };
    std::vector<std::pair<int, Rows>> runs;  // place before which they go
    auto from = m_rows.begin();
    for (const int row : rows) {
        from = std::upper_bound(from, m_rows.end(), row, less);
        const int place = int(from - m_rows.begin());
        if (runs.empty() || runs.back().first != place) runs.emplace_back(place, Rows());
        runs.back().second.push_back(row);
    }
    if (runs.size() > kMostRuns) {
        Rows next(m_rows.size() + rows.size());
        std::merge(m_rows.begin(), m_rows.end(), rows.begin(), rows.end(), next.begin(), less);
        return changeOrder(std::move(next));
    }
    for (auto run = runs.rbegin(); run != runs.rend(); ++run) {  // from the end: the places before it stay true
        beginInsertRows({}, run->first, run->first + int(run->second.size()) - 1);
        m_rows.insert(m_rows.begin() + run->first, run->second.begin(), run->second.end());
        number(m_places);
        endInsertRows();
    }
}

void TableFilter::sourceGoing(int first, int last) {
    settle();
    Rows places;
    for (int row = first; row <= last; ++row) {
        if (const int place = m_places[std::size_t(row)]; place >= 0) places.push_back(place);
    }
    std::sort(places.begin(), places.end());
    const auto runs = toRanges(places);
    if (runs.size() > kMostRuns) {
        Rows next;
        std::copy_if(m_rows.begin(), m_rows.end(), std::back_inserter(next), [&](int row) { return row < first || row > last; });
        return changeOrder(std::move(next));
    }
    for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
        beginRemoveRows({}, run->first, run->second);
        m_rows.erase(m_rows.begin() + run->first, m_rows.begin() + run->second + 1);
        number(m_places);
        endRemoveRows();
    }
}

void TableFilter::sourceGone(int first, int last) {
    const int count = last - first + 1;
    for (int& row : m_rows) row -= row > last ? count : 0;
    number(m_places);
}

QModelIndex TableFilter::mapToSource(const QModelIndex& index) const {
    if (!index.isValid() || !m_model || std::size_t(index.row()) >= m_rows.size()) return {};
    return m_model->index(m_rows[std::size_t(index.row())], index.column());
}

QModelIndex TableFilter::mapFromSource(const QModelIndex& index) const {
    if (!index.isValid() || std::size_t(index.row()) >= m_places.size()) return {};
    const int place = m_places[std::size_t(index.row())];
    return place < 0 ? QModelIndex() : createIndex(place, index.column());
}

int TableFilter::rowCount(const QModelIndex& parent) const { return parent.isValid() || !m_model ? 0 : int(m_rows.size()); }

int TableFilter::columnCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_model ? 0 : m_model->columnCount();
}

bool TableFilter::hasChildren(const QModelIndex& parent) const { return !parent.isValid() && rowCount() > 0; }

QModelIndex TableFilter::index(int row, int column, const QModelIndex& parent) const {
    const bool here = !parent.isValid() && row >= 0 && row < rowCount() && column >= 0 && column < columnCount();
    return here ? createIndex(row, column) : QModelIndex();
}

QVariant TableFilter::headerData(int section, Qt::Orientation orientation, int role) const {
    return m_model && orientation == Qt::Horizontal ? m_model->headerData(section, orientation, role) : QVariant();
}

}  // namespace rollcall
