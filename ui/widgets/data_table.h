// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

#include "ui/models/table_filter.h"
#include "ui/models/table_model.h"

namespace rollcall {

class CellDelegate;
class TableHeader;
class Theme;

/// A table in the house style: fitted columns, a column menu on the header, copying of rows, ages painted by a ticker.
/// **Thread**: GUI. **Owns** the filter between model and view.
class DataTable : public QTableView {
    Q_OBJECT
public:
    struct Sorting {
        int column;  ///< -1 = the rows stay in the model's order
        Qt::SortOrder order;
    };
    DataTable(TableModel& model, const Theme& theme, Sorting sorting, QWidget* parent = nullptr);

    TableFilter& filter() { return m_filter; }
    const TableFilter& filter() const { return m_filter; }
    TableModel& source() { return m_model; }

    /// Makes the object's row the current one, without taking the focus; clears when it is not here.
    virtual void showKey(ControllerId controller, const std::string& key);
    /// Paints the ages of the visible rows again: one column, and the accent bars.
    void tick();
    /// The chosen rows as they stand, columns as shown, separated by tabs.
    void copySelection() const;
    QString selectionCsv() const;  ///< with the header, RFC 4180
    /// Keys of the chosen rows, in their order, each once.
    std::vector<std::pair<ControllerId, std::string>> selectedKeys() const;
    /// Rows, columns and texts so much larger, for people far away. 1 = as the theme has them.
    void setZoom(double zoom);
    double zoom() const { return m_zoom; }
    void showColumn(int column, bool shown);

    QByteArray saveColumns() const;
    void restoreColumns(const QByteArray& state);
    void resetColumns();

Q_SIGNALS:
    void keyChosen(rollcall::ControllerId controller, const QString& key);
    void keyActivated(rollcall::ControllerId controller, const QString& key);
    void menuRequested(const QPoint& globalPos, rollcall::DataTable* table);  ///< by mouse or keyboard, on a row

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void fitColumns();
    int naturalWidth(int column) const;
    int stretchColumn() const;
    void showColumnMenu(const QPoint& pos);
    void announce(const QModelIndex& index);
    void follow();
    QModelIndexList chosenRows() const;
    std::vector<int> shownColumns() const;

    TableModel& m_model;
    const Theme& m_theme;
    TableFilter m_filter;
    TableHeader* m_header;
    CellDelegate* m_cells;
    Sorting m_sorting;
    ControllerId m_wantedController = ControllerId::Students;
    std::string m_wanted;  ///< the chosen key, also while its row is not here
    double m_zoom = 1;
    bool m_fitting = false, m_following = false, m_userSized = false;
};

}  // namespace rollcall
