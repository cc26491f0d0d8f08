// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/filter_query.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <algorithm>
#include <optional>
#include <utility>

#include "ui/models/table_model.h"

namespace rollcall {

namespace {

struct Filters {
    Q_DECLARE_TR_FUNCTIONS(Filters)
};

/// "2", "1.5s", "40ms", "4m": spans in seconds.
std::optional<double> numberOf(const QString& text) {
    static const QRegularExpression form(QStringLiteral(R"(^(\d+(?:\.\d+)?)(µs|us|ms|s|m|h|d)?$)"));
    const auto match = form.match(text);
    if (!match.hasMatch()) return std::nullopt;
    const QString unit = match.captured(2);
    double factor = 1;
    if (unit == QLatin1String("us") || unit == QStringLiteral("µs")) factor = 1e-6;
    if (unit == QLatin1String("ms")) factor = 1e-3;
    if (unit == QLatin1String("m")) factor = 60;
    if (unit == QLatin1String("h")) factor = 3600;
    if (unit == QLatin1String("d")) factor = 86400;
    return match.captured(1).toDouble() * factor;
}

QString namesOf(std::span<const FilterField> fields) {
    QStringList names;
    for (const FilterField& field : fields) names << QLatin1String(field.name);
    return names.join(QStringLiteral(", "));
}

}  // namespace

FilterQuery FilterQuery::parse(const QString& text, std::span<const FilterField> fields) {
    FilterQuery query;
    QString word;
    bool inQuotes = false, quoted = false;
    for (const QChar c : text) {
        if (c == u'"') {
            inQuotes = !inQuotes;
            if (word.isEmpty() && inQuotes) quoted = true;  // the whole word: a colon in it is text
        } else if (c.isSpace() && !inQuotes) {
            query.addTerm(std::exchange(word, {}), std::exchange(quoted, false), fields);
        } else {
            word += c;
        }
    }
    query.addTerm(word, quoted, fields);
    return query;
}

void FilterQuery::complain(const QString& sentence) {
    if (m_error.isEmpty()) m_error = sentence;
}

void FilterQuery::addTerm(QString word, bool quoted, std::span<const FilterField> fields) {
    if (word.isEmpty()) return;
    Term term;
    if (!quoted && word.size() > 1 && word.startsWith(u'!')) {
        term.negated = true;
        word.remove(0, 1);
    }
    static const QRegularExpression form(QStringLiteral(R"(^([A-Za-z]+):(>=|<=|>|<|=)?(.*)$)"));
    const auto match = quoted || fields.empty() ? QRegularExpressionMatch() : form.match(word);
    if (!match.hasMatch()) {
        term.text = word.toLower();
        m_terms.push_back(term);
        return;
    }
    const QString name = match.captured(1).toLower(), sign = match.captured(2);
    term.text = match.captured(3).toLower();
    const auto field = std::find_if(fields.begin(), fields.end(),
                                    [&](const FilterField& f) { return name == QLatin1String(f.name); });
    if (field == fields.end())
        return complain(Filters::tr("No column is called “%1”. There are: %2").arg(name, namesOf(fields)));
    term.column = field->column;
    if (term.text.isEmpty()) return;  // still being typed
    constexpr std::pair<const char*, Is> kSigns[] = {
        {"", Is::Holds}, {"=", Is::Equals}, {">", Is::More}, {">=", Is::AtLeast}, {"<", Is::Less}, {"<=", Is::AtMost}};
    for (const auto& [text, is] : kSigns) {
        if (sign == QLatin1String(text)) term.is = is;
    }
    const std::optional<double> number = numberOf(term.text);
    if (!number && term.is != Is::Holds && term.is != Is::Equals)
        return complain(Filters::tr("“%1” needs a number, such as 2, 40ms or 5m").arg(name + u':' + sign));
    term.number = number.value_or(-1);
    m_terms.push_back(term);
}

bool FilterQuery::holds(const Term& term, const TableModel& model, int row) {
    if (term.column < 0) return model.searchText(row).contains(term.text);
    const QVariant value = model.filterValue(row, term.column);
    if (value.userType() == QMetaType::QString || !value.isValid()) {
        const QString text = value.toString();
        switch (term.is) {
            case Is::Holds:
                return text.contains(term.text, Qt::CaseInsensitive);
            case Is::Equals:
                return text.split(u'\n').contains(term.text, Qt::CaseInsensitive);
            default:
                return false;
        }
    }
    const double number = value.toDouble();
    switch (term.is) {
        case Is::Holds:
        case Is::Equals:
            return number == term.number;
        case Is::More:
            return number > term.number;
        case Is::AtLeast:
            return number >= term.number;
        case Is::Less:
            return number < term.number;
        case Is::AtMost:
            return number <= term.number;
    }
    return false;
}

bool FilterQuery::matches(const TableModel& model, int row) const {
    return std::all_of(m_terms.begin(), m_terms.end(),
                       [&](const Term& term) { return holds(term, model, row) != term.negated; });
}

QStringList filterCompletions(const QString& typed, std::span<const FilterField> fields) {
    const bool negated = typed.startsWith(u'!');
    const QString word = negated ? typed.mid(1) : typed, mark = negated ? QStringLiteral("!") : QString();
    QStringList found;
    const qsizetype colon = word.indexOf(u':');
    for (const FilterField& field : fields) {
        const QString name = QLatin1String(field.name) + QLatin1Char(':');
        if (colon < 0) {
            if (!word.isEmpty() && name.startsWith(word, Qt::CaseInsensitive)) found << QString(mark + name);
            continue;
        }
        if (word.left(colon + 1).compare(name, Qt::CaseInsensitive) != 0) continue;
        for (const QString& value : QString::fromLatin1(field.values).split(u' ', Qt::SkipEmptyParts)) {
            if (value.startsWith(word.mid(colon + 1), Qt::CaseInsensitive) && name + value != word)
                found << QString(mark + name + value);
        }
    }
    return found;
}

}  // namespace rollcall
