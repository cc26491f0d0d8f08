// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/metrics_panel.h"

#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "ui/theme/theme.h"
#include "ui/widgets/data_table.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/histogram_chart.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/line_chart.h"

namespace rollcall {

namespace {

enum Chart { Depth, Adds, QueueTime, WorkTime, Retries, Calls };

using Point = MetricsHistory::Point;

std::vector<double> values(const MetricsHistory& history, double Point::*member) {
    std::vector<double> all;
    for (const Point& point : history.points()) all.push_back(point.*member);
    return all;
}

std::vector<double> values(const MetricsHistory& history, std::optional<double> Point::*member) {
    std::vector<double> all;
    for (const Point& point : history.points()) all.push_back((point.*member).value_or(LineChart::kNothing));
    return all;
}

}  // namespace

MetricsPanel::MetricsPanel(LiveData& live, const Theme& theme, QWidget* parent)
    : QFrame(parent), m_data(live), m_theme(theme) {
    setObjectName(QStringLiteral("metrics"));
    setProperty("look", QStringLiteral("panel"));
    m_table = new DataTable(live.metrics(), theme, {-1, Qt::AscendingOrder}, this);
    m_table->setObjectName(QStringLiteral("metricsTable"));
    m_title = plainLabel({}, "strong", this);
    m_note = new ElidedLabel("small", this);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(metric::kGap8 + 2, 0, metric::kGap8 + 2, 0);
    head->setSpacing(metric::kGap12);
    head->addWidget(m_title);
    head->addWidget(m_note, 1);
    auto* headBox = new QWidget(this);
    headBox->setFixedHeight(metric::kPanelHead);
    headBox->setLayout(head);
    auto* rule = new QFrame(this);
    rule->setProperty("look", QStringLiteral("rule"));
    auto* page = new QWidget(this);
    auto* row = new QHBoxLayout(page);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(m_table, 10);
    row->addWidget(buildCharts(), 19);
    m_empty = new EmptyState(PanelKind::Metrics, theme, this);
    m_stack = new QStackedWidget(this);
    m_stack->addWidget(page);
    m_stack->addWidget(m_empty);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(1, 1, 1, 4);
    column->setSpacing(0);
    column->addWidget(headBox);
    column->addWidget(rule);
    column->addWidget(m_stack, 1);
    connect(m_empty, &EmptyState::actionRequested, this, &MetricsPanel::actionRequested);
    retranslate();
    refresh();
}

QWidget* MetricsPanel::buildCharts() {
    auto* box = new QWidget(this);
    auto* grid = new QGridLayout(box);
    grid->setContentsMargins(metric::kGap8, metric::kGap8, metric::kGap8, metric::kGap4);
    grid->setSpacing(metric::kGap8);
    using ChartUnit = LineChart::Unit;
    constexpr ChartUnit kUnits[] = {ChartUnit::Count,   ChartUnit::PerSecond, ChartUnit::Seconds,
                                    ChartUnit::Seconds, ChartUnit::PerSecond, ChartUnit::PerSecond};
    constexpr const char* kNames[] = {"chartDepth", "chartAdds", "chartQueueTime", "chartWorkTime", "chartRetries", "chartCalls"};
    for (std::size_t i = 0; i < m_charts.size(); ++i) {
        m_charts[i] = new LineChart(m_theme, kUnits[i], box);
        m_charts[i]->setObjectName(QLatin1String(kNames[i]));
        grid->addWidget(m_charts[i], int(i) / 2, int(i) % 2);
    }
    for (std::size_t i = 0; i < m_histograms.size(); ++i) {
        m_histograms[i] = new HistogramChart(m_theme, box);
        grid->addWidget(m_histograms[i], 3, int(i));
    }
    return box;
}

void MetricsPanel::setZoom(double zoom) {
    m_table->setZoom(zoom);
    for (LineChart* chart : m_charts) chart->setZoom(zoom);
    for (HistogramChart* chart : m_histograms) chart->setZoom(zoom);
}

QString MetricsPanel::title() const { return tr("Metrics"); }

void MetricsPanel::retranslate() {
    m_title->setText(title());
    setAccessibleName(title());
    m_table->setAccessibleName(title());
    m_note->setFullText(
        tr("workqueue_* and rest_client_* of each controller; charts: the last 5 minutes by the machinery's clock"));
    m_charts[Depth]->setTitle(tr("Depth (keys)"));
    m_charts[Adds]->setTitle(tr("Adds a second"));
    m_charts[QueueTime]->setTitle(tr("Wait in the queue: p99, p50 dotted"));
    m_charts[WorkTime]->setTitle(tr("Time with a worker: p99, p50 dotted"));
    m_charts[Retries]->setTitle(tr("Retries a second"));
    m_charts[Calls]->setTitle(tr("API calls a second"));
    m_histograms[0]->setTitle(tr("Waits in the queue, keys"));
    m_histograms[1]->setTitle(tr("Times with a worker, keys"));
    for (HistogramChart* h : m_histograms) h->setNames(tr("Students"), tr("Pods"));
    fillCharts();
}

void MetricsPanel::fillCharts() {
    const auto both = [&](LineChart* chart, double Point::*member) {
        chart->setSeries({{tr("Students"), tr("Students"), false, false, values(m_data.history(ControllerId::Students), member)},
                          {tr("Pods"), tr("Pods"), true, true, values(m_data.history(ControllerId::Pods), member)}},
                         MetricsHistory::kPoints);
    };
    both(m_charts[Depth], &Point::depth);
    both(m_charts[Adds], &Point::adds);
    both(m_charts[Retries], &Point::retries);
    both(m_charts[Calls], &Point::calls);
    using Quantile = std::optional<double> Point::*;
    const auto quantiles = [&](LineChart* chart, Quantile half, Quantile most) {
        const MetricsHistory& students = m_data.history(ControllerId::Students);
        const MetricsHistory& pods = m_data.history(ControllerId::Pods);
        chart->setSeries({{tr("Students p99"), tr("Students"), false, false, values(students, most)},
                          {tr("Students p50"), {}, false, true, values(students, half)},
                          {tr("Pods p99"), tr("Pods"), true, false, values(pods, most)},
                          {tr("Pods p50"), {}, true, true, values(pods, half)}},
                         MetricsHistory::kPoints);
    };
    quantiles(m_charts[QueueTime], &Point::queueP50, &Point::queueP99);
    quantiles(m_charts[WorkTime], &Point::workP50, &Point::workP99);
    const auto& students = m_data.stats(ControllerId::Students).metrics;
    const auto& pods = m_data.stats(ControllerId::Pods).metrics;
    m_histograms[0]->setBuckets({students.queueBuckets, pods.queueBuckets});
    m_histograms[1]->setBuckets({students.workBuckets, pods.workBuckets});
}

void MetricsPanel::refresh() {
    const PipelineStats& stats = m_data.stats(ControllerId::Students);
    const bool anything = !m_data.history(ControllerId::Students).points().empty() || stats.adds > 0 ||
                          m_data.stats(ControllerId::Pods).adds > 0;
    const int rows = anything ? m_data.metrics().rowCount() : 0;
    m_state = panelState({PanelKind::Metrics, m_data.hostState(), rows, rows, false, m_data.now()}, stats);
    if (m_state.mode != PanelMode::Rows) m_empty->show(m_state);
    m_stack->setCurrentIndex(m_state.mode == PanelMode::Rows ? 0 : 1);
}

void MetricsPanel::tickSecond() {
    refresh();
    if (isVisible()) fillCharts();
}

void MetricsPanel::showEvent(QShowEvent* event) {
    QFrame::showEvent(event);
    fillCharts();
}

void MetricsPanel::changeEvent(QEvent* event) {
    QFrame::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) retranslate();
}

}  // namespace rollcall
