// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/pods_model.h"

#include <QCoreApplication>

#include "ui/models/object_words.h"
#include "ui/models/plain_text.h"
#include "ui/models/time_words.h"
#include "ui/models/visual_state.h"

namespace rollcall {

namespace {

constexpr Column kColumns[] = {
    {QT_TRANSLATE_NOOP("PodsModel", "Namespace"), "", "kube-system"},
    {QT_TRANSLATE_NOOP("PodsModel", "Name"), QT_TRANSLATE_NOOP("PodsModel", "metadata.name"), "coredns-7db6d8ff4d",
     false, true, true},
    {QT_TRANSLATE_NOOP("PodsModel", "Phase"), QT_TRANSLATE_NOOP("PodsModel", "status.phase as last seen"),
     "\xe2\x97\x8f left selection: was Running"},
    {QT_TRANSLATE_NOOP("PodsModel", "Node"), QT_TRANSLATE_NOOP("PodsModel", "spec.nodeName"), "node-a-1"},
    {QT_TRANSLATE_NOOP("PodsModel", "Age"), QT_TRANSLATE_NOOP("PodsModel", "Time since the object was created"), "59 m",
     true, false, false, true},
};

VisualState phaseState(const PodRow& row) {
    if (row.left) return VisualState::Left;
    return row.object->phase == "Running" ? VisualState::Running : VisualState::Stopped;
}

}  // namespace

PodsModel::PodsModel(QObject* parent) : RowTableModel(kColumns, "PodsModel", parent) {
}

std::string PodsModel::idOf(const PodRow& row) const {
    return row.object->meta.key();
}

int PodsModel::rowForKey(ControllerId controller, std::string_view key) const {
    return controller == ControllerId::Pods ? rowOf(std::string(key)) : -1;
}

std::span<const FilterField> PodsModel::filterFields() const {
    static constexpr FilterField kFields[] = {{"ns", Namespace}, {"namespace", Namespace},    {"name", Name},
                                              {"phase", Phase, "running left"}, {"node", Node}, {"age", Age}};
    return kFields;
}

QVariant PodsModel::filterValue(int row, int column) const {
    const PodRow& pod = at(row);
    if (column == Age) return objectAgeSeconds(pod.object->meta, wallNow());
    if (column == Phase) {
        return QString((pod.left ? QStringLiteral("left") : shownText(pod.object->phase)) + u'\n' +
                       text(pod, Phase).toString());
    }
    return text(pod, column);
}

int PodsModel::runningCount() const {
    int count = 0;
    for (int i = 0; i < rowCount(); ++i) count += at(i).left ? 0 : 1;
    return count;
}

QVariant PodsModel::text(const PodRow& row, int column) const {
    const Pod& pod = *row.object;
    switch (column) {
        case Namespace:
            return shownText(pod.meta.ns);
        case Name:
            return shownText(pod.meta.name);
        case Phase:
            return row.left ? tr("left selection: was %1").arg(shownText(pod.phase)) : shownText(pod.phase);
        case Node:
            return shownText(pod.nodeName);
        case Age:
            return objectAge(pod.meta, wallNow());
        default:
            return {};
    }
}

QVariant PodsModel::sortValue(const PodRow& row, int column) const {
    switch (column) {
        case Phase:
            return QString(QString::number(row.left ? 1 : 0) + shownText(row.object->phase));
        case Age:
            return -creationNanos(row.object->meta);
        default:
            return text(row, column);
    }
}

QVariant PodsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const PodRow& row = at(index.row());
    switch (role) {
        case Qt::DisplayRole:
            return text(row, index.column());
        case Qt::ToolTipRole:
            if (index.column() == Phase && row.left) {
                return tr("Left the selection status.phase=Running %1 ago. It may have ended or been deleted; the "
                          "watch "
                          "cannot tell.")
                    .arg(ageText(wallNow() - row.leftAt));
            }
            return text(row, index.column());
        case SortRole:
            return sortValue(row, index.column());
        case KeyRole:
            return rawText(row.object->meta.key());
        case ControllerRole:
            return int(ControllerId::Pods);
        case StateRole:
            return index.column() == Phase ? QVariant(int(phaseState(row))) : QVariant();
        case FilterRole:
            return QString(shownText(row.object->meta.key()) + u' ' + text(row, Phase).toString() + u' ' +
                           shownText(row.object->nodeName));
        case MutedRole:
            return row.left;
        case FreshRole:
            return isFresh(index.row());
        case CopyRole:
            return index.column() == Age ? rawText(row.object->meta.creationTimestamp) : text(row, index.column());
        default:
            return columnData(index.column(), role);
    }
}

}  // namespace rollcall
