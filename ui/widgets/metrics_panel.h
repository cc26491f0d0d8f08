// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <array>

#include "ui/models/live_data.h"
#include "ui/models/panel_state.h"

class QGridLayout;
class QLabel;
class QStackedWidget;

namespace rollcall {

class DataTable;
class ElidedLabel;
class EmptyState;
class HistogramChart;
class LineChart;
class Theme;

/// The workqueue_* metrics of both controllers: names and values, and how they went in the last five minutes.
/// **Thread**: GUI. Reads LiveData; repaints when told.
class MetricsPanel final : public QFrame {
    Q_OBJECT
public:
    MetricsPanel(LiveData& live, const Theme& theme, QWidget* parent = nullptr);

    void refresh();        ///< the numbers changed
    void tickSecond();     ///< the charts have a new point
    QString title() const;
    PanelState state() const { return m_state; }
    DataTable* table() { return m_table; }
    void setZoom(double zoom);
    const std::array<LineChart*, 6>& charts() const { return m_charts; }

Q_SIGNALS:
    void actionRequested(rollcall::PanelAction action);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    QWidget* buildCharts();
    void retranslate();
    void fillCharts();

    LiveData& m_data;
    const Theme& m_theme;
    DataTable* m_table;
    QLabel* m_title;
    ElidedLabel* m_note;
    QStackedWidget* m_stack;
    EmptyState* m_empty;
    std::array<LineChart*, 6> m_charts{};
    std::array<HistogramChart*, 2> m_histograms{};
    PanelState m_state;
};

}  // namespace rollcall
