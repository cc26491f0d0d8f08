// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QTimer>

#include "ui/models/panel_state.h"
#include "ui/widgets/data_table.h"
#include "ui/widgets/filter_edit.h"

class QLabel;
class QStackedWidget;
class QToolButton;

namespace rollcall {

class EmptyState;
class ElidedLabel;

/// One of the tables with its head: title, count, filter; and what stands there when there are no rows.
/// **Thread**: GUI. **Owns** its table.
class TablePanel final : public QFrame {
    Q_OBJECT
public:
    struct Spec {
        PanelKind kind;
        TableModel& model;
        int sortColumn;
        Qt::SortOrder sortOrder;
        const char* objectName;
    };
    TablePanel(const Spec& spec, const Theme& theme, QWidget* parent = nullptr);

    DataTable* table() { return m_table; }
    FilterEdit* filterField() { return m_filter; }
    PanelKind kind() const { return m_kind; }
    QString title() const;

    /// Looks again at which state to show. `stats`: of the controller that feeds the panel.
    void refresh(HostState host, const PipelineStats& stats);
    PanelState state() const { return m_state; }
    void setZoom(double zoom);

Q_SIGNALS:
    void actionRequested(rollcall::PanelAction action);

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildHead(const Theme& theme);
    void retranslate();
    void applyFilter();

    PanelKind m_kind;
    DataTable* m_table;
    QWidget* m_head;
    QLabel* m_title;
    QLabel* m_count;
    ElidedLabel* m_stale;
    FilterEdit* m_filter;
    QStackedWidget* m_stack;
    EmptyState* m_empty;
    PanelState m_state;
    HostState m_host = HostState::Stopped;
    PipelineStats m_stats;
    QTimer m_typing;
};

}  // namespace rollcall
