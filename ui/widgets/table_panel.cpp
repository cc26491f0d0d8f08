// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/table_panel.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLocale>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "ui/theme/theme.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/trace_table.h"

namespace rollcall {

namespace {

constexpr int kTypingPauseMs = 120;  ///< shorter than a pause between words, longer than between letters
constexpr int kFilterWidth = 132, kWideFilter = 300;

DataTable* makeTable(const TablePanel::Spec& spec, const Theme& theme, QWidget* parent) {
    if (auto* trace = qobject_cast<TraceModel*>(&spec.model)) return new TraceTable(*trace, theme, parent);
    return new DataTable(spec.model, theme, {spec.sortColumn, spec.sortOrder}, parent);
}

}

TablePanel::TablePanel(const Spec& spec, const Theme& theme, QWidget* parent)
    : QFrame(parent),
      m_kind(spec.kind),
      m_table(makeTable(spec, theme, this)) {
    setObjectName(QLatin1String(spec.objectName));
    setProperty("look", QStringLiteral("panel"));
    m_table->setObjectName(QLatin1String(spec.objectName) + QStringLiteral("Table"));
    m_empty = new EmptyState(spec.kind, theme, this);
    m_stack = new QStackedWidget(this);
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_empty);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(1, 1, 1, 4);  // the frame's line, and its round corners below
    column->setSpacing(0);
    buildHead(theme);
    auto* rule = new QFrame(this);
    rule->setProperty("look", QStringLiteral("rule"));
    column->addWidget(rule);
    column->addWidget(m_stack, 1);
    m_typing.setSingleShot(true);
    m_typing.setInterval(kTypingPauseMs);
    connect(&m_typing, &QTimer::timeout, this, &TablePanel::applyFilter);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        if (text.isEmpty())
            applyFilter();
        else
            m_typing.start();
    });
    connect(m_empty, &EmptyState::actionRequested, this, [this](PanelAction action) {
        if (action == PanelAction::ClearFilter)
            m_filter->clear();
        else
            Q_EMIT actionRequested(action);
    });
    m_filter->installEventFilter(this);
    retranslate();
    refresh(HostState::Stopped, {});
}

void TablePanel::buildHead(const Theme& theme) {
    auto* head = new QHBoxLayout;
    head->setContentsMargins(metric::kGap8 + 2, 0, metric::kGap8 + 2, 0);
    head->setSpacing(metric::kGap8);
    m_title = plainLabel({}, "strong", this);
    m_count = plainLabel({}, "muted", this);
    m_count->setObjectName(QStringLiteral("count"));
    m_stale = new ElidedLabel("waiting", this);
    m_stale->setObjectName(QStringLiteral("stale"));
    m_filter = new FilterEdit(theme, m_table->source().filterFields(), this);
    m_filter->setObjectName(QStringLiteral("filter"));
    m_filter->setFixedWidth(m_kind == PanelKind::Trace ? kWideFilter : kFilterWidth);
    head->addWidget(m_title);
    head->addWidget(m_count);
    head->addWidget(m_stale, 1);
    head->addWidget(m_filter);
    m_head = new QWidget(this);
    m_head->setFixedHeight(metric::kPanelHead);
    m_head->setLayout(head);
    static_cast<QVBoxLayout*>(layout())->addWidget(m_head);
}

QString TablePanel::title() const {
    switch (m_kind) {
        case PanelKind::Students:
            return tr("Students");
        case PanelKind::Workqueue:
            return tr("Workqueue");
        case PanelKind::Events:
            return tr("Events");
        case PanelKind::Pods:
            return tr("Running Pods");
        case PanelKind::Trace:
            return tr("Trace");
        case PanelKind::Metrics:
            return tr("Metrics");
    }
    return {};
}

void TablePanel::retranslate() {
    m_title->setText(title());
    m_filter->setPlaceholderText(m_kind == PanelKind::Trace ? tr("Filter, such as step:Requeued worker:2") : tr("Filter"));
    m_filter->setAccessibleName(tr("Filter %1").arg(title()));
    m_table->setAccessibleName(title());
    setAccessibleName(title());
    refresh(m_host, m_stats);
}

void TablePanel::applyFilter() {
    m_typing.stop();
    m_table->filter().setNeedle(m_filter->text());
    refresh(m_host, m_stats);
}

void TablePanel::refresh(HostState host, const PipelineStats& stats) {
    m_host = host;
    m_stats = stats;
    const TableFilter& filter = m_table->filter();
    const int rows = filter.candidateCount(), visible = filter.rowCount();
    m_state = panelState({m_kind, host, rows, visible, filter.isFiltering(), m_table->source().now()}, stats);
    m_count->setText(visible == rows ? QString::number(rows) : tr("%1 of %2").arg(visible).arg(rows));
    const QString& wrong = filter.error();
    m_filter->setError(wrong);
    m_stale->setFullText(wrong.isEmpty() ? m_state.stale : wrong);
    if (m_stale->property("look").toString() != QLatin1String(wrong.isEmpty() ? "waiting" : "failed"))
        setLook(m_stale, "look", QLatin1String(wrong.isEmpty() ? "waiting" : "failed"));
    if (m_state.mode == PanelMode::Rows) {
        m_stack->setCurrentWidget(m_table);
        return;
    }
    m_empty->show(m_state);
    m_stack->setCurrentWidget(m_empty);
}

void TablePanel::setZoom(double zoom) {
    m_table->setZoom(zoom);
    m_head->setFixedHeight(int(metric::kPanelHead * zoom));
    setLook(m_title, "look", QLatin1String(zoom > 1 ? "huge" : "strong"));
    setLook(m_count, "look", QLatin1String(zoom > 1 ? "huge" : "muted"));
}

void TablePanel::changeEvent(QEvent* event) {
    QFrame::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) retranslate();
}

/// Escape in the filter empties it, Down goes on into the rows.
bool TablePanel::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_filter && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Escape && !m_filter->text().isEmpty()) {
            m_filter->clear();
            return true;
        }
        if (key == Qt::Key_Down) {
            applyFilter();
            m_table->setFocus(Qt::TabFocusReason);
            if (!m_table->currentIndex().isValid() && m_table->model()->rowCount() > 0) m_table->selectRow(0);
            return true;
        }
    }
    return QFrame::eventFilter(watched, event);
}

}  // namespace rollcall
