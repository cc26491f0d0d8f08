// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/life_model.h"

#include <QCoreApplication>
#include <algorithm>

#include "ui/models/life_log.h"
#include "ui/models/time_words.h"

namespace rollcall {

namespace {

constexpr Column kColumns[] = {
    {QT_TRANSLATE_NOOP("LifeModel", "When"), QT_TRANSLATE_NOOP("LifeModel", "Time since the step"), "9.9 s", true,
     false, false, true},
    {QT_TRANSLATE_NOOP("LifeModel", "Step"), "", "requeued, retry 3 in 20 ms", false, false, true},
};

}  // namespace

LifeModel::LifeModel(QObject* parent) : TableModel(kColumns, "LifeModel", parent) {
}

void LifeModel::setLife(std::vector<Transition> oldestFirst, std::vector<std::uint64_t> marked) {
    beginResetModel();
    m_marked = std::move(marked);
    m_life.assign(std::make_move_iterator(oldestFirst.rbegin()), std::make_move_iterator(oldestFirst.rend()));
    endResetModel();
}

int LifeModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(m_life.size());
}

QVariant LifeModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const Transition& t = m_life[std::size_t(index.row())];
    switch (role) {
        case Qt::DisplayRole:
        case Qt::ToolTipRole:
        case CopyRole:
        case FilterRole:
            return index.column() == When ? ageText(now() - t.at) : stepSentence(t);
        case SortRole:
            return -qlonglong(t.seq);
        case StateRole: {
            const VisualState state = visualOf(t.step);
            return index.column() == What && state != VisualState::None ? QVariant(int(state)) : QVariant();
        }
        case FreshRole:
            return std::binary_search(m_marked.begin(), m_marked.end(), t.seq);
        default:
            return columnData(index.column(), role);
    }
}

}  // namespace rollcall
