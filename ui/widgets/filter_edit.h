// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>
#include <span>

#include "ui/models/filter_query.h"

class QCompleter;
class QStringListModel;

namespace rollcall {

class Theme;

/// The filter of a table: knows the names of its columns, completes them and their values, and shows when a term makes no
/// sense. **Thread**: GUI.
class FilterEdit final : public QLineEdit {
    Q_OBJECT
public:
    FilterEdit(const Theme& theme, std::span<const FilterField> fields, QWidget* parent = nullptr);

    void setError(const QString& sentence);  ///< empty = none
    QStringList completions() const;         ///< for what is typed now

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void offer();
    void accept(const QString& completion);
    QString lastWord() const;

    std::span<const FilterField> m_fields;
    QCompleter* m_completer;
    QStringListModel* m_offers;
};

}  // namespace rollcall
