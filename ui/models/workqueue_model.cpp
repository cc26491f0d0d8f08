// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/workqueue_model.h"

#include <QCoreApplication>

#include "ui/models/object_words.h"
#include "ui/models/plain_text.h"
#include "ui/models/time_words.h"
#include "ui/models/visual_state.h"

namespace rollcall {

namespace {

constexpr int kNamespacePart = 100;  ///< for the filter only: a part of the key

constexpr Column kColumns[] = {
    {QT_TRANSLATE_NOOP("WorkqueueModel", "Key"), QT_TRANSLATE_NOOP("WorkqueueModel", "namespace/name"),
     "default/object-student", false, true, true},
    {QT_TRANSLATE_NOOP("WorkqueueModel", "State"), "", "\xe2\x97\x8f Processing"},
    {QT_TRANSLATE_NOOP("WorkqueueModel", "Retries"),
     QT_TRANSLATE_NOOP("WorkqueueModel", "NumRequeues: how often the rate limiter was asked since the last Forget"),
     "99", true, true},
    {QT_TRANSLATE_NOOP("WorkqueueModel", "Next try"),
     QT_TRANSLATE_NOOP("WorkqueueModel", "When a worker may get the key: a delay, or its place in line"), "999 ms",
     true, true, false, true},
    {QT_TRANSLATE_NOOP("WorkqueueModel", "Last error"), "", "injected: sync fail"},
    {QT_TRANSLATE_NOOP("WorkqueueModel", "In state"),
     QT_TRANSLATE_NOOP("WorkqueueModel", "How long the key has been in this state"), "9.9 s", true, true, false, false,
     true},
    {QT_TRANSLATE_NOOP("WorkqueueModel", "Causes"),
     QT_TRANSLATE_NOOP("WorkqueueModel", "Changes that this entry collapsed into one run"), "99", true, true, false,
     false, true},
    {QT_TRANSLATE_NOOP("WorkqueueModel", "Runs"), QT_TRANSLATE_NOOP("WorkqueueModel", "Syncs since Start"), "99", true,
     true, false, false, true},
    {QT_TRANSLATE_NOOP("WorkqueueModel", "RV"),
     QT_TRANSLATE_NOOP("WorkqueueModel", "Resource version of the newest watch event for the key"), "1000000", true,
     true, false, false, true},
};

QString placeInLine(int position) {
    if (position <= 1) return WorkqueueModel::tr("next");
    if (position == 2) return WorkqueueModel::tr("2nd");
    if (position == 3) return WorkqueueModel::tr("3rd");
    return WorkqueueModel::tr("%1th", "place in line, 4 and more").arg(position);
}

}  // namespace

WorkqueueModel::WorkqueueModel(QObject* parent) : RowTableModel(kColumns, "WorkqueueModel", parent) {
}

std::string WorkqueueModel::idOf(const QueueRow& row) const {
    return std::string(controllerName(row.controller)) + ' ' + row.key;  // no key holds a space
}

int WorkqueueModel::rowForKey(ControllerId controller, std::string_view key) const {
    return rowOf(std::string(controllerName(controller)) + ' ' + std::string(key));
}

std::span<const FilterField> WorkqueueModel::filterFields() const {
    static constexpr FilterField kFields[] = {
        {"key", Key}, {"ns", kNamespacePart}, {"state", State, "ready processing waiting parked synced failed givenup lost discarded"},
        {"retries", Retries}, {"next", NextTry}, {"error", LastError}, {"in", Waited}, {"causes", Causes},
        {"runs", Runs}, {"rv", Version}};
    return kFields;
}

int WorkqueueModel::compareRows(int a, int b, int column) const {
    if (column == Key) return at(a).key.compare(at(b).key);
    if (column != State && column != NextTry) return RowTableModel::compareRows(a, b, column);
    const qlonglong left = sortValue(at(a), column).toLongLong(), right = sortValue(at(b), column).toLongLong();
    return left < right ? -1 : left > right ? 1 : 0;
}

std::optional<qlonglong> WorkqueueModel::sortNumber(int row, int column) const {
    if (column == Key || column == LastError || column == Version) return std::nullopt;
    return sortValue(at(row), column).toLongLong();
}

QVariant WorkqueueModel::filterValue(int row, int column) const {
    const QueueRow& entry = at(row);
    using Seconds = std::chrono::duration<double>;
    switch (column) {
        case kNamespacePart:
            return namespaceOf(entry.key);
        case State:
            return stateFilterText(visualOf(entry.state));
        case Retries:
            return double(entry.retries);
        case NextTry:
            return entry.state == KeyState::Waiting ? Seconds(entry.readyAt - now()).count() : -1.0;
        case Waited:
            return Seconds(now() - entry.since).count();
        case Causes:
            return double(entry.causes);
        case Runs:
            return double(entry.runs);
        case Version:
            return shownText(entry.lastVersion).toDouble();
        default:
            return text(entry, column);
    }
}

const QueueRow* WorkqueueModel::row(ControllerId controller, std::string_view key) const {
    const int number = rowForKey(controller, key);
    return number < 0 ? nullptr : &at(number);
}

int WorkqueueModel::countOf(int controller) const {
    return controller < 0 ? rowCount() : m_counts[std::size_t(controller)];
}

void WorkqueueModel::stored(int row) {
    const Place place{at(row).controller, isInQueue(at(row).state)};
    if (row == int(m_places.size())) {
        m_places.push_back(place);
        ++m_counts[std::size_t(place.controller)];
    } else {
        m_places[std::size_t(row)] = place;  // of the same controller: that is part of the id
    }
}

void WorkqueueModel::erased(int first, int last) {
    const auto from = m_places.begin() + first, to = m_places.begin() + last + 1;
    for (auto it = from; it != to; ++it) --m_counts[std::size_t(it->controller)];
    m_places.erase(from, to);
}

void WorkqueueModel::removeKeys(const std::vector<std::pair<ControllerId, std::string>>& keys) {
    std::vector<std::string> ids;
    ids.reserve(keys.size());
    for (const auto& [controller, key] : keys) ids.push_back(std::string(controllerName(controller)) + ' ' + key);
    remove(ids);
}

int WorkqueueModel::rank(KeyState state) {
    switch (state) {
        case KeyState::Waiting:
            return 0;
        case KeyState::Processing:
            return 1;
        case KeyState::Parked:
            return 2;
        case KeyState::Ready:
            return 3;
        case KeyState::Failed:
            return 4;
        case KeyState::GivenUp:
            return 5;
        case KeyState::Lost:
            return 6;
        case KeyState::Discarded:
            return 7;
        case KeyState::Synced:
            return 8;
    }
    return 9;
}

bool WorkqueueModel::isInQueue(KeyState state) {
    return rank(state) <= rank(KeyState::Ready);
}

QString WorkqueueModel::nextTry(const QueueRow& row) const {
    switch (row.state) {
        case KeyState::Waiting:
            return spanText(row.readyAt - now());
        case KeyState::Ready:
            return placeInLine(row.position);
        case KeyState::Processing:
            return tr("now");
        default:
            return QStringLiteral("–");
    }
}

QVariant WorkqueueModel::text(const QueueRow& row, int column) const {
    switch (column) {
        case Key:
            return shownText(row.key);
        case State:
            return stateWord(visualOf(row.state));
        case Retries:
            return QString::number(row.retries);
        case NextTry:
            return nextTry(row);
        case LastError:
            return shownText(row.lastError);
        case Waited:
            return row.since == MonoTime{} ? QString() : spanText(now() - row.since);
        case Causes:
            return QString::number(row.causes);
        case Runs:
            return QString::number(row.runs);
        case Version:
            return shownText(row.lastVersion);
        default:
            return {};
    }
}

QVariant WorkqueueModel::sortValue(const QueueRow& row, int column) const {
    const auto ms = [](MonoTime t) {
        return qlonglong(std::chrono::duration_cast<std::chrono::milliseconds>(t.time_since_epoch()).count());
    };
    switch (column) {
        case State:
        case NextTry: {
            constexpr qlonglong kTimeBits = 48;                                  // milliseconds for 8,900 years
            qlonglong within = (qlonglong(1) << kTimeBits) - 1 - ms(row.since);  // over: the newest first
            if (row.state == KeyState::Waiting) within = ms(row.readyAt);
            if (row.state == KeyState::Ready) within = row.position;
            return (qlonglong(rank(row.state)) << kTimeBits) | within;
        }
        case Retries:
            return row.retries;
        case Waited:
            return -ms(row.since);
        case Causes:
            return row.causes;
        case Runs:
            return row.runs;
        case Version:
            return versionSortKey(row.lastVersion);
        default:
            return text(row, column);
    }
}

QVariant WorkqueueModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const QueueRow& row = at(index.row());
    switch (role) {
        case Qt::DisplayRole:
        case Qt::ToolTipRole:
            return text(row, index.column());
        case SortRole:
            return sortValue(row, index.column());
        case KeyRole:
            return rawText(row.key);
        case ControllerRole:
            return int(row.controller);
        case StateRole:
            return index.column() == State ? QVariant(int(visualOf(row.state))) : QVariant();
        case FilterRole:
            return QString(shownText(row.key) + u' ' + text(row, State).toString() + u' ' + shownText(row.lastError));
        case MutedRole:
            return !isInQueue(row.state) && row.state != KeyState::Failed;
        case FreshRole:
            return isFresh(index.row());
        case CopyRole:
            if (index.column() == LastError) return rawText(row.lastError);
            return text(row, index.column());
        default:
            return columnData(index.column(), role);
    }
}

}  // namespace rollcall
