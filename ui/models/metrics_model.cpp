// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/metrics_model.h"

#include <QCoreApplication>
#include <iterator>

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
                Unfinished, Longest };

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
};

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
    Q_EMIT dataChanged(index(0, Students), index(rowCount() - 1, Pods));
}

void MetricsModel::clear() { setStats({}); }

int MetricsModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(std::size(kRows)); }

QString MetricsModel::value(int row, ControllerId controller) const {
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
    }
    return {};
}

QVariant MetricsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const Row& row = kRows[index.row()];
    const QString name = QString::fromLatin1(row.name);
    switch (role) {
        case Qt::DisplayRole:
            // The prefix is the same in every row, and the columns are narrow.
            return index.column() == Name ? name.mid(qsizetype(sizeof "workqueue_") - 1)
                                          : value(index.row(), ControllerId(index.column() - 1));
        case CopyRole:
            return index.column() == Name ? name : value(index.row(), ControllerId(index.column() - 1));
        case Qt::ToolTipRole:
            return QString(name + u'\n' + QCoreApplication::translate("MetricsModel", row.meaning));
        case FilterRole:
            return name;
        case SortRole:
            return index.row();
        default:
            return columnData(index.column(), role);
    }
}

}  // namespace rollcall
