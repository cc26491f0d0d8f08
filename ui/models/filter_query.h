// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <span>
#include <vector>

namespace rollcall {

class TableModel;

/// A column that the filter knows by name. Names are English in every language, as kubectl's are.
struct FilterField {
    const char* name;
    int column;
    const char* values = "";  ///< what the column can say, separated by spaces, for completion
};

/// What a filter field says: plain words, `name:value` (the column holds it), `name:=value` (it is that) and, for numbers,
/// ages and delays, `name:>2`, `delay:<=1.5s`. A leading `!` turns a term round; quotes keep spaces and colons together.
/// **Thread**: pure, but for the model's own. **Errors**: a term that makes no sense is left out and named in error().
class FilterQuery {
public:
    static FilterQuery parse(const QString& text, std::span<const FilterField> fields);

    bool isEmpty() const { return m_terms.empty(); }
    const QString& error() const { return m_error; }
    bool matches(const TableModel& model, int row) const;
    bool operator==(const FilterQuery&) const = default;

private:
    enum class Is { Holds, Equals, More, AtLeast, Less, AtMost };
    struct Term {
        int column = -1;  ///< -1 = the whole row
        Is is = Is::Holds;
        bool negated = false;
        QString text;
        double number = 0;
        bool operator==(const Term&) const = default;
    };
    void addTerm(QString word, bool quoted, std::span<const FilterField> fields);
    void complain(const QString& sentence);
    static bool holds(const Term& term, const TableModel& model, int row);

    std::vector<Term> m_terms;
    QString m_error;
};

/// What may stand next in the field: names with their colon, or the values of the name that was typed. `word` is the last
/// word of the field so far.
QStringList filterCompletions(const QString& word, std::span<const FilterField> fields);

}  // namespace rollcall
