// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/students_model.h"

#include "ui/models/object_words.h"
#include "ui/models/plain_text.h"
#include "ui/models/visual_state.h"

namespace rollcall {

namespace {

constexpr Column kColumns[] = {
    {QT_TRANSLATE_NOOP("StudentsModel", "Namespace"), "", "default-1"},
    {QT_TRANSLATE_NOOP("StudentsModel", "Name"), QT_TRANSLATE_NOOP("StudentsModel", "metadata.name"), "object-student",
     false, true},
    {QT_TRANSLATE_NOOP("StudentsModel", "Student"), QT_TRANSLATE_NOOP("StudentsModel", "spec.name"),
     "\xe6\xac\xa7\xe9\x98\xb3\xe9\x94\x8b"},
    {QT_TRANSLATE_NOOP("StudentsModel", "School"), QT_TRANSLATE_NOOP("StudentsModel", "spec.school"),
     "\xe6\xb7\xb1\xe5\x9c\xb3\xe4\xb8\xad\xe5\xad\xa6", false, false, true},
    {QT_TRANSLATE_NOOP("StudentsModel", "Key"),
     QT_TRANSLATE_NOOP("StudentsModel", "Where the object's key is in the workqueue"), "\xe2\x97\x8f Processing"},
    {QT_TRANSLATE_NOOP("StudentsModel", "RV"), QT_TRANSLATE_NOOP("StudentsModel", "Resource version in the cache"),
     "100000", true, true},
    {QT_TRANSLATE_NOOP("StudentsModel", "Age"), QT_TRANSLATE_NOOP("StudentsModel", "Time since the object was created"),
     "59 m", true, false, false, true},
};

}  // namespace

StudentsModel::StudentsModel(QObject* parent) : RowTableModel(kColumns, "StudentsModel", parent) {
}

std::string StudentsModel::idOf(const StudentRow& row) const {
    return row.object->meta.key();
}

int StudentsModel::rowForKey(ControllerId controller, std::string_view key) const {
    return controller == ControllerId::Students ? rowOf(std::string(key)) : -1;
}

void StudentsModel::clear() {
    m_states.clear();
    RowTableModel::clear();
}

void StudentsModel::applyQueue(const std::vector<QueueRow>& rows,
                               const std::vector<std::pair<ControllerId, std::string>>& removed) {
    std::vector<int> changed;
    const auto note = [&](const std::string& key) {
        if (const int row = rowOf(key); row >= 0) changed.push_back(row);
    };
    for (const QueueRow& row : rows) {
        if (row.controller != ControllerId::Students) continue;
        m_states[row.key] = row.state;
        note(row.key);
    }
    for (const auto& [controller, key] : removed) {
        if (controller != ControllerId::Students || m_states.erase(key) == 0) continue;
        note(key);
    }
    announce(std::move(changed));
}

std::span<const FilterField> StudentsModel::filterFields() const {
    static constexpr FilterField kFields[] = {
        {"ns", Namespace},   {"namespace", Namespace}, {"name", Name},
        {"student", StudentName}, {"school", School},
        {"state", Key, "ready processing waiting parked synced failed givenup lost discarded"},
        {"rv", Version}, {"age", Age}};
    return kFields;
}

int StudentsModel::compareRows(int a, int b, int column) const {
    if (column == Version) return compareVersions(at(a).object->meta.resourceVersion, at(b).object->meta.resourceVersion);
    if (column == Namespace) return at(a).object->meta.ns.compare(at(b).object->meta.ns);
    if (column == Name) return at(a).object->meta.name.compare(at(b).object->meta.name);
    return RowTableModel::compareRows(a, b, column);
}

std::optional<qlonglong> StudentsModel::sortNumber(int row, int column) const {
    if (column == Version) return versionNumber(at(row).object->meta.resourceVersion);
    if (column == Age) return -creationNanos(at(row).object->meta);
    return std::nullopt;
}

QVariant StudentsModel::filterValue(int row, int column) const {
    const Student& s = *at(row).object;
    if (column == Key) {
        const auto state = keyState(at(row));
        return state ? stateFilterText(visualOf(*state)) : QString();
    }
    if (column == Version) return shownText(s.meta.resourceVersion).toDouble();
    if (column == Age) return objectAgeSeconds(s.meta, wallNow());
    return text(at(row), column);
}

std::optional<KeyState> StudentsModel::keyState(const StudentRow& row) const {
    const auto it = m_states.find(row.object->meta.key());
    return it == m_states.end() ? std::nullopt : std::optional(it->second);
}

QVariant StudentsModel::text(const StudentRow& row, int column) const {
    const Student& s = *row.object;
    switch (column) {
        case Namespace:
            return shownText(s.meta.ns);
        case Name:
            return shownText(s.meta.name);
        case StudentName:
            return shownText(s.name);
        case School:
            return shownText(s.school);
        case Key: {
            const auto state = keyState(row);
            return state ? stateWord(visualOf(*state)) : QString();
        }
        case Version:
            return shownText(s.meta.resourceVersion);
        case Age:
            return objectAge(s.meta, wallNow());
        default:
            return {};
    }
}

QVariant StudentsModel::sortValue(const StudentRow& row, int column) const {
    switch (column) {
        case Key: {
            const auto state = keyState(row);
            return state ? int(*state) : -1;
        }
        case Version:
            return versionSortKey(row.object->meta.resourceVersion);
        case Age:
            return -creationNanos(row.object->meta);
        default:
            return text(row, column);
    }
}

QVariant StudentsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const StudentRow& row = at(index.row());
    switch (role) {
        case Qt::DisplayRole:
            return text(row, index.column());
        case Qt::ToolTipRole:
            return text(row, index.column());
        case SortRole:
            return sortValue(row, index.column());
        case KeyRole:
            return rawText(row.object->meta.key());
        case ControllerRole:
            return int(ControllerId::Students);
        case StateRole: {
            const auto state = index.column() == Key ? keyState(row) : std::nullopt;
            return state ? QVariant(int(visualOf(*state))) : QVariant();
        }
        case FilterRole: {
            const Student& s = *row.object;
            return QString(shownText(s.meta.key()) + u' ' + shownText(s.name) + u' ' + shownText(s.school) + u' ' +
                           text(row, Key).toString());
        }
        case MutedRole:
            return !row.object->meta.deletionTimestamp.empty();
        case FreshRole:
            return isFresh(index.row());
        case CopyRole:
            switch (index.column()) {
                case StudentName:
                    return rawText(row.object->name);
                case School:
                    return rawText(row.object->school);
                case Age:
                    return rawText(row.object->meta.creationTimestamp);
                default:
                    return text(row, index.column());
            }
        default:
            return columnData(index.column(), role);
    }
}

}  // namespace rollcall
