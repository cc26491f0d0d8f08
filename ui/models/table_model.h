// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <optional>
#include <span>
#include <string_view>

#include "core/base/clock.h"
#include "core/trace/transition.h"
#include "ui/models/filter_query.h"
#include "ui/models/roles.h"

namespace rollcall {

/// One column of a table: texts to be translated, and how it wants to be shown.
struct Column {
    const char* title;
    const char* tip;
    const char* sample;    ///< typical widest content, to measure a first width by
    bool right = false;    ///< numbers
    bool fixed = false;    ///< fixed font
    bool stretch = false;  ///< takes what the others leave
    bool ticking = false;  ///< an age or a countdown: repainted by the ticker
    bool hidden = false;   ///< offered in the column menu, not shown at first
};

/// What the row models have in common whatever their rows are: columns, headers, the moment that ages are counted from.
/// **Thread**: GUI. **Owns** nothing. Ages are computed when painted, from the moment last given to setNow(); that
/// emits no signal, so the ticker decides which cells are painted again.
class TableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    TableModel(std::span<const Column> columns, const char* context, QObject* parent);

    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    const Column& column(int section) const { return m_columns[std::size_t(section)]; }
    int tickingColumn() const;  ///< -1 = none

    void setNow(MonoTime now, WallTime wall);
    MonoTime now() const { return m_now; }
    WallTime wallNow() const { return m_wall; }

    /// The language changed: all texts again, rows and selection stay.
    virtual void retranslate();
    /// The row that shows this object's key, or -1.
    virtual int rowForKey(ControllerId controller, std::string_view key) const = 0;
    virtual void clear() = 0;
    /// Rows of that controller; -1 = all.
    virtual int countOf(int controller) const;

    /// Below, at or above 0 as row `a` stands before, beside or behind `b` when sorted by that column. By SortRole, if a model
    /// knows nothing quicker.
    virtual int compareRows(int a, int b, int column) const;
    /// A number that orders as compareRows() does, if the column has one: very many rows are sorted by it, each asked once.
    virtual std::optional<qlonglong> sortNumber(int /*row*/, int /*column*/) const { return std::nullopt; }
    /// The columns that the filter knows by name.
    virtual std::span<const FilterField> filterFields() const { return {}; }
    /// What `name:value` looks at: a double (spans in seconds), or text, one meaning a line (the English word, the shown one).
    virtual QVariant filterValue(int row, int column) const;
    /// What plain words look at: lower case.
    virtual QString searchText(int row) const;

Q_SIGNALS:
    void settled();  ///< the changes of a batch have all been told

protected:
    /// Roles that depend on the column alone; an invalid variant when the role is another.
    QVariant columnData(int section, int role) const;

private:
    std::span<const Column> m_columns;
    const char* m_context;
    MonoTime m_now{};
    WallTime m_wall{};
};

}  // namespace rollcall
