// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/metrics_model.h"

#include <QCoreApplication>
#include <algorithm>
#include <iterator>

#include "ui/models/plain_text.h"
#include "ui/models/time_words.h"

namespace rollcall {

namespace {

constexpr Column kColumns[] = {
    {QT_TRANSLATE_NOOP("MetricsModel", "Metric"), QT_TRANSLATE_NOOP("MetricsModel", "As Kubernetes components export it"),
     "longest_running_processor_sec", false, true, true},
    {QT_TRANSLATE_NOOP("MetricsModel", "Students"), "", "999.9 ms", true, true},
    {QT_TRANSLATE_NOOP("MetricsModel", "Pods"), "", "999.9 ms", true, true},
};

enum class Of { Depth, Adds, Retries, QueueCount, QueueP50, QueueP99, QueueMean, WorkCount, WorkP50, WorkP99, WorkMean,
                Unfinished, Longest, Throttled, ThrottledTime };

struct Row {
    Of of;
    const char* name;
    const char* meaning;
};

constexpr Row kRows[] = {
    {Of::Depth, "workqueue_depth", QT_TRANSLATE_NOOP("MetricsModel", "Keys that are to be taken: ready and parked")},
    {Of::Adds, "workqueue_adds_total", QT_TRANSLATE_NOOP("MetricsModel", "Adds that were no duplicates")},
    {Of::Retries, "workqueue_retries_total", QT_TRANSLATE_NOOP("MetricsModel", "Adds after a delay")},
    {Of::QueueCount, "workqueue_queue_duration_seconds_count",
     QT_TRANSLATE_NOOP("MetricsModel", "Keys whose wait in the queue was measured")},
    {Of::QueueP50, "workqueue_queue_duration_seconds p50",
     QT_TRANSLATE_NOOP("MetricsModel", "Half of the keys waited at most so long for a worker")},
    {Of::QueueP99, "workqueue_queue_duration_seconds p99",
     QT_TRANSLATE_NOOP("MetricsModel", "99 of 100 keys waited at most so long for a worker")},
    {Of::QueueMean, "workqueue_queue_duration_seconds mean", QT_TRANSLATE_NOOP("MetricsModel", "Sum divided by count")},
    {Of::WorkCount, "workqueue_work_duration_seconds_count",
     QT_TRANSLATE_NOOP("MetricsModel", "Keys whose time with a worker was measured")},
    {Of::WorkP50, "workqueue_work_duration_seconds p50",
     QT_TRANSLATE_NOOP("MetricsModel", "Half of the keys were with a worker at most so long")},
    {Of::WorkP99, "workqueue_work_duration_seconds p99",
     QT_TRANSLATE_NOOP("MetricsModel", "99 of 100 keys were with a worker at most so long")},
    {Of::WorkMean, "workqueue_work_duration_seconds mean", QT_TRANSLATE_NOOP("MetricsModel", "Sum divided by count")},
    {Of::Unfinished, "workqueue_unfinished_work_seconds",
     QT_TRANSLATE_NOOP("MetricsModel", "Time that the keys now with workers have been there, added up")},
    {Of::Longest, "workqueue_longest_running_processor_seconds",
     QT_TRANSLATE_NOOP("MetricsModel", "Time that the worker busiest with one key has been at it")},
    {Of::Throttled, "rest_client_rate_limiter_duration_seconds_count",
     QT_TRANSLATE_NOOP("MetricsModel", "Calls that had to wait for the client's own rate limit (5/s, burst 10)")},
    {Of::ThrottledTime, "rest_client_rate_limiter_duration_seconds_sum",
     QT_TRANSLATE_NOOP("MetricsModel", "How long those calls waited, together")},
};
constexpr int kFixedRows = int(std::size(kRows));

/// The prefixes are the same in many rows, and the columns are narrow.
QString shortName(const QString& name) {
    for (const auto* prefix : {"workqueue_", "rest_client_requests_total ", "rest_client_"}) {
        if (name.startsWith(QLatin1String(prefix))) return name.mid(QLatin1String(prefix).size());
    }
    return name;
}

QString notMeasured() { return QStringLiteral("–"); }

QString seconds(std::optional<double> value) {
    if (!value) return notMeasured();
    return spanText(std::chrono::duration_cast<Duration>(std::chrono::duration<double>(*value)));
}

std::optional<double> mean(double sum, std::int64_t count) {
    return count > 0 ? std::optional(sum / double(count)) : std::nullopt;
}

}  // namespace

MetricsModel::MetricsModel(QObject* parent) : TableModel(kColumns, "MetricsModel", parent) {}

void MetricsModel::setStats(const std::array<PipelineStats, kControllerCount>& stats) {
    m_stats = stats;
    for (std::size_t i = 0; i < stats.size(); ++i) m_numbers[i] = queueNumbers(stats[i]);
    addCalls();
    Q_EMIT dataChanged(index(0, Students), index(rowCount() - 1, Pods));
}

void MetricsModel::clear() {
    if (!m_calls.empty()) {
        beginRemoveRows({}, kFixedRows, rowCount() - 1);
        m_calls.clear();
        endRemoveRows();
    }
    setStats({});
}

/// A row for each kind of call that is new, at the end: what is being read does not move.
void MetricsModel::addCalls() {
    std::vector<ApiCall> fresh;
    for (const PipelineStats& stats : m_stats) {
        for (const ApiCallCount& counted : stats.calls) {
            const auto is = [&](const ApiCall& call) { return call == counted.call; };
            if (std::none_of(m_calls.begin(), m_calls.end(), is) && std::none_of(fresh.begin(), fresh.end(), is))
                fresh.push_back(counted.call);
        }
    }
    if (fresh.empty()) return;
    beginInsertRows({}, rowCount(), rowCount() + int(fresh.size()) - 1);
    m_calls.insert(m_calls.end(), fresh.begin(), fresh.end());
    endInsertRows();
}

QString MetricsModel::nameOf(int row) const {
    if (row < kFixedRows) return QString::fromLatin1(kRows[row].name);
    const ApiCall& call = m_calls[std::size_t(row - kFixedRows)];
    const QString code = call.code > 0 ? QString::number(call.code) : tr("no answer");
    return QStringLiteral("rest_client_requests_total %1 %2 %3").arg(shownText(call.verb), shownText(call.resource), code);
}

QString MetricsModel::meaningOf(int row) const {
    return row < kFixedRows ? QCoreApplication::translate("MetricsModel", kRows[row].meaning)
                            : tr("Calls to the API server by verb, resource and HTTP code, informers included");
}

int MetricsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : kFixedRows + int(m_calls.size());
}

QString MetricsModel::value(int row, ControllerId controller) const {
    if (row >= kFixedRows) {
        const std::vector<ApiCallCount>& calls = m_stats[std::size_t(controller)].calls;
        const ApiCall& call = m_calls[std::size_t(row - kFixedRows)];
        const auto it = std::find_if(calls.begin(), calls.end(), [&](const ApiCallCount& c) { return c.call == call; });
        return it == calls.end() ? notMeasured() : QString::number(it->count);
    }
    const QueueNumbers& numbers = m_numbers[std::size_t(controller)];
    const MetricsRow& m = numbers.row;
    switch (kRows[row].of) {
        case Of::Depth:
            return QString::number(m.depth);
        case Of::Adds:
            return QString::number(m.adds);
        case Of::Retries:
            return QString::number(m.retries);
        case Of::QueueCount:
            return numbers.measured ? QString::number(m.queueCount) : notMeasured();
        case Of::QueueP50:
            return seconds(quantileOf(m.queueBuckets, 0.5));
        case Of::QueueP99:
            return seconds(quantileOf(m.queueBuckets, 0.99));
        case Of::QueueMean:
            return seconds(mean(m.queueSum, m.queueCount));
        case Of::WorkCount:
            return numbers.measured ? QString::number(m.workCount) : notMeasured();
        case Of::WorkP50:
        case Of::WorkP99: {
            const bool half = kRows[row].of == Of::WorkP50;
            const PipelineStats& stats = m_stats[std::size_t(controller)];
            if (!numbers.measured) return stats.done > 0 ? spanText(half ? stats.p50 : stats.p99) : notMeasured();
            return seconds(quantileOf(m.workBuckets, half ? 0.5 : 0.99));
        }
        case Of::WorkMean:
            return seconds(mean(m.workSum, m.workCount));
        case Of::Unfinished:
            return numbers.measured ? seconds(m.unfinished) : notMeasured();
        case Of::Longest:
            return numbers.measured ? seconds(m.longest) : notMeasured();
        case Of::Throttled:
            return QString::number(m_stats[std::size_t(controller)].throttled);
        case Of::ThrottledTime:
            return spanText(m_stats[std::size_t(controller)].throttledTime);
    }
    return {};
}

QVariant MetricsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const QString name = nameOf(index.row());
    switch (role) {
        case Qt::DisplayRole:
            return index.column() == Name ? shortName(name)
                                          : value(index.row(), ControllerId(index.column() - 1));
        case CopyRole:
            return index.column() == Name ? name : value(index.row(), ControllerId(index.column() - 1));
        case Qt::ToolTipRole:
            return QString(name + u'\n' + meaningOf(index.row()));
        case FilterRole:
            return name;
        case SortRole:
            return index.row();
        default:
            return columnData(index.column(), role);
    }
}

}  // namespace rollcall
