// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/trace_model.h"

#include <QCoreApplication>

#include "ui/models/object_words.h"
#include "ui/models/plain_text.h"
#include "ui/models/step_words.h"
#include "ui/models/time_words.h"

namespace rollcall {

namespace {

constexpr int kNamespacePart = 100;  ///< for the filter only: a part of the key

constexpr Column kColumns[] = {
    {QT_TRANSLATE_NOOP("TraceModel", "No."), QT_TRANSLATE_NOOP("TraceModel", "Number of the step, over both controllers"),
     "100000", true, true},
    {QT_TRANSLATE_NOOP("TraceModel", "Time"), QT_TRANSLATE_NOOP("TraceModel", "Since Start, by the machinery's clock"),
     "10:00.000", true, true},
    {QT_TRANSLATE_NOOP("TraceModel", "Step"), "", "\xe2\x97\x8f Event created in the API server"},
    {QT_TRANSLATE_NOOP("TraceModel", "Controller"), "", "students"},
    {QT_TRANSLATE_NOOP("TraceModel", "Key"), QT_TRANSLATE_NOOP("TraceModel", "namespace/name"), "default/object-student",
     false, true},
    {QT_TRANSLATE_NOOP("TraceModel", "RV"), QT_TRANSLATE_NOOP("TraceModel", "Resource version"), "100000", true, true},
    {QT_TRANSLATE_NOOP("TraceModel", "Worker"), "", "16", true, true},
    {QT_TRANSLATE_NOOP("TraceModel", "Retries"), QT_TRANSLATE_NOOP("TraceModel", "NumRequeues after the step"), "99", true,
     true},
    {QT_TRANSLATE_NOOP("TraceModel", "Delay"),
     QT_TRANSLATE_NOOP("TraceModel", "The wait that begins here, or the time that the sync took"), "999 ms", true, true},
    {QT_TRANSLATE_NOOP("TraceModel", "Cause"),
     QT_TRANSLATE_NOOP("TraceModel", "Number of the step that led here; a double click goes there"), "100000", true, true},
    {QT_TRANSLATE_NOOP("TraceModel", "Detail"), "", "injected: sync failed", false, false, true},
};

}  // namespace

TraceModel::TraceModel(LifeLog& log, QObject* parent) : TableModel(kColumns, "TraceModel", parent), m_log(log) {
    readWords();
}

void TraceModel::readWords() {
    constexpr int kSteps = int(Step::EngineAbandoned) + 1;
    m_words.clear();
    m_searchWords.clear();
    for (int i = 0; i < kSteps; ++i) {
        m_words.push_back(stepWords(Step(i)));
        m_searchWords.push_back(QString(m_words.back() + u' ' + QLatin1String(stepName(Step(i)))).toLower());
    }
}

void TraceModel::retranslate() {
    readWords();
    TableModel::retranslate();
}

void TraceModel::add(const std::vector<Transition>& transitions) {
    if (transitions.empty()) return;
    for (const Transition& t : transitions) {
        if (m_hasStart && t.step != Step::EngineStarted) continue;
        m_start = t.at;
        m_hasStart = true;
    }
    if (const std::size_t over = m_log.surplus(transitions.size()); over > 0) {
        beginRemoveRows({}, 0, int(over) - 1);
        m_log.dropOldest(over);
        endRemoveRows();
    }
    const int first = rowCount(), count = int(std::min(transitions.size(), LifeLog::kCapacity));
    beginInsertRows({}, first, first + count - 1);
    m_log.add(transitions);
    endInsertRows();
}

void TraceModel::clear() {
    beginResetModel();
    m_log.clear();
    m_hasStart = false;
    endResetModel();
}

void TraceModel::setChosen(ControllerId controller, const std::string& key) {
    m_chosenController = controller;
    m_chosen = key;
}

int TraceModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(m_log.size());
}

QString TraceModel::sinceStart(const Transition& t) const {
    const Duration span = std::max(t.at - m_start, Duration::zero());
    const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(span).count() % 1000;
    return QString(clockText(span) + QStringLiteral(".%1").arg(ms, 3, 10, QLatin1Char('0')));
}

QVariant TraceModel::text(const Transition& t, int column) const {
    switch (column) {
        case Number:
            return QString::number(t.seq);
        case Time:
            return sinceStart(t);
        case What:
            return m_words[std::size_t(t.step)];
        case Controller:
            return QString::fromLatin1(controllerName(t.controller));
        case Key:
            return shownText(t.key);
        case Version:
            return shownText(t.resourceVersion);
        case Worker:
            return t.worker > 0 ? QString::number(t.worker) : QString();
        case Retries:
            return t.retries > 0 ? QString::number(t.retries) : QString();
        case Delay:
            return t.delay > Duration::zero() ? spanText(t.delay) : QString();
        case Cause:
            return t.cause > 0 ? QString::number(t.cause) : QString();
        case Detail:
            return shownText(t.detail);
        default:
            return {};
    }
}

QVariant TraceModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const Transition& t = at(index.row());
    switch (role) {
        case Qt::DisplayRole:
            return text(t, index.column());
        case Qt::ToolTipRole:
            return index.column() == What ? QString(stepSentence(t) + u'\n' + QLatin1String(stepName(t.step)))
                                          : text(t, index.column()).toString();
        case SortRole:
            return qlonglong(t.seq);
        case KeyRole:
            return rawText(t.key);
        case ControllerRole:
            return int(t.controller);
        case StateRole: {
            const VisualState state = visualOf(t.step);
            return index.column() == What && state != VisualState::None ? QVariant(int(state)) : QVariant();
        }
        case FreshRole:
            return !m_chosen.empty() && t.key == m_chosen && t.controller == m_chosenController;
        case MutedRole:
            return index.column() == Number || index.column() == Time || index.column() == Cause;
        case CopyRole:
            if (index.column() == What) return QString::fromLatin1(stepName(t.step));
            if (index.column() == Detail) return rawText(t.detail);
            return text(t, index.column());
        default:
            return columnData(index.column(), role);
    }
}

std::span<const FilterField> TraceModel::filterFields() const {
    static const std::string steps = [] {
        std::string names;
        for (int i = 0; i <= int(Step::EngineAbandoned); ++i) names += std::string(stepName(Step(i))) + ' ';
        return names;
    }();
    static const FilterField fields[] = {
        {"step", What, steps.c_str()}, {"key", Key},         {"ns", kNamespacePart}, {"controller", Controller, "students pods"},
        {"worker", Worker},            {"retries", Retries}, {"delay", Delay},       {"rv", Version},
        {"no", Number},                {"time", Time},       {"cause", Cause},       {"detail", Detail}};
    return fields;
}

QVariant TraceModel::filterValue(int row, int column) const {
    const Transition& t = at(row);
    using Seconds = std::chrono::duration<double>;
    switch (column) {
        case kNamespacePart:
            return namespaceOf(t.key);
        case What:
            return QString(QLatin1String(stepName(t.step)) + u'\n' + m_words[std::size_t(t.step)]);
        case Number:
            return double(t.seq);
        case Time:
            return Seconds(t.at - m_start).count();
        case Worker:
            return double(t.worker);
        case Retries:
            return double(t.retries);
        case Delay:
            return Seconds(t.delay).count();
        case Cause:
            return double(t.cause);
        case Version:
            return t.resourceVersion.empty() ? -1.0 : shownText(t.resourceVersion).toDouble();
        default:
            return text(t, column);
    }
}

QString TraceModel::searchText(int row) const {
    const Transition& t = at(row);
    return QString(m_searchWords[std::size_t(t.step)] + u' ' + rawText(t.key).toLower() + u' ' +
                   QLatin1String(controllerName(t.controller)) + u' ' + rawText(t.detail).toLower() + u' ' +
                   rawText(t.resourceVersion));
}

}  // namespace rollcall
