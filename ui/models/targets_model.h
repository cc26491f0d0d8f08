// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractListModel>
#include <QString>
#include <map>
#include <string>
#include <vector>

#include "core/session/target.h"

namespace rollcall {

/// What a look at a server from the picker found.
struct ReachMark {
    enum class State { None, Asking, Reachable, Failed };
    State state = State::None;
    QString text;  ///< in a word: the version, "no answer"
    QString why;   ///< Failed: the whole sentence
};

/// The picker's rows: targets, and the files that were opened, dropped or remembered, each before its contexts. Rows are told
/// apart by id, so that the choice and the place in the list survive when the files are read again; texts are made when a
/// row is painted. A search hides rows.
/// **Thread**: GUI. **Owns** a copy of the choices.
class TargetsModel final : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role {
        DetailRole = Qt::UserRole + 1,  ///< second line: details, or why it cannot be used
        IconRole,
        CurrentRole,   ///< the target in use
        InsecureRole,  ///< the red mark's words; empty = none
        ReachRole,     ///< ReachMark::State
        ReachTextRole,
        InnerRole,     ///< belongs to the file above it
        TroubleRole,   ///< the second line says what is wrong
    };

    explicit TargetsModel(QObject* parent = nullptr) : QAbstractListModel(parent) {}

    /// Of a file that became unreadable, what was known before stays, marked with the reason.
    void setChoices(TargetChoices fresh, const Target& current);
    /// Every word has to occur in a row's texts.
    void setFilter(const QString& words);
    void setReach(const Target& target, const ReachMark& mark);

    int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : int(m_shown.size()); }
    QVariant data(const QModelIndex& index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

    const TargetChoices& choices() const { return m_choices; }
    const Target& current() const { return m_current; }
    int total() const { return int(m_all.size()); }
    const TargetChoice* choiceAt(int row) const;  ///< null: a file
    const TargetFile* fileAt(int row) const;      ///< null: a target
    int rowOf(const Target& target) const;        ///< -1 = not shown
    int rowOfFile(const std::string& path) const;
    ReachMark reachOf(const Target& target) const;
    void retranslate();

private:
    struct Row {
        int choice = -1, file = -1;  ///< one of them, into m_choices
        std::string id;
    };

    const Row& at(int row) const { return m_all[std::size_t(m_shown[std::size_t(row)])]; }
    void list();
    bool matches(const Row& row) const;
    QString fileLine(const TargetFile& file) const;
    QVariant targetData(const TargetChoice& choice, int role) const;
    QVariant fileData(const TargetFile& file, int role) const;

    TargetChoices m_choices;
    Target m_current;
    std::vector<Row> m_all;
    std::vector<int> m_shown;  ///< of m_all
    QStringList m_words;
    std::map<std::string, ReachMark> m_reach;  ///< by id
};

/// `fresh`, with those choices of `known` that came from a file of which nothing can be used now: greyed, with the reason.
/// Pure.
TargetChoices withKnown(const TargetChoices& known, TargetChoices fresh);

}  // namespace rollcall
