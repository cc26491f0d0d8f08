// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/events_model.h"

#include <QCoreApplication>

#include "core/base/time_text.h"
#include "ui/models/object_words.h"
#include "ui/models/plain_text.h"
#include "ui/models/time_words.h"
#include "ui/models/visual_state.h"

namespace rollcall {

namespace {

constexpr int kNamespacePart = 100;  ///< for the filter only: a part of the key

constexpr Column kColumns[] = {
    {QT_TRANSLATE_NOOP("EventsModel", "Last"), QT_TRANSLATE_NOOP("EventsModel", "Time since it was last recorded"),
     "0.9 s", true, false, false, true},
    {QT_TRANSLATE_NOOP("EventsModel", "Type"), "", "Warning"},
    {QT_TRANSLATE_NOOP("EventsModel", "Reason"), "", "SyncFailed"},
    {QT_TRANSLATE_NOOP("EventsModel", "Object"), "", "student/wangwu1", false, true},
    {QT_TRANSLATE_NOOP("EventsModel", "Message"), "", "Student synced succ", false, false, true},
    {"\xc3\x97", QT_TRANSLATE_NOOP("EventsModel", "Count: how often it happened; equal Events are merged into one"),
     "99", true, true},
    {QT_TRANSLATE_NOOP("EventsModel", "Post"),
     QT_TRANSLATE_NOOP("EventsModel", "What became of sending it to the API server"), "\xe2\x97\x8f retrying"},
    {QT_TRANSLATE_NOOP("EventsModel", "First"), QT_TRANSLATE_NOOP("EventsModel", "Time since it was first recorded"),
     "59 m", true, false, false, false, true},
    {QT_TRANSLATE_NOOP("EventsModel", "Component"), QT_TRANSLATE_NOOP("EventsModel", "source.component"),
     "student-controller", false, false, false, false, true},
};

QString objectText(const EventRow& row) {
    const std::size_t slash = row.objectKey.find('/');
    const std::string name = slash == std::string::npos ? row.objectKey : row.objectKey.substr(slash + 1);
    return QString(shownText(row.objectKind).toLower() + u'/' + shownText(name));
}

}  // namespace

EventsModel::EventsModel(QObject* parent) : RowTableModel(kColumns, "EventsModel", parent) {
}

std::string EventsModel::idOf(const EventRow& row) const {
    return row.id;
}

ControllerId EventsModel::controllerOf(const EventRow& row) {
    return row.objectKind == "Pod" ? ControllerId::Pods : ControllerId::Students;
}

int EventsModel::rowForKey(ControllerId controller, std::string_view key) const {
    int newest = -1;
    for (int i = 0; i < rowCount(); ++i) {
        if (at(i).objectKey != key || controllerOf(at(i)) != controller) continue;
        if (newest < 0 || at(i).last >= at(newest).last) newest = i;
    }
    return newest;
}

std::span<const FilterField> EventsModel::filterFields() const {
    static constexpr FilterField kFields[] = {
        {"last", Last}, {"type", Type, "normal warning"}, {"reason", Reason}, {"object", Object}, {"ns", kNamespacePart}, {"message", Message},
        {"count", Count}, {"post", Post, "pending posted merged retrying refused dropped filtered"}, {"first", First},
        {"component", Component}};
    return kFields;
}

int EventsModel::compareRows(int a, int b, int column) const {
    if (column != Last) return RowTableModel::compareRows(a, b, column);
    const WallTime left = at(a).last, right = at(b).last;  // ascending age: the newest first
    return left > right ? -1 : left < right ? 1 : 0;
}

std::optional<qlonglong> EventsModel::sortNumber(int row, int column) const {
    if (column != Last) return std::nullopt;
    return -qlonglong(at(row).last.time_since_epoch().count());
}

QVariant EventsModel::filterValue(int row, int column) const {
    const EventRow& event = at(row);
    using Seconds = std::chrono::duration<double>;
    switch (column) {
        case kNamespacePart:
            return namespaceOf(event.objectKey);
        case Last:
            return Seconds(wallNow() - event.last).count();
        case First:
            return Seconds(wallNow() - event.first).count();
        case Count:
            return double(event.count);
        case Post:
            return QString(stateFilterText(visualOf(event.post)) + u'\n' + postText(event));
        case Object:
            return QString(objectText(event) + u'\n' + shownText(event.objectKey));
        default:
            return text(event, column);
    }
}

void EventsModel::add(std::vector<EventRow> rows) {
    upsert(std::move(rows));
    constexpr int kSlack = 500;  // a removal renumbers the rows behind it: done for many at a time
    if (rowCount() <= kMaxRows + kSlack) return;
    std::vector<int> oldest;  // rows are appended as they are first recorded
    for (int i = 0; i < rowCount() - kMaxRows; ++i) oldest.push_back(i);
    removeRowNumbers(std::move(oldest));
}

QString EventsModel::postText(const EventRow& row) const {
    if (row.post == PostState::Refused && row.httpStatus > 0) return QString::number(row.httpStatus);
    return stateWord(visualOf(row.post));
}

QString EventsModel::postTip(const EventRow& row) const {
    switch (row.post) {
        case PostState::Pending:
            return tr("Recorded; not sent yet.");
        case PostState::Posted:
            return tr("Created in the API server.");
        case PostState::Merged:
            return tr("The same Event was there: its count was raised by PATCH.");
        case PostState::Retrying:
            return tr("The API server did not answer; it is tried again. %1").arg(shownText(row.postError));
        case PostState::Refused:
            return tr("The API server refused it for good: %1").arg(shownText(row.postError));
        case PostState::Dropped:
            return tr("The recorder's queue was full: never sent.");
        case PostState::Filtered:
            return tr("Held back by the spam filter; only the count rose.");
    }
    return {};
}

QVariant EventsModel::text(const EventRow& row, int column) const {
    switch (column) {
        case Last:
            return ageText(wallNow() - row.last);
        case Type:
            return shownText(row.type);
        case Reason:
            return shownText(row.reason);
        case Object:
            return objectText(row);
        case Message:
            return shownText(row.message);
        case Count:
            return QString::number(row.count);
        case Post:
            return postText(row);
        case First:
            return ageText(wallNow() - row.first);
        case Component:
            return shownText(row.component);
        default:
            return {};
    }
}

QVariant EventsModel::sortValue(const EventRow& row, int column) const {
    switch (column) {
        case Last:
            return -qlonglong(row.last.time_since_epoch().count());  // ascending age: the newest first
        case First:
            return -qlonglong(row.first.time_since_epoch().count());
        case Count:
            return qlonglong(row.count);
        default:
            return text(row, column);
    }
}

QVariant EventsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const EventRow& row = at(index.row());
    switch (role) {
        case Qt::DisplayRole:
            return text(row, index.column());
        case Qt::ToolTipRole:
            if (index.column() == Post) return postTip(row);
            if (index.column() == Object) return shownText(row.objectKey);
            return text(row, index.column());
        case SortRole:
            return sortValue(row, index.column());
        case KeyRole:
            return rawText(row.objectKey);
        case ControllerRole:
            return int(controllerOf(row));
        case StateRole:
            return index.column() == Post ? QVariant(int(visualOf(row.post))) : QVariant();
        case FilterRole:
            return QString(shownText(row.type) + u' ' + shownText(row.reason) + u' ' + objectText(row) + u' ' +
                           shownText(row.message) + u' ' + shownText(row.objectKey));
        case MutedRole:
            return false;
        case FreshRole:
            return isFresh(index.row());
        case CopyRole:
            switch (index.column()) {
                case Last:
                    return rawText(formatRfc3339(row.last));
                case First:
                    return rawText(formatRfc3339(row.first));
                case Message:
                    return rawText(row.message);
                default:
                    return text(row, index.column());
            }
        default:
            return columnData(index.column(), role);
    }
}

}  // namespace rollcall
